#include "formats/qmsh/read/binary_read.h"

#include <cmath>
#include <cstring>

#include "base/byte_reader.h"
#include "formats/qmsh/codes.h"
#include "formats/qmsh/read/failing.h"
#include "formats/qmsh/read/lists.h"
#include "formats/qmsh/sentences.h"

namespace vitrine::qmsh {
namespace {

constexpr std::string_view kMagic10 = "TFQMSH10";
constexpr std::string_view kMagic = "QMSH";
constexpr uint8_t kKnownFlags10 = kFlagTangents | kFlagSkinned;
constexpr uint8_t kKnownFlags = kFlagTangents | kFlagSkinned | kFlagStatic | kFlagPhysics | kFlagSplit;
constexpr size_t kFlagsOffset10 = 8, kFlagsOffset = 5;

bool starts_with(std::span<const uint8_t> bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

/// Key poses as they lie in the file: a time, then 8 or 10 numbers per bone.
class PoseIterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = Transform;
  using difference_type = std::ptrdiff_t;
  using pointer = const Transform*;
  using reference = Transform;

  PoseIterator(const uint8_t* at, size_t bones, size_t stride) : at_(at), bones_(bones), stride_(stride) {}
  Transform operator*() const {
    Transform pose;
    std::memcpy(&pose.translation, at_, sizeof pose.translation);
    float q[4];
    std::memcpy(q, at_ + 12, sizeof q);
    pose.rotation.x = q[0], pose.rotation.y = q[1], pose.rotation.z = q[2], pose.rotation.w = q[3];
    if (stride_ == kStride1) {
      std::memcpy(&pose.scale.x, at_ + 28, sizeof pose.scale.x);
      pose.scale.y = pose.scale.z = pose.scale.x;
    } else {
      std::memcpy(&pose.scale, at_ + 28, sizeof pose.scale);
    }
    return pose;
  }
  PoseIterator& operator++() {
    at_ += stride_;
    if (++bone_ == bones_) bone_ = 0, at_ += sizeof(float);
    return *this;
  }
  PoseIterator operator++(int) {
    PoseIterator old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const PoseIterator& a, const PoseIterator& b) { return a.at_ == b.at_; }

  static constexpr size_t kStride1 = 32, kStride3 = 40;

 private:
  const uint8_t* at_;
  size_t bones_, stride_, bone_ = 0;
};

class Reader : Failing {
 public:
  Reader(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
         const CancelFlag* cancel, BinaryModel& model)
      : bytes_(bytes),
        in_(bytes),
        limits_(limits),
        budget_(budget),
        diagnostics_(diagnostics),
        cancel_(cancel),
        model_(model) {}

  Status read() {
    (void)(header() && vertices() && triangles() && submeshes() && skeleton() && rest());
    return status();
  }

 private:
  bool truncated() { return fail(messages::kEndsWithin, in_.offset(), {section_}); }
  /// Starts a section: the previous one is closed.
  void enter(const char* name) {
    close();
    section_ = name;
    section_start_ = in_.offset();
  }
  void close() {
    if (in_.ok() && in_.offset() > section_start_)
      model_.sections.push_back({section_, section_start_, in_.offset() - section_start_});
  }
  /// v10: sections start at the offsets of the header, with one byte 0.
  bool enter10(const char* name, uint32_t offset) {
    enter(name);
    if (model_.version != 10) return true;
    if (offset != in_.offset()) {
      if (offset < in_.offset() || offset > bytes_.size())
        return fail(messages::kStartBeyond, in_.offset(), {name, in_.offset(), offset});
      diagnostics_.add(messages::kStartElsewhere, in_.offset(), {name, in_.offset(), offset});
      in_.seek(offset);
      section_start_ = offset;
    }
    const uint8_t guard = in_.u8();
    if (!in_.ok()) return truncated();
    if (guard != 0) {
      return fail(messages::kGuard, offset, {name, guard});
    }
    return true;
  }
  /// Memory for records of which each takes at least `smallest` bytes of the file.
  bool room(size_t count, size_t smallest, size_t size) {
    if (count > in_.remaining() / smallest) return truncated();
    return check(budget_.charge(count, size, in_.offset()));
  }
  bool within(uint64_t count, uint64_t limit, const char* what) {
    return check(check_limit(count, limit, what, in_.offset()));
  }
  void name(std::string& out) { out = in_.text(in_.u8()); }
  void floats(float* out, size_t count) {
    for (size_t i = 0; i < count; ++i) out[i] = in_.f32();
  }
  void vec3(glm::vec3& out) { floats(&out.x, 3); }
  void box(Box& out) { vec3(out.min), vec3(out.max); }
  void split(BinarySubmesh& s) { vec3(s.center), s.radius = in_.f32(), box(s.box); }
  bool cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }

