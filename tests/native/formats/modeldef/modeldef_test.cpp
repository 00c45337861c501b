// GZDoom's MODELDEF. The rules are those of ParseModelDefLump, FScanner outside of C mode, RenderFrameModels and
// IQMModel::FindFrame; every expectation is read off the text in the test.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "session/document.h"

namespace vitrine {
namespace {

using Texts = std::vector<std::string>;

/// A model of two surfaces with the actions `run` and `runback` of two frames each.
std::string model() {
  std::string text = "# Inter-Quake Export\njoint root -1\npq 0 0 0\n";
  for (const char* surface : {"body", "eyes"})
    text += std::string("mesh ") + surface +
            "\nmaterial own\nvp 0 0 0\nvb 0 1\nvp 0 0 2\nvb 0 1\nvp 0 1 2\nvb 0 1\nfm 0 1 2\n";
  for (const char* action : {"run", "runback"})
    text += std::string("animation ") + action + "\nframerate 10\nframe\npq 0 0 0\nframe\npq 1 0 0\n";
  return text;
}
std::vector<uint8_t> bytes(std::string_view text) { return {text.begin(), text.end()}; }

struct Mod {
  explicit Mod(std::string_view text, const char* skin = "", const char* name = "MODELDEF")
      : document(Limits(), wearing(skin)) {
    with("models/imp/imp.iqe", model()).with(name, text);
  }
  static ReadOptions wearing(const char* skin) {
    ReadOptions options;
    options.skin = skin;
    return options;
  }
  Mod& with(const char* name, std::string_view text) {
    document.add_file(name, bytes(text));
    return *this;
  }
  Document& load() {
    if (!loaded) {
      EXPECT_TRUE(document.load());
    }
    loaded = true;
    return document;
  }
  /// The images of the two surfaces.
  Texts images() {
    Texts out;
    const Scene& scene = load().scene();
    for (const Primitive& primitive : scene.meshes.at(0).primitives) {
      const Material& material = scene.materials.at(primitive.material);
      out.push_back(scene.textures.at(material.slots.at(0).texture).name);
    }
    return out;
  }
  Texts messages() {
    Texts out;
    for (const Message& m : load().diagnostics().messages())
      out.push_back(std::string(m.code->id) +
                    (m.line == 0 ? "" : ":" + std::to_string(m.line) + ":" + std::to_string(m.column)));
    return out;
  }
  nlohmann::ordered_json info() { return load().report()["info"]["format"]["files"][1]; }
  Document document;
  bool loaded = false;
};

std::string block(const std::string& body) {
  return "Model Imp\n{\nPath \"models/imp\"\nModel 0 \"imp.iqe\"\n" + body + "\n}\n";
}

TEST(ModelDef, ImagesAreThoseOfTheModelElseOfItsSurfaces) {
  struct Row {
    const char* body;
    Texts images;
  };
  const Row rows[] = {{"Skin 0 \"red.png\"", {"models/imp/red.png", "models/imp/red.png"}},
                      {"SurfaceSkin 0 1 \"eye.png\"", {"own", "models/imp/eye.png"}},
                      {"surfaceskin 0 0 a.png surfaceskin 0 1 b.png", {"models/imp/a.png", "models/imp/b.png"}},
                      {"SurfaceSkin 0 1 \"eye.png\" Skin 0 red.png", {"models/imp/red.png", "models/imp/red.png"}},
                      {"Skin 0 \"\" SurfaceSkin 0 1 \"sub\\eye.png\"", {"own", "models/imp/sub/eye.png"}},
                      {"Skin 1 \"other.png\"", {"own", "own"}},
                      {"; Skin 0 \"red.png\"\n// Skin 0 \"red.png\"\n/* Skin 0 \"red.png\" */", {"own", "own"}}};
  for (const Row& row : rows) {
    Mod mod(block(row.body));
    EXPECT_EQ(mod.images(), row.images) << row.body;
    EXPECT_EQ(mod.messages(), Texts()) << row.body;
  }
}

TEST(ModelDef, PlacesFlagsAndFramesAreListed) {
  Mod mod(
      block("Scale 1.5 1.5 -2\nAngleOffset 90\nPitchOffset -5\nRollOffset .5\nZOffset 4\nUSEACTORPITCH\n"
            "Animation 0 \"moves.iqm\"\nFrameIndex TROO AB 0 7\nFrame TROO C 0 \"run:1\"\nBaseFrame"));
  const auto info = mod.info();
  EXPECT_EQ(info["kind"], "modeldef");
  const auto& actor = info["actors"][0];
  EXPECT_EQ(actor["actor"], "Imp");
  EXPECT_EQ(actor["models"][0]["file"], "models/imp/imp.iqe");
  EXPECT_EQ(actor["models"][0]["animation"], "models/imp/moves.iqm");
  EXPECT_EQ(actor["scale"], nlohmann::json({1.5, 1.5, -2.0}));
  EXPECT_EQ(actor["offset"], nlohmann::json({0.0, 0.0, 4.0}));
  EXPECT_EQ(actor["angleOffset"], 90.0);
  EXPECT_EQ(actor["pitchOffset"], -5.0);
  EXPECT_EQ(actor["rollOffset"], 0.5);
  EXPECT_EQ(actor["flags"][0], "useactorpitch");
  EXPECT_EQ(actor["baseFrame"], true);
  EXPECT_EQ(actor["frames"][0].dump(), R"({"sprite":"TROO","letters":"AB","model":0,"index":7})");
  EXPECT_EQ(actor["frames"][1].dump(), R"({"sprite":"TROO","letters":"C","model":0,"name":"run:1"})");
  EXPECT_EQ(mod.messages(), Texts({"MODELDEF_FILE:11:13", "MODELDEF_PLACEMENT:1:1"}));
}

TEST(ModelDef, OfSeveralActorsTheFirstCountsUnlessOneIsAskedFor) {
  const std::string text = "Model Other { Model 0 \"models/other.iqm\" Skin 0 \"models/no.png\" }\n" +
                           block("Skin 0 red.png") +
                           "Model Boss { Path \"models/imp/\" Model 0 \"imp.iqe\" Skin 0 \"blue.png\" }\n";
  EXPECT_EQ(Mod(text).images()[0], "models/imp/red.png");
  EXPECT_EQ(Mod(text, "boss").images()[0], "models/imp/blue.png");
  Mod mod(text);
  const auto info = mod.info();
  EXPECT_EQ(info["declared"], 3);
  EXPECT_EQ(info["actors"].size(), 2u);
  EXPECT_EQ(info["skins"][0]["name"], "Imp");
  EXPECT_EQ(info["skins"][0]["worn"], true);
  EXPECT_EQ(info["skins"][1]["name"], "Boss");
  EXPECT_EQ(mod.messages(), Texts());
}

TEST(ModelDef, IncludedFilesAreRead) {
  Mod mod("#include \"models/imp/imp.def.txt\"\n");
  mod.with("models/imp/imp.def.txt",
           "// imp\nModel Imp { Model 0 \"models/imp/imp.iqe\" Skin 0 \"models/red.png\"\nodd }");
  EXPECT_EQ(mod.images()[0], "models/red.png");
  Mod none("#include \"models/imp/none.txt\"\n" + block("Skin 0 red.png"));
  EXPECT_EQ(none.messages(), Texts({"MODELDEF_FILE:1:10"}));
  Mod own("#include \"MODELDEF\"\n" + block("Skin 0 red.png"));
  EXPECT_EQ(own.messages(), Texts());
}

TEST(ModelDef, ItIsKnownByItsNameAndByItsText) {
  for (const char* name : {"MODELDEF", "modeldef.txt", "Modeldef.imp", "a/b/MODELDEF", "imp.modeldef", "any.txt"}) {
    Mod mod(block("Skin 0 red.png"), "", name);
    EXPECT_EQ(mod.info()["kind"], "modeldef") << name;
  }
  Mod declared("model imp { mesh models/imp/imp.iqe }", "", "imp.def");
  EXPECT_EQ(declared.info()["kind"], "def");
}

TEST(ModelDef, ModelsOfOtherFoldersAreNotTaken) {
  Mod mod("Model Imp { Path \"models/boss\" Model 0 \"boss.iqe\" Skin 0 \"red.png\" }");
  EXPECT_EQ(mod.images()[0], "own");
  EXPECT_EQ(mod.messages(), Texts({"COMPANION_IGNORED"}));
}

struct Fault {
  const char* body;
  Texts messages;
};

TEST(ModelDef, FaultsHaveTheirPlacesAndTheImagesAreThere) {
  const Fault faults[] = {
      {"Bogus", {"MODELDEF_SYNTAX:5:1"}},
      {"Scale 1 2 x", {"MODELDEF_SYNTAX:5:11", "MODELDEF_SYNTAX:5:11"}},
      {"AngleOffset", {"MODELDEF_SYNTAX:6:1"}},
      {"Skin", {"MODELDEF_SYNTAX:6:1"}},
      {"Skin 99 a.png", {"MODELDEF_SYNTAX:5:1", "MODELDEF_SYNTAX:5:9"}},
      {"SurfaceSkin 0 32 a.png", {"MODELDEF_SYNTAX:5:1"}},
      {"SurfaceSkin 0 2 a.png", {"MODELDEF_SURFACE:5:17"}},
      {"Frame TROO A 0", {"MODELDEF_SYNTAX:5:1"}},
      {"Frame TROO A 0 \"walk\"", {"MODELDEF_FRAME:5:16"}},
      {"Frame TROO A 0 \"run:9\"", {"MODELDEF_FRAME:5:16"}},
      {"Frame TROO A 0 \"RUNB:1\" Frame TROO B 0 \"r\"", {}},
      {"Scale 2 2 2", {"MODELDEF_PLACEMENT:1:1"}},
      {"Model 1 \"gone.iqm\"", {"MODELDEF_FILE:5:9"}},
      {"Path \"models/imp", {"MODELDEF_SYNTAX:5:6"}},
  };
  for (const Fault& fault : faults) {
    Mod mod("Model Imp\n{\nModel 0 \"models/imp/imp.iqe\"\nSurfaceSkin 0 0 \"red.png\"\n" + std::string(fault.body) +
            "\n}\n");
    EXPECT_EQ(mod.messages(), fault.messages) << fault.body;
    EXPECT_EQ(mod.images()[0], "red.png") << fault.body;
  }
}

TEST(ModelDef, FaultsOutsideOfBlocks) {
  const Fault faults[] = {{"", {"COMPANION_IGNORED"}},
                          {"odd words", {"MODELDEF_SYNTAX:1:1", "COMPANION_IGNORED"}},
                          {"Model", {"MODELDEF_SYNTAX:1:1", "COMPANION_IGNORED"}},
                          {"Model Imp Skin", {"MODELDEF_SYNTAX:1:11", "MODELDEF_SYNTAX:1:11", "COMPANION_IGNORED"}},
                          {"Model Imp { Model 0 \"models/imp/imp.iqe\"", {"MODELDEF_SYNTAX:1:1"}}};
  for (const Fault& fault : faults) {
    Mod mod(std::string("// ") + "\n" + fault.body);
    Texts expected = fault.messages;
    for (std::string& one : expected)
      if (const size_t at = one.find(":1:"); at != std::string::npos) one.replace(at, 3, ":2:");
    EXPECT_EQ(mod.messages(), expected) << fault.body;
    EXPECT_EQ(mod.images()[0], "own") << fault.body;
  }
}

TEST(ModelDef, ManyEqualBlocksCostNoMoreThanTheyAre) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += block("Skin 0 red.png Frame TROO A 0 \"run\"");
  EXPECT_EQ(Mod(text).images()[0], "models/imp/red.png");
}

}  // namespace
}  // namespace vitrine
