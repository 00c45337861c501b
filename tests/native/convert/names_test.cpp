// Names that a format cannot hold, or not twice: the written file still has its bones and materials, and the losses say
// what was renamed.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "formats/qmsh/write/convert.h"
#include "session/compare.h"
#include "session/document.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

/// Two joints that stand one above the other, a triangle that the second one holds in part.
std::string model(const std::string& root, const std::string& tip, const std::string& shader) {
  return "MD5Version 10\ncommandline \"\"\nnumJoints 2\nnumMeshes 1\njoints {\n\"" + root +
         "\" -1 ( 0 0 0 ) ( 0 0 0 )\n\"" + tip + "\" 0 ( 0 0 1 ) ( 0 0 0 )\n}\nmesh {\nshader \"" + shader +
         "\"\nnumverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 1 0 ) 1 1\nvert 2 ( 0 1 ) 2 1\nnumtris 1\ntri 0 0 1 2\n"
         "numweights 3\nweight 0 0 1 ( 1 0 0 )\nweight 1 0 1 ( 0 1 0 )\nweight 2 1 1 ( 0 0 1 )\n}\n";
}

/// The second joint turns by more than half a circle in two steps while the first moves; lengths as in `model`.
std::string action(const std::string& root, const std::string& tip) {
  return "MD5Version 10\ncommandline \"\"\nnumFrames 3\nnumJoints 2\nframeRate 10\nnumAnimatedComponents 6\n"
         "hierarchy {\n\"" +
         root + "\" -1 7 0\n\"" + tip +
         "\" 0 56 3\n}\nbounds {\n( -9 -9 -9 ) ( 9 9 9 )\n( -9 -9 -9 ) ( 9 9 9 )\n( -9 -9 -9 ) ( 9 9 9 )\n}\n"
         "baseframe {\n( 0 0 0 ) ( 0 0 0 )\n( 0 0 1 ) ( 0 0 0 )\n}\n"
         "frame 0 {\n0 0 0 0 0 0\n}\nframe 1 {\n2 0 0 0.8 0 0\n}\nframe 2 {\n2 0 3 0.9 0.4 0\n}\n";
}

void offer_text(Document& document, const std::string& name, const std::string& text) {
  document.add_file(name, std::vector<uint8_t>(text.begin(), text.end()));
}

struct Converted {
  Document document;
  Json losses;

  Converted(const Document& source, const std::string& kind, const char* options = "") {
    auto made = source.export_file(kind, options);
    EXPECT_TRUE(made.ok());
    if (!made.ok()) return;
    losses = made->report["losses"];
    document.add_file("a." + kind, std::move(made->bytes));
    EXPECT_TRUE(document.load());
  }
  uint64_t renamed() const {
    uint64_t count = 0;
    for (const Json& loss : losses) count += loss["what"] == "names" ? loss["count"].get<uint64_t>() : 0;
    return count;
  }
  Json messages() const { return Json::parse(document.report_text())["issues"]["messages"]; }
  bool says(const std::string& code) const {
    const Json all = messages();
    return std::any_of(all.begin(), all.end(), [&](const Json& message) { return message["code"] == code; });
  }
  std::vector<std::string> joints() const {
    std::vector<std::string> names;
    for (const Node& node : document.scene().nodes) {
      if (node.kind == NodeKind::kJoint) names.push_back(node.name);
    }
    return names;
  }
};

class ExportNames : public ::testing::Test {
 protected:
  std::optional<Document> source_;
  void open(const std::string& root, const std::string& tip, const std::string& shader = "skin") {
    source_.emplace();
    offer_text(*source_, "a.md5mesh", model(root, tip, shader));
    offer_text(*source_, "a.md5anim", action(root, tip));
    ASSERT_TRUE(source_->load());
  }
  double apart(Document& other, double time_s) {
    EXPECT_TRUE(source_->select_clip(0) && other.select_clip(0));
    source_->set_play_options({RootMotion::kKeep, false, false});
    other.set_play_options({RootMotion::kKeep, false, false});
    source_->evaluate(time_s, {});
    other.evaluate(time_s, {});
    const auto found = largest_distance(*source_, other, Match::kAsConverted);
    return found ? found->distance : 1e9;
  }
};

TEST_F(ExportNames, KriKeepsTheBonesOfJointsWithControlCharacters) {
  for (const char* options : {R"({"generation":"seed"})", R"({"generation":"last"})"}) {
    SCOPED_TRACE(options);
    open("left_arm", "left\tarm");
    Converted made(*source_, "scene", options);
    EXPECT_EQ(made.messages(), Json::array());
    EXPECT_EQ(made.joints(), (std::vector<std::string>{"left_arm", "left_arm.1"}));
    EXPECT_EQ(made.renamed(), 1u);
    for (const double time : {0.0, 0.1, 0.2}) EXPECT_LT(apart(made.document, time), 1e-5) << time;
  }
}