  bool header();
  bool vertices();
  bool triangles();
  bool submeshes();
  bool skeleton();
  bool bones();
  bool animations();
  bool points();
  bool groups();
  bool rest();

  std::span<const uint8_t> bytes_;
  ByteReader in_;
  const Limits& limits_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  const CancelFlag* cancel_;
  BinaryModel& model_;
  const char* section_ = "header";
  uint64_t section_start_ = 0;
  uint16_t vertex_count_ = 0, triangle_count_ = 0, submesh_count_ = 0, point_count_ = 0;
  uint32_t offsets_[5] = {};
  uint32_t points_offset_ = 0;
};

bool Reader::skeleton() {
  if (model_.has_skeleton()) return bones() && (model_.version < 21 || groups()) && animations();
  if (model_.version == 10 && (model_.header_bones != 0 || model_.header_animations != 0))
    diagnostics_.add(messages::kCountsWithoutSkin, 15);
  return true;
}

bool Reader::rest() {
  if (model_.version != 10) {
    if (!points()) return false;
    if (model_.has_skeleton() && model_.version < 21 && !groups()) return false;
    if (model_.has(kFlagSplit)) {
      enter("splits");
      for (BinarySubmesh& s : model_.submeshes) split(s);
    }
  }
  if (!in_.ok()) return truncated();
  close();
  if (in_.remaining() != 0) {
    diagnostics_.add(messages::kBytesFollow, in_.offset(), {in_.remaining()});
  }
  return true;
}

bool Reader::header() {
  BinaryModel& m = model_;
  if (starts_with(bytes_, kMagic10)) {
    m.version = 10;
    in_.skip(kMagic10.size());
  } else if (starts_with(bytes_, "TFQMSH")) {
    return fail(messages::kVersionBehindTfqmsh, 6,
                {ByteReader(bytes_.subspan(6)).text(bytes_.size() < 8 ? bytes_.size() - 6 : 2)});
  } else if (starts_with(bytes_, kMagic)) {
    in_.skip(kMagic.size());
    m.version = in_.u8();
    if (!in_.ok()) return truncated();
    if (m.version < 12 || m.version > 22) {
      return fail(messages::kBinaryVersion, 4, {m.version});
    }
  } else {
    return fail(messages::kNoMagic, 0);
  }
  m.flags = in_.u8();
  const uint8_t known = m.version == 10 ? kKnownFlags10 : kKnownFlags;
  vertex_count_ = in_.u16(), triangle_count_ = in_.u16(), submesh_count_ = in_.u16();
  m.header_bones = in_.u16(), m.header_animations = in_.u16();
  if (m.version != 10) point_count_ = in_.u16(), m.header_groups = in_.u16();
  m.radius = in_.f32();
  box(m.box);
  if (m.version == 10) {
    for (uint32_t& offset : offsets_) offset = in_.u32();
  }
  if (m.version >= 20) points_offset_ = in_.u32();
  if (m.version >= 13) vec3(m.camera_position), vec3(m.camera_target);
  if (m.version >= 15) vec3(m.camera_up);
  if (!in_.ok()) return truncated();
  if ((m.flags & ~known) != 0) {
    const uint64_t at = m.version == 10 ? kFlagsOffset10 : kFlagsOffset;
    diagnostics_.add(messages::kUnknownFlagBits, at, {m.flags & ~known});
    m.flags &= known;
  }
  return true;
}

bool Reader::vertices() {
  BinaryModel& m = model_;
  if (!enter10("vertices", offsets_[0])) return false;
  const size_t count = vertex_count_, stride = m.vertex_stride();
  const bool physics = m.has(kFlagPhysics);
  const bool skinned = m.has(kFlagSkinned) && !physics;
  const bool tangents = m.has(kFlagTangents) && !physics;
  if (!within(count, limits_.vertices, "vertices")) return false;
  m.vertices_offset = in_.offset();
  const auto block = in_.bytes(uint64_t{count} * stride);
  if (!in_.ok()) return truncated();
  if (!check(budget_.charge(count, stride, m.vertices_offset))) return false;
  fill_new(m.positions, count);
  if (skinned) fill_new(m.weights, count), fill_new(m.bone_bytes, count);
  if (!physics) fill_new(m.normals, count), fill_new(m.uv, count);
  if (tangents) fill_new(m.tangents, count), fill_new(m.binormals, count);
  const uint8_t* p = block.data();
  const auto take = [&p](auto& value) {
    std::memcpy(&value, p, sizeof value);
    p += sizeof value;
  };
  for (size_t i = 0; i < count; ++i) {
    take(m.positions[i]);
    if (skinned) take(m.weights[i]), take(m.bone_bytes[i]);
    if (!physics) take(m.normals[i]), take(m.uv[i]);
    if (tangents) take(m.tangents[i]), take(m.binormals[i]);
  }
  return true;
}

bool Reader::triangles() {
  if (!enter10("triangles", offsets_[1])) return false;
  const size_t count = size_t{triangle_count_} * 3;
  model_.triangles_offset = in_.offset();
  const auto block = in_.bytes(count * 2);
  if (!in_.ok()) return truncated();
  if (!check(budget_.charge(count, sizeof(uint32_t), model_.triangles_offset))) return false;
  fill_new(model_.indices, count);
  for (size_t i = 0; i < count; ++i) {
    model_.indices[i] = static_cast<uint32_t>(block[2 * i] | block[2 * i + 1] << 8);
    if (model_.indices[i] >= vertex_count_) {
      return fail(messages::kTriangleVertex, model_.triangles_offset + 2 * i, {vertex_count_, model_.indices[i]},
                  {"triangles[{}]", {i / 3}});
    }
  }
  return true;
}

bool Reader::submeshes() {
  if (!enter10("submeshes", offsets_[2])) return false;
  if (!within(submesh_count_, limits_.meshes, "submeshes")) return false;
  if (!room(submesh_count_, 10, sizeof(BinarySubmesh))) return false;
  fill_new(model_.submeshes, submesh_count_);
  const uint8_t version = model_.version;
  for (BinarySubmesh& s : model_.submeshes) {
    s.offset = in_.offset();
    s.first_triangle = in_.u16(), s.triangle_count = in_.u16(), s.min_vertex = in_.u16(), s.vertex_count = in_.u16();
    name(s.name), name(s.material);
    if (version >= 18) vec3(s.specular), s.specular_intensity = in_.f32(), s.hardness = in_.i32();
    if (version >= 16 && model_.has(kFlagTangents)) {
      name(s.normal_map);
      if (!s.normal_map.empty()) s.normal_factor = in_.f32();
    }
    if (version >= 16) {
      name(s.specular_map);
      if (!s.specular_map.empty()) s.specular_factor = in_.f32(), s.specular_color_factor = in_.f32();
    }
    if (!in_.ok()) return truncated();
    const uint32_t last = uint32_t{s.first_triangle} + s.triangle_count;
    if (last > triangle_count_) {
      return fail(messages::kSubmeshBeyond, s.offset, {s.first_triangle, last, triangle_count_},
                  {"submeshes[{}]", {&s - model_.submeshes.data()}});
    }
  }
  return true;
}

bool Reader::bones() {
  if (!enter10("bones", offsets_[3])) return false;
  const size_t count = model_.header_bones;
  const bool editor = model_.version >= 21;
  if (!within(count, limits_.joints, "bones")) return false;
  if (!room(count, editor ? 148 : 51, sizeof(BinaryBone))) return false;
  fill_new(model_.bones, count);
  for (size_t i = 0; i < count; ++i) {
    BinaryBone& bone = model_.bones[i];
    bone.offset = in_.offset();
    if (editor) name(bone.name);
    bone.parent = in_.u16();
    in_.array(bone.rest.data(), bone.rest.size());
    if (editor) {
      in_.array(bone.editor_matrix.data(), bone.editor_matrix.size());
      floats(&bone.head.x, 4), floats(&bone.tail.x, 4);
      bone.connected = in_.u8();
    } else {
      name(bone.name);
    }
    if (!in_.ok()) return truncated();
    if (bone.parent > i) {
      return fail(messages::kParentBehind, bone.offset, {i, bone.parent}, {"bones[{}]", {i}});
    }
  }
  return true;
}

bool Reader::animations() {
  if (!enter10("animations", offsets_[4])) return false;
  const size_t count = model_.header_animations, bones = model_.bones.size();
  if (!room(count, 7, sizeof(BinaryAnimation))) return false;
  fill_new(model_.animations, count);
  const bool scale3 = model_.version >= 22;
  const size_t floats = 1 + bones * (scale3 ? 10 : 8);
  for (BinaryAnimation& animation : model_.animations) {
    if (cancelled()) return fail(messages::kCancelled, in_.offset());
    animation.offset = in_.offset();
    name(animation.name);
    animation.length_s = in_.f32();
    const size_t keys = in_.u16();
    if (!in_.ok() || keys > in_.remaining() / (4 * floats)) return truncated();
    const uint64_t poses = uint64_t{keys} * bones;
    if (!check(check_limit(poses, limits_.frame_joints, "keys x bones", animation.offset))) return false;
    if (!check(budget_.charge(poses, sizeof(Transform), animation.offset))) return false;
    fill_new(animation.times_s, keys);
    const auto block = in_.bytes(uint64_t{keys} * floats * 4);
    for (size_t k = 0; k < keys; ++k) std::memcpy(&animation.times_s[k], block.data() + 4 * floats * k, sizeof(float));
    if (keys == 0 || bones == 0) continue;
    // Each key begins with its time, which the iterator passes over.
    const size_t stride = scale3 ? PoseIterator::kStride3 : PoseIterator::kStride1;
    const uint8_t* const first = block.data() + sizeof(float);
    PoseIterator pose(first, bones, stride);
    animation.poses.assign(pose, PoseIterator(first + block.size(), bones, stride));  // no memory is written twice
  }
  return true;
}

bool Reader::points() {
  enter("points");
  const uint8_t version = model_.version;
  if (version >= 20 && points_offset_ != in_.offset()) {
    diagnostics_.add(messages::kPointsOffset, 48, {in_.offset(), points_offset_});
  }
  if (point_count_ > in_.remaining() / 73) return truncated();
  if (!within(point_count_, limits_.joints, "points")) return false;
  if (!check(budget_.charge(point_count_, sizeof(BinaryPoint), in_.offset()))) return false;
  fill_new(model_.points, point_count_);
  for (BinaryPoint& point : model_.points) {
    point.offset = in_.offset();
    name(point.name);
    in_.array(point.matrix.data(), point.matrix.size());
    point.bone = in_.u16(), point.type = in_.u16();
    if (version >= 14)
      vec3(point.size);
    else
      point.size = glm::vec3(in_.f32());
    if (version >= 19) vec3(point.rotation);
    if (!in_.ok()) return truncated();
  }
  return true;
}

bool Reader::groups() {
  enter("groups");
  // v12 stores a lone default group by its count alone.
  if (model_.version == 12 && model_.header_groups < 2) return true;
  const size_t count = model_.header_groups;
  if (!room(count, 4, sizeof(BinaryGroup))) return false;
  fill_new(model_.groups, count);
  for (BinaryGroup& group : model_.groups) {
    group.offset = in_.offset();
    name(group.name);
    group.parent = in_.u16();
    const auto bones = in_.bytes(in_.u8());
    if (!in_.ok()) return truncated();
    group.bones.assign(bones.begin(), bones.end());
  }
  return true;
}

}  // namespace

