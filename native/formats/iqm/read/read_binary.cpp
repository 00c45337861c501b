#include <algorithm>
#include <bit>
#include <cmath>

#include "base/checked.h"
#include "base/generated.h"
#include "formats/iqm/codes.h"
#include "formats/iqm/full/describe.h"
#include "formats/iqm/read.h"
#include "formats/iqm/read/header.h"
#include "formats/iqm/read/vertex_arrays.h"
#include "formats/iqm/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::iqm {
namespace {

/// Default channels: identity translation, rotation and scale.
constexpr double kNeutral[10] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};

struct Channels {
  uint32_t mask = 0;
  double offset[10], scale[10];
};

class BinaryReader {
 public:
  BinaryReader(LoadContext& context, const Header& header, const Parts& parts)
      : context_(context),
        bytes_(context.bytes),
        header_(header),
        parts_(parts),
        strings_(bytes_.subspan(parts.text.offset, parts.text.count), &context.diagnostics) {}

  Result<RawModel> run() {
    VITRINE_CHECK(check_limits());
    VITRINE_TRY(const std::vector<VertexArray> arrays, read_array_records(context_, header_, parts_, strings_));
    VITRINE_TRY(const uint32_t vertices, vertex_count(arrays));
    VITRINE_CHECK(read_vertices(context_, arrays, vertices, raw_));
    VITRINE_CHECK(read_triangles(vertices));
    VITRINE_CHECK(read_meshes(vertices));
    VITRINE_CHECK(read_joints());
    VITRINE_CHECK(read_poses());
    VITRINE_CHECK(read_frames());
    VITRINE_CHECK(read_actions());
    VITRINE_CHECK(read_influences(context_, arrays, vertices, raw_.joints.size(), raw_));
    VITRINE_CHECK(describe_binary(context_, header_, parts_, arrays, strings_, raw_));
    return std::move(raw_);
  }

 private:
  /// Inline as Diagnostics::add is.
  [[gnu::always_inline]] void warn(const Sentence& sentence, uint64_t offset, Arguments arguments = {}) {
    context_.diagnostics.add(sentence, offset, arguments);
  }
  Result<std::string> name_at(uint64_t place) {
    std::string name = strings_.at(u32_at(bytes_, place), place);
    VITRINE_CHECK(charge_names(context_.budget, name, 1, place));
    return name;
  }

  Status check_limits() {
    const Limits& limits = context_.limits;
    VITRINE_CHECK(check_limit(header_[kVertexCount], limits.vertices, "vertices", offset_of(kVertexCount)));
    VITRINE_CHECK(
        check_limit(3 * uint64_t{header_[kTriangleCount]}, limits.vertices, "indices", offset_of(kTriangleCount)));
    VITRINE_CHECK(check_limit(header_[kMeshCount], limits.meshes, "meshes", offset_of(kMeshCount)));
    VITRINE_CHECK(check_limit(header_[kJointCount], limits.joints, "joints", offset_of(kJointCount)));
    VITRINE_CHECK(check_limit(header_[kPoseCountField], limits.joints, "poses", offset_of(kPoseCountField)));
    // Frames in which nothing moves have no bytes behind them.
    return check_limit(header_[kFrameCount] * std::max<uint64_t>(header_[kPoseCountField], 1), limits.frame_joints,
                       "frames x poses", offset_of(kFrameCount));
  }

  Result<uint32_t> vertex_count(const std::vector<VertexArray>& arrays) {
    const uint32_t count = header_[kVertexCount];
    const bool positions =
        std::any_of(arrays.begin(), arrays.end(), [](const VertexArray& a) { return a.type == kPositions; });
    if (count == 0 || positions) return count;
    if (header_[kMeshCount] != 0 || header_[kTriangleCount] != 0)
      return Error{messages::kNoPositions, offset_of(kArrayCount)};
    warn(messages::kVerticesWithoutArray, offset_of(kVertexCount), {count});
    return 0u;
  }

  Status read_triangles(uint32_t vertices) {
    VITRINE_CHECK(context_.budget.charge(parts_.triangles.count, 12, offset_of(kTriangleCount)));
    raw_.triangles = packed<uint32_t>(bytes_.subspan(parts_.triangles.offset, 12 * parts_.triangles.count));
    for (size_t i = 0; i < raw_.triangles.size(); ++i) {
      if (raw_.triangles[i] >= vertices) {
        return Error{messages::kTriangleVertex, parts_.triangles.offset + 4 * i, {i / 3, raw_.triangles[i], vertices}};
      }
    }
    return ok_status();
  }

