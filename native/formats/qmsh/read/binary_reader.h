#pragma once
// The reader of QMSH binaries.

#include <cmath>
#include <cstring>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/read/binary_read.h"
#include "formats/qmsh/read/failing.h"
#include "formats/qmsh/read/lists.h"
#include "formats/qmsh/sentences.h"
#include "formats/trace.h"

namespace vitrine::qmsh {

inline constexpr std::string_view kMagic10 = "TFQMSH10";
inline constexpr std::string_view kMagic = "QMSH";
inline constexpr uint8_t kKnownFlags10 = kFlagTangents | kFlagSkinned;
inline constexpr uint8_t kKnownFlags = kFlagTangents | kFlagSkinned | kFlagStatic | kFlagPhysics | kFlagSplit;
inline constexpr size_t kFlagsOffset10 = 8, kFlagsOffset = 5;

inline bool starts_with(std::span<const uint8_t> bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

/// Number of an element of a list.
template <class T>
size_t index_in(const std::vector<T>& list, const T& element) {
  return static_cast<size_t>(&element - list.data());
}

inline constexpr ElementPart kTriangleParts[] = {{"vertices", "u16", 3}}, kGroupParts[] = {{"bone", "u8"}};

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

template <class Trace>
class BinaryReader : Failing {
 public:
  BinaryReader(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
               const CancelFlag* cancel, BinaryModel& model, Trace& trace)
      : bytes_(bytes),
        trace_(trace),
        in_(bytes, trace),
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
  using Name = typename Trace::Name;

  bool truncated() { return fail(messages::kEndsWithin, in_.offset(), {section_}); }
  /// Starts a section: the previous one is closed.
  void enter(const char* name) {
    close();
    section_ = name;
    section_start_ = in_.offset();
    trace_.record(name, section_start_);
  }
  void close() {
    if (!in_.ok() || in_.offset() == section_start_) return trace_.drop();
    model_.sections.push_back({section_, section_start_, in_.offset() - section_start_});
    trace_.end(in_.offset());
  }
  /// v10: sections start at the offsets of the header, with one byte 0.
  bool enter10(const char* name, uint32_t offset) {
    enter(name);
    if (model_.version != 10) return true;
    if (offset != in_.offset()) {
      if (offset < in_.offset() || offset > bytes_.size())
        return fail(messages::kStartBeyond, in_.offset(), {name, in_.offset(), offset});
      diagnostics_.add(messages::kStartElsewhere, in_.offset(), {name, in_.offset(), offset});
      trace_.drop();
      trace_.unread(section_start_, offset);
      in_.seek(offset);
      section_start_ = offset;
      trace_.record(name, offset);
    }
    const uint8_t guard = in_.u8("guard");
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
  void text(Name name, std::string& out) {
    const uint64_t at = in_.offset();
    out = in_.text(in_.ByteReader::u8());
    trace_.text(name, at, 1, out);
  }
  void vec3(Name name, glm::vec3& out) { in_.floats(name, &out.x, 3); }
  void matrix(Name name, std::span<float> out) {
    const uint64_t at = in_.offset();
    in_.array(out.data(), out.size());
    trace_.floats(name, at, out);
  }
  void box(Box& out) { vec3("box minimum", out.min), vec3("box maximum", out.max); }
  bool cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }

  /// The keys of an animation: a time, then the poses of all bones.
  void trace_keys(size_t keys, size_t bones, uint32_t scales) {
    if constexpr (Trace::kRecords) {
      std::vector<std::string> names;
      for (size_t b = 1; b <= bones; ++b) {
        for (const char* what : {"translation", "rotation x y z w", "scale"})
          names.push_back("bone " + std::to_string(b) + " " + what);
      }
      std::vector<ElementPart> parts = {{"time", "f32"}};
      for (size_t i = 0; i < names.size(); ++i)
        parts.push_back({names[i], "f32", i % 3 == 0 ? 3 : i % 3 == 1 ? 4 : scales});
      trace_.array("keys", in_.offset(), keys, parts);
    }
  }

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
  [[no_unique_address]] KeptTrace<Trace> trace_;
  FieldReader<Trace> in_;
  const Limits& limits_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  const CancelFlag* cancel_;
  BinaryModel& model_;
  const char* section_ = "header";
  uint64_t section_start_ = 0;
  uint16_t vertex_count_ = 0, triangle_count_ = 0, submesh_count_ = 0, point_count_ = 0;
  // Of the header; all but the last are those of v10.
  uint32_t vertices_offset_ = 0, triangles_offset_ = 0, submeshes_offset_ = 0, bones_offset_ = 0,
           animations_offset_ = 0, points_offset_ = 0;
};

template <class Trace>
bool BinaryReader<Trace>::skeleton() {
  if (model_.has_skeleton()) return bones() && (model_.version < 21 || groups()) && animations();
  if (model_.version == 10 && (model_.header_bones != 0 || model_.header_animations != 0))
    diagnostics_.add(messages::kCountsWithoutSkin, 15);
  return true;
}

template <class Trace>
bool BinaryReader<Trace>::rest() {
  if (model_.version != 10) {
    if (!points()) return false;
    if (model_.has_skeleton() && model_.version < 21 && !groups()) return false;
    if (model_.has(kFlagSplit)) {
      enter("splits");
      for (BinarySubmesh& s : model_.submeshes) {
        trace_.item("submeshes", index_in(model_.submeshes, s));
        vec3("centre", s.center), s.radius = in_.f32("radius"), box(s.box);
      }
    }
  }
  if (!in_.ok()) return truncated();
  close();
  if (in_.remaining() != 0) {
    diagnostics_.add(messages::kBytesFollow, in_.offset(), {in_.remaining()});
    trace_.unread(in_.offset(), bytes_.size());
  }
  return true;
}

template <class Trace>
bool BinaryReader<Trace>::header() {
  BinaryModel& m = model_;
  trace_.record("header", 0);
  if (starts_with(bytes_, kMagic10)) {
    m.version = 10;
    in_.skip(kMagic10.size());
    trace_.letters("signature", 0, 6, kMagic10.substr(0, 6)), trace_.letters("version", 6, 2, kMagic10.substr(6));
  } else if (starts_with(bytes_, "TFQMSH")) {
    return fail(messages::kVersionBehindTfqmsh, 6,
                {ByteReader(bytes_.subspan(6)).text(bytes_.size() < 8 ? bytes_.size() - 6 : 2)});
  } else if (starts_with(bytes_, kMagic)) {
    in_.skip(kMagic.size());
    trace_.letters("signature", 0, kMagic.size(), kMagic);
    m.version = in_.u8("version");
    if (!in_.ok()) return truncated();
    if (m.version < 12 || m.version > 22) {
      return fail(messages::kBinaryVersion, 4, {m.version});
    }
  } else {
    return fail(messages::kNoMagic, 0);
  }
  m.flags = in_.u8("flags");
  const uint8_t known = m.version == 10 ? kKnownFlags10 : kKnownFlags;
  vertex_count_ = in_.u16("vertices (count)"), triangle_count_ = in_.u16("triangles (count)");
  submesh_count_ = in_.u16("submeshes (count)");
  m.header_bones = in_.u16("bones (count)"), m.header_animations = in_.u16("animations (count)");
  if (m.version != 10) point_count_ = in_.u16("points (count)"), m.header_groups = in_.u16("groups (count)");
  m.radius = in_.f32("radius");
  box(m.box);
  if (m.version == 10) {
    vertices_offset_ = in_.u32("vertices (offset)"), triangles_offset_ = in_.u32("triangles (offset)");
    submeshes_offset_ = in_.u32("submeshes (offset)"), bones_offset_ = in_.u32("bones (offset)");
    animations_offset_ = in_.u32("animations (offset)");
  }
  if (m.version >= 20) points_offset_ = in_.u32("points (offset)");
  if (m.version >= 13) vec3("camera position", m.camera_position), vec3("camera target", m.camera_target);
  if (m.version >= 15) vec3("camera up", m.camera_up);
  if (!in_.ok()) return truncated();
  if ((m.flags & ~known) != 0) {
    const uint64_t at = m.version == 10 ? kFlagsOffset10 : kFlagsOffset;
    diagnostics_.add(messages::kUnknownFlagBits, at, {m.flags & ~known});
    m.flags &= known;
  }
  return true;
}

template <class Trace>
bool BinaryReader<Trace>::vertices() {
  BinaryModel& m = model_;
  if (!enter10("vertices", vertices_offset_)) return false;
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
  if constexpr (Trace::kRecords) {
    std::vector<ElementPart> parts = {{"position", "f32", 3}};
    if (skinned) parts.insert(parts.end(), {{"weight", "f32"}, {"bones", "u8", 4}});
    if (!physics) parts.insert(parts.end(), {{"normal", "f32", 3}, {"u v", "f32", 2}});
    if (tangents) parts.insert(parts.end(), {{"tangent", "f32", 3}, {"binormal", "f32", 3}});
    trace_.array("vertices", m.vertices_offset, count, parts);
  }
  return true;
}

template <class Trace>
bool BinaryReader<Trace>::triangles() {
  if (!enter10("triangles", triangles_offset_)) return false;
  const size_t count = size_t{triangle_count_} * 3;
  model_.triangles_offset = in_.offset();
  const auto block = in_.bytes(count * 2);
  if (!in_.ok()) return truncated();
  if (!check(budget_.charge(count, sizeof(uint32_t), model_.triangles_offset))) return false;
  trace_.array("triangles", model_.triangles_offset, triangle_count_, kTriangleParts);
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

template <class Trace>
bool BinaryReader<Trace>::submeshes() {
  if (!enter10("submeshes", submeshes_offset_)) return false;
  if (!within(submesh_count_, limits_.meshes, "submeshes")) return false;
  if (!room(submesh_count_, 10, sizeof(BinarySubmesh))) return false;
  fill_new(model_.submeshes, submesh_count_);
  const uint8_t version = model_.version;
  for (BinarySubmesh& s : model_.submeshes) {
    s.offset = in_.offset();
    trace_.item("submeshes", index_in(model_.submeshes, s));
    s.first_triangle = in_.u16("first triangle"), s.triangle_count = in_.u16("triangles");
    s.min_vertex = in_.u16("first vertex"), s.vertex_count = in_.u16("vertices");
    text("name", s.name), text(version == 10 ? "material" : "texture", s.material);
    if (version >= 18) {
      vec3("specular", s.specular), s.specular_intensity = in_.f32("specular intensity");
      s.hardness = static_cast<int32_t>(in_.u32("hardness"));
    }
    if (version >= 16 && model_.has(kFlagTangents)) {
      text("normal map", s.normal_map);
      if (!s.normal_map.empty()) s.normal_factor = in_.f32("normal factor");
    }
    if (version >= 16) {
      text("specular map", s.specular_map);
      if (!s.specular_map.empty()) {
        s.specular_factor = in_.f32("specular factor");
        s.specular_color_factor = in_.f32("specular colour factor");
      }
    }
    if (!in_.ok()) return truncated();
    const uint32_t last = uint32_t{s.first_triangle} + s.triangle_count;
    if (last > triangle_count_) {
      return fail(messages::kSubmeshBeyond, s.offset, {s.first_triangle, last, triangle_count_},
                  {"submeshes[{}]", {index_in(model_.submeshes, s)}});
    }
  }
  return true;
}

template <class Trace>
bool BinaryReader<Trace>::bones() {
  if (!enter10("bones", bones_offset_)) return false;
  const size_t count = model_.header_bones;
  const bool editor = model_.version >= 21;
  if (!within(count, limits_.joints, "bones")) return false;
  if (!room(count, editor ? 148 : 51, sizeof(BinaryBone))) return false;
  fill_new(model_.bones, count);
  for (size_t i = 0; i < count; ++i) {
    BinaryBone& bone = model_.bones[i];
    bone.offset = in_.offset();
    trace_.item("bones", i);
    if (editor) text("name", bone.name);
    bone.parent = in_.u16("parent");
    matrix("rest matrix, four rows of three", bone.rest);
    if (editor) {
      matrix("editor matrix", bone.editor_matrix);
      in_.floats("head and radius", &bone.head.x, 4), in_.floats("tail and radius", &bone.tail.x, 4);
      bone.connected = in_.u8("connected");
    } else {
      text("name", bone.name);
    }
    if (!in_.ok()) return truncated();
    if (bone.parent > i) {
      return fail(messages::kParentBehind, bone.offset, {i, bone.parent}, {"bones[{}]", {i}});
    }
  }
  return true;
}

template <class Trace>
bool BinaryReader<Trace>::animations() {
  if (!enter10("animations", animations_offset_)) return false;
  const size_t count = model_.header_animations, bones = model_.bones.size();
  if (!room(count, 7, sizeof(BinaryAnimation))) return false;
  fill_new(model_.animations, count);
  const bool scale3 = model_.version >= 22;
  const size_t floats = 1 + bones * (scale3 ? 10 : 8);
  for (BinaryAnimation& animation : model_.animations) {
    if (cancelled()) return fail(messages::kCancelled, in_.offset());
    animation.offset = in_.offset();
    trace_.item("animations", index_in(model_.animations, animation));
    text("name", animation.name);
    animation.length_s = in_.f32("length");
    const size_t keys = in_.u16("keys (count)");
    if (!in_.ok() || keys > in_.remaining() / (4 * floats)) return truncated();
    const uint64_t poses = uint64_t{keys} * bones;
    if (!check(check_limit(poses, limits_.frame_joints, "keys x bones", animation.offset))) return false;
    if (!check(budget_.charge(poses, sizeof(Transform), animation.offset))) return false;
    fill_new(animation.times_s, keys);
    trace_keys(keys, bones, scale3 ? 3 : 1);
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

template <class Trace>
bool BinaryReader<Trace>::points() {
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
    trace_.item("points", index_in(model_.points, point));
    text("name", point.name);
    matrix("matrix", point.matrix);
    point.bone = in_.u16("bone"), point.type = in_.u16("type");
    if (version >= 14)
      vec3("size", point.size);
    else
      point.size = glm::vec3(in_.f32("size"));
    if (version >= 19) vec3("rotation", point.rotation);
    if (!in_.ok()) return truncated();
  }
  return true;
}

template <class Trace>
bool BinaryReader<Trace>::groups() {
  enter("groups");
  // v12 stores a lone default group by its count alone.
  if (model_.version == 12 && model_.header_groups < 2) return true;
  const size_t count = model_.header_groups;
  if (!room(count, 4, sizeof(BinaryGroup))) return false;
  fill_new(model_.groups, count);
  for (BinaryGroup& group : model_.groups) {
    group.offset = in_.offset();
    trace_.item("groups", index_in(model_.groups, group));
    text("name", group.name);
    group.parent = in_.u16("parent");
    const uint8_t bone_count = in_.u8("bones (count)");
    trace_.array("bones", in_.offset(), bone_count, kGroupParts);
    const auto bones = in_.bytes(bone_count);
    if (!in_.ok()) return truncated();
    group.bones.assign(bones.begin(), bones.end());
  }
  return true;
}

}  // namespace vitrine::qmsh
