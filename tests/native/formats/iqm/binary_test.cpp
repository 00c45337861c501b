// A small model whose numbers are known by hand, and one fault at a time.

#include <cmath>
#include <limits>

#include "formats/iqm/full/sections.h"
#include "scene/fit_sentences.h"
#include "support.h"

namespace vitrine::iqm::test {
namespace {

TEST(IqmBinary, ASmallModelIsReadAsItStands) {
  const Loaded loaded = load(Small().bytes);
  ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
  ASSERT_TRUE(validate(loaded.scene).ok());
  EXPECT_TRUE(loaded.diagnostics.messages().empty());
  const Scene& scene = loaded.scene;
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.nodes[0].name, "root");
  EXPECT_EQ(scene.nodes[1].name, "tip");
  EXPECT_EQ(scene.nodes[1].parent, 0u);
  EXPECT_EQ(scene.nodes[2].mesh, 0u);
  EXPECT_EQ(scene.meshes[0].indices, (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(scene.meshes[0].primitives[0].name, "root");
  EXPECT_EQ(scene.materials[0].name, "mat");
  EXPECT_EQ(scene.textures[0].candidates[1], "mat.png");
  EXPECT_EQ(scene.axes.up, Up::kZ);
  EXPECT_EQ(scene.axes.front_face, FrontFace::kClockwise);
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_EQ(scene.clips[0].name, "move");
  EXPECT_DOUBLE_EQ(scene.clips[0].duration_s, 0.1);
  const Posed half = pose_at(scene, &scene.clips[0], 0.05);
  EXPECT_NEAR(half.positions[0].x, 0, 1e-7);
  EXPECT_NEAR(half.positions[1].x, 0.5, 1e-7);
  EXPECT_NEAR(half.positions[2].z, 2, 1e-7);
}

TEST(IqmBinary, ALoopingActionEndsWhereItBegan) {
  const Loaded loaded = load(Small().u32(Small::kAnim + 16, 1).bytes);
  ASSERT_TRUE(loaded.status.ok());
  const Clip& clip = loaded.scene.clips[0];
  EXPECT_DOUBLE_EQ(clip.duration_s, 0.2);
  EXPECT_NEAR(pose_at(loaded.scene, &clip, 0.15).positions[1].x, 0.5, 1e-6);
  EXPECT_NEAR(pose_at(loaded.scene, &clip, 0.2).positions[1].x, 0, 1e-6);
}

TEST(IqmBinary, TheFirstJointCarriesTheRootMotion) {
  const Loaded loaded = load(Small().bytes);
  ASSERT_EQ(loaded.scene.clips.size(), 1u);
  EXPECT_EQ(loaded.scene.nodes.at(loaded.scene.clips[0].root_node).name, "root");
}

TEST(IqmBinary, HalvesAreNumbersOf16Bits) {
  // Sign, five bits of exponent with a bias of 15, ten bits of the part behind the point; 31 is no number.
  struct Half {
    uint16_t bits;
    double value;
  };
  for (const Half& half : {Half{0x3E00, 1.5}, Half{0xC000, -2}, Half{0x0001, 0x1p-24}, Half{0x7BFF, 65504}}) {
    Small small;
    small.u32(Small::kArrays + 8, 6);
    std::memcpy(&small.bytes[Small::kPositions + 2], &half.bits, 2);
    const Loaded loaded = load(small.bytes);
    ASSERT_TRUE(loaded.status.ok());
    EXPECT_EQ(loaded.scene.meshes[0].positions[0].y, half.value);
  }
  for (const uint16_t bits : {0x7C00, 0xFC00, 0x7E00}) {  // the infinities and a NaN
    Small small;
    small.u32(Small::kArrays + 8, 6);
    std::memcpy(&small.bytes[Small::kPositions + 2], &bits, 2);
    const Loaded loaded = load(small.bytes);
    ASSERT_TRUE(loaded.status.ok());
    EXPECT_TRUE(loaded.has(kNumbers, Small::kPositions + 2));
    EXPECT_EQ(loaded.scene.meshes[0].positions[0].y, 0);
  }
}

TEST(IqmBinary, ARateOfNothingIs25) {
  const Loaded loaded = load(Small().f32s(Small::kAnim + 12, {0}).bytes);
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_DOUBLE_EQ(loaded.scene.clips[0].duration_s, 1 / 25.0);
}

struct Fault {
  const char* what;
  std::function<void(Small&)> make;
  const Code* code;
  uint64_t offset;
};

TEST(IqmBinary, EachFaultStandsAtItsField) {
  using S = Small;
  const std::vector<Fault> faults = {
      {"magic", [](S& s) { s.bytes[0] = 'X'; }, &kMagic, 0},
      {"header", [](S& s) { s.bytes.resize(100); }, &kTruncated, 100},
      {"version", [](S& s) { s.u32(16, 3); }, &kVersion, 16},
      {"count without place", [](S& s) { s.u32(offset_of(kJointsAt), 0); }, &kMissing, 72},
      {"part in the header", [](S& s) { s.u32(offset_of(kMeshesAt), 16); }, &kRange, 40},
      {"part past the end", [](S& s) { s.u32(offset_of(kMeshesAt), S::kSize - 20); }, &kRange, 40},
      {"product that wraps", [](S& s) { s.u32(offset_of(kMeshCount), 0x0AAAAAAB); }, &kRange, 40},
      {"frames cut", [](S& s) { s.bytes.pop_back(); }, &kRange, 100},
      {"frames without bytes",
       [](S& s) { s.u32(S::kPoses + 92, 0).u32(offset_of(kChannelCount), 0).u32(offset_of(kFrameCount), 0xFFFFFFFF); },
       &kLimitCount, 92},
      {"number format", [](S& s) { s.u32(S::kArrays + 8, 9); }, &kArrayFormat, S::kArrays + 8},
      {"no components", [](S& s) { s.u32(S::kArrays + 12, 0); }, &kComponents, S::kArrays + 12},
      {"flat positions", [](S& s) { s.u32(S::kArrays + 12, 2); }, &kComponents, S::kArrays + 12},
      {"array past the end", [](S& s) { s.u32(S::kArrays + 16, S::kSize - 4); }, &kRange, S::kArrays + 16},
      {"no positions", [](S& s) { s.u32(S::kArrays, 9); }, &kPosition, 44},
      {"index", [](S& s) { s.u32(S::kTriangle + 8, 3); }, &kIndex, S::kTriangle + 8},
      {"vertices of a mesh", [](S& s) { s.u32(S::kMesh + 8, 1); }, &kMeshRange, S::kMesh + 8},
      {"triangles of a mesh", [](S& s) { s.u32(S::kMesh + 16, 0xFFFFFFFF); }, &kMeshRange, S::kMesh + 16},
      {"parent", [](S& s) { s.u32(S::kJoints + 52, 2); }, &kParent, S::kJoints + 52},
      {"own parent", [](S& s) { s.u32(S::kJoints + 52, 1); }, &kCycle, S::kJoints + 52},
      {"own parent of a pose", [](S& s) { s.u32(S::kPoses + 88, 1); }, &kCycle, S::kPoses + 88},
      {"channels", [](S& s) { s.u32(S::kPoses + 92, 3); }, &kFrameChannels, 96},
      {"frames of an action", [](S& s) { s.u32(S::kAnim + 4, 1); }, &kAnimRange, S::kAnim + 4},
  };
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.what);
    Small small;
    fault.make(small);
    const Loaded loaded = load(small.bytes);
    ASSERT_FALSE(loaded.status.ok());
    EXPECT_EQ(loaded.status.error().code(), fault.code) << loaded.status.error().code()->id;
    EXPECT_EQ(loaded.status.error().offset(), fault.offset);
    EXPECT_FALSE(loaded.status.error().message().empty());
    EXPECT_TRUE(loaded.scene.nodes.empty() && loaded.scene.clips.empty());
  }
}

TEST(IqmBinary, WhatCanBeShownIsShownAndToldOf) {
  using S = Small;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Fault> faults = {
      {"file size", [](S& s) { s.u32(20, 1); }, &kFileSize, 20},
      {"text in the header", [](S& s) { s.u32(offset_of(kTextAt), 16); }, &kOptional, offset_of(kTextAt)},
      {"text without a place", [](S& s) { s.u32(offset_of(kTextAt), 0); }, &kOptional, offset_of(kTextAt)},
      {"text past the end", [](S& s) { s.u32(offset_of(kTextCount), 5000); }, &kOptional, offset_of(kTextAt)},
      {"comment past the end",
       [](S& s) { s.u32(offset_of(kCommentCount), 50).u32(offset_of(kCommentAt), S::kSize - 20); }, &kOptional,
       offset_of(kCommentAt)},
      {"comment beyond the file",
       [](S& s) { s.u32(offset_of(kCommentCount), 50).u32(offset_of(kCommentAt), 0xFFFFFFFF); }, &kOptional,
       offset_of(kCommentAt)},
      {"comment without a place", [](S& s) { s.u32(offset_of(kCommentCount), 50); }, &kOptional, offset_of(kCommentAt)},
      {"boxes past the end", [](S& s) { s.u32(offset_of(kBoundsAt), S::kSize - 8); }, &kOptional, offset_of(kBoundsAt)},
      {"boxes in the header", [](S& s) { s.u32(offset_of(kBoundsAt), 4); }, &kOptional, offset_of(kBoundsAt)},
      {"adjacency past the end", [](S& s) { s.u32(offset_of(kAdjacencyAt), S::kSize - 8); }, &kOptional,
       offset_of(kAdjacencyAt)},
      {"a game's array past the end", [](S& s) { s.u32(S::kArrays + 40, 16).u32(S::kArrays + 56, S::kSize - 2); },
       &kOptional, S::kArrays + 56},
      {"order", [](S& s) { s.u32(S::kArrays + 20, 6).u32(S::kArrays + 40, 5); }, &kArrayOrder, S::kArrays + 40},
      {"two of a type", [](S& s) { s.u32(S::kArrays + 40, 4); }, &kArrayTwice, S::kArrays + 40},
      {"joints alone", [](S& s) { s.u32(S::kArrays + 40, 9); }, &kBlendHalf, S::kArrays + 20},
      {"foreign vertex", [](S& s) { s.u32(S::kMesh + 12, 2); }, &kForeignVertex, S::kTriangle + 8},
      {"position", [&](S& s) { s.f32s(S::kPositions + 4, {nan}); }, &kNumbers, S::kPositions + 4},
      {"name", [](S& s) { s.u32(S::kMesh, 99); }, &kString, S::kMesh},
      {"no weight", [](S& s) { s.bytes[S::kWeights] = 0; }, &kNoWeights, S::kWeights},
      {"half a weight", [](S& s) { s.bytes[S::kWeights + 4] = 128; }, &kWeightSum, S::kWeights + 4},
      {"joint of a vertex", [](S& s) { s.bytes[S::kIndexes + 8] = 7; }, &kBlendIndex, S::kIndexes + 8},
      {"bind pose", [&](S& s) { s.f32s(S::kJoints + 8, {nan}); }, &kJoint, S::kJoints + 8},
      {"quaternion", [](S& s) { s.f32s(S::kJoints + 32, {0}); }, &kJoint, S::kJoints + 20},
      {"flat joint",
       [](S& s) {
         s.f32s(S::kJoints + 48 + 36, {0, 0, 0});
       },
       &kJoint, S::kJoints + 48},
      {"pose", [&](S& s) { s.f32s(S::kPoses + 8, {nan}); }, &kPoseNumbers, S::kPoses + 8},
      {"mask", [](S& s) { s.u32(S::kPoses + 92, 1025); }, &kPoseMask, S::kPoses + 92},
      {"pose's parent", [](S& s) { s.u32(S::kPoses + 88, 0xFFFFFFFF); }, &kPoseParent, S::kPoses + 88},
      {"rate", [&](S& s) { s.f32s(S::kAnim + 12, {nan}); }, &kRate, S::kAnim + 12},
      {"flags", [](S& s) { s.u32(S::kAnim + 16, 2); }, &kActionFlags, S::kAnim + 16},
      {"extension", [](S& s) { s.u32(116, 1).u32(120, 4000); }, &kExtension, 120},
  };
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.what);
    Small small;
    fault.make(small);
    const Loaded loaded = load(small.bytes);
    ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
    EXPECT_TRUE(validate(loaded.scene).ok()) << validate(loaded.scene).error().message();
    EXPECT_TRUE(loaded.has(*fault.code, fault.offset)) << fault.code->id;
    EXPECT_EQ(loaded.scene.meshes[0].indices.size(), 3u);
  }
}