  Status read_meshes(uint32_t vertices) {
    raw_.meshes_offset = parts_.meshes.offset;
    uint64_t foreign = 0, first_foreign = 0;
    for (uint64_t i = 0; i < parts_.meshes.count; ++i) {
      if (context_.cancelled()) return Error{messages::kCancelled, parts_.meshes.offset};
      RawMesh mesh;
      mesh.offset = parts_.meshes.offset + 24 * i;
      VITRINE_TRY(mesh.name, name_at(mesh.offset));
      VITRINE_TRY(mesh.material, name_at(mesh.offset + 4));
      mesh.first_vertex = u32_at(bytes_, mesh.offset + 8), mesh.vertex_count = u32_at(bytes_, mesh.offset + 12);
      mesh.first_triangle = u32_at(bytes_, mesh.offset + 16), mesh.triangle_count = u32_at(bytes_, mesh.offset + 20);
      if (!range_inside(mesh.first_vertex, mesh.vertex_count, vertices))
        return outside(mesh.offset + 8, "vertices", mesh.first_vertex, mesh.vertex_count, vertices);
      const uint32_t triangles = header_[kTriangleCount];
      if (!range_inside(mesh.first_triangle, mesh.triangle_count, triangles))
        return outside(mesh.offset + 16, "triangles", mesh.first_triangle, mesh.triangle_count, triangles);
      triangles_used_ += mesh.triangle_count;
      VITRINE_CHECK(check_limit(3 * triangles_used_, context_.limits.vertices, "indices", mesh.offset + 20));
      for (uint64_t k = 3ull * mesh.first_triangle; k < 3ull * mesh.first_triangle + 3ull * mesh.triangle_count; ++k) {
        if (raw_.triangles[k] - mesh.first_vertex < mesh.vertex_count) continue;  // wraps below the first
        if (foreign++ == 0) first_foreign = parts_.triangles.offset + 4 * k;
      }
      raw_.meshes.push_back(std::move(mesh));
    }
    if (foreign != 0) {
      warn(messages::kForeignCorners, first_foreign, {foreign});
    }
    return ok_status();
  }
  static Error outside(uint64_t place, const char* what, uint64_t first, uint64_t count, uint64_t of) {
    return {messages::kMeshBeyond, place, {what, first, count, of}};
  }

  /// `count` floats; a version 1 quaternion gets its w.
  void read_numbers(uint64_t at, double* out) const {
    for (uint32_t c = 0, from = 0; c < 10; ++c)
      out[c] = c == 6 && header_.is_version_1() ? restored_w(out[3], out[4], out[5])
                                                : static_cast<double>(f32_at(bytes_, at + 4 * from++));
  }

  Status read_joints() {
    std::vector<int64_t> parents;
    for (uint64_t i = 0; i < parts_.joints.count; ++i) {
      RawJoint joint;
      joint.offset = parts_.joints.offset + i * header_.joint_bytes();
      VITRINE_TRY(joint.name, name_at(joint.offset));
      joint.parent = std::max(static_cast<int32_t>(u32_at(bytes_, joint.offset + 4)), -1);
      double values[10];
      read_numbers(joint.offset + 8, values);
      const auto odd = std::find_if(values, values + 10, [](double v) { return !std::isfinite(v); });
      double square = 0;
      for (int c = 3; c < 7; ++c) square += values[c] * values[c];
      if (odd != values + 10) {
        warn(messages::kJointNotFinite, joint.offset + 8 + 4 * static_cast<uint64_t>(odd - values), {joint.name});
      } else if (square < 1e-12) {
        warn(messages::kRotationWithoutLength, joint.offset + 20, {joint.name});
      }
      joint.local = make_transform(values, values + 3, values + 7);
      parents.push_back(joint.parent);
      raw_.joints.push_back(std::move(joint));
    }
    return check_parents(parents, parts_.joints.offset + 4, header_.joint_bytes(), context_.diagnostics);
  }

  Status read_poses() {
    std::vector<int64_t> parents;
    uint64_t set = 0;
    for (uint64_t i = 0; i < parts_.poses.count; ++i) {
      const uint64_t at = parts_.poses.offset + i * header_.pose_bytes();
      const uint32_t count = header_.channels();
      Channels& channels = channels_.emplace_back();
      raw_.poses.push_back({at, std::max(static_cast<int32_t>(u32_at(bytes_, at)), -1)});
      parents.push_back(raw_.poses.back().parent);
      channels.mask = u32_at(bytes_, at + 4);
      if (channels.mask >> count != 0) warn(messages::kUnknownChannels, at + 4, {i});
      channels.mask &= (1u << count) - 1;
      set += static_cast<uint64_t>(__builtin_popcount(channels.mask));
      bool finite = true;
      for (uint32_t c = 0; c < count; ++c) {
        channels.offset[c] = static_cast<double>(f32_at(bytes_, at + 8 + 4 * c));
        channels.scale[c] = static_cast<double>(f32_at(bytes_, at + 8 + 4 * (count + c)));
        finite &= std::isfinite(channels.offset[c]) && std::isfinite(channels.scale[c]);
      }
      if (!finite) warn(messages::kPoseNotFinite, at + 8, {i});
    }
    VITRINE_CHECK(check_parents(parents, parts_.poses.offset, header_.pose_bytes(), context_.diagnostics));
    compare_with_joints();
    if (header_[kFrameCount] != 0 && set != header_[kChannelCount]) {
      return Error{messages::kChannelCount, offset_of(kChannelCount), {header_[kChannelCount], set}};
    }
    return ok_status();
  }