bool is_binary(std::span<const uint8_t> bytes) {
  if (starts_with(bytes, "TFQMSH")) return true;
  if (!starts_with(bytes, kMagic) || bytes.size() < kFlagsOffset || bytes[4] >= ' ') return false;
  // The text starts with the same word, then white space (version 13 is a carriage return) and "TMP".
  size_t at = 4;
  while (at < bytes.size() && bytes[at] <= ' ') ++at;
  return !starts_with(bytes.subspan(at), "TMP");
}

bool borrows_skeleton(std::span<const uint8_t> bytes) {
  return is_binary(bytes) && starts_with(bytes, kMagic) && bytes.size() > kFlagsOffset &&
         (bytes[kFlagsOffset] & kFlagStatic) != 0 && (bytes[kFlagsOffset] & kFlagSkinned) != 0;
}

Status read_binary(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
                   const CancelFlag* cancel, BinaryModel& model) {
  return Reader(bytes, limits, budget, diagnostics, cancel, model).read();
}

Result<BinaryModel> read_binary(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget,
                                Diagnostics& diagnostics, const CancelFlag* cancel) {
  BinaryModel model;
  VITRINE_CHECK(read_binary(bytes, limits, budget, diagnostics, cancel, model));
  return model;
}

}  // namespace vitrine::qmsh