TEST(IqmBinary, NoPrefixOpens) {
  const Bytes whole = Small().bytes;
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(load(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))).status.ok()) << size;
}

TEST(IqmBinary, AnimationsAloneFitByTheirPoseCount) {
  Small alone;  // the same file without its mesh, arrays, triangles and joints
  for (const Field field : {kMeshCount, kArrayCount, kVertexCount, kTriangleCount, kJointCount})
    alone.u32(offset_of(field), 0);
  Loaded loaded = load(Small().bytes);
  load_into(loaded, alone.bytes, "models/walk.iqm");
  ASSERT_TRUE(loaded.status.ok());
  ASSERT_EQ(loaded.scene.clips.size(), 2u);
  EXPECT_EQ(loaded.scene.clips[1].name, "walk:move");
  EXPECT_NEAR(pose_at(loaded.scene, &loaded.scene.clips[1], 0.1).positions[1].x, 1, 1e-6);

  Small one = alone;  // one pose for two joints
  one.u32(offset_of(kPosesAt), Small::kPoses + 88).u32(offset_of(kPoseCountField), 1);
  one.u32(Small::kPoses + 88, 0xFFFFFFFF);
  Loaded other = load(Small().bytes);
  load_into(other, one.bytes, "one.iqm");
  ASSERT_TRUE(other.status.ok());
  EXPECT_FALSE(other.scene.clips[1].playable);
  EXPECT_TRUE(other.has(kMovesNothing, Small::kPoses + 88));
  EXPECT_TRUE(validate(other.scene).ok());

  const Loaded skeleton = load(alone.bytes);
  ASSERT_TRUE(skeleton.status.ok());
  ASSERT_EQ(skeleton.scene.nodes.size(), 2u);
  EXPECT_EQ(skeleton.scene.nodes[1].parent, 0u);
  EXPECT_NEAR(pose_at(skeleton.scene, &skeleton.scene.clips[0], 0.1).worlds[1][3].x, 1, 1e-6);
}