TEST_F(ExportNames, KriKeepsTheMaterialsOfShadersWithControlCharacters) {
  open("root", "tip", "my\tskin");
  Converted made(*source_, "scene");
  EXPECT_EQ(made.messages(), Json::array());
  ASSERT_EQ(made.document.scene().materials.size(), 1u);
  EXPECT_EQ(made.document.scene().materials[0].name, "my_skin");
  EXPECT_GE(made.renamed(), 1u);
  EXPECT_EQ(made.joints().size(), 2u);
}

TEST_F(ExportNames, KriNamesWithoutControlCharactersStay) {
  open("root", "tip");
  EXPECT_EQ(Converted(*source_, "scene").renamed(), 0u);
}

TEST_F(ExportNames, QmshTextRenamesTheSecondBoneOfAName) {
  open("bone", "bone");
  Converted made(*source_, "qmsh.tmp");
  EXPECT_EQ(made.joints(), (std::vector<std::string>{"bone", "bone.1"}));
  EXPECT_EQ(made.renamed(), 1u);
  EXPECT_FALSE(made.says("QMSH_DUPLICATE_BONE"));
  EXPECT_FALSE(made.says("QMSH_CHANNEL_BONE"));
  for (const double time : {0.0, 0.1, 0.2}) EXPECT_LT(apart(made.document, time), 1e-5) << time;
}

TEST_F(ExportNames, QmshTextNamesTheNameless) {
  open("stem", "");
  Converted first(*source_, "qmsh.tmp");
  EXPECT_EQ(first.joints(), (std::vector<std::string>{"stem", "bone.1"}));
  EXPECT_EQ(first.renamed(), 1u);
  Converted second(first.document, "qmsh.tmp");
  EXPECT_EQ(second.joints(), (std::vector<std::string>{"stem", "bone.1"}));
  EXPECT_EQ(second.renamed(), 0u);
  for (const double time : {0.0, 0.1, 0.2}) EXPECT_LT(apart(second.document, time), 1e-5) << time;
}

TEST(QmshTextNames, ARenamedBoneTakesNoNameThatAnotherHas) {
  Scene scene;
  for (const char* name : {"bone.1", "bone", "bone"}) {
    Node node;
    node.name = name;
    node.kind = NodeKind::kJoint;
    node.parent = static_cast<uint32_t>(scene.nodes.size()) - 1;
    scene.nodes.push_back(node);
  }
  LossReport loss_report;
  const qmsh::TextModel made = convert_to_qmsh_text(scene, {}, loss_report);
  ASSERT_EQ(made.armatures.size(), 1u);
  std::vector<std::string> names, parents;
  for (const qmsh::TextBone& bone : made.armatures.front().bones) {
    names.push_back(bone.name);
    parents.push_back(bone.parent);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"bone.1", "bone", "bone.2"}));
  EXPECT_EQ(parents, (std::vector<std::string>{"", "bone.1", "bone"}));
}

TEST_F(ExportNames, QmshTextTurnsBonesTheShortWayBetweenKeys) {
  open("root", "tip");
  Converted made(*source_, "qmsh.tmp");
  const Scene& scene = made.document.scene();
  ASSERT_EQ(scene.clips.size(), 1u);
  for (uint32_t node = 0; node < scene.nodes.size(); ++node) {
    std::vector<const Curve*> turns;
    for (const Curve& curve : scene.clips[0].curves) {
      if (curve.target == node && curve.channel == Channel::kRotationQuat) turns.push_back(&curve);
    }
    if (turns.size() != 4) continue;
    for (size_t k = 1; k < turns[0]->keys.size(); ++k) {
      double dot = 0;
      for (const Curve* curve : turns) dot += curve->keys[k - 1].value * curve->keys[k].value;
      EXPECT_GE(dot, 0) << scene.nodes[node].name << " key " << k;
    }
  }
}

TEST_F(ExportNames, QmshTextHasNoScaleCurvesOfFilesWithoutScale) {
  open("root", "tip");
  Converted made(*source_, "qmsh.tmp");
  EXPECT_FALSE(made.says("QMSH_NONUNIFORM_SCALE"));
  uint32_t places = 0;
  for (const Curve& curve : made.document.scene().clips.at(0).curves) {
    EXPECT_NE(curve.channel, Channel::kScale);
    places += curve.channel == Channel::kTranslation;
  }
  EXPECT_EQ(places, 2u);  // the root's along two axes
}

}  // namespace
}  // namespace vitrine
