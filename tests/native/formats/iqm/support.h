#pragma once
// Loads files through the rows as a document does, poses them, and builds a small model byte by byte.

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "formats/iqm/codes.h"
#include "formats/iqm/read/header.h"
#include "formats/iqm/rows.h"
#include "pose/hierarchy.h"
#include "pose/sample.h"
#include "scene/validate.h"

namespace vitrine::iqm::test {

using Bytes = std::vector<uint8_t>;
using Json = nlohmann::json;

inline Bytes read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

struct Loaded {
  Scene scene;
  nlohmann::ordered_json info;
  Diagnostics diagnostics{1000};
  Status status = ok_status();

  bool has(const Code& code, uint64_t offset) const {
    for (const Message& m : diagnostics.messages()) {
      if (m.code == &code && m.offset == offset) return true;
    }
    return false;
  }
};

/// Into what `loaded` holds already. The bytes lie in a buffer of exactly their size, so that a sanitizer sees a read
/// past the end. The row is the one that accepts the content, or the first.
inline void load_into(Loaded& loaded, const Bytes& bytes, const std::string& name, Limits limits = {}) {
  const std::unique_ptr<uint8_t[]> exact(new uint8_t[bytes.size()]);
  if (!bytes.empty()) std::memcpy(exact.get(), bytes.data(), bytes.size());
  const std::span<const uint8_t> span(exact.get(), bytes.size());
  const FormatRow* row = rows().data();
  for (const FormatRow& other : rows()) {
    if (other.text && name.ends_with(".iqe") && !row->text) row = &other;
    if (other.sniff(span, name)) row = &other;
  }
  Budget budget(limits.heap_bytes);
  loaded.diagnostics.enter(name);
  const ReadOptions options;
  LoadContext context{.name = name,
                      .bytes = span,
                      .options = options,
                      .limits = limits,
                      .budget = budget,
                      .diagnostics = loaded.diagnostics,
                      .info = loaded.info};
  loaded.status = row->load(context, loaded.scene);
}
inline Loaded load(const Bytes& bytes, const std::string& name = "test.iqm", Limits limits = {}) {
  Loaded loaded;
  load_into(loaded, bytes, name, limits);
  return loaded;
}

/// World matrices of all nodes and the vertices of the mesh, in double.
struct Posed {
  std::vector<glm::dmat4> worlds;
  std::vector<glm::dvec3> positions;
};
/// `clip` null = bind pose. Looping actions close by themselves, so nothing is wrapped.
inline Posed pose_at(const Scene& scene, const Clip* clip, double time_s) {
  pose::LocalPose local = pose::make_local_pose(scene);
  pose::PlayOptions options;
  options.loop = false;
  if (clip != nullptr) pose::sample_clip(scene, *clip, time_s, options, local);
  Posed out;
  out.worlds.resize(scene.nodes.size());
  std::vector<glm::mat4> rounded(scene.nodes.size());
  pose::world_matrices(scene, local, out.worlds, rounded);
  for (const Node& node : scene.nodes) {
    if (node.mesh == kNone) continue;
    const Mesh& mesh = scene.meshes[node.mesh];
    for (size_t v = 0; v < mesh.positions.size(); ++v) {
      if (node.skin == kNone) {
        out.positions.emplace_back(mesh.positions[v]);
        continue;
      }
      glm::dvec3 sum(0);
      for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
        const Influence& influence = mesh.influences[i];
        const uint32_t joint = scene.skins[node.skin].joints[influence.joint];
        sum += double(influence.weight) * glm::dvec3(out.worlds[joint] * glm::dvec4(influence.position, 1));
      }
      out.positions.push_back(sum);
    }
  }
  return out;
}

/// A triangle of two joints, one action of two frames that moves the second joint from x = 0 to x = 1: version 2, every
/// part in the order of the header, at multiples of 4.
struct Small {
  static constexpr uint64_t kText = 124, kMesh = 144, kArrays = 168, kPositions = 228, kIndexes = 264, kWeights = 276,
                            kTriangle = 288, kJoints = 300, kPoses = 396, kAnim = 572, kFrames = 592, kSize = 596;
  Bytes bytes = Bytes(kSize);

  Small() {
    std::memcpy(bytes.data(), kMagicBytes.data(), 16);
    std::memcpy(&bytes[kText], "\0root\0tip\0move\0mat", 18);
    for (const auto& [field, value] : std::initializer_list<std::pair<Field, uint64_t>>{
             {kVersionField, 2},   {kFileSizeField, kSize}, {kTextCount, 20},          {kTextAt, kText},
             {kMeshCount, 1},      {kMeshesAt, kMesh},      {kArrayCount, 3},          {kVertexCount, 3},
             {kArraysAt, kArrays}, {kTriangleCount, 1},     {kTrianglesAt, kTriangle}, {kJointCount, 2},
             {kJointsAt, kJoints}, {kPoseCountField, 2},    {kPosesAt, kPoses},        {kAnimCount, 1},
             {kAnimsAt, kAnim},    {kFrameCount, 2},        {kChannelCount, 1},        {kFramesAt, kFrames}})
      u32(offset_of(field), value);
    u32s(kMesh, {1, 15, 0, 3, 0, 1});
    u32s(kArrays, {0, 0, 7, 3, kPositions, 4, 0, 1, 4, kIndexes, 5, 0, 1, 4, kWeights});
    f32s(kPositions, {0, 0, 0, 0, 0, 2, 0, 1, 2});
    bytes[kIndexes + 4] = bytes[kIndexes + 8] = 1;
    bytes[kWeights] = bytes[kWeights + 4] = bytes[kWeights + 8] = 255;
    u32s(kTriangle, {0, 1, 2});
    u32s(kJoints, {1, 0xFFFFFFFF}), f32s(kJoints + 8, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1});
    u32s(kJoints + 48, {6, 0}), f32s(kJoints + 56, {0, 0, 2, 0, 0, 0, 1, 1, 1, 1});
    u32s(kPoses, {0xFFFFFFFF, 0}), f32s(kPoses + 8, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1});
    u32s(kPoses + 88, {0, 1}), f32s(kPoses + 96, {0, 0, 2, 0, 0, 0, 1, 1, 1, 1, 1.0f / 65535});
    u32s(kAnim, {10, 0, 2}), f32s(kAnim + 12, {10});
    bytes[kFrames + 2] = bytes[kFrames + 3] = 255;
  }
  Small& u32(uint64_t at, uint64_t value) {
    const auto word = static_cast<uint32_t>(value);
    std::memcpy(&bytes[at], &word, 4);
    return *this;
  }
  Small& u32s(uint64_t at, std::initializer_list<uint64_t> values) {
    for (const uint64_t value : values) u32(at, value), at += 4;
    return *this;
  }
  Small& f32s(uint64_t at, std::initializer_list<float> values) {
    for (const float value : values) std::memcpy(&bytes[at], &value, 4), at += 4;
    return *this;
  }
};

}  // namespace vitrine::iqm::test