/// With `events` of one text and as many blocks over all of them as asked for.
Bytes with_events(uint32_t events, uint32_t blocks, const std::string& text) {
  Small small;
  const auto append = [&](std::string_view bytes) {
    const uint64_t at = small.bytes.size();
    small.bytes.insert(small.bytes.end(), bytes.begin(), bytes.end());
    small.bytes.resize((small.bytes.size() + 3) / 4 * 4);
    return at;
  };
  const std::string strings = std::string("\0root\0tip\0move\0mat\0\0FTE_EVENT\0", 30) + text + '\0';
  small.u32(offset_of(kTextAt), append(strings)).u32(offset_of(kTextCount), strings.size());
  const uint64_t first = append(std::string(16 * size_t{events}, '\0'));
  for (uint32_t i = 0; i < events; ++i) small.u32(first + 16 * i + 12, 30);
  const uint64_t records = append(std::string(16 * size_t{blocks}, '\0'));
  for (uint32_t i = 0; i < blocks; ++i) {
    const uint64_t at = records + 16 * i;
    small.u32s(at, {20, 16 * uint64_t{events}, first, i + 1 < blocks ? at + 16 : 0});
  }
  small.u32(offset_of(kExtensionsAt), records).u32(offset_of(kExtensionCount), blocks);
  return small.u32(offset_of(kFileSizeField), small.bytes.size()).bytes;
}

