// Skins of Quake III and of Quake's ports. The rules are those of ioquake3 (RE_RegisterSkin), DarkPlaces
// (Mod_LoadSkinFiles), FTE and vkQuake; every expectation is read off the skin in the test.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/q3/dropped.h"

namespace vitrine {
namespace {

using Names = std::vector<std::string>;

Dropped player(const char* skin = "") { return Dropped({{"Head", "m"}, {"torso", "m"}}, "x.iqe", skin); }

TEST(Q3Skin, SurfacesThatShareAMaterialGetImagesOfTheirOwn) {
  Dropped x = player();
  x.with("x_default.skin", "// skin\nhead,models/x/face.tga\ntorso,models/x/body\ntag_weapon,\nU_Tag_arm,\n");
  EXPECT_EQ(x.image_of("Head"), "models/x/face.tga");
  EXPECT_EQ(x.image_of("torso"), "models/x/body");
  EXPECT_EQ(x.material_of("torso").name, "models/x/body");
  EXPECT_EQ(x.scene().materials.size(), 2u);
  EXPECT_EQ(x.scene().textures.size(), 2u);
  EXPECT_EQ(x.messages(), Names());
}

TEST(Q3Skin, TheLastLineNeedsNoEndAndBlanksMayStandAroundTheComma) {
  for (const char* text :
       {"head , a\r\ntorso, b", "\"head\",\"a\"\rtorso,b\r", "/* two\nlines */ head,a // end\ntorso,b",
        "replace \"head\" \"a\"\nreplace torso b\n", "\xEF\xBB\xBFhead,a\n\n\ntorso,b\n"}) {
    Dropped x = player();
    x.with("x_default.skin", text);
    EXPECT_EQ(x.image_of("Head"), "a") << text;
    EXPECT_EQ(x.image_of("torso"), "b") << text;
    EXPECT_EQ(x.messages(), Names()) << text;
  }
}

TEST(Q3Skin, NoDrawHidesASurface) {
  for (const char* shader : {"nodraw", "common/nodraw", "textures/common/nodraw"}) {
    Dropped x = player();
    x.with("x_default.skin", std::string("head,a\ntorso,") + shader);
    EXPECT_TRUE(x.material_of("torso").hidden) << shader;
    EXPECT_TRUE(x.material_of("torso").slots.empty()) << shader;
    EXPECT_FALSE(x.material_of("Head").hidden) << shader;
  }
}

/// The image of the head where these skins lie beside x.iqe.
std::string worn(std::initializer_list<const char*> files, const char* wanted = "") {
  Dropped x = player(wanted);
  for (const char* file : files) x.with(file, std::string("head,") + file + "\ntorso,t\n");
  return x.image_of("Head");
}

TEST(Q3Skin, ThePlayersDefaultIsPutOnElseTheFirstNumberElseNone) {
  EXPECT_EQ(worn({"x_red.skin", "x_default.skin"}), "x_default.skin");
  EXPECT_EQ(worn({"x.iqe_1.skin", "x.iqe_0.skin"}), "x.iqe_0.skin");
  EXPECT_EQ(worn({"x_0.skin"}), "x_0.skin");
  EXPECT_EQ(worn({"x_0.skin", "x.iqe_0.skin"}), "x.iqe_0.skin");
  EXPECT_EQ(worn({"x_default.skin", "x.iqe_0.skin"}), "x_default.skin");
  EXPECT_EQ(worn({"X_Default.SKIN"}), "X_Default.SKIN");
  EXPECT_EQ(worn({"x_red.skin"}), "m");
  EXPECT_EQ(worn({"y_default.skin"}), "m");
}

TEST(Q3Skin, TheOneThatIsAskedForIsPutOn) {
  EXPECT_EQ(worn({"x_red.skin", "x_default.skin"}, "red"), "x_red.skin");
  EXPECT_EQ(worn({"x_red.skin", "x_default.skin"}, "RED"), "x_red.skin");
  EXPECT_EQ(worn({"x.iqe_1.skin", "x.iqe_0.skin"}, "1"), "x.iqe_1.skin");
  EXPECT_EQ(worn({"flag_blue.skin"}, "flag_blue"), "flag_blue.skin");
}

TEST(Q3Skin, AModelWithoutTheSkinThatIsAskedForHasItsDefaultOn) {
  EXPECT_EQ(worn({"x_default.skin"}, "red"), "x_default.skin");
  EXPECT_EQ(worn({"x_default.skin", "x_red.skin"}, "red"), "x_red.skin");
  EXPECT_EQ(worn({"x.iqe_0.skin", "x.iqe_1.skin"}, "1"), "x.iqe_1.skin");
}

TEST(Q3Skin, OneFileOfVkQuakeHasAColumnForEachSkin) {
  for (const auto& [wanted, image] : {std::pair("", "a0"), std::pair("0", "a0"), std::pair("1", "a1")}) {
    Dropped x = player(wanted);
    x.with("x.skin", "head,a0,a1\ntorso,b0,b1\n");
    EXPECT_EQ(x.image_of("Head"), image);
    EXPECT_EQ(x.messages(), Names());
  }
}

TEST(Q3Skin, OneNameIsOneSkinOfSeveralModels) {
  Dropped x({{"head", "m"}}, "p/head.iqe", "red");
  x.with("p/upper.iqe", surfaces_text({{"torso", "m"}}));
  x.with("p/head_red.skin", "head,h\n").with("p/upper_red.skin", "torso,t\n");
  EXPECT_EQ(x.image_of("head"), "h");
  EXPECT_EQ(x.image_of("torso"), "t");
  EXPECT_EQ(x.messages(), Names());
}

TEST(Q3Skin, TheModelOfItsFolderWearsIt) {
  Dropped x({{"head", "m"}}, "a/x.iqe");
  x.with("b/x.iqe", surfaces_text({{"HEAD", "n"}})).with("b/x_default.skin", "head,$(dir)/h\n");
  EXPECT_EQ(x.image_of("head"), "m");
  EXPECT_EQ(x.image_of("HEAD"), "b/h");
}

TEST(Q3Skin, LinesOfOtherNamesAreTakenByOrderWhereThereAreAsMany) {
  Dropped x = player();
  x.with("x_default.skin", "first,a\nsecond,b\n");
  EXPECT_EQ(x.image_of("Head"), "a");
  EXPECT_EQ(x.image_of("torso"), "b");
  EXPECT_EQ(x.messages(), Names({"SKIN_SURFACE"}));
}

TEST(Q3Skin, SkinsOfIdTech4AreOnesStill) {
  for (const char* text : {"skin skins/red {\n m red\n}", "// gold\nskin red { m red }", "model a { mesh x.iqe }"}) {
    Dropped x = player();
    x.with("x.skin", text);
    const auto info = x.load().report()["info"]["format"]["files"];
    EXPECT_TRUE(info[1]["kind"] == "skin" || info[1]["kind"] == "def") << text;
  }
}

struct Fault {
  const char* text;
  Names messages;
  const char* head;  ///< the image that the head has all the same
};

TEST(Q3Skin, FaultsHaveTheirPlacesAndTheOtherLinesCount) {
  const Fault faults[] = {
      {"head a\ntorso,b\n", {"SKIN_LINE:1:1"}, "a"},
      {"torso,b\n  head,\n", {"SKIN_LINE:2:3", "SKIN_SURFACE"}, "m"},
      {"torso,b\nhead,a b\n", {"SKIN_LINE:2:8"}, "a"},
      {"torso,b\nhead,a,\n", {"SKIN_LINE:2:7"}, "a"},
      {"head\ntorso,b\n", {"SKIN_LINE:1:1", "SKIN_SURFACE"}, "m"},
      {",a\nhead,a\ntorso,b\n", {"SKIN_LINE:1:1"}, "a"},
      {"replace head\nhead,a\ntorso,b\n", {"SKIN_LINE:1:1"}, "a"},
      {"a b c d\nhead,a\ntorso,b\n", {"SKIN_LINE:1:1"}, "a"},
      {"head,a\ntorso,b\nfeet,c\n", {"SKIN_SURFACE:3:1"}, "a"},
      {"head,a\ntorso,b\nHEAD,c\n", {"SKIN_SURFACE:3:1"}, "a"},
      {"head,a\n", {"SKIN_SURFACE"}, "a"},
      {"tag_head,\n", {"COMPANION_IGNORED"}, "m"},
      {"head,\"a\ntorso,b\n", {}, "a"},
  };
  for (const Fault& fault : faults) {
    Dropped x = player();
    x.with("x_default.skin", fault.text);
    EXPECT_EQ(x.messages(), fault.messages) << fault.text;
    EXPECT_EQ(x.image_of("Head"), fault.head) << fault.text;
  }
}

TEST(Q3Skin, OneOfNoModelIsNamed) {
  Dropped x = player();
  x.with("other_default.skin", "u_legs,a\n");
  EXPECT_EQ(x.messages(), Names({"COMPANION_IGNORED"}));
  EXPECT_EQ(x.image_of("Head"), "m");
}

TEST(Q3Skin, ManyEqualLinesCostNoMoreThanTheyAre) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "head,a,b,c,d\n";
  Dropped x = player();
  x.with("x_default.skin", text);
  EXPECT_EQ(x.image_of("Head"), "a");
}

}  // namespace
}  // namespace vitrine
