// Lists of actions beside a model. The rules are those of DarkPlaces (Mod_FrameGroupify) and FTE (ParseFrameInfo); what
// the frames hold is read off the model in the test: frame K moves its joint to x = K.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "session/document.h"

namespace vitrine {
namespace {

constexpr int kFrames = 20;

std::string model() {
  std::string text =
      "# Inter-Quake Export\njoint root -1\npq 0 0 0\nmesh m\nmaterial m\nvp 0 0 0\nvb 0 1\nvp 0 0 2\nvb 0 1\nvp 0 1 "
      "2\nvb 0 "
      "1\nfm 0 1 2\nanimation own\nframerate 10\n";
  for (int i = 0; i < kFrames; ++i) text += "frame\npq " + std::to_string(i) + " 0 0\n";
  return text;
}
std::vector<uint8_t> bytes(std::string_view text) { return {text.begin(), text.end()}; }

struct Listed {
  explicit Listed(std::string_view list, const char* name = "y.iqe.framegroups", const char* of = "y.iqe") {
    document.add_file(of, bytes(model()));
    document.add_file(name, bytes(list));
    EXPECT_TRUE(document.load());
  }
  /// Of all actions, "NAME xs at rate", where xs are the places of the joint at its keys.
  std::vector<std::string> actions() const {
    std::vector<std::string> out;
    for (const Clip& clip : document.scene().clips) {
      std::string one = clip.name + ":";
      for (const Transform& t : clip.poses->transforms) one += " " + std::to_string(static_cast<int>(t.translation.x));
      const auto& times = clip.poses->times_s;
      if (times.size() > 1) {
        EXPECT_NEAR(times[1] - times[0], 1 / clip.frame_rate, 1e-9);
      }
      out.push_back(one + " at " + nlohmann::json(clip.frame_rate).dump());
    }
    return out;
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> out;
    for (const Message& m : document.diagnostics().messages())
      out.push_back(std::string(m.code->id) +
                    (m.line == 0 ? "" : ":" + std::to_string(m.line) + ":" + std::to_string(m.column)));
    return out;
  }
  Document document;
};
using Texts = std::vector<std::string>;

TEST(FrameGroups, ActionsAreCutFromTheFramesOfTheModel) {
  const Listed y("// first count fps loop name\n0 3 10 1 idle\n5 4 20 0 run // fast\n");
  EXPECT_EQ(y.actions(), Texts({"idle: 0 1 2 0 at 10.0", "run: 5 6 7 8 at 20.0"}));
  EXPECT_EQ(y.messages(), Texts());
}

TEST(FrameGroups, WhatALineLeavesOutIsAsInDarkPlaces) {
  struct Row {
    const char* line;
    const char* action;
  };
  const Row rows[] = {{"2 2", "groupified_0_anim: 2 3 2 at 20.0"},
                      {"2 2 7", "groupified_0_anim: 2 3 2 at 7.0"},
                      {"2 2 7.5 0", "groupified_0_anim: 2 3 at 7.5"},
                      {"2\t2 7 1 \"a b\" 3 1.5 more and more", "a b: 2 3 2 at 7.0"},
                      {"2 2 7 1 // die1", "groupified_0_anim: 2 3 2 at 7.0"},
                      {"2 2 7 true x", "x: 2 3 2 at 7.0"},
                      {"2 2 7 off x", "x: 2 3 at 7.0"},
                      {"\r\n\r\n2 2 7 1 x\r\n", "x: 2 3 2 at 7.0"},
                      {"/* one\ntwo */ 2 2 7 1 x", "x: 2 3 2 at 7.0"},
                      {"7,9,8 3 7 1 x", "x: 7 9 8 7 at 7.0"},
                      {"19 1 7 0 x", "x: 19 at 7.0"}};
  for (const Row& row : rows) {
    const Listed y(row.line);
    EXPECT_EQ(y.actions(), Texts({row.action})) << row.line;
    EXPECT_EQ(y.messages(), Texts()) << row.line;
  }
}

TEST(FrameGroups, JsonOfFte) {
  const Listed y(
      "{\n \"framegroups\": [\n  {\"name\": \"a\", \"firstpose\": 3, \"numposes\": 2, \"fps\": 5, \"loop\": true},\n"
      "  {\"name\": \"b\", \"poses\": [4, 2, 4]},\n  {\"firstpose\": 1}\n ]\n}\n");
  EXPECT_EQ(y.actions(), Texts({"a: 3 4 3 at 5.0", "b: 4 2 4 at 20.0", "groupified_2_anim: 1 at 20.0"}));
  EXPECT_EQ(y.messages(), Texts());
}

TEST(FrameGroups, TheListBelongsToTheModelOfItsName) {
  const Texts own = Listed("", "other.iqe.framegroups").actions();
  EXPECT_EQ(own.size(), 1u);
  EXPECT_EQ(own[0].substr(0, 4), "own:");
  EXPECT_EQ(Listed("0 1 7 0 x", "z.iqe.framegroups").messages(), Texts({"COMPANION_IGNORED"}));
  EXPECT_EQ(Listed("0 1 7 0 x", "b/y.iqe.framegroups", "a/y.iqe").messages(), Texts({"COMPANION_IGNORED"}));
  EXPECT_EQ(Listed("0 1 7 0 x", "a/Y.IQE.framegroups", "a/y.iqe").actions(), Texts({"x: 0 at 7.0"}));
  EXPECT_EQ(Listed("0 1 7 0 x", "y.iqe.framegroups", "a/y.iqe").actions(), Texts({"x: 0 at 7.0"}));
}

TEST(FrameGroups, AListThatComesLaterCountsToo) {
  Document document;
  document.add_file("y.iqe", bytes(model()));
  EXPECT_TRUE(document.load());
  EXPECT_EQ(document.scene().clips.at(0).name, "own");
  document.add_file("y.iqe.framegroups", bytes("0 1 7 0 x"));
  EXPECT_TRUE(document.load());
  EXPECT_EQ(document.scene().clips.size(), 1u);
  EXPECT_EQ(document.scene().clips.at(0).name, "x");
}

TEST(FrameGroups, TheActionLeadsToItsLine) {
  Listed y("// list\n0 3 10 1 idle\n  5 4 20 0 run\n");
  const SourceRange& source = y.document.scene().clips.at(1).source;
  EXPECT_EQ(y.document.scene().files.at(source.file).name, "y.iqe.framegroups");
  EXPECT_EQ(source.offset, 24u);
}

struct Fault {
  const char* list;
  Texts messages, actions;
};

TEST(FrameGroups, FaultsHaveTheirPlacesAndTheOtherLinesCount) {
  const Fault faults[] = {
      {"idle 3 10\n0 1 7 0 x", {"FRAMEGROUPS_SYNTAX:1:1"}, {"x: 0 at 7.0"}},
      {"0\n0 1 7 0 x", {"FRAMEGROUPS_SYNTAX:1:1"}, {"x: 0 at 7.0"}},
      {"0 few\n0 1 7 0 x", {"FRAMEGROUPS_SYNTAX:1:3"}, {"x: 0 at 7.0"}},
      {"0 1 fast 0 x", {"FRAMEGROUPS_VALUE:1:5"}, {"x: 0 at 20.0"}},
      {"0 1 0 0 x", {"FRAMEGROUPS_VALUE:1:5"}, {"x: 0 at 1.0"}},
      {"0 1 -5 0 x", {"FRAMEGROUPS_VALUE:1:5"}, {"x: 0 at 1.0"}},
      {"0 1 nan 0 x", {"FRAMEGROUPS_VALUE:1:5"}, {"x: 0 at 20.0"}},
      {"0 2 7 maybe x", {"FRAMEGROUPS_VALUE:1:7"}, {"x: 0 1 at 7.0"}},
      {"3 0 7 0 x", {"FRAMEGROUPS_VALUE:1:3"}, {"x: 3 at 7.0"}},
      {"1,a,2 2 7 0 x", {"FRAMEGROUPS_VALUE:1:3"}, {"x: 1 2 at 7.0"}},
      {"\n18 5 7 0 x", {"FRAMEGROUPS_RANGE:2:1"}, {"x: 18 19 at 7.0"}},
      {"-2 2 7 0 x", {"FRAMEGROUPS_RANGE:1:1"}, {"x: 0 1 at 7.0"}},
      {"99999999999999999999 1 7 0 x", {"FRAMEGROUPS_RANGE:1:1"}, {"x: 19 at 7.0"}},
      {"3,50 2 7 0 x", {"FRAMEGROUPS_RANGE:1:1"}, {"x: 3 19 at 7.0"}},
      {"{\n \"framegroups\": [ oops ]\n}", {"FRAMEGROUPS_SYNTAX:2:19", "COMPANION_IGNORED"}, {}},
      {"{ \"groups\": [] }", {"FRAMEGROUPS_SYNTAX:1:1", "COMPANION_IGNORED"}, {}},
      {"{ \"framegroups\": [\n {\"name\": \"x\", \"fps\": 0}] }", {"FRAMEGROUPS_VALUE:2:2"}, {"x: 0 at 10.0"}},
      {"// nothing", {"COMPANION_IGNORED"}, {}},
  };
  for (const Fault& fault : faults) {
    const Listed y(fault.list);
    EXPECT_EQ(y.messages(), fault.messages) << fault.list;
    if (fault.actions.empty())
      EXPECT_EQ(y.actions().at(0).substr(0, 4), "own:") << fault.list;
    else
      EXPECT_EQ(y.actions(), fault.actions) << fault.list;
  }
}

/// "ACTION of MODEL" for every action, in the order of the files.
Texts actions_of_models(const Document& document) {
  Texts out;
  for (const Clip& clip : document.scene().clips)
    out.push_back(clip.name + " of " + document.scene().files.at(clip.file).name);
  return out;
}

TEST(FrameGroups, AListAndItsModelAreInOneFolderOrOneOfThemHasNone) {
  Document document;
  document.add_file("Pack/y.iqe", bytes(model()));
  document.add_file("other/y.iqe", bytes(model()));
  document.add_file("z.iqe", bytes(model()));
  document.add_file("pack/Y.IQE.framegroups", bytes("0 1 10 0 packed"));
  document.add_file("far/z.iqe.framegroups", bytes("0 1 10 0 far"));
  document.add_file("z.iqe.framegroups", bytes("0 1 10 0 near"));
  ASSERT_TRUE(document.load());
  EXPECT_EQ(actions_of_models(document), Texts({"packed of Pack/y.iqe", "own of other/y.iqe", "far of z.iqe"}));
}

TEST(FrameGroups, EachOfManyModelsHasItsOwnList) {
  Document document;
  Texts expected;
  for (int i = 0; i < 200; ++i) {
    const std::string number = std::to_string(i), name = "m" + number + "/y.iqe";
    document.add_file(name, bytes("# Inter-Quake Export\njoint j" + number +
                                  " -1\npq 0 0 0\nmesh m\nmaterial m\nvp 0 0 0\nvb 0 1\nvp 0 0 2\nvb 0 1\nvp 0 1 2\n"
                                  "vb 0 1\nfm 0 1 2\nanimation own\nframerate 10\nframe\npq 0 0 0\n"));
    document.add_file(name + ".framegroups", bytes("0 1 10 0 a" + number));
    expected.push_back("a" + number + " of " + name);
  }
  ASSERT_TRUE(document.load());
  EXPECT_EQ(actions_of_models(document), expected);
}

/// The limit of steps that files of materials take through the document would refuse the last of them.
TEST(FrameGroups, ListsDoNotLookThroughTheDocument) {
  constexpr int kMany = 2'100;
  std::string surfaces = model();
  for (int i = 0; i < kMany; ++i)
    surfaces += "mesh s\nmaterial t" + std::to_string(i) + "\nvp 0 0 0\nvp 0 0 2\nvp 0 1 2\nfm 0 1 2\n";
  Document document;
  document.add_file("y.iqe", bytes(surfaces));
  for (int i = 0; i < kMany; ++i)
    document.add_file("z" + std::to_string(i) + ".iqe.framegroups", bytes("0 1 10 0 other"));
  document.add_file("y.iqe.framegroups", bytes("0 1 10 0 last"));
  ASSERT_TRUE(document.load());
  EXPECT_EQ(actions_of_models(document), Texts({"last of y.iqe"}));
  EXPECT_EQ(document.diagnostics().count(Severity::kError), 0u);
}

TEST(FrameGroups, ManyEqualLinesCostNoMoreThanTheyAre) {
  std::string list;
  for (int i = 0; i < 20'000; ++i) list += "0 20 10 1 x\n";
  Document document;
  document.add_file("y.iqe", bytes(model()));
  document.add_file("y.iqe.framegroups", bytes(list));
  EXPECT_TRUE(document.load() || document.diagnostics().count(Severity::kError) > 0);
}

}  // namespace
}  // namespace vitrine
