// Actions of one file for the models of others, on scenes made by hand.

#include "session/model_files.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "scene/driven.h"
#include "scene/fit_sentences.h"
#include "scene/validate.h"

namespace vitrine {
namespace {

using Info = nlohmann::ordered_json;

struct Joint {
  std::string name;
  int parent = -1;
  glm::vec3 place{0};
};

/// Files in the order in which they were read.
struct Family {
  Scene scene;
  std::vector<ModelFile> models;
  std::vector<Info> infos;
  std::vector<Clip> more;
  Diagnostics diagnostics{64};
  Limits limits;

  Family() { infos.reserve(16); }

  /// A file with these joints, as a skeleton where `skinned`, and a triangle that hangs on all of them where `shows`.
  uint32_t file(const std::string& name, const std::vector<Joint>& joints, bool shows, bool skinned = true) {
    ModelFile model;
    model.file = static_cast<uint32_t>(scene.files.size());
    scene.files.push_back({name, 1, "mesh", "gltf"});
    model.part.first = sizes_of(scene);
    const uint32_t first = model.part.first.nodes;
    Skin skin;
    for (const Joint& joint : joints) {
      Node node;
      node.name = joint.name;
      node.kind = skinned ? NodeKind::kJoint : NodeKind::kEmpty;
      node.parent = joint.parent < 0 ? kNone : first + static_cast<uint32_t>(joint.parent);
      node.local.translation = joint.place;
      skin.joints.push_back(static_cast<uint32_t>(scene.nodes.size()));
      scene.nodes.push_back(node);
    }
    skin.joint_from_bind.assign(skin.joints.size(), glm::mat4(1));
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, shows ? glm::vec3(0, 1, 0) : glm::vec3(2, 0, 0)};
    mesh.indices = {0, 1, 2};
    mesh.primitives = {{0, 3, kNone, ""}};
    Node body;
    body.name = name + " body";
    body.kind = NodeKind::kMesh;
    body.mesh = static_cast<uint32_t>(scene.meshes.size());
    if (skinned) {
      body.skin = static_cast<uint32_t>(scene.skins.size());
      scene.skins.push_back(skin);
      mesh.influence_first = {0, 1, 2, 3};
      for (int i = 0; i < 3; ++i) mesh.influences.push_back({0, 1, mesh.positions[static_cast<size_t>(i)]});
    } else {
      body.parent = first;
    }
    scene.meshes.push_back(mesh);
    scene.nodes.push_back(body);
    model.part.end = sizes_of(scene);
    infos.emplace_back(Info::object());
    models.push_back(model);
    return model.file;
  }

  /// An action that moves these joints of a file to x = 1, 2 ... by curves of one key.
  void action(uint32_t file, const std::string& name, const std::vector<std::string>& joints) {
    Clip clip;
    clip.name = name;
    clip.file = file;
    float x = 0;
    for (const std::string& joint : joints) {
      Curve curve;
      curve.target = node(file, joint);
      curve.channel = Channel::kTranslation;
      curve.path = "translation";
      Key key;
      key.value = static_cast<double>(++x);
      curve.keys = {key};
      clip.curves.push_back(curve);
    }
    scene.clips.push_back(clip);
  }
  /// The same by key poses.
  void poses(uint32_t file, const std::string& name, const std::vector<std::string>& joints) {
    Clip clip;
    clip.name = name;
    clip.file = file;
    KeyPoses& poses = clip.poses.emplace();
    poses.times_s = {0};
    for (const std::string& joint : joints) {
      poses.nodes.push_back(node(file, joint));
      Transform transform;
      transform.translation.x = static_cast<float>(poses.nodes.size());
      poses.transforms.push_back(transform);
    }
    scene.clips.push_back(clip);
  }

  uint32_t node(uint32_t file, const std::string& name) const {
    const ScenePart& part = models[file].part;
    for (uint32_t n = part.first.nodes; n < part.end.nodes; ++n) {
      if (scene.nodes[n].name == name) return n;
    }
    return kNone;
  }

