// Scripts of Quake III. The rules are those of ioquake3's tr_shader.c (ParseShader, ParseStage); words of Daemon as its
// own sources have them. Every expectation is read off the script in the test.

#include <nlohmann/json.hpp>

#include "formats/q3/dropped.h"

namespace vitrine {
namespace {

using Names = std::vector<std::string>;

Dropped thing(const std::string& body, const char* material = "models/thing/thing.tga") {
  Dropped x({{"thing", material}});
  x.with("scripts/thing.shader", "models/thing/thing\n{\n" + body + "\n}\n");
  return x;
}

TEST(Q3Shader, TheFirstImageOfTheStagesIsTheSurface) {
  struct Row {
    const char *body, *image;
  };
  const Row rows[] = {
      {"{\n map a.tga\n}\n{\n map b.tga\n blendFunc add\n}", "a.tga"},
      {"{\n clampMap a.tga\n}", "a.tga"},
      {"{\n animMap 10 a.tga b.tga c.tga\n}", "a.tga"},
      {"{\n map $lightmap\n}\n{\n map a.tga\n blendFunc filter\n}", "a.tga"},
      {"{\n map $whiteimage\n}\n{\n map a.tga\n blendFunc blend\n}", "a.tga"},
      {"{\n MAP textures\\a.tga\n}", "textures/a.tga"},
      {"{\n map \"a b.tga\"\n}", "a b.tga"},
      {"{\n map hl/{fence(1),2\n}", "hl/{fence(1),2"},
      {"qer_editorimage e.tga\n{\n map a.tga\n}", "a.tga"},
      {"{\n map env.tga\n tcGen environment\n}\n{\n map a.tga\n blendFunc GL_ONE GL_ONE\n}", "a.tga"},
      {"{\n map env.tga\n tcGen environment\n}", "env.tga"},
      {"{\n map $whiteimage\n}", ""},
      {"deformVertexes wave 100 sin 3 0 0 0\nsort additive\n{\n depthWrite\n map a.tga\n}", "a.tga"},
      {"{\n diffuseMap a.tga\n normalMap n.tga\n}", "a.tga"},
      {"diffuseMap a.tga\nspecularMap s.tga", "a.tga"},
      {"implicitMap -", "models/thing/thing"},
      {"implicitMask a.tga", "a.tga"},
      {"surfaceparm nomarks", "models/thing/thing"},
      {"qer_editorimage e.tga\nsurfaceparm trans", "e.tga"},
  };
  for (const Row& row : rows) {
    Dropped x = thing(row.body);
    EXPECT_EQ(x.image_of("thing"), row.image) << row.body;
    EXPECT_FALSE(x.material_of("thing").hidden) << row.body;
  }
}

TEST(Q3Shader, TheScriptAndItsLineAreNamed) {
  Dropped x = thing("{\n map a.tga\n}");
  const Material& material = x.material_of("thing");
  EXPECT_EQ(material.declaration.name, "models/thing/thing");
  EXPECT_EQ(material.declaration.line, 1u);
  EXPECT_EQ(x.scene().files.at(material.declaration.source.file).name, "scripts/thing.shader");
  EXPECT_EQ(x.messages(), Names());
}

TEST(Q3Shader, SidesAreThoseOfTheGame) {
  struct Row {
    const char* body;
    Culling culling;
  };
  const Row rows[] = {{"", Culling::kBack},
                      {"cull none", Culling::kNone},
                      {"cull twosided", Culling::kNone},
                      {"cull disable", Culling::kNone},
                      {"cull back", Culling::kFront},
                      {"cull backsided", Culling::kFront},
                      {"cull front", Culling::kBack},
                      {"twoSided", Culling::kNone}};
  for (const Row& row : rows) {
    Dropped x = thing(std::string(row.body) + "\n{\n map a.tga\n}");
    EXPECT_EQ(x.material_of("thing").culling, row.culling) << row.body;
    EXPECT_EQ(x.messages(), Names()) << row.body;
  }
}

TEST(Q3Shader, TransparencyIsThatOfTheStage) {
  struct Row {
    const char* words;
    AlphaMode mode;
    float cutoff;
  };
  const Row rows[] = {{"alphaFunc GE128", AlphaMode::kMask, 0.5f},
                      {"alphaFunc GT0", AlphaMode::kMask, 1.0f / 255},
                      {"alphaFunc LT128", AlphaMode::kOpaque, 0.5f},
                      {"blendFunc blend", AlphaMode::kBlend, 0.5f},
                      {"blendFunc GL_SRC_ALPHA GL_ONE_MINUS_SRC_ALPHA", AlphaMode::kBlend, 0.5f},
                      {"blendFunc add", AlphaMode::kAdd, 0.5f},
                      {"blendfunc gl_one gl_one", AlphaMode::kAdd, 0.5f},
                      {"blendFunc filter", AlphaMode::kFilter, 0.5f},
                      {"blendFunc GL_ONE GL_ZERO", AlphaMode::kOpaque, 0.5f}};
  for (const Row& row : rows) {
    Dropped x = thing("{\n map a.tga\n " + std::string(row.words) + "\n}");
    EXPECT_EQ(x.material_of("thing").alpha_mode, row.mode) << row.words;
    EXPECT_FLOAT_EQ(x.material_of("thing").alpha_cutoff, row.cutoff) << row.words;
  }
}

TEST(Q3Shader, LightsShineWhereTheStageAsksForThem) {
  EXPECT_TRUE(thing("{\n map a.tga\n}").material_of("thing").shadeless);
  EXPECT_TRUE(thing("{\n map a.tga\n rgbGen identity\n}").material_of("thing").shadeless);
  EXPECT_FALSE(thing("{\n map a.tga\n rgbGen lightingDiffuse\n}").material_of("thing").shadeless);
  EXPECT_FALSE(thing("{\n diffuseMap a.tga\n}").material_of("thing").shadeless);
}

TEST(Q3Shader, ColoursPlacesAndLayersAreRead) {
  Dropped tinted = thing("{\n clampmap a.tga\n rgbGen const ( 0.5 0.25 1 )\n alphaGen const 0.5\n tcMod scale 2 3\n}");
  EXPECT_EQ(tinted.material_of("thing").diffuse, glm::vec4(0.5f, 0.25f, 1, 0.5f));
  EXPECT_TRUE(tinted.material_of("thing").slots.at(0).clamp);
  EXPECT_EQ(tinted.material_of("thing").slots.at(0).uv_scale, glm::vec2(2, 3));
  Dropped layers = thing("{\n diffuseMap a\n normalMap n\n specularMap s\n glowMap g\n alphaFunc GE128\n}");
  EXPECT_EQ(layers.image_of("thing", TextureRole::kNormal), "n");
  EXPECT_EQ(layers.image_of("thing", TextureRole::kSpecular), "s");
  EXPECT_EQ(layers.image_of("thing", TextureRole::kEmissive), "g");
  EXPECT_EQ(layers.material_of("thing").alpha_mode, AlphaMode::kMask);
}

TEST(Q3Shader, NoDrawAndImageSizes) {
  EXPECT_TRUE(thing("surfaceparm nodraw\n{\n map a.tga\n}").material_of("thing").hidden);
  for (const char* word : {"nomipmaps", "noPicMip", "surfaceparm nomip"}) {
    Dropped x = thing(std::string(word) + "\n{\n map a.tga\n}");
    const auto& properties = x.material_of("thing").properties;
    EXPECT_TRUE(std::any_of(properties.begin(), properties.end(), [](const Property& p) {
      return p.name == "image sizes";
    })) << word;
    EXPECT_EQ(x.messages(), Names()) << word;
  }
}

TEST(Q3Shader, NamesAreComparedWithoutCaseEndingAndKindOfSlash) {
  for (const char* material : {"models/thing/thing", "Models\\Thing\\THING.jpg", "models/thing/thing.tga"})
    EXPECT_EQ(thing("{\n map a.tga\n}", material).image_of("thing"), "a.tga") << material;
  Dropped other = thing("{\n map a.tga\n}", "thing");
  EXPECT_EQ(other.image_of("thing"), "thing");
  EXPECT_EQ(other.messages(), Names({"MTR_NO_MATCH"}));
}

TEST(Q3Shader, OfOneFileTheFirstCountsOfTwoFilesTheLast) {
  Dropped x({{"thing", "t"}});
  x.with("scripts/a.shader", "t\n{\n{\nmap a.tga\n}\n}\nt\n{\n{\nmap b.tga\n}\n}\n");
  EXPECT_EQ(x.image_of("thing"), "a.tga");
  EXPECT_EQ(x.messages(), Names({"MTR_DUPLICATE:7:1"}));
  Dropped y({{"thing", "t"}});
  y.with("scripts/z.shader", "t\n{\n{\nmap z.tga\n}\n}\n").with("scripts/a.shader", "t\n{\n{\nmap a.tga\n}\n}\n");
  EXPECT_EQ(y.image_of("thing"), "z.tga");
  EXPECT_EQ(y.messages(), Names({"SHADER_DUPLICATE:1:1"}));
  EXPECT_EQ(y.scene().textures.size(), 1u);
}

TEST(Q3Shader, ItIsFoundUnderTheNameThatASkinLeaves) {
  Dropped x({{"thing", "t"}});
  x.with("x_default.skin", "thing,models/gold\n").with("scripts/a.shader", "models/gold\n{\n{\nmap g.tga\n}\n}\n");
  EXPECT_EQ(x.image_of("thing"), "g.tga");
}

TEST(Q3Shader, MaterialsOfIdTech4AreOnesStill) {
  Dropped x({{"thing", "t"}});
  x.with("t.mtr", "t\n{\n{\n blend diffusemap\n map a.tga\n}\n twosided\n}\n");
  EXPECT_EQ(x.load().report()["info"]["format"]["files"][1]["kind"], "mtr");
  Dropped y({{"thing", "t"}});
  y.with("thing.txt", "t\n{\n{\n map a.tga\n rgbGen identity\n}\n}\n");
  EXPECT_EQ(y.load().report()["info"]["format"]["files"][1]["kind"], "q3.shader");
}

TEST(Q3Shader, OtherLanguagesOfTheEndingAreNotRead) {
  for (const char* text : {"Shader \"Custom/X\" { SubShader { } }", "shader_type spatial;\nvoid fragment() { }",
                           "#version 330\nvoid main() { }"}) {
    Dropped x({{"thing", "t"}});
    x.with("a.shader", text);
    EXPECT_EQ(x.messages(), Names({"UNKNOWN_FORMAT"})) << text;
  }
}

struct ShaderFault {
  const char* body;
  Names messages;
};

TEST(Q3Shader, FaultsHaveTheirPlacesAndTheImageIsThere) {
  const ShaderFault faults[] = {
      {"{\n map\n}\n{\n map a.tga\n}", {"MTR_VALUE:4:2"}},
      {"cull sideways\n{\n map a.tga\n}", {"SHADER_VALUE:3:6"}},
      {"cull\n{\n map a.tga\n}", {"SHADER_VALUE:3:5"}},
      {"{\n map a.tga\n alphaFunc GE7\n}", {"SHADER_VALUE:5:12"}},
      {"{\n map a.tga\n alphaFunc\n}", {"SHADER_VALUE:5:11"}},
      {"{\n map a.tga\n blendFunc\n}", {"MTR_VALUE:5:2"}},
      {"{\n map a.tga\n blendFunc GL_ONE\n}", {"MTR_VALUE:5:12"}},
      {"{\n map a.tga\n blendFunc sideways\n}", {"MTR_VALUE:5:12"}},
      {"{\n map a.tga\n rgbGen const ( 1 x )\n}", {"MTR_VALUE:5:19"}},
      {"{\n map a.tga\n { map b.tga }\n}", {"MTR_VALUE:5:2"}},
      {"{\n map a.tga\n}\n{\n map b.tga", {"MTR_NOT_CLOSED:1:1", "MTR_STAGE_NOT_DRAWN:6:1"}},
      {"}\n{\n{\n map a.tga\n}\n}", {"MTR_SYNTAX:4:1"}},
  };
  for (const ShaderFault& fault : faults) {
    Dropped x = thing(fault.body);
    EXPECT_EQ(x.messages(), fault.messages) << fault.body;
    EXPECT_EQ(x.image_of("thing"), fault.messages[0].starts_with("MTR_SYNTAX") ? "models/thing/thing" : "a.tga")
        << fault.body;
  }
}

TEST(Q3Shader, ManyEqualShadersCostNoMoreThanTheyAre) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "t\n{\n{\nmap a.tga\n}\n}\n";
  Dropped x({{"thing", "t"}});
  x.with("a.shader", text);
  EXPECT_EQ(x.image_of("thing"), "a.tga");
}

}  // namespace
}  // namespace vitrine