  void compare_with_joints() {
    if (raw_.joints.empty() || raw_.poses.empty()) return;
    if (raw_.joints.size() != raw_.poses.size()) {
      warn(messages::kPosesAndJoints, offset_of(kPoseCountField), {raw_.poses.size(), raw_.joints.size()});
      return;
    }
    uint64_t differ = 0, first = 0;
    for (size_t i = 0; i < raw_.poses.size(); ++i) {
      if (raw_.poses[i].parent != raw_.joints[i].parent && differ++ == 0) first = raw_.poses[i].offset;
    }
    if (differ != 0) warn(messages::kParentOfPoses, first, {differ});
  }

  /// Channels of a pose: the ten values of one frame, read from `at` on.
  Transform read_pose(const Channels& channels, uint64_t& at) const {
    double values[10];
    for (uint32_t c = 0, from = 0; c < 10; ++c) {
      if (c == 6 && header_.is_version_1()) {
        values[c] = restored_w(values[3], values[4], values[5]);
        continue;
      }
      double value = channels.offset[from];
      if ((channels.mask >> from & 1) != 0) {
        value += load_packed<uint16_t>(&bytes_[at]) * channels.scale[from];
        at += 2;
      }
      values[c] = std::isfinite(value) ? value : kNeutral[c];
      ++from;
    }
    return make_transform(values, values + 3, values + 7);
  }

  Status read_frames() {
    const uint32_t frames = header_[kFrameCount];
    if (frames == 0) return ok_status();
    if (channels_.empty()) {
      warn(messages::kFramesWithoutPoses, offset_of(kFrameCount), {frames});
      return ok_status();
    }
    const uint64_t count = uint64_t{frames} * channels_.size();
    VITRINE_CHECK(context_.budget.charge(count, sizeof(Transform), offset_of(kFrameCount)));
    raw_.frame_count = frames;
    raw_.frames.reserve(static_cast<size_t>(count));
    uint64_t at = parts_.frames.offset;
    for (uint32_t f = 0; f < frames; ++f) {
      for (const Channels& channels : channels_) raw_.frames.push_back(read_pose(channels, at));
    }
    return ok_status();
  }

  Status read_actions() {
    VITRINE_CHECK(context_.budget.charge(parts_.anims.count, sizeof(RawAction), offset_of(kAnimCount)));
    for (uint64_t i = 0; i < parts_.anims.count; ++i) {
      RawAction action;
      action.offset = parts_.anims.offset + 20 * i;
      VITRINE_TRY(action.name, name_at(action.offset));
      action.first_frame = u32_at(bytes_, action.offset + 4), action.frame_count = u32_at(bytes_, action.offset + 8);
      const float rate = f32_at(bytes_, action.offset + 12);
      const uint32_t flags = u32_at(bytes_, action.offset + 16);
      if (!range_inside(action.first_frame, action.frame_count, raw_.frame_count)) {
        return Error{messages::kActionFrames,
                     action.offset + 4,
                     {action.name, action.first_frame, action.frame_count, raw_.frame_count}};
      }
      if (!std::isfinite(rate) || rate < 0) warn(messages::kActionRate, action.offset + 12, {action.name});
      // So slow that its seconds leave the range of numbers is as good as none.
      action.rate = std::isfinite(rate) && rate > 1e-6f ? static_cast<double>(rate) : kDefaultRate;
      if ((flags & ~1u) != 0) warn(messages::kActionFlags, action.offset + 16, {action.name, flags});
      action.loop = (flags & 1) != 0;
      raw_.actions.push_back(std::move(action));
    }
    return ok_status();
  }

  LoadContext& context_;
  std::span<const uint8_t> bytes_;
  const Header& header_;
  const Parts& parts_;
  Strings strings_;
  std::vector<Channels> channels_;
  uint64_t triangles_used_ = 0;
  RawModel raw_;
};

}  // namespace

Result<RawModel> read_binary(LoadContext& context) {
  VITRINE_TRY(const Header header, read_header(context.bytes));
  if (header[kFileSizeField] != context.bytes.size()) {
    context.diagnostics.add(messages::kFileSize, offset_of(kFileSizeField),
                            {header[kFileSizeField], context.bytes.size()});
  }
  VITRINE_TRY(const Parts parts, find_parts(context.bytes, header, &context.diagnostics));
  return BinaryReader(context, header, parts).run();
}

}  // namespace vitrine::iqm