TEST(IqmBinary, BlocksThatLieOnOneAnotherArePaidForEach) {
  const Loaded few = load(with_events(3, 2, "step"));
  ASSERT_TRUE(few.status.ok()) << few.status.error().message();
  ASSERT_EQ(few.info["extensions"].size(), 2u);
  ASSERT_EQ(few.info["extensions"][1]["events"].size(), 3u);
  EXPECT_EQ(few.info["extensions"][1]["events"][2]["text"], "step");
  const Loaded many = load(with_events(3000, 3000, "step"));
  ASSERT_FALSE(many.status.ok());
  EXPECT_EQ(many.status.error().code(), &kLimitMemory);
}

TEST(IqmBinary, AnEventHasTheBeginningOfItsText) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "\xC3\xA9";
  const Loaded loaded = load(with_events(1, 1, text));
  ASSERT_TRUE(loaded.status.ok());
  EXPECT_EQ(loaded.info["extensions"][0]["events"][0]["text"], text.substr(0, 254));
  EXPECT_TRUE(loaded.diagnostics.messages().empty());
}

TEST(IqmBinary, ANameIsPaidForByEveryActionThatHasIt) {
  Small small;
  const uint64_t anims = small.bytes.size();
  constexpr uint32_t kActions = 2000, kLength = 100000;
  small.bytes.resize(anims + 20 * kActions);
  for (uint64_t i = 0; i < kActions; ++i) small.u32s(anims + 20 * i, {0, 0, 2}).f32s(anims + 20 * i + 12, {10});
  const uint64_t text = small.bytes.size();
  small.bytes.resize(text + kLength, 'n');
  small.bytes.push_back(0);
  small.u32s(Small::kMesh, {kLength, kLength}).u32(Small::kJoints, kLength).u32(Small::kJoints + 48, kLength);
  small.u32(offset_of(kTextAt), text).u32(offset_of(kTextCount), kLength + 1).u32(offset_of(kAnimsAt), anims);
  EXPECT_TRUE(load(small.u32(offset_of(kAnimCount), 20).bytes).status.ok());
  const Loaded many = load(small.u32(offset_of(kAnimCount), kActions).bytes);
  ASSERT_FALSE(many.status.ok());
  EXPECT_EQ(many.status.error().code(), &kLimitMemory);
}

