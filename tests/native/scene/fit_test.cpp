// Which joint takes which track, case by case.

#include "scene/fit.h"

#include <gtest/gtest.h>

namespace vitrine {
namespace {

/// "name" or "name<parent".
std::pair<std::string, int> parsed(const std::string& text) {
  const size_t at = text.find('<');
  return {text.substr(0, at), at == std::string::npos ? -1 : std::stoi(text.substr(at + 1))};
}

struct Case {
  const char* what;
  std::vector<std::string> joints, tracks;
  FitRule rule;
  std::vector<int> track;  ///< per joint; -1 = none
  JointMatch loosest;
  bool fits;
  std::vector<uint8_t> rebased;
};

const auto kTree = FitRule::kNamesAndTree;

const Case kCases[] = {
    {"the same", {"a", "b<0", "c<1"}, {"a", "b<0", "c<1"}, kTree, {0, 1, 2}, JointMatch::kName, true, {0, 0, 0}},
    {"another order", {"a", "b<0", "c<0"}, {"a", "c<0", "b<0"}, kTree, {0, 2, 1}, JointMatch::kName, true, {0, 0, 0}},
    {"case", {"Hips", "Leg<0"}, {"hips", "leg<0"}, kTree, {0, 1}, JointMatch::kNameIgnoringCase, true, {0, 0}},
    {"one more", {"a", "b<0", "x<0"}, {"a", "b<0"}, kTree, {0, 1, -1}, JointMatch::kName, true, {0, 0, 0}},
    {"one less", {"a", "b<0"}, {"a", "x<0", "b<0"}, kTree, {0, 2}, JointMatch::kName, true, {0, 0}},
    {"one between", {"a", "x<0", "b<1"}, {"a", "b<0"}, kTree, {0, -1, 1}, JointMatch::kName, true, {0, 0, 1}},
    {"other names",
     {"a", "b<0", "c<1"},
     {"x", "y<0", "z<1"},
     kTree,
     {0, 1, 2},
     JointMatch::kHierarchy,
     true,
     {0, 0, 0}},
    {"other names in another order",
     {"a", "b<0", "c<1", "d<0"},
     {"x", "y<0", "w<0", "z<1"},
     kTree,
     {0, 1, 3, 2},
     JointMatch::kHierarchy,
     true,
     {0, 0, 0, 0}},
    {"another skeleton",
     {"a", "b<0", "c<1"},
     {"a", "x<0", "y<0", "z<0"},
     kTree,
     {0, -1, -1},
     JointMatch::kName,
     false,
     {0, 0, 0}},
    {"numbers", {"a", "b<0"}, {"", ""}, FitRule::kNumbers, {0, 1}, JointMatch::kNumber, true, {0, 0}},
    {"other numbers",
     {"a", "b<0", "c<0"},
     {"", ""},
     FitRule::kNumbers,
     {-1, -1, -1},
     JointMatch::kUnmatched,
     false,
     {0, 0, 0}},
    {"names alone", {"a", "b<0"}, {"b", "a"}, FitRule::kNames, {1, 0}, JointMatch::kName, true, {0, 0}},
};

TEST(Fit, Table) {
  for (const Case& one : kCases) {
    Scene scene;
    Skeleton skeleton;
    for (const std::string& text : one.joints) {
      const auto [name, parent] = parsed(text);
      skeleton.nodes.push_back(static_cast<uint32_t>(scene.nodes.size()));
      skeleton.parents.push_back(parent);
      scene.nodes.emplace_back().name = name;
    }
    skeleton.joint_count = static_cast<uint32_t>(one.joints.size());
    std::vector<std::string> names;
    std::vector<FitTrack> tracks;
    for (const std::string& text : one.tracks) names.push_back(parsed(text).first);
    for (size_t t = 0; t < names.size(); ++t) {
      tracks.emplace_back().name = names[t];
      tracks.back().parent = parsed(one.tracks[t]).second;
    }
    fit(scene, skeleton, tracks, one.rule);
    std::vector<int> found;
    JointMatch loosest = JointMatch::kUnmatched;
    for (const uint32_t track : skeleton.fit.track) found.push_back(track == kNone ? -1 : static_cast<int>(track));
    for (const JointMatch match : skeleton.fit.match) loosest = std::max(loosest, match);
    EXPECT_EQ(found, one.track) << one.what;
    EXPECT_EQ(loosest, one.loosest) << one.what;
    EXPECT_EQ(skeleton.fit.fits, one.fits) << one.what;
    EXPECT_EQ(skeleton.fit.rebased, one.rebased) << one.what;
  }
}

TEST(Fit, SkinsThatShareJointsAreOneSkeleton) {
  Scene scene;
  for (const uint32_t parent : {kNone, 0u, 1u, kNone, 3u}) {
    Node& node = scene.nodes.emplace_back();
    node.kind = NodeKind::kJoint;
    node.parent = parent;
  }
  for (const std::vector<uint32_t>& joints : {std::vector<uint32_t>{0, 1}, {3, 4}, {2, 1}})
    scene.skins.emplace_back().joints = joints;
  const std::vector<Skeleton> found = skeletons(scene);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].nodes, (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(found[0].parents, (std::vector<int64_t>{-1, 0, 1}));
  EXPECT_EQ(found[1].nodes, (std::vector<uint32_t>{3, 4}));
}

TEST(Fit, NamesThatReadersMakeUp) {
  for (const char* name : {"node 5", "joint 0", "pose 12"}) EXPECT_TRUE(is_made_up(name)) << name;
  for (const char* name : {"node", "node 5a", "node ", "Node 5", "hips", ""}) EXPECT_FALSE(is_made_up(name)) << name;
}

}  // namespace
}  // namespace vitrine
