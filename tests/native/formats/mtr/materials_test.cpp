// Material declarations: what a model looks like with a file of them beside it. The rules are those of id Tech 4's
// material language; every expectation is read off the declaration in the test.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "session/document.h"

namespace vitrine {
namespace {

/// One triangle to each shader.
template <class Shaders = std::initializer_list<const char*>>
std::string model(const Shaders& shaders) {
  std::string text = "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes " + std::to_string(shaders.size()) +
                     "\njoints { \"root\" -1 ( 0 0 0 ) ( 0 0 0 ) }\n";
  for (const auto& shader : shaders)
    text += std::string("mesh { shader \"") + shader +
            "\"\nnumverts 3 vert 0 ( 0 0 ) 0 1 vert 1 ( 1 0 ) 1 1 vert 2 ( 0 1 ) 2 1\nnumtris 1 tri 0 0 1 2\n"
            "numweights 3 weight 0 0 1 ( 0 0 0 ) weight 1 0 1 ( 1 0 0 ) weight 2 0 1 ( 0 1 0 ) }\n";
  return text;
}
std::vector<uint8_t> bytes(std::string_view text) { return {text.begin(), text.end()}; }

struct Dropped {
  explicit Dropped(std::initializer_list<const char*> shaders) {
    document.add_file("hero.md5mesh", bytes(model(shaders)));
  }
  Dropped& with(const char* name, std::string_view text) {
    document.add_file(name, bytes(text));
    return *this;
  }
  const Material& material(size_t i = 0) {
    if (!loaded) loaded = document.load();
    EXPECT_TRUE(loaded);
    return document.scene().materials.at(i);
  }
  std::string image(TextureRole role, size_t i = 0) {
    for (const TextureSlot& slot : material(i).slots)
      if (slot.role == role) return document.scene().textures.at(slot.texture).name;
    return "";
  }
  const Message* message(const char* code) {
    material();
    for (const Message& m : document.diagnostics().messages())
      if (std::string_view(m.code->id) == code) return &m;
    return nullptr;
  }
  Document document;
  bool loaded = false;
};

const Material& with_text(Dropped& dropped, std::string_view body) {
  return dropped.with("a.mtr", "hero {\n" + std::string(body) + "\n}\n").material();
}

TEST(Mtr, TheThreeMapsGoToTheirRoles) {
  Dropped d({"hero"});
  with_text(d, "diffusemap a/d.tga\nbumpmap a/n.tga\nspecularmap a/s.tga");
  EXPECT_EQ(d.image(TextureRole::kDiffuse), "a/d.tga");
  EXPECT_EQ(d.image(TextureRole::kNormal), "a/n.tga");
  EXPECT_EQ(d.image(TextureRole::kSpecular), "a/s.tga");
  EXPECT_EQ(d.document.scene().textures.size(), 3u) << "guessed names are gone";
}

TEST(Mtr, StagesSayTheSameInBlocks) {
  Dropped d({"hero"});
  const Material& m = with_text(d,
                                "{ blend diffusemap map d.tga rgb 0.5 alpha 0.25 }\n{ blend bumpmap\nmap n.tga }\n"
                                "{ blend specularmap map s.tga }");
  EXPECT_EQ(d.image(TextureRole::kDiffuse), "d.tga");
  EXPECT_EQ(d.image(TextureRole::kNormal), "n.tga");
  EXPECT_EQ(d.image(TextureRole::kSpecular), "s.tga");
  EXPECT_EQ(m.diffuse, glm::vec4(0.5f, 0.5f, 0.5f, 0.25f));
  EXPECT_FALSE(m.shadeless);
}

TEST(Mtr, NamesCompareWithoutCaseSlashAndExtension) {
  for (const char* shader : {"models/Hero/Body.tga", "MODELS\\hero\\body", "models/hero/body"}) {
    Dropped d({shader});
    d.with("a.mtr", "Models/Hero\\BODY { diffusemap x.tga }");
    EXPECT_EQ(d.image(TextureRole::kDiffuse), "x.tga") << shader;
  }
  Dropped disk({"f:\\\\game\\base\\models\\hero\\body.tga"});
  disk.with("a.mtr", "models/hero/body { diffusemap x.tga }");
  EXPECT_EQ(disk.image(TextureRole::kDiffuse), "x.tga");
  Dropped other({"hero/body"});
  other.with("a.mtr", "body { diffusemap x.tga }");
  EXPECT_EQ(other.image(TextureRole::kDiffuse), "hero/body") << "a name is whole";
}

TEST(Mtr, AnAbsolutePathOfManyFoldersEndsInTheLongestDeclaredName) {
  std::string shader;
  for (int i = 0; i < 300'000; ++i) shader += "/a";
  Dropped d({shader.c_str()});
  d.with("a.mtr", "a { diffusemap x.tga }\nA/a { diffusemap y.tga }\na/b/a { diffusemap z.tga }\n");
  EXPECT_EQ(d.image(TextureRole::kDiffuse), "y.tga");
}

TEST(Mtr, APathLongerThanAFileSystemTakesLeadsNowhere) {
  for (const size_t size : {4096, 4097}) {
    Dropped d({"hero"});
    with_text(d, "diffusemap " + std::string(size, 'p'));
    const Texture& texture = d.document.scene().textures.at(0);
    EXPECT_EQ(texture.name, std::string(size == 4096 ? size : 255, 'p'));
    EXPECT_EQ(texture.candidates.empty(), size == 4097);
  }
}

/// 1,000 meshes whose shaders differ in what stands behind the dot.
void add_1000_meshes(Document& document, const char* beside, std::string_view text) {
  std::vector<std::string> shaders;
  for (int i = 0; i < 1000; ++i) shaders.push_back("x." + std::to_string(i));
  document.add_file("hero.md5mesh", bytes(model(shaders)));
  document.add_file(beside, bytes(text));
}

TEST(Mtr, EachMaterialPaysForTheNamesThatItGets) {
  const std::string path(1000, 'p');
  for (const uint64_t megabytes : {8, 64}) {
    Limits limits;
    limits.heap_bytes = megabytes << 20;
    for (const auto& [file, text] :
         {std::pair("a.mtr", "x { diffusemap " + path + " }"), std::pair("md5.cfg", "md5skin * " + path + ".jpg")}) {
      Document document(limits);
      add_1000_meshes(document, file, text);
      document.load();
      const auto& messages = document.diagnostics().messages();
      const bool is_refused = std::any_of(messages.begin(), messages.end(), [&, file = file](const Message& m) {
        return std::string_view(m.code->id) == "LIMIT_MEMORY" && m.source == file;
      });
      EXPECT_EQ(is_refused, megabytes == 8) << file;
    }
  }
}

TEST(Mtr, SidesAreThoseOfTheGame) {
  Dropped plain({"hero"}), both({"hero"}), back({"hero"});
  EXPECT_EQ(with_text(plain, "diffusemap d").culling, Culling::kBack);
  const Material& two = with_text(both, "diffusemap d twoSided");
  EXPECT_EQ(two.culling, Culling::kNone);
  EXPECT_TRUE(two.double_sided);
  EXPECT_EQ(with_text(back, "backSided diffusemap d").culling, Culling::kFront);
  Dropped undeclared({"hero"});
  EXPECT_EQ(undeclared.material().culling, Culling::kNone);
}

TEST(Mtr, AlphaTestBlendAddAndFilter) {
  struct Case {
    const char* text;
    AlphaMode mode;
    bool shadeless;
  };
  for (const Case& c : {Case{"{ blend diffusemap map d alphaTest 0.4 }", AlphaMode::kMask, false},
                        {"{ map d }", AlphaMode::kOpaque, true},
                        {"{ blend blend map d }", AlphaMode::kBlend, true},
                        {"{ blend gl_src_alpha, gl_one_minus_src_alpha map d }", AlphaMode::kBlend, true},
                        {"{ blend add map d }", AlphaMode::kAdd, true},
                        {"{ blend GL_ONE , GL_ONE\nmap d }", AlphaMode::kAdd, true},
                        {"{ blend filter map d }", AlphaMode::kFilter, true},
                        {"{ blend gl_zero, gl_src_color map d }", AlphaMode::kFilter, true},
                        {"translucent diffusemap d", AlphaMode::kBlend, false}}) {
    Dropped d({"hero"});
    const Material& m = with_text(d, c.text);
    EXPECT_EQ(m.alpha_mode, c.mode) << c.text;
    EXPECT_EQ(m.shadeless, c.shadeless) << c.text;
    EXPECT_EQ(d.image(TextureRole::kDiffuse), "d") << c.text;
    EXPECT_FLOAT_EQ(m.alpha_cutoff, c.mode == AlphaMode::kMask ? 0.4f : 0.5f);
  }
}

/// The engine cuts the surface by every stage with a test, whatever it then draws of it.
TEST(Mtr, AStageThatOnlyTestsTheAlphaOfTheSameImageCutsAndIsNotListed) {
  for (const char* test : {"{ map d alphaTest 0.4 }", "{ blend gl_zero, gl_one map d alphaTest 0.4 }"}) {
    Dropped d({"hero"});
    const Material& m = with_text(d, std::string("diffusemap d\n") + test);
    EXPECT_EQ(m.alpha_mode, AlphaMode::kMask) << test;
    EXPECT_FLOAT_EQ(m.alpha_cutoff, 0.4f) << test;
    EXPECT_EQ(d.message("MTR_STAGE_NOT_DRAWN"), nullptr) << test;
  }
  Dropped off({"hero"});
  EXPECT_EQ(with_text(off, "diffusemap d\n{ if 0 map d alphaTest 0.4 }").alpha_mode, AlphaMode::kOpaque);
}

TEST(Mtr, LightOnALitSurfaceIsItsGlowAndTheRestIsListed) {
  Dropped d({"hero"});
  with_text(d,
            "diffusemap d\n{ blend add map glow rgb 0.5 }\n{ blend add map more }\n{ cubeMap env/sky texgen reflect }");
  EXPECT_EQ(d.image(TextureRole::kEmissive), "glow");
  EXPECT_EQ(d.image(TextureRole::kOther), "more");
  EXPECT_EQ(d.image(TextureRole::kReflection), "env/sky");
  for (const TextureSlot& slot : d.material().slots)
    EXPECT_FLOAT_EQ(slot.factor, slot.role == TextureRole::kEmissive ? 0.5f : 1.0f);
  const Message* told = d.message("MTR_STAGE_NOT_DRAWN");
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->line, 4u);
  EXPECT_EQ(told->severity, Severity::kInfo);
}

TEST(Mtr, NothingIsDrawnOfNodrawAndOfMaterialsWithoutStages) {
  for (const char* text : {"nodraw diffusemap d", "surfaceparm nodraw\n{ map d }", "qer_editorimage e\nnonsolid",
                           "{ blend none map d }", "{ if 0 map d }"}) {
    Dropped d({"hero"});
    EXPECT_TRUE(with_text(d, text).hidden) << text;
  }
  Dropped shown({"hero"});
  EXPECT_FALSE(with_text(shown, "{ if ( time > 1 ) map d }").hidden);
}

TEST(Mtr, ProgramsGiveTheirFirstFile) {
  Dropped d({"hero"});
  with_text(d,
            "diffusemap makeAlpha( scale( a/d.tga, 1, 0.5 ) )\n"
            "bumpmap addnormals( a/n.tga, heightmap( a/h.tga, 3 ) )\nspecularmap s-1.tga");
  EXPECT_EQ(d.image(TextureRole::kDiffuse), "a/d.tga");
  EXPECT_EQ(d.image(TextureRole::kNormal), "a/n.tga");
  EXPECT_EQ(d.image(TextureRole::kSpecular), "s-1.tga");
  const Message* told = d.message("MTR_IMAGE_PROGRAM");
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->line, 2u);
  EXPECT_EQ(told->column, 30u);
  Dropped height({"hero"});
  with_text(height, "diffusemap d\nbumpmap heightmap( h.tga, 2 )");
  EXPECT_EQ(height.image(TextureRole::kHeight), "h.tga");
  EXPECT_EQ(height.image(TextureRole::kNormal), "");
}

TEST(Mtr, EdgesAndPlaceOfAnImage) {
  Dropped d({"hero"});
  const Material& m =
      with_text(d, "clamp\n{ blend diffusemap map d scroll 0.25, -0.5 scale 2, 3 }\n{ blend bumpmap noclamp map n }");
  ASSERT_EQ(m.slots.size(), 2u);
  EXPECT_TRUE(m.slots[0].clamp);
  EXPECT_FALSE(m.slots[1].clamp);
  EXPECT_EQ(m.slots[0].uv_offset, glm::vec2(0.25f, -0.5f));
  EXPECT_EQ(m.slots[0].uv_scale, glm::vec2(2, 3));
}

TEST(Mtr, ImagesOfTheGameItselfAreColours) {
  Dropped d({"hero"});
  const Material& m = with_text(d, "diffusemap _black\nbumpmap _flat\nspecularmap _white");
  EXPECT_TRUE(m.slots.empty());
  EXPECT_EQ(m.diffuse, glm::vec4(0, 0, 0, 1));
  EXPECT_FALSE(m.hidden);
}

TEST(Mtr, NumbersAreExpressions) {
  for (const auto& [text, value] : {std::pair{"0.5 * ( 1 + 1 ) - 0.25", 0.75f},
                                    {"1 - 0.5", 0.5f},
                                    {"2 > 1 && 0", 0.0f},
                                    {".5f", 0.5f},
                                    {"parm2 * 0.5", 0.5f},
                                    {"waveTable[ time * 2 ]", 1.0f},
                                    {"1 / 0", 0.0f},
                                    {"7 % 2 * 0.5", 0.5f},
                                    {"7 % 0", 0.0f},
                                    {"1 + 0 % 0", 1.0f}}) {
    Dropped d({"hero"});
    EXPECT_FLOAT_EQ(with_text(d, std::string("{ blend diffusemap map d red ") + text + "\n}").diffuse.x, value) << text;
  }
}

TEST(Mtr, OtherWordsAreListedAndNoErrors) {
  Dropped d({"hero"});
  with_text(d, "noselfshadow\nsurftype15\ndeform eyeBall 3 4\nunheard of words\ndiffusemap d");
  EXPECT_EQ(d.image(TextureRole::kDiffuse), "d");
  EXPECT_EQ(d.document.diagnostics().count(Severity::kError), 0u);
  EXPECT_EQ(d.document.diagnostics().count(Severity::kWarning), 0u);
  const Message* told = d.message("MTR_UNUSED_KEY");
  ASSERT_NE(told, nullptr);
  EXPECT_NE(told->text.find("noselfshadow, surftype15, deform, unheard"), std::string::npos) << told->text;
}

TEST(Mtr, TheFirstDeclarationOfANameCounts) {
  Dropped one({"hero"});
  one.with("a.mtr", "hero { diffusemap first }\nHERO { diffusemap second }");
  EXPECT_EQ(one.image(TextureRole::kDiffuse), "first");
  ASSERT_NE(one.message("MTR_DUPLICATE"), nullptr);
  EXPECT_EQ(one.message("MTR_DUPLICATE")->line, 2u);
  // Files count by their names, in whatever order they arrive.
  Dropped two({"hero"});
  two.with("b.mtr", "hero { diffusemap second }").with("a.mtr", "\n\nhero { diffusemap first }");
  EXPECT_EQ(two.image(TextureRole::kDiffuse), "first");
  ASSERT_NE(two.message("MTR_DUPLICATE"), nullptr);
  EXPECT_NE(two.message("MTR_DUPLICATE")->text.find("a.mtr, line 3"), std::string::npos);
}

TEST(Mtr, ALaterDropOfDeclarationsCounts) {
  Dropped d({"hero"});
  EXPECT_EQ(d.image(TextureRole::kDiffuse), "hero");
  d.with("a.mtr", "hero { diffusemap x }");
  ASSERT_TRUE(d.document.load());
  EXPECT_EQ(d.image(TextureRole::kDiffuse), "x");
}

TEST(Mtr, SeveralMaterialsMayShareOneDeclaration) {
  Dropped d({"hero", "hero.tga", "other"});
  d.with("a.mtr", "hero { diffusemap makealpha( x ) unknown }");
  EXPECT_EQ(d.image(TextureRole::kDiffuse, 0), "x");
  EXPECT_EQ(d.image(TextureRole::kDiffuse, 1), "x");
  EXPECT_EQ(d.image(TextureRole::kDiffuse, 2), "other");
  EXPECT_EQ(d.document.diagnostics().count(Severity::kInfo), 2u) << "said once";
  EXPECT_EQ(d.document.diagnostics().count(Severity::kWarning), 0u);
}

TEST(Mtr, TheReportNamesTheDeclaration) {
  Dropped d({"hero"});
  d.with("materials/a.mtr", "other { }\n\nHero { diffusemap x nodraw }");
  d.material();
  const auto report = d.document.report();
  const auto& material = report["info"]["materials"][0];
  EXPECT_EQ(material["declaration"]["name"], "Hero");
  EXPECT_EQ(material["declaration"]["file"], "materials/a.mtr");
  EXPECT_EQ(material["declaration"]["line"], 3);
  EXPECT_EQ(material["declaration"]["offset"], 11);
  EXPECT_EQ(material["culled"], "back");
  EXPECT_EQ(material["hidden"], true);
}

struct Fault {
  const char* text;
  const char* code;
  uint32_t line, column;
};
TEST(Mtr, WhatIsWrongIsNamedWithItsPlace) {
  for (const Fault& f : {Fault{"hero {\n diffusemap x\n", "MTR_NOT_CLOSED", 1, 1},
                         {"hero { }\nname without", "MTR_SYNTAX", 2, 6},
                         {"hero { }\n}", "MTR_SYNTAX", 2, 1},
                         {"{ }", "MTR_SYNTAX", 1, 1},
                         {"hero {\n { blend sideways map d }\n}", "MTR_VALUE", 2, 10},
                         {"hero {\n { blend gl_one map d }\n}", "MTR_VALUE", 2, 10},
                         {"hero {\n { alphaTest x } }", "", 0, 0},
                         {"hero {\n { map d alphaTest ) }\n}", "MTR_VALUE", 2, 10},
                         {"hero {\n diffusemap }", "MTR_VALUE", 2, 2},
                         {"hero {\n bumpmap addnormals( a }", "MTR_VALUE", 2, 10},
                         {"nobody { }", "MTR_NO_MATCH", 0, 0}}) {
    Dropped d({"hero"});
    d.with("a.mtr", f.text);
    if (*f.code == 0) continue;
    const Message* message = d.message(f.code);
    ASSERT_NE(message, nullptr) << f.text;
    EXPECT_EQ(message->line, f.line) << f.text;
    EXPECT_EQ(message->column, f.column) << f.text;
  }
}

TEST(Mtr, DeepAndLongTextsEnd) {
  const std::string deep(100000, '('), blocks(100000, '{'), minus(100000, '-');
  for (const std::string& text :
       {"hero { { map d red " + deep, "hero " + blocks, "hero { { map d red " + minus, "hero { diffusemap " + [&] {
          std::string nested;
          for (int i = 0; i < 20000; ++i) nested += "scale(";
          return nested;
        }()}) {
    Dropped d({"hero"});
    d.with("a.mtr", text);
    EXPECT_FALSE(d.material().name.empty());
  }
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "hero { diffusemap d }\n";
  Dropped d({"hero"});
  d.with("a.mtr", many);
  EXPECT_EQ(d.image(TextureRole::kDiffuse), "d");
  EXPECT_TRUE(d.document.diagnostics().truncated());
}

// ---- Cube's md5.cfg

TEST(CubeConfig, DressesMeshesByTheirNames) {
  Document document;
  std::string text = model({"", ""});
  text.replace(text.find("mesh { shader"), 13, "mesh {\n// meshes: Body\nshader");
  text.replace(text.rfind("mesh { shader"), 13, "mesh {\n// meshes: Tail\nshader");
  document.add_file("frankie/Frankie.md5mesh", bytes(text));
  document.add_file(
      "frankie/md5.cfg",
      bytes("md5load \"Frankie.md5mesh\" frankie\n// md5skin Body no.png\n"
            "md5skin Body \"<compress:2>skin.jpg\" \"spec.png\" // .9 .8\nmd5bumpmap Body nor.jpg\n"
            "md5skin Tail tail.png\nmd5alphatest Tail 0.5\nmd5skin Nose nose.png\nmd5anim run a.md5anim 12\n"));
  document.offer("frankie/skin.jpg", 1);
  document.offer("other/tail.png", 1);
  ASSERT_TRUE(document.load());
  const Scene& scene = document.scene();
  ASSERT_EQ(scene.materials.size(), 2u);
  const auto material_of = [&](size_t mesh) -> const Material& {
    return scene.materials[scene.meshes[mesh].primitives[0].material];
  };
  const auto name_of = [&](const Material& m, size_t slot) { return scene.textures[m.slots.at(slot).texture].name; };
  EXPECT_EQ(name_of(material_of(0), 0), "skin.jpg");
  EXPECT_EQ(scene.textures[material_of(0).slots[0].texture].status, TextureStatus::kFound);
  EXPECT_EQ(material_of(0).slots[1].role, TextureRole::kNormal);
  EXPECT_EQ(name_of(material_of(0), 1), "nor.jpg");
  EXPECT_EQ(name_of(material_of(0), 2), "spec.png");
  EXPECT_EQ(material_of(0).alpha_mode, AlphaMode::kOpaque);
  EXPECT_EQ(name_of(material_of(1), 0), "tail.png");
  EXPECT_EQ(scene.textures[material_of(1).slots[0].texture].status, TextureStatus::kFound);
  EXPECT_EQ(material_of(1).alpha_mode, AlphaMode::kMask);
  EXPECT_EQ(scene.textures.size(), 4u);
  const auto& messages = document.diagnostics().messages();
  ASSERT_EQ(document.diagnostics().count(Severity::kWarning), 1u);
  const auto warned =
      std::find_if(messages.begin(), messages.end(), [](const Message& m) { return m.severity == Severity::kWarning; });
  EXPECT_STREQ(warned->code->id, "MD5_CONFIG_MESH");
  EXPECT_EQ(warned->line, 7u);
  const auto report = document.report();
  EXPECT_EQ(report["info"]["materials"][1]["declaration"]["line"], 3);
}

/// Three frames, 24 a second.
std::string animation() {
  return "MD5Version 10\ncommandline \"\"\nnumFrames 3\nnumJoints 1\nframeRate 24\nnumAnimatedComponents 0\n"
         "hierarchy { \"root\" -1 0 0 }\nbounds { ( 0 0 0 ) ( 1 1 1 ) ( 0 0 0 ) ( 1 1 1 ) ( 0 0 0 ) ( 1 1 1 ) }\n"
         "baseframe { ( 0 0 0 ) ( 0 0 0 ) }\nframe 0 { }\nframe 1 { }\nframe 2 { }\n";
}

TEST(ModelDeclaration, EventsOfFramesHaveTheirTimes) {
  Document document;
  document.add_file("hero.md5mesh", bytes(model({"hero"})));
  document.add_file("walk.md5anim", bytes(animation()));
  document.add_file("hero.def", bytes("entityDef hero { \"model\" \"hero\" }\n"
                                      "model hero {\n\tmesh models/hero.md5mesh\n\toffset ( 0 0 1 )\n"
                                      "\tchannel legs ( *hips )\n\tanim walk1 models/Walk.md5anim, models/b.md5anim {\n"
                                      "\t\tprevent_idle_override\n\t\tframe 1 footstep\n"
                                      "\t\tframe 3 sound_body snd_step // heavy\n\t\tframe 4 melee x\n\t}\n"
                                      "\tanim idle models/idle.md5anim\n}\n"));
  document.add_file("hero.skin", bytes("skin skins/gold { model models/hero.md5mesh\n hero hero_gold\n * none\n}"));
  ASSERT_TRUE(document.load());
  const auto report = document.report();
  nlohmann::ordered_json declared, skin;
  for (const auto& file : report["info"]["format"]["files"]) {
    if (file["kind"] == "def") declared = file;
    if (file["kind"] == "skin") skin = file["skins"][0];
  }
  ASSERT_TRUE(declared.contains("models")) << report["info"]["format"].dump();
  EXPECT_EQ(skin["models"][0], "models/hero.md5mesh");
  EXPECT_EQ(skin["replaces"][0]["to"], "hero_gold");
  EXPECT_EQ(skin["replaces"][1]["from"], "*");
  const auto& walk = declared["models"][0]["animations"][0];
  EXPECT_EQ(declared["models"][0]["mesh"], "models/hero.md5mesh");
  EXPECT_EQ(walk["name"], "walk1");
  EXPECT_EQ(walk["actions"], nlohmann::ordered_json::array({"walk"}));
  EXPECT_EQ(walk["flags"], nlohmann::ordered_json::array({"prevent_idle_override"}));
  ASSERT_EQ(walk["marks"].size(), 3u);
  EXPECT_EQ(walk["marks"][0]["time"], 0.0);
  EXPECT_EQ(walk["marks"][1]["text"], "sound_body snd_step");
  EXPECT_EQ(walk["marks"][1]["frame"], 3);
  EXPECT_EQ(walk["marks"][1]["time"], 2.0 / 24);
  EXPECT_TRUE(declared["models"][0]["animations"][1]["actions"].empty());
  const auto& messages = document.diagnostics().messages();
  const auto told = std::find_if(messages.begin(), messages.end(), [](const Message& m) {
    return std::string_view(m.code->id) == "MD5_MODEL_DECLARATION";
  });
  ASSERT_NE(told, messages.end());
  EXPECT_EQ(told->line, 10u) << "the animation has three frames";
}

TEST(ModelDeclaration, ActionsOfTheModelAreCalledAsItCallsThem) {
  Document document;
  document.add_file("hero.md5mesh", bytes(model({"hero"})));
  for (const char* name : {"hero_idle.md5anim", "part.md5anim", "other.md5anim"})
    document.add_file(name, bytes(animation()));
  document.add_file("hero.def", bytes("model villain { mesh villain.md5mesh\nanim stand a/hero_idle.md5anim }\n"
                                      "model hero { mesh a/hero.md5mesh\nanim idle a/hero_idle.md5anim\n"
                                      "anim both a/part.md5anim, a/hero_idle.md5anim }\n"));
  ASSERT_TRUE(document.load());
  std::vector<std::string> names;
  for (const Clip& clip : document.scene().clips) names.push_back(clip.name);
  EXPECT_EQ(names, (std::vector<std::string>{"idle", "part", "other"}));
  const auto report = document.report();
  for (const auto& file : report["info"]["format"]["files"]) {
    if (file["kind"] != "def") continue;
    EXPECT_EQ(file["models"][0]["animations"][0]["actions"], nlohmann::ordered_json::array({"idle"}));
  }
}

/// What is told of animations that are not here, with its line.
std::string missing(const char* name, std::string_view list) {
  Document document;
  document.add_file("a/hero.md5mesh", bytes(model({"hero"})));
  document.add_file("a/walk.md5anim", bytes(animation()));
  document.add_file(name, bytes(list));
  EXPECT_TRUE(document.load());
  std::string out;
  for (const Message& m : document.diagnostics().messages())
    if (std::string_view(m.code->id) == "MD5_ANIMATION_MISSING") out += std::to_string(m.line) + ": " + m.text + "\n";
  return out;
}

TEST(ModelDeclaration, AnimationsThatAreNotHereAreNamed) {
  EXPECT_EQ(missing("hero.def",
                    "model hero { mesh x/HERO.md5mesh\nanim walk x/walk.md5anim\nanim run x/run.md5anim, x/b.md5anim\n"
                    "anim idle x/idle.md5anim { frame 1 y } }\nmodel other { mesh other.md5mesh\nanim z z.md5anim }"),
            "3: the model 'hero' names 3 animations that are not among the files: x/run.md5anim, x/b.md5anim, "
            "x/idle.md5anim\n");
  EXPECT_EQ(missing("hero.def", "model hero { mesh hero.md5mesh\nanim walk walk.md5anim }"), "");
  std::string many = "model hero { mesh hero.md5mesh\n";
  for (int i = 0; i < 11; ++i) many += "anim a a" + std::to_string(i) + ".md5anim\n";
  EXPECT_NE(missing("hero.def", many + "}").find("a7.md5anim and 3 more"), std::string::npos);
}

TEST(CubeConfig, AnimationsThatAreNotHereAreNamed) {
  EXPECT_EQ(missing("a/md5.cfg", "md5load hero.md5mesh\nmd5anim walk walk.md5anim\nmd5anim run run.md5anim 25\n"),
            "3: the configuration names 1 animation that is not among the files: run.md5anim\n");
  EXPECT_NE(missing("a/anims.cfg", "md5anim run run.md5anim\n"), "") << "a script that another one executes";
  EXPECT_EQ(missing("a/md5.cfg", "md5load other.md5mesh\nmd5anim run run.md5anim 25\n"), "");
  EXPECT_EQ(missing("a/md5.cfg", "md5load hero.md5mesh\nexec \"packages/models/hero/anims.cfg\"\n"),
            "2: the script 'packages/models/hero/anims.cfg', which may name animations, is not among the files\n");
  EXPECT_EQ(missing("a/md5.cfg", "md5load hero.md5mesh\nexec \"packages/a/MD5.cfg\"\n"), "");
}

TEST(CubeConfig, AnimationsThatComeLaterAreThoseOfTheList) {
  Document document;
  document.add_file("hero.md5mesh", bytes(model({"hero"})));
  document.add_file("md5.cfg", bytes("md5load hero.md5mesh\nmd5anim run run.md5anim 40\n"));
  ASSERT_TRUE(document.load());
  EXPECT_EQ(document.diagnostics().messages().size(), 1u);
  document.add_file("run.md5anim", bytes(animation()));
  ASSERT_TRUE(document.load());
  EXPECT_EQ(document.scene().clips.at(0).frame_rate, 40);
  EXPECT_TRUE(document.diagnostics().messages().empty());
}

/// The names of the materials of models with the shaders `of`, which wear `skin`.
std::vector<std::string> worn(std::initializer_list<const char*> of, std::string_view skins, const char* skin,
                              std::string_view materials = {}) {
  ReadOptions options;
  options.skin = skin;
  Document document({}, options);
  document.add_file("hero.md5mesh", bytes(model(of)));
  // Named so that it would be read before the skin, were it not for the order of kinds.
  if (!materials.empty()) document.add_file("a.mtr", bytes(materials));
  document.add_file("hero.skin", bytes(skins));
  EXPECT_TRUE(document.load());
  std::vector<std::string> out;
  for (const Material& material : document.scene().materials) {
    std::string image;
    for (const TextureSlot& slot : material.slots)
      if (slot.role == TextureRole::kDiffuse) image = document.scene().textures.at(slot.texture).name;
    out.push_back(material.name + (material.hidden ? " hidden" : "") + " " + image);
  }
  for (const Message& m : document.diagnostics().messages())
    if (std::string_view(m.code->id) == "SKIN_UNKNOWN") out.push_back(m.text);
  return out;
}

using Names = std::vector<std::string>;
constexpr std::string_view kSkins =
    "skin skins/gold { models/Hero/Body.tga models/gold\n models/hero/eye textures/common/nodraw }\n"
    "skin skins/all { models/hero/eye kept\n * models/plain\n models/hero/body never }\n"
    "skin skins/gold { models/hero/body second }\n";

TEST(Skin, ShadersAreReplacedByTheFirstLineThatFits) {
  const auto shaders = {"models/hero/body", "models/hero/eye"};
  EXPECT_EQ(worn(shaders, kSkins, ""), (Names{"models/hero/body models/hero/body", "models/hero/eye models/hero/eye"}));
  EXPECT_EQ(worn(shaders, kSkins, "SKINS/gold"), (Names{"models/gold models/gold", "textures/common/nodraw hidden "}));
  EXPECT_EQ(worn(shaders, kSkins, "skins/all"), (Names{"models/plain models/plain", "kept kept"}));
}

TEST(Skin, ManyLinesForManyMaterials) {
  const std::string folder(20'000, 'f');
  std::string skin = "skin s {\n";
  for (int i = 0; i < 500; ++i) skin += folder + std::to_string(i) + " never\n";
  ReadOptions options;
  options.skin = "s";
  Document document({}, options);
  add_1000_meshes(document, "hero.skin", skin + "*.tga never\nX.jpg first\nx second\n* third }\n");
  ASSERT_TRUE(document.load());
  for (const Material& material : document.scene().materials) EXPECT_EQ(material.name, "first");
}

TEST(Skin, DeclarationsOfTheOtherShaderCount) {
  EXPECT_EQ(worn({"models/hero/body"}, kSkins, "skins/gold",
                 "models/gold { diffusemap models/shiny }\nmodels/hero/body { diffusemap models/dull }"),
            (Names{"models/gold models/shiny"}));
}

TEST(Skin, OneThatIsNotThereIsNamedWithThoseThatAre) {
  EXPECT_EQ(worn({"a"}, "skin one { a b }\nskin two { a c }", "three"),
            (Names{"a a", "no skin is called \"three\"; there are one, two"}));
  EXPECT_EQ(worn({"a"}, "skin one { }", "one"), (Names{"a a"})) << "one that changes nothing is no mistake";
}

TEST(ModelDeclaration, WhatIsCutOffIsReadAsFarAsItGoes) {
  const std::string whole = "model hero { mesh a.md5mesh anim walk walk.md5anim { frame 2 x } }\nskin s { a b }\n";
  for (size_t size = 0; size <= whole.size(); ++size) {
    Document document;
    document.add_file("hero.md5mesh", bytes(model({"hero"})));
    document.add_file("hero.def", bytes(whole.substr(0, size)));
    EXPECT_TRUE(document.load()) << size;
  }
}

TEST(CubeConfig, AnimationsPlayAtTheRateOfTheirLine) {
  Document document;
  document.add_file("a/hero.md5mesh", bytes(model({"hero"})));
  for (const char* name : {"a/run.md5anim", "a/walk.md5anim", "a/idle.md5anim"})
    document.add_file(name, bytes(animation()));
  document.add_file("a/md5.cfg",
                    bytes("md5load hero.md5mesh\nmd5anim \"forward|run\" run.md5anim 40\n"
                          "md5anim walk Walk.md5anim\nmd5anim swim run.md5anim 5\nmd5anim gone no.md5anim 3\n"));
  ASSERT_TRUE(document.load());
  const auto& clips = document.scene().clips;
  ASSERT_EQ(clips.size(), 3u);
  EXPECT_EQ(clips[0].frame_rate, 40);
  EXPECT_EQ(clips[0].duration_s, 2.0 / 40);
  EXPECT_EQ(clips[1].frame_rate, 10) << "the game's own, where the line gives none";
  EXPECT_EQ(clips[2].frame_rate, 24) << "no line names it";
}

std::vector<std::string> action_names(const Document& document) {
  std::vector<std::string> out;
  for (const Clip& clip : document.scene().clips) out.push_back(clip.name);
  return out;
}

TEST(CubeConfig, ActionsAreCalledAsTheGameCallsThem) {
  const auto names_with = [](const char* config) {
    Document document;
    document.add_file("a/hero.md5mesh", bytes(model({"hero"})));
    for (const char* name : {"a/die.md5anim", "a/pain1.md5anim", "a/pain2.md5anim", "a/run_N.md5anim"})
      document.add_file(name, bytes(animation()));
    document.add_file("a/md5.cfg", bytes(config));
    EXPECT_TRUE(document.load());
    return action_names(document);
  };
  EXPECT_EQ(names_with("md5load hero.md5mesh\nmd5anim \"run N\" run_N.md5anim 35\nmd5anim dead die.md5anim\n"
                       "md5anim dying die.md5anim\nmd5anim pain pain1.md5anim\nmd5anim pain pain2.md5anim\n"),
            (std::vector<std::string>{"dead", "pain", "pain2", "run N"}))
      << "the first line of a file counts, and no two have one name";
  EXPECT_EQ(names_with("md5load other.md5mesh\nmd5load third.md5mesh\nmd5anim dead die.md5anim\n"),
            (std::vector<std::string>{"die", "pain1", "pain2", "run_N"}))
      << "what another model calls them";
}

/// Cube 2 plays as many intervals as an animation has frames, the last one back to the first; without a loop it rests
/// on the last frame.
TEST(CubeConfig, ALoopLeadsFromTheLastFrameToTheFirst) {
  Document document;
  document.add_file("a/hero.md5mesh", bytes(model({"hero"})));
  document.add_file("a/run.md5anim", bytes("MD5Version 10\ncommandline \"\"\nnumFrames 3\nnumJoints 1\nframeRate 24\n"
                                           "numAnimatedComponents 1\nhierarchy { \"root\" -1 1 0 }\n"
                                           "bounds { ( 0 0 0 ) ( 1 1 1 ) ( 0 0 0 ) ( 1 1 1 ) ( 0 0 0 ) ( 1 1 1 ) }\n"
                                           "baseframe { ( 0 0 0 ) ( 0 0 0 ) }\n"
                                           "frame 0 { 2 }\nframe 1 { 4 }\nframe 2 { 10 }\n"));
  const auto x_at = [&](double time_s) {
    document.evaluate(time_s, {});
    return document.bounds().min.x;  // a corner of the triangle lies on the joint
  };
  for (const bool configured : {false, true}) {
    if (configured) document.add_file("a/md5.cfg", bytes("md5load hero.md5mesh\nmd5anim run run.md5anim 10\n"));
    ASSERT_TRUE(document.load());
    ASSERT_TRUE(document.select_clip(0));
    document.set_play_options({.loop = true});
    EXPECT_DOUBLE_EQ(document.duration_s(), configured ? 0.3 : 2.0 / 24);
    if (!configured) continue;
    EXPECT_NEAR(x_at(0.2), 10, 1e-6);
    EXPECT_NEAR(x_at(0.25), 6, 1e-6) << "half way from 10 to 2";
    EXPECT_NEAR(x_at(0.35), 3, 1e-6) << "half way from 2 to 4, in the next round";
    document.set_play_options({.loop = false});
    EXPECT_DOUBLE_EQ(document.duration_s(), 0.2);
    EXPECT_NEAR(x_at(0.29), 10, 1e-6);
  }
}

TEST(CubeConfig, AStarIsEveryMeshAndItsOwnLinesCountMore) {
  Document document;
  std::string text = model({"a", "b"});
  text.replace(text.find("mesh { shader"), 13, "mesh {\n// meshes: Body\nshader");
  document.add_file("model.md5mesh", bytes(text));
  document.add_file("md5.cfg", bytes("md5skin Body own.png\nmd5skin * base.png masks.png 0.7 0.2\nmd5cullface * 0"));
  ASSERT_TRUE(document.load());
  const Scene& scene = document.scene();
  EXPECT_EQ(scene.textures[scene.materials[0].slots[0].texture].name, "own.png");
  EXPECT_EQ(scene.textures[scene.materials[1].slots[0].texture].name, "base.png");
  EXPECT_TRUE(scene.materials[1].double_sided);
}

TEST(CubeConfig, LinesOfAModelThatIsHereAreForItAloneAndTheLastOneOfAFieldCounts) {
  Document document;
  for (const char* name : {"x/a.md5mesh", "x/b.md5mesh"}) {
    std::string text = model({"s", "s"});
    text.replace(text.find("mesh { shader"), 13, "mesh {\n// meshes: Body\nshader");
    document.add_file(name, bytes(text));
  }
  // In the order of their names: A, aa, b. Nobody has loaded aa, so its lines are for all.
  document.add_file("x/md5.cfg", bytes("md5load b\nmd5skin * b.png\nmd5alphatest Body 0.25\n"
                                       "md5load aa\nmd5skin * aa.png\nmd5bumpmap Body n.png\nmd5alphatest Body 0.75\n"
                                       "md5load A\nmd5skin * A.png\nmd5cullface * 0\nmd5fullbright * 1\n"));
  ASSERT_TRUE(document.load());
  const Scene& scene = document.scene();
  ASSERT_EQ(scene.meshes.size(), 4u);
  for (size_t m = 0; m < 4; ++m) {
    const Material& material = scene.materials[scene.meshes[m].primitives[0].material];
    const bool is_of_a = m < 2, is_body = m % 2 == 0;
    EXPECT_EQ(scene.textures[material.slots[0].texture].name, is_of_a ? "aa.png" : "b.png") << m;
    ASSERT_EQ(material.slots.size(), is_body ? 2u : 1u);
    EXPECT_EQ(material.alpha_cutoff, !is_body ? 0.5f : is_of_a ? 0.75f : 0.25f);
    EXPECT_EQ(material.double_sided, is_of_a);
    EXPECT_EQ(material.shadeless, is_of_a);
    EXPECT_EQ(material.declaration.line, is_of_a ? 9u : 5u) << "the first of them";
  }
}

TEST(CubeConfig, ManyLinesForManyMeshes) {
  std::string text;
  for (int i = 1000; i < 6000; ++i) {
    const std::string number = std::to_string(i);
    text += "md5load m" + number + "\nmd5skin * s" + number + ".jpg\n";
  }
  Document document;
  add_1000_meshes(document, "md5.cfg", text);
  ASSERT_TRUE(document.load());
  const Scene& scene = document.scene();
  for (const Mesh& mesh : scene.meshes) {
    const Material& material = scene.materials[mesh.primitives[0].material];
    EXPECT_EQ(scene.textures[material.slots[0].texture].name, "s5999.jpg");
  }
}

TEST(ModelDeclaration, ManyLinesForManyActions) {
  constexpr size_t kActions = 1000, kLines = 100'000;
  Document document;
  document.add_file("hero.md5mesh", bytes(model({"hero"})));
  for (size_t i = 0; i < kActions; ++i) document.add_file("A" + std::to_string(i) + ".md5anim", bytes(animation()));
  std::string declaration = "model hero {\nmesh hero.md5mesh\n", config = "md5load hero.md5mesh\n";
  for (size_t i = 0; i < kLines; ++i) {
    const std::string line = "anim n" + std::to_string(i) + " x/a" + std::to_string(i % kActions) + ".MD5anim\n";
    declaration += line;
    config += "md5" + line;
  }
  document.add_file("hero.def", bytes(declaration + "}"));
  document.add_file("md5.cfg", bytes(config));
  ASSERT_TRUE(document.load());
  ASSERT_EQ(document.scene().clips.size(), kActions);
  EXPECT_TRUE(document.diagnostics().messages().empty());
  for (const Clip& clip : document.scene().clips) {
    EXPECT_EQ(clip.name, "n" + document.scene().files[clip.file].name.substr(1, clip.name.size() - 1));
    EXPECT_EQ(clip.frame_rate, 10) << "that of the configuration";
  }
}

TEST(CubeConfig, ManyLinesForManyActionsOfOneName) {
  Document document;
  document.add_file("hero.md5mesh", bytes(model({"hero"})));
  for (int i = 0; i < 1000; ++i) document.add_file(std::to_string(i) + "/run.md5anim", bytes(animation()));
  std::string config = "md5load other.md5mesh\nmd5anim fast run 40\nmd5load hero.md5mesh\nmd5anim \"\" run 50\n";
  for (int i = 0; i < 100'000; ++i) config += "md5anim n" + std::to_string(i) + " run 60\n";
  document.add_file("md5.cfg", bytes(config));
  ASSERT_TRUE(document.load());
  const std::vector<std::string> names = action_names(document);
  ASSERT_EQ(names.size(), 1000u);
  EXPECT_EQ(std::count(names.begin(), names.end(), "n0"), 1) << "the first line of the model that is here";
  EXPECT_EQ(std::count(names.begin(), names.end(), "run"), 999);
  for (const Clip& clip : document.scene().clips) EXPECT_EQ(clip.frame_rate, 40) << "the first line of all";
}

TEST(ModelDeclaration, AFileThatIsNamedTwiceIsOneAction) {
  Document document;
  document.add_file("hero.md5mesh", bytes(model({"hero"})));
  for (const char* name : {"x/walk.md5anim", "y/walk.md5anim", "run.md5anim"})
    document.add_file(name, bytes(animation()));
  document.add_file("hero.def", bytes("model hero { mesh hero.md5mesh\n"
                                      "anim all WALK.md5anim, run.md5anim, a/walk.md5anim, run.md5anim }\n"));
  ASSERT_TRUE(document.load());
  const auto report = document.report();
  for (const auto& file : report["info"]["format"]["files"]) {
    if (file["kind"] != "def") continue;
    EXPECT_EQ(file["models"][0]["animations"][0]["actions"].size(), 3u);
  }
}

TEST(CubeConfig, ADecalIsDrawnInPlaceOfItsSkinWhichStandsInForIt) {
  Document document;
  document.add_file("model.md5mesh", bytes(model({"a"})));
  document.add_file("md5.cfg", bytes("md5skin * base.png masks.png\nmd5decal * diffuse.png\nmd5bumpmap * normal.png"));
  ASSERT_TRUE(document.load());
  const Scene& scene = document.scene();
  const std::vector<TextureSlot>& slots = scene.materials[0].slots;
  ASSERT_EQ(slots.size(), 4u);
  const Texture& drawn = scene.textures[slots[0].texture];
  EXPECT_EQ(slots[0].role, TextureRole::kDiffuse);
  EXPECT_EQ(drawn.name, "diffuse.png");
  const auto place = [&](const char* name) {
    return std::find(drawn.candidates.begin(), drawn.candidates.end(), name) - drawn.candidates.begin();
  };
  EXPECT_EQ(place("diffuse.png"), 0);
  EXPECT_LT(place("base.png"), static_cast<std::ptrdiff_t>(drawn.candidates.size()));
  EXPECT_EQ(slots[1].role, TextureRole::kOther);
  EXPECT_EQ(scene.textures[slots[1].texture].name, "base.png");
  EXPECT_EQ(slots[2].role, TextureRole::kNormal);
}

TEST(CubeConfig, CallsFromJavaScriptAreTheSameCommands) {
  Document document;
  document.add_file("hero/hero.md5mesh", bytes(model({"a"})));
  document.add_file("hero/walk.md5anim", bytes(animation()));
  document.add_file("hero/md5.js",
                    bytes("/* Model.md5Skin(\"*\", \"old.jpg\"); */\n"
                          "Model.md5Load(\"hero.md5mesh\", \"hero\");\n"
                          "Library.include(\"models/hero/anims.js\", true);\n"
                          "Library.include('models/hero/tags.js');\n"
                          "Model.md5Skin( '*', \"<compress:2>skin (1).jpg\",\n  \"masks.png\", 0.6, 0.2); // twice\n"
                          "Model.md5Bumpmap(\"*\",\"normal.jpg\");Model.md5Alphatest(\"*\", 0.5)\n"
                          "Model.scale(\"500\");\n"));
  document.add_file("hero/anims.js", bytes("//Model.md5Anim(\"idle\", \"idle.md5anim\");\n"
                                           "Model.md5Anim(\"forward\", \"walk.md5anim\", 50, 1);\n"));
  document.add_file("hero/ragdoll.js", bytes("Model.rdVert(-0.29, 0.62, 6.5);\n"));
  ASSERT_TRUE(document.load());
  const Scene& scene = document.scene();
  const Material& material = scene.materials[scene.meshes[0].primitives[0].material];
  ASSERT_EQ(material.slots.size(), 3u);
  EXPECT_EQ(scene.textures[material.slots[0].texture].name, "skin (1).jpg");
  EXPECT_EQ(scene.textures[material.slots[1].texture].name, "normal.jpg");
  EXPECT_EQ(scene.textures[material.slots[2].texture].name, "masks.png");
  EXPECT_EQ(material.alpha_mode, AlphaMode::kMask);
  EXPECT_EQ(material.declaration.line, 5u);
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_EQ(scene.clips[0].name, "forward");
  EXPECT_EQ(scene.clips[0].frame_rate, 50);
  std::string told;
  for (const Message& m : document.diagnostics().messages())
    if (std::string_view(m.code->id) == "MD5_ANIMATION_MISSING") told += m.text + "\n";
  EXPECT_NE(told.find("'models/hero/tags.js'"), std::string::npos) << told;
  EXPECT_EQ(told.find("anims.js"), std::string::npos) << told;
}

/// Bytes that are not UTF-8 are letters of Windows-1252, here as in every other name.
TEST(CubeConfig, CommandsThatAreNotUsedKeepTheirLetters) {
  Dropped d({"hero"});
  d.with("md5.cfg", "md5skin * a.png\nmd5t\xF2ne 1\n");
  d.material();
  const auto report = d.document.report();
  std::string not_used;
  for (const auto& file : report["info"]["format"]["files"])
    if (file.contains("notUsed")) not_used = file["notUsed"].dump();
  EXPECT_EQ(not_used, "[\"md5t\u00F2ne\"]");
}

TEST(CubeConfig, OtherScriptsArePassedOver) {
  Dropped d({"hero"});
  d.with("ragdoll.cfg", "rdvert 0 0 1\n");
  ASSERT_NE(d.message("COMPANION_IGNORED"), nullptr);
  EXPECT_EQ(d.document.diagnostics().count(Severity::kError), 0u);
  Dropped page({"hero"});
  page.with("app.js", "import { a } from './a.js';\n");
  EXPECT_EQ(page.message("COMPANION_IGNORED"), nullptr) << "no file of the model";
}

}  // namespace
}  // namespace vitrine