  void share() {
    for (size_t i = 0; i < models.size(); ++i) models[i].info = &infos[i], models[i].name = scene.files[i].name;
    const Status status = share_actions(scene, models, limits, diagnostics, more);
    EXPECT_TRUE(status.ok()) << status.error().message();
    for (Node& node : scene.nodes) EXPECT_TRUE(node.parent == kNone || node.parent < scene.nodes.size());
    EXPECT_TRUE(validate(scene).ok()) << validate(scene).error().message();
  }
  bool has(const Code& code) const {
    for (const auto& message : diagnostics.messages()) {
      if (message.code == &code) return true;
    }
    return false;
  }
  /// "name=x" of every node that the clip moves, by curves or by its first key pose.
  std::string moved(size_t clip) const {
    std::string out;
    const auto add = [&](uint32_t node, double x) {
      out += (out.empty() ? "" : " ") + scene.nodes[node].name + "=" + std::to_string(static_cast<int>(x));
    };
    for (const Curve& curve : scene.clips[clip].curves) add(curve.target, curve.keys[0].value);
    if (scene.clips[clip].poses) {
      const KeyPoses& poses = *scene.clips[clip].poses;
      for (size_t i = 0; i < poses.nodes.size(); ++i)
        add(poses.nodes[i], static_cast<double>(poses.transforms[i].translation.x));
    }
    return out;
  }
};

const std::vector<Joint> kArm = {{"root"}, {"arm", 0, {0, 3, 0}}, {"tip", 1, {0, 3, 0}}};

TEST(ShareActions, AFileOfActionsMovesTheModelAndIsTakenOut) {
  Family family;
  family.file("hero", kArm, true);
  const uint32_t anims = family.file("anims", kArm, false);
  family.action(anims, "wave", {"arm", "tip"});
  family.share();
  EXPECT_EQ(family.moved(0), "arm=1 tip=2");
  EXPECT_EQ(family.scene.clips[0].curves[0].target, 1u);
  EXPECT_EQ(family.scene.nodes.size(), 4u);
  EXPECT_EQ(family.scene.meshes.size(), 1u);
  EXPECT_EQ(family.scene.skins.size(), 1u);
  EXPECT_TRUE(family.models[1].gives_actions_only);
  EXPECT_EQ(family.scene.files[1].role, "animation");
  EXPECT_TRUE(family.has(kActionsOnly));
  EXPECT_FALSE(family.has(kFitPartial));
  EXPECT_EQ(family.infos[1]["fit"][0]["matched"], 3);
}

TEST(ShareActions, TheFileOfActionsMayComeFirst) {
  Family family;
  const uint32_t anims = family.file("anims", kArm, false);
  family.action(anims, "wave", {"tip"});
  family.file("hero", kArm, true);
  family.share();
  EXPECT_EQ(family.moved(0), "tip=1");
  EXPECT_EQ(family.scene.clips[0].curves[0].target, 2u);
  EXPECT_EQ(family.scene.nodes.size(), 4u);
}

TEST(ShareActions, JointsAreFoundByNameWhateverTheirOrderAndNumber) {
  Family family;
  family.file("hero", {{"root"}, {"left", 0}, {"right", 0}, {"cape", 0}}, true);
  const uint32_t anims = family.file("anims", {{"root"}, {"right", 0}, {"left", 0}, {"tail", 0}, {"tip", 3}}, false);
  family.action(anims, "wave", {"left", "tail"});
  family.share();
  EXPECT_EQ(family.moved(0), "left=1");
  EXPECT_TRUE(family.has(kFitPartial));  // the cape rests
  EXPECT_TRUE(family.has(kNotCarried));  // the tail
  EXPECT_EQ(family.infos[1]["fit"][0]["unusedTracks"], Info({"tail", "tip"}));
}

TEST(ShareActions, AMeshOfAThousandthOfTheBonesStandsIn) {
  Family family;
  family.file("hero", kArm, true);
  const uint32_t anims = family.file("anims", kArm, true);
  for (glm::vec3& position : family.scene.meshes[1].positions) position *= 1e-3f;
  family.action(anims, "wave", {"arm"});
  family.share();
  EXPECT_EQ(family.moved(0), "arm=1");
  EXPECT_EQ(family.scene.meshes.size(), 1u);
}

TEST(ShareActions, OtherNamesInTheSameTreeWarn) {
  Family family;
  family.file("hero", kArm, true);
  const uint32_t anims = family.file("anims", {{"a"}, {"b", 0, {0, 3, 0}}, {"c", 1, {0, 3, 0}}}, false);
  family.action(anims, "wave", {"b"});
  family.share();
  EXPECT_EQ(family.moved(0), "arm=1");
  EXPECT_TRUE(family.has(kFitNames));
}

TEST(ShareActions, NamesThatAReaderMadeUpAreNumbers) {
  Family family;
  family.file("hero", {{"joint 0"}, {"joint 1", 0}}, true);
  const uint32_t anims = family.file("anims", {{"joint 0"}, {"joint 1", 0}}, false);
  family.action(anims, "wave", {"joint 1"});
  family.share();
  EXPECT_EQ(family.moved(0), "joint 1=1");
  EXPECT_TRUE(family.has(kFitNumbers));
}

TEST(ShareActions, SeveralModelsPlayOneFile) {
  Family family;
  family.file("body", kArm, true);
  family.file("gun", kArm, true);
  const uint32_t anims = family.file("anims", kArm, false);
  family.poses(anims, "wave", {"root", "arm", "tip"});
  family.share();
  EXPECT_EQ(family.moved(0), "root=1 root=1 arm=2 arm=2 tip=3 tip=3");
  EXPECT_EQ(family.scene.clips[0].poses->nodes, (std::vector<uint32_t>{0, 4, 1, 5, 2, 6}));
}

TEST(ShareActions, ModelsThatShowShareTheirActionsAndKeepThem) {
  Family family;
  const uint32_t hero = family.file("hero", kArm, true), twin = family.file("twin", kArm, true);
  family.action(hero, "wave", {"arm", "tip"});
  family.action(twin, "wave", {"tip"});
  family.share();
  EXPECT_EQ(family.moved(0), "arm=1 tip=2 arm=1 tip=2");
  EXPECT_EQ(family.moved(1), "tip=1 tip=1");
  EXPECT_EQ(family.scene.clips[0].name, "wave");
  EXPECT_EQ(family.scene.clips[1].name, "twin:wave");
  EXPECT_EQ(family.scene.nodes.size(), 8u);
  EXPECT_EQ(family.scene.files[1].role, "mesh");
}

TEST(ShareActions, ModelsOfOtherFamiliesAreLeftAlone) {
  Family family;
  const uint32_t gun = family.file("gun", {{"root"}, {"barrel", 0}}, true);
  family.file("hero", {{"root"}, {"hips", 0}, {"chest", 1}, {"head", 2}}, true);
  family.action(gun, "fire", {"root", "barrel"});
  family.share();
  EXPECT_EQ(family.moved(0), "root=1 barrel=2");
  EXPECT_TRUE(family.diagnostics.messages().empty());
}

TEST(ShareActions, AFileNamedForItsActionsShowsNothingOfItsOwn) {
  Family family;
  family.file("hero", kArm, true);
  const uint32_t anims = family.file("anims", kArm, true);
  family.action(anims, "wave", {"arm"});
  family.models[1].named_for_actions = true;
  family.share();
  EXPECT_EQ(family.moved(0), "arm=1");
  EXPECT_EQ(family.scene.meshes.size(), 1u);
}

TEST(ShareActions, AFileNamedForActionsThatHasNoneShowsNothingEither) {
  Family family;
  family.file("hero", kArm, true);
  family.file("anims", kArm, true);
  family.models[1].named_for_actions = true;
  family.share();
  EXPECT_EQ(family.scene.meshes.size(), 1u);
  EXPECT_TRUE(family.has(kActionsOnly));
}

TEST(ShareActions, AFileWhoseSkeletonAnotherUsesStays) {
  Family family;
  const uint32_t bones = family.file("bones", kArm, false);
  family.file("mesh", {{"unused"}}, true);
  family.file("twin", kArm, true);
  family.scene.skins[1].joints = {0};
  family.action(bones, "wave", {"arm"});
  family.models[0].named_for_actions = true;
  family.share();
  EXPECT_EQ(family.scene.nodes.size(), 10u);
  EXPECT_EQ(family.moved(0), "arm=1 arm=1");
}

TEST(ShareActions, ActionsOfAnotherSkeletonCannotPlay) {
  Family family;
  family.file("hero", kArm, true);
  const uint32_t spider = family.file("spider", {{"leg"}, {"foot", 0}}, true);
  family.action(spider, "walk", {"leg", "foot"});
  family.models[1].named_for_actions = true;
  family.share();
  EXPECT_FALSE(family.scene.clips[0].playable);
  EXPECT_FALSE(family.scene.clips[0].why_not.empty());
  EXPECT_EQ(family.scene.meshes.size(), 1u);
}

TEST(ShareActions, PlainNodesMoveByTheirNames) {
  Family family;
  family.file("robot", {{"base"}, {"turret", 0}, {"gun", 1}}, true, false);
  const uint32_t anims = family.file("anims", {{"base"}, {"turret", 0}, {"gun", 1}}, false, false);
  family.action(anims, "turn", {"turret"});
  family.share();
  EXPECT_EQ(family.moved(0), "turret=1");
  EXPECT_EQ(family.scene.meshes.size(), 1u);
}

TEST(ShareActions, OfSkeletonsWithEqualNamesTheOneThatMovesCounts) {
  Family family;
  family.file("hero", kArm, true);
  const uint32_t anims =
      family.file("anims", {{"root"}, {"arm", 0}, {"tip", 1}, {"root"}, {"arm", 3}, {"tip", 4}}, false);
  family.action(anims, "first", {"arm"});
  family.action(anims, "second", {"arm"});
  family.scene.clips[1].curves[0].target += 3;
  family.share();
  EXPECT_EQ(family.moved(0), "arm=1");
  EXPECT_EQ(family.moved(1), "arm=1");
}

TEST(ShareActions, ATrackUnderAnotherParentKeepsThePlaceOfTheJointInModelSpace) {
  Family family;
  family.file("hero", {{"root"}, {"arm", 0, {0, 3, 0}}, {"tip", 1, {0, 3, 0}}, {"ear", 0}}, true);
  const uint32_t anims =
      family.file("anims", {{"root"}, {"arm", 0, {0, 3, 0}}, {"tip", 0, {0, 6, 0}}, {"ear", 0}}, false);
  family.poses(anims, "wave", {"root", "arm", "tip"});
  family.share();
  // root 1, arm 1 + 2, tip 1 + 3 in the file: below the arm, tip is at 4 - 3.
  EXPECT_EQ(family.moved(0), "root=1 arm=2 tip=1");
  EXPECT_TRUE(family.has(kFitParents));
}

TEST(ShareActions, RestPosesThatDifferAreMeasured) {
  Family family;
  family.file("child", {{"root"}, {"arm", 0, {0, 2, 0}}, {"tip", 1, {0, 2.5f, 0}}}, true);
  const uint32_t anims = family.file("adult", kArm, false);
  family.action(anims, "wave", {"arm"});
  family.share();
  const Info& rest = family.infos[1]["fit"][0]["restPose"];
  EXPECT_NEAR(rest["translation"].get<double>(), 1, 1e-6);
  EXPECT_EQ(rest["moved"], "arm");
  EXPECT_EQ(rest["degrees"], 0);
  EXPECT_TRUE(family.has(kFitRestPose));
}

TEST(ShareActions, ShapesAreFoundByName) {
  Family family;
  const auto add_shapes = [&](uint32_t file, const std::vector<std::string>& names) {
    Mesh& mesh = family.scene.meshes[family.models[file].part.first.meshes];
    for (const std::string& name : names) mesh.shapes.push_back({name, 0, 0, mesh.positions});
  };
  const uint32_t hero = family.file("hero", kArm, true), anims = family.file("anims", kArm, false);
  family.scene.nodes[7].name = "hero body";
  add_shapes(hero, {"Basis", "smile", "blink"});
  add_shapes(anims, {"Basis", "blink", "frown"});
  family.action(anims, "face", {"arm"});
  for (const uint32_t shape : {1u, 2u}) {
    Curve curve = family.scene.clips[0].curves[0];
    curve.target_kind = TargetKind::kShape;
    curve.target = 1;
    curve.sub_target = shape;
    curve.channel = Channel::kOther;
    family.scene.clips[0].curves.push_back(curve);
  }
  family.share();
  ASSERT_EQ(family.scene.clips[0].curves.size(), 2u);
  EXPECT_EQ(family.scene.clips[0].curves[1].target, 0u);
  EXPECT_EQ(family.scene.clips[0].curves[1].sub_target, 2u);  // blink
  EXPECT_TRUE(family.has(kNotCarried));                       // frown
}

TEST(ShareActions, ACameraThatFliesStaysOne) {
  Family family;
  family.file("hero", kArm, true);
  const uint32_t flight = family.file("flight", {{"Camera"}}, false, false);
  family.action(flight, "fly", {"Camera"});
  family.share();
  EXPECT_EQ(family.moved(0), "Camera=1");
  EXPECT_EQ(family.scene.nodes.size(), 6u);
  EXPECT_TRUE(family.diagnostics.messages().empty());
}

TEST(ShareActions, TooMuchToFitIsALimit) {
  Family family;
  std::vector<Joint> joints;
  for (int i = 0; i < 4000; ++i) joints.push_back({"joint" + std::to_string(i), i - 1});
  for (int i = 0; i < 16; ++i) family.action(family.file("m" + std::to_string(i), joints, true), "walk", {"joint0"});
  for (int i = 0; i < 16; ++i) family.models[static_cast<size_t>(i)].info = &family.infos[static_cast<size_t>(i)];
  family.limits.heap_bytes = 1 << 20;
  const Status status = share_actions(family.scene, family.models, family.limits, family.diagnostics, family.more);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), &kLimitMemory);
  EXPECT_TRUE(validate(family.scene).ok());
}

TEST(ClipsThatReach, OnesThatMoveWhatNothingHangsOnDoNot) {
  Family family;
  const uint32_t hero = family.file("hero", {{"root"}, {"arm", 0}}, true, false);
  Node lonely;
  lonely.name = "lonely";
  family.scene.nodes.push_back(lonely);
  family.models[0].part.end = sizes_of(family.scene);
  family.action(hero, "walk", {"root"});
  family.action(hero, "idle", {"lonely"});
  family.action(hero, "nothing", {});
  EXPECT_EQ(clips_that_reach(family.scene), (std::vector<uint8_t>{1, 0, 0}));
}

}  // namespace
}  // namespace vitrine
