// What is odd in a binary and does not stop it: each oddity put into a good file by hand, at an offset counted from the
// layout, and what the scene makes of it.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/read/binary_read.h"
#include "formats/qmsh/write/file.h"
#include "session/document.h"
#include "support.h"

namespace vitrine::qmsh::test {
namespace {

BinaryModel good_model(const char* name = "flag_v22.qmsh") {
  const auto bytes = read_bytes(kData / "valid" / name);
  const Limits limits;
  Budget budget(limits.heap_bytes);
  Diagnostics diagnostics;
  auto model = read_binary(bytes, limits, budget, diagnostics);
  EXPECT_TRUE(model.ok());
  return std::move(*model);
}
std::vector<uint8_t> written(const BinaryModel& model) {
  auto bytes = write_binary(model);
  EXPECT_TRUE(bytes.ok());
  return bytes.ok() ? std::move(*bytes) : std::vector<uint8_t>{};
}
/// The model as a still one: no weights, bones, actions, groups.
void make_still(BinaryModel& m) {
  m.flags = 0;
  m.weights.clear(), m.bone_bytes.clear(), m.bones.clear(), m.animations.clear(), m.groups.clear();
  m.header_bones = m.header_animations = m.header_groups = 0;
}

// The file: a header of 88 bytes, 8 vertices of 40, 4 triangles of 6, submeshes at 432, bones at 556, groups at 862,
// the action at 871, the point at 1134, 1230 bytes in all.
constexpr uint64_t kVertices = 88, kVertex = 40, kTriangles = 408, kTriangle = 6, kGroups = 862, kAction = 871,
                   kPoint = 1134, kEnd = 1230;
// Behind the name's length and four letters, the action's length and its count of keys; a time and two bones each.
constexpr uint64_t kKeys = kAction + 1 + 4 + 4 + 2, kKey = 4 + 2 * 40;

struct Oddity {
  const char* what;
  std::function<void(BinaryModel&)> put;
  const Code* code;
  Severity severity;
  uint64_t offset;
  const char* text;
};

TEST(BinaryNotes, NameEachOddityWithItsPlaceAndStillShowTheModel) {
  const Oddity table[] = {
      {"a flag bit that means nothing", [](BinaryModel& m) { m.flags |= 0x80; }, &kFlags, Severity::kWarning, 5,
       "flag bits 128 have no known meaning"},
      {"a null normal", [](BinaryModel& m) { m.normals[2] = glm::vec3(0); }, &kZeroNormal, Severity::kInfo,
       kVertices + 2 * kVertex, "1 normal is not of unit length"},
      {"two weights that are no number",
       [](BinaryModel& m) { m.weights[6] = m.weights[7] = std::numeric_limits<float>::quiet_NaN(); }, &kNanWeight,
       Severity::kWarning, kVertices + 6 * kVertex, "2 weights are NaN"},
      {"a weight above 1", [](BinaryModel& m) { m.weights[7] = 1.5f; }, &kWeightRange, Severity::kWarning,
       kVertices + 7 * kVertex, "1 weight lies outside 0 to 1"},
      {"a bone beyond the two",
       [](BinaryModel& m) {
         m.bone_bytes[5] = {3, 3, 0, 0};
       },
       &kVertexBone, Severity::kWarning, kVertices + 5 * kVertex, "1 vertex names a bone beyond the 2 that exist"},
      {"a triangle without area", [](BinaryModel& m) { m.indices[4] = m.indices[3]; }, &kFlatTriangles, Severity::kInfo,
       kTriangles + kTriangle, "1 triangle has no area"},
      {"corners outside the range of their submesh", [](BinaryModel& m) { m.submeshes[2].min_vertex = 6; },
       &kSubmeshVertices, Severity::kWarning, 0, "1 corner lies outside the vertex range of its submesh"},
      {"submeshes that overlap", [](BinaryModel& m) { m.submeshes[2].first_triangle = 2; }, &kSubmeshCover,
       Severity::kWarning, 432, nullptr},
      {"a wrong sphere", [](BinaryModel& m) { m.radius += 1; }, &kBounds, Severity::kWarning, 20, nullptr},
      {"a wrong box", [](BinaryModel& m) { m.box.max.y -= 0.5f; }, &kBounds, Severity::kWarning, 20, nullptr},
      {"key times that run backwards",
       [](BinaryModel& m) {
         m.animations[0].times_s = {0, 0.5f, 0.25f};
       },
       &kKeyOrder, Severity::kWarning, kKeys + 2 * kKey, nullptr},
      {"a negative key time", [](BinaryModel& m) { m.animations[0].times_s[0] = -1; }, &kKeyOrder, Severity::kWarning,
       kKeys, nullptr},
      {"keys at one time",
       [](BinaryModel& m) {
         m.animations[0].times_s = {0, 0.5f, 0.5f};
       },
       &kEqualKeys, Severity::kInfo, kKeys + 2 * kKey, "1 key shares the time of the key before it"},
      {"rotations of other length", [](BinaryModel& m) { m.animations[0].poses[0].rotation = glm::quat(0, 2, 0, 0); },
       &kQuaternionLength, Severity::kInfo, kKeys + 4 + 12, "2 key rotations are not of unit length"},
      {"a length that is not the last key's", [](BinaryModel& m) { m.animations[0].length_s = 9; }, &kAnimationLength,
       Severity::kWarning, kAction, nullptr},
      {"a negative length", [](BinaryModel& m) { m.animations[0].length_s = -0.5f; }, &kAnimationLength,
       Severity::kWarning, kAction, nullptr},
      {"an action without keys",
       [](BinaryModel& m) {
         m.animations[0].times_s.clear(), m.animations[0].poses.clear();
         m.animations[0].length_s = 0;
       },
       &kAnimationWithoutKeys, Severity::kInfo, kAction, nullptr},
      {"a point bone that was never set", [](BinaryModel& m) { m.points[0].bone = 11761; }, &kPointBone,
       Severity::kInfo, kPoint, nullptr},
      {"an unknown type of point", [](BinaryModel& m) { m.points[0].type = 7; }, &kPointType, Severity::kWarning,
       kPoint, nullptr},
      {"a specular colour that is no number",
       [](BinaryModel& m) { m.submeshes[1].specular.z = std::numeric_limits<float>::quiet_NaN(); }, &kOddValue,
       Severity::kWarning, 0, "1 submesh, bone or point has a number that is NaN or infinite"},
      {"an infinite size and a head that is no number",
       [](BinaryModel& m) {
         m.points[0].size.y = std::numeric_limits<float>::infinity();
         m.bones[1].head.w = std::numeric_limits<float>::quiet_NaN();
       },
       &kOddValue, Severity::kWarning, 0, "2 submeshes, bones or points have a number that is NaN or infinite"},
      {"a group with a bone that is not there", [](BinaryModel& m) { m.groups[0].bones[1] = 3; }, &kGroupBone,
       Severity::kWarning, kGroups, nullptr},
      {"a group counted without bones", [](BinaryModel& m) { make_still(m), m.header_groups = 1; }, &kGroupsWithoutData,
       Severity::kInfo, 18, "1 group is counted, none is stored"},
      {"leaning tangents",
       [](BinaryModel& m) {
         m.flags |= kFlagTangents;
         m.tangents.assign(8, glm::vec3(0)), m.binormals.assign(8, glm::vec3(0));
       },
       &kTangentFrame, Severity::kInfo, kVertices, "8 tangent frames are not orthonormal"},
  };
  for (const Oddity& odd : table) {
    SCOPED_TRACE(odd.what);
    BinaryModel model = good_model();
    odd.put(model);
    const Loaded file = load(written(model), "flag.qmsh");
    ASSERT_TRUE(file.ok) << file.diagnostics.messages().back().text;
    ASSERT_EQ(file.count(*odd.code), 1u);
    const Message& message = *file.find(*odd.code);
    EXPECT_EQ(message.severity, odd.severity);
    if (odd.offset != 0) {
      EXPECT_EQ(message.offset, odd.offset);
    }
    if (odd.text != nullptr) {
      EXPECT_EQ(message.text, odd.text);
    }
    EXPECT_EQ(file.scene.meshes.size(), 1u);
    EXPECT_EQ(file.scene.meshes[0].indices.size() % 3, 0u);
  }
}

TEST(BinaryNotes, WeightsThatAreNoNumberCountAsOne) {
  BinaryModel model = good_model();
  model.weights[6] = std::numeric_limits<float>::quiet_NaN();
  model.bone_bytes[6] = {2, 1, 0, 0};
  const Loaded file = load(written(model), "flag.qmsh");
  const Mesh& mesh = file.scene.meshes[0];
  float upper = 0, all = 0;
  for (uint32_t i = mesh.influence_first[6]; i < mesh.influence_first[7]; ++i) {
    all += mesh.influences[i].weight;
    if (mesh.influences[i].joint == 2) upper += mesh.influences[i].weight;
  }
  EXPECT_EQ(upper, 1);
  EXPECT_EQ(all, 1);
}

TEST(BinaryNotes, PropertiesWithANumberThatIsNoneAreLeftOut) {
  BinaryModel model = good_model();
  const auto names = [](const std::vector<uint8_t>& bytes) {
    const Loaded file = load(bytes, "flag.qmsh");
    std::vector<std::string> found;
    const auto take = [&](const std::vector<Property>& properties) {
      for (const Property& property : properties) {
        found.push_back(property.name);
        for (const double number : property.numbers) EXPECT_TRUE(std::isfinite(number)) << property.name;
      }
    };
    for (const Material& material : file.scene.materials) take(material.properties);
    for (const Node& node : file.scene.nodes) take(node.properties);
    return found;
  };
  std::vector<std::string> wanted = names(written(model));
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
  model.submeshes[0].specular.x = nan;
  model.submeshes[0].specular_intensity = infinite;
  model.bones[0].tail.y = nan;
  model.points[0].rotation.z = -infinite;
  std::vector<std::string> left_out{"specularColor", "specularIntensity", "tail", "rotation"};
  for (const std::string& name : names(written(model))) {
    const auto at = std::find(wanted.begin(), wanted.end(), name);
    ASSERT_NE(at, wanted.end()) << name;
    wanted.erase(at);
  }
  std::sort(wanted.begin(), wanted.end());
  std::sort(left_out.begin(), left_out.end());
  EXPECT_EQ(wanted, left_out);
}

TEST(BinaryNotes, PointsOfBonesThatAreNotThereStandFree) {
  BinaryModel model = good_model();
  model.points[0].bone = 65520;
  const Loaded file = load(written(model), "flag.qmsh");
  EXPECT_TRUE(file.info["points"][0]["bone"].is_null());
  EXPECT_EQ(file.info["points"][0]["boneRaw"], 65520);
  for (const Node& node : file.scene.nodes) {
    if (node.name == "hit") {
      EXPECT_EQ(node.parent, kNone);
    }
  }
}

TEST(BinaryNotes, LaterKeysMoveToTheTimeOfTheOneBefore) {
  BinaryModel model = good_model();
  model.animations[0].times_s = {0, 0.5f, 0.25f};
  const Loaded file = load(written(model), "flag.qmsh");
  EXPECT_EQ(file.scene.clips[0].poses->times_s, (std::vector<double>{0, 0.5, 0.5}));
}

TEST(BinaryNotes, BytesBehindTheEndAreCountedAndIgnored) {
  std::vector<uint8_t> bytes = written(good_model());
  ASSERT_EQ(bytes.size(), kEnd);
  bytes.insert(bytes.end(), {1, 2, 3});
  const Loaded file = load(bytes, "flag.qmsh");
  ASSERT_TRUE(file.ok);
  ASSERT_NE(file.find(kTrailing), nullptr);
  EXPECT_EQ(file.find(kTrailing)->offset, kEnd);
  EXPECT_EQ(file.info["bytesConsumed"], kEnd);
  EXPECT_EQ(file.info["bytes"], kEnd + 3);
}

TEST(BinaryNotes, SectionsOfVersion10AreFollowedWhereTheHeaderSaysTheyStart) {
  auto bytes = read_bytes(kData / "valid" / "flag_v10.qmsh");
  const size_t triangles = bytes[51] | bytes[52] << 8;  // the second of five offsets from 47 on
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(triangles), 0xEE);
  for (size_t i = 1; i < 5; ++i) ++bytes[47 + 4 * i];
  const Loaded file = load(bytes, "flag.qmsh");
  ASSERT_TRUE(file.ok);
  ASSERT_NE(file.find(kOffset), nullptr);
  EXPECT_EQ(file.find(kOffset)->offset, triangles);
  EXPECT_EQ(file.scene.meshes[0].indices.size(), 12u);
}

TEST(BinaryNotes, BonesThatAreCountedWithoutSkinningAreSaid) {
  BinaryModel model = good_model("flag_v10.qmsh");
  make_still(model);
  model.header_bones = 2;
  const Loaded file = load(written(model), "flag.qmsh");
  ASSERT_TRUE(file.ok);
  ASSERT_NE(file.find(kBonesWithoutSkin), nullptr);
  EXPECT_EQ(file.find(kBonesWithoutSkin)->offset, 15u);  // 6 + 2 + 1 and three counts of two bytes
}

TEST(BinaryNotes, MoreBonesThanTheEngineHasRoomForAreSaid) {
  const auto with_bones = [](size_t count) {
    BinaryModel model = good_model();
    model.animations.clear();
    while (model.bones.size() < count) {
      BinaryBone bone = model.bones[0];
      bone.name = "more" + std::to_string(model.bones.size());
      model.bones.push_back(bone);
    }
    model.header_bones = static_cast<uint16_t>(count), model.header_animations = 0;
    return load(written(model), "flag.qmsh");
  };
  EXPECT_EQ(with_bones(64).find(kBoneLimit), nullptr);
  const Loaded more = with_bones(65);
  ASSERT_TRUE(more.ok);
  ASSERT_NE(more.find(kBoneLimit), nullptr);
  EXPECT_EQ(more.find(kBoneLimit)->offset, 12u);  // the fourth count behind magic, version and flags
}

/// Of two bones, version 12 calls the second one 1, the others 2. It stores groups where there are two of them.
TEST(BinaryNotes, BonesOfGroupsAreCountedFrom0InVersion12) {
  for (const auto& [name, second] : {std::pair{"flag_v12.qmsh", uint8_t{1}}, {"flag_v22.qmsh", uint8_t{2}}}) {
    SCOPED_TRACE(name);
    BinaryModel model = good_model(name);
    model.groups.assign(2, {.name = "all", .parent = 0, .bones = {second}});
    model.header_groups = 2;
    EXPECT_EQ(load(written(model), "flag.qmsh").find(kGroupBone), nullptr);
    ++model.groups[0].bones[0];
    EXPECT_NE(load(written(model), "flag.qmsh").find(kGroupBone), nullptr);
  }
}

TEST(BinaryNotes, WeightsWithoutASkeletonAskForTheFileThatHasIt) {
  BinaryModel model = good_model();
  model.flags |= kFlagStatic;
  model.bones.clear(), model.animations.clear(), model.groups.clear();
  const Loaded file = load(written(model), "coat.qmsh");
  ASSERT_TRUE(file.ok) << file.diagnostics.messages().back().text;
  ASSERT_NE(file.find(kSkeletonMissing), nullptr);
  EXPECT_EQ(file.find(kSkeletonMissing)->severity, Severity::kWarning);
  EXPECT_EQ(file.find(kSkeletonMissing)->offset, 5u);
}

TEST(BinaryNotes, TheFileThatHasTheSkeletonMayComeLater) {
  BinaryModel coat = good_model();
  coat.flags |= kFlagStatic;
  coat.bones.clear(), coat.animations.clear(), coat.groups.clear();
  Document document;
  document.add_file("coat.qmsh", written(coat));
  document.add_file("body.qmsh", written(good_model()));
  ASSERT_TRUE(document.load());
  size_t borrowed = 0;
  for (const Message& message : document.diagnostics().messages()) {
    EXPECT_NE(message.code, &kSkeletonMissing);
    borrowed += message.code == &kBorrowedSkeleton && message.source == "coat.qmsh";
  }
  EXPECT_EQ(borrowed, 1u);
}

TEST(BinaryInfo, SaysFlagsGuardsSplitsAndPhysics) {
  BinaryModel model = good_model();
  model.flags |= kFlagSplit;
  for (BinarySubmesh& s : model.submeshes) s.center = {1, 2, 3}, s.radius = 4, s.box = {{-1, 0, 0}, {1, 4, 6}};
  const Loaded split = load(written(model), "flag.qmsh");
  ASSERT_TRUE(split.ok);
  EXPECT_EQ(split.info["flags"], (nlohmann::json{"skinned", "split"}));
  EXPECT_EQ(split.info["split"], true);
  EXPECT_EQ(split.info["submeshes"][1]["split"]["radius"], 4);
  EXPECT_EQ(split.info["submeshes"][1]["split"]["center"], (nlohmann::json{1.0, 2.0, 3.0}));
  EXPECT_EQ(split.info["bytesConsumed"], kEnd + 3 * 40);  // 3f, f, 6f a submesh
  EXPECT_FALSE(split.info.contains("guards"));
  EXPECT_EQ(load(read_bytes(kData / "valid" / "flag_v10.qmsh"), "flag.qmsh").info["guards"], 5);

  make_still(model);
  model.flags = kFlagPhysics;
  model.normals.clear(), model.uv.clear();
  const Loaded physics = load(written(model), "flag.phy");
  ASSERT_TRUE(physics.ok) << physics.diagnostics.messages().back().text;
  EXPECT_EQ(physics.info["physics"], true);
  EXPECT_EQ(physics.scene.meshes[0].positions.size(), 8u);
  EXPECT_EQ(physics.info["sections"][1]["bytes"], 8 * 12);
}

}  // namespace
}  // namespace vitrine::qmsh::test
