// What md5.cfg hangs on what. Expectations are worked out by hand from the lines.

#include "formats/mtr/full/script.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "session/document.h"

namespace vitrine::mtr {
namespace {

using Json = nlohmann::ordered_json;

std::span<const uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

Json links(std::string_view script, std::vector<AddedFile> beside = {}) { return links_of(bytes(script), beside); }

void expect_near(const Json& found, std::initializer_list<double> wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i].get<double>(), wanted.begin()[i], 1e-12) << found;
}

TEST(CubeLinks, NumbersAndTagsOfTheScript) {
  const std::string script = "md5load body;md5tag Hand.R tag_weapon 1 0 0\nmd5load \"sword.md5mesh\"\n";
  const Json found = links(script + "md5link 0 1 tag_weapon 0 0 2.5 // in the hand");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]["parent"], "body.md5mesh");
  EXPECT_EQ(found[0]["child"], "sword.md5mesh");
  EXPECT_EQ(found[0]["joint"], "Hand.R");
  expect_near(found[0]["offset"], {1, 0, 2.5});
  expect_near(found[0]["rotation"], {0, 0, 0, 1});
  for (const char* link : {"md5link 0 1 tag_hat", "md5link 0 7 tag_weapon", "md5link -1 1 tag_weapon",
                           "md5link 1 0 tag_weapon", "md5link"})
    EXPECT_TRUE(links(script + link).empty()) << link;
}

TEST(CubeLinks, ATagTurnsAboutXThenYThenZAndTheWayIsAlongItsAxes) {
  const auto linked = [](const std::string& degrees) {
    return links("md5load a\nmd5tag hand tag 1 0 0 " + degrees + "\nmd5load b\nmd5link 0 1 tag 2 0 0").at(0);
  };
  // A quarter about z leads x to y.
  expect_near(linked("0 0 90")["offset"], {1, 2, 0});
  expect_near(linked("0 0 90")["rotation"], {0, 0, std::sqrt(0.5), std::sqrt(0.5)});
  // A quarter about x leaves x; the next about y leads it to -z.
  expect_near(linked("90 90 0")["offset"], {1, 0, -2});
  // x to y first would end elsewhere: y is led to z by the quarter about x.
  expect_near(linked("90 0 90")["offset"], {1, 2, 0});
}

TEST(CubeLinks, JavaScriptCallsTheSameCommands) {
  const std::string_view tags = "Model.md5Tag(\"hand\", \"tag_weapon\", 1, 0, 0);";
  const Json found = links(
      "//md5dir a\n"
      "Model.md5Load(\"a.md5mesh\", \"a\"); Library.include('models/a/tags.js', true);\n"
      "Model.md5Load(\"b\");\n"
      "Model.md5Link(0, 1, \"tag_weapon\");",
      {{"data/a/TAGS.js", bytes(tags)}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]["child"], "b.md5mesh");
  EXPECT_EQ(found[0]["joint"], "hand");
  expect_near(found[0]["offset"], {1, 0, 0});
}

TEST(CubeLinks, LinesOfACalledScriptCountWhereItIsCalledAndCallsEnd) {
  const std::string_view tags = "md5tag hand tag_weapon\nexec models/a/tags.cfg\nexec models/a/tags.cfg";
  const std::string_view script = "md5load a;exec \"models/a/tags.cfg\"\nmd5load b\nmd5link 0 1 tag_weapon";
  ASSERT_EQ(links(script, {{"models/a/tags.cfg", bytes(tags)}}).size(), 1u);
  EXPECT_TRUE(links(script).empty());
  // A script that calls itself a thousand times, and large ones that are called once more than a person would.
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "exec many.cfg\n";
  EXPECT_TRUE(links(many, {{"many.cfg", bytes(many)}}).empty());
  const std::string large = "md5tag hand tag_weapon\n//" + std::string(600'000, ' ');
  const std::string_view again = "md5load a\nexec large.cfg\nmd5load b\nexec large.cfg\nmd5link 0 1 tag_weapon\n";
  const std::vector<AddedFile> beside = {{"large.cfg", bytes(large)}};
  EXPECT_EQ(links(again, beside).size(), 1u);
  EXPECT_EQ(links(std::string(again) + "md5link 1 0 tag_weapon", beside).size(), 1u) << "not read again";
}

TEST(CubeLinks, LongNamesAreNotRepeatedInFull) {
  const std::string name(100'000, 'x');
  std::string script = "md5load " + name + "\nmd5tag " + name + " tag\n";
  for (int i = 0; i < 256; ++i) script += "md5link 0 0 tag\n";
  const Json found = links(script);
  EXPECT_EQ(found.size(), 256u);
  EXPECT_LT(found.dump().size(), 256u * 1000);
}

/// The name of the model is part of what each line for it keeps.
TEST(CubeConfig, LinesPayForTheNameOfTheirModel) {
  std::string script = "md5load " + std::string(100'000, 'x') + "\n";
  for (int i = 0; i < 1000; ++i) script += "md5skin m" + std::to_string(i) + " a.tga\n";
  Limits limits;
  limits.heap_bytes = 64u << 20;
  Document document(limits);
  document.add_file("md5.cfg", {script.begin(), script.end()});
  document.load();
  const auto& messages = document.diagnostics().messages();
  EXPECT_TRUE(std::any_of(messages.begin(), messages.end(),
                          [](const Message& message) { return message.code->id == std::string("LIMIT_MEMORY"); }));
}

TEST(CubeLinks, StandInTheReportBesideAnimationsAndImages) {
  Document document;
  const std::string_view script =
      "md5load body\nmd5tag hand tag\nmd5load sword\nmd5link 0 1 tag\n"
      "md5skin a \"<compress:2>a.png\" masks.png\nmd5anim walk \"walk\" 24\r\n//md5anim old old.md5anim\r\n"
      "md5anim run sub/run.md5anim";
  document.add_file("md5.cfg", {script.begin(), script.end()});
  document.load();
  const Json report = document.report()["info"]["format"];
  EXPECT_EQ(report["links"].size(), 1u);
  EXPECT_EQ(report["images"], Json({"a.png"}));
  const Json& animations = report["animations"];
  ASSERT_EQ(animations.size(), 2u);
  EXPECT_EQ(animations[0]["name"], "walk");
  EXPECT_EQ(animations[0]["file"], "walk.md5anim") << "the ending may be left out";
  EXPECT_EQ(animations[0]["fps"], 24);
  EXPECT_EQ(animations[1]["file"], "sub/run.md5anim");
  EXPECT_EQ(animations[1]["fps"], 10) << "the game's own rate";
}

}  // namespace
}  // namespace vitrine::mtr