TEST(IqmBinary, ArraysThatLieOnOneAnotherArePaidForEach) {
  Small small;
  const uint64_t records = small.bytes.size();
  constexpr uint32_t kArrays = 3000;
  small.bytes.resize(records + 20 * kArrays);
  for (uint64_t i = 0; i < kArrays; ++i) small.u32s(records + 20 * i, {0, 0, 7, 3, Small::kPositions});
  small.u32(offset_of(kArraysAt), records).u32(offset_of(kFileSizeField), small.bytes.size());
  Limits limits;
  limits.heap_bytes = 1 << 20;
  EXPECT_TRUE(load(small.u32(offset_of(kArrayCount), 30).bytes, "test.iqm", limits).status.ok());
  const Loaded many = load(small.u32(offset_of(kArrayCount), kArrays).bytes, "test.iqm", limits);
  ASSERT_FALSE(many.status.ok());
  EXPECT_EQ(many.status.error().code(), &kLimitMemory);
}

TEST(IqmBinary, OfATextThatIsCutTheNamesThatAreThereAreRead) {
  Small small;
  constexpr uint32_t at = Small::kText, count = 20;
  // The same text at the end of the file, without its last byte.
  const Bytes text(small.bytes.begin() + at, small.bytes.begin() + at + count - 1);
  small.u32(offset_of(kTextAt), static_cast<uint32_t>(small.bytes.size()));
  small.bytes.insert(small.bytes.end(), text.begin(), text.end());
  const Loaded loaded = load(small.bytes), whole = load(Small().bytes);
  ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
  EXPECT_TRUE(loaded.has(kOptional, offset_of(kTextAt)));
  EXPECT_EQ(loaded.scene.nodes[1].name, whole.scene.nodes[1].name);
}

TEST(IqmBinary, EveryByteOfAFileWithoutItsBoxesBelongsToASection) {
  Small small;
  small.u32(offset_of(kBoundsAt), Small::kSize - 8);
  uint64_t end = 0;
  for (const Section& section : sections_of(small.bytes)) {
    EXPECT_EQ(section.offset, end) << section.name;
    end = section.offset + section.size;
  }
  EXPECT_EQ(end, small.bytes.size());
}

TEST(IqmBinary, EveryByteBelongsToASection) {
  const Bytes bytes = Small().bytes;
  uint64_t end = 0;
  for (const Section& section : sections_of(bytes)) {
    EXPECT_EQ(section.offset, end) << section.name;
    end = section.offset + section.size;
    const auto record = map_record(bytes, section.offset);
    EXPECT_EQ(record["kind"], section.name);
    EXPECT_EQ(record["size"], section.size);
  }
  EXPECT_EQ(end, bytes.size());
  EXPECT_EQ(record_start(bytes, Small::kTriangle + 5), Small::kTriangle);
  EXPECT_EQ(map_record(bytes, 5), nullptr);
}

}  // namespace
}  // namespace vitrine::iqm::test
