#include "formats/qmsh/binary_read.h"

#include <cmath>
#include <cstring>

#include "base/byte_reader.h"
#include "formats/qmsh/codes.h"

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

class Reader {
 public:
  Reader(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget, Diagnostics& diagnostics,
         const CancelFlag* cancel)
      : bytes_(bytes), in_(bytes), limits_(limits), budget_(budget), diagnostics_(diagnostics), cancel_(cancel) {}

  Result<BinaryModel> read() {
    VITRINE_CHECK(header());
    VITRINE_CHECK(vertices());
    VITRINE_CHECK(triangles());
    VITRINE_CHECK(submeshes());
    if (model_.has_skeleton()) {
      VITRINE_CHECK(bones());
      if (model_.version >= 21) VITRINE_CHECK(groups());
      VITRINE_CHECK(animations());
    } else if (model_.version == 10 && (model_.header_bones != 0 || model_.header_animations != 0)) {
      diagnostics_.add(kBonesWithoutSkin, 15, "bones or animations are counted without the skinning flag");
    }
    if (model_.version != 10) {
      VITRINE_CHECK(points());
      if (model_.has_skeleton() && model_.version < 21) VITRINE_CHECK(groups());
      if (model_.has(kFlagSplit)) VITRINE_CHECK(splits());
    }
    if (!in_.ok()) return truncated();
    close();
    if (in_.remaining() != 0) {
      diagnostics_.add(kTrailing, in_.offset(),
                       std::to_string(in_.remaining()) + " bytes follow the last section of the file");
    }
    return std::move(model_);
  }

 private:
  Error fault(const Code& code, uint64_t offset, std::string message, std::string path = {}) const {
    return Error{&code, offset, std::move(message), std::move(path)};
  }
  Error truncated() const { return fault(kTruncated, in_.offset(), std::string("the file ends within ") + section_); }
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
  /// v10: sections start where the header says, with one byte 0.
  Status enter10(const char* name, uint32_t offset) {
    enter(name);
    if (model_.version != 10) return ok_status();
    if (offset != in_.offset()) {
      const std::string text = std::string(name) + " should start at " + std::to_string(in_.offset()) +
                               ", the header says " + std::to_string(offset);
      if (offset < in_.offset() || offset > bytes_.size()) return fault(kTruncated, in_.offset(), text);
      diagnostics_.add(kOffset, in_.offset(), text);
      in_.seek(offset);
      section_start_ = offset;
    }
    const uint8_t guard = in_.u8();
    if (!in_.ok()) return truncated();
    if (guard != 0)
      return fault(kGuard, offset,
                   "expected the guard byte 0 before " + std::string(name) + ", found " + std::to_string(guard));
    return ok_status();
  }
  std::string name() { return std::string(in_.text(in_.u8())); }
  glm::vec3 vec3() {
    glm::vec3 v;
    v.x = in_.f32(), v.y = in_.f32(), v.z = in_.f32();
    return v;
  }
  glm::vec4 vec4() {
    const glm::vec3 v = vec3();
    return {v, in_.f32()};
  }
  Box box() {
    Box b;
    b.min = vec3(), b.max = vec3();
    return b;
  }
  bool cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }

  Status header();
  Status vertices();
  Status triangles();
  Status submeshes();
  Status bones();
  Status animations();
  Status points();
  Status groups();
  Status splits();

  std::span<const uint8_t> bytes_;
  ByteReader in_;
  const Limits& limits_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  const CancelFlag* cancel_;
  BinaryModel model_;
  const char* section_ = "header";
  uint64_t section_start_ = 0;
  uint16_t vertex_count_ = 0, triangle_count_ = 0, submesh_count_ = 0, point_count_ = 0;
  uint32_t offsets_[5] = {};
  uint32_t points_offset_ = 0;
};

Status Reader::header() {
  BinaryModel& m = model_;
  if (starts_with(bytes_, kMagic10)) {
    m.version = 10;
    in_.skip(kMagic10.size());
  } else if (starts_with(bytes_, "TFQMSH")) {
    return fault(kVersion, 6,
                 "expected version 10 after TFQMSH, found '" +
                     std::string(ByteReader(bytes_.subspan(6)).text(bytes_.size() < 8 ? bytes_.size() - 6 : 2)) + "'");
  } else if (starts_with(bytes_, kMagic)) {
    in_.skip(kMagic.size());
    m.version = in_.u8();
    if (!in_.ok()) return truncated();
    if (m.version < 12 || m.version > 22)
      return fault(kVersion, 4, "expected a version from 12 to 22, found " + std::to_string(m.version));
  } else {
    return fault(kHeader, 0, "expected 'TFQMSH10' or 'QMSH'");
  }
  m.flags = in_.u8();
  const uint8_t known = m.version == 10 ? kKnownFlags10 : kKnownFlags;
  vertex_count_ = in_.u16(), triangle_count_ = in_.u16(), submesh_count_ = in_.u16();
  m.header_bones = in_.u16(), m.header_animations = in_.u16();
  if (m.version != 10) point_count_ = in_.u16(), m.header_groups = in_.u16();
  m.radius = in_.f32();
  m.box = box();
  if (m.version == 10) {
    for (uint32_t& offset : offsets_) offset = in_.u32();
  }
  if (m.version >= 20) points_offset_ = in_.u32();
  if (m.version >= 13) m.camera_position = vec3(), m.camera_target = vec3();
  if (m.version >= 15) m.camera_up = vec3();
  if (!in_.ok()) return truncated();
  if ((m.flags & ~known) != 0) {
    const uint64_t at = m.version == 10 ? kFlagsOffset10 : kFlagsOffset;
    diagnostics_.add(kFlags, at, "flag bits " + std::to_string(m.flags & ~known) + " have no known meaning");
    m.flags &= known;
  }
  return ok_status();
}

Status Reader::vertices() {
  BinaryModel& m = model_;
  VITRINE_CHECK(enter10("vertices", offsets_[0]));
  const size_t count = vertex_count_, stride = m.vertex_stride();
  const bool physics = m.has(kFlagPhysics);
  const bool skinned = m.has(kFlagSkinned) && !physics;
  const bool tangents = m.has(kFlagTangents) && !physics;
  VITRINE_CHECK(check_limit(count, limits_.vertices, "vertices", in_.offset()));
  m.vertices_offset = in_.offset();
  const auto block = in_.bytes(uint64_t{count} * stride);
  if (!in_.ok()) return truncated();
  VITRINE_CHECK(budget_.charge(count, stride, m.vertices_offset));
  m.positions.resize(count);
  if (skinned) m.weights.resize(count), m.bone_bytes.resize(count);
  if (!physics) m.normals.resize(count), m.uv.resize(count);
  if (tangents) m.tangents.resize(count), m.binormals.resize(count);
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
  return ok_status();
}

Status Reader::triangles() {
  VITRINE_CHECK(enter10("triangles", offsets_[1]));
  const size_t count = size_t{triangle_count_} * 3;
  model_.triangles_offset = in_.offset();
  const auto block = in_.bytes(count * 2);
  if (!in_.ok()) return truncated();
  VITRINE_CHECK(budget_.charge(count, sizeof(uint32_t), model_.triangles_offset));
  model_.indices.resize(count);
  for (size_t i = 0; i < count; ++i) {
    model_.indices[i] = static_cast<uint32_t>(block[2 * i] | block[2 * i + 1] << 8);
    if (model_.indices[i] >= vertex_count_) {
      return fault(
          kTriangleIndex, model_.triangles_offset + 2 * i,
          "expected a vertex below " + std::to_string(vertex_count_) + ", found " + std::to_string(model_.indices[i]),
          "triangles[" + std::to_string(i / 3) + "]");
    }
  }
  return ok_status();
}

Status Reader::submeshes() {
  VITRINE_CHECK(enter10("submeshes", offsets_[2]));
  VITRINE_CHECK(check_limit(submesh_count_, limits_.meshes, "submeshes", in_.offset()));
  if (submesh_count_ > in_.remaining() / 10) return truncated();
  VITRINE_CHECK(budget_.charge(submesh_count_, sizeof(BinarySubmesh), in_.offset()));
  model_.submeshes.resize(submesh_count_);
  const uint8_t version = model_.version;
  for (size_t i = 0; i < submesh_count_; ++i) {
    BinarySubmesh& s = model_.submeshes[i];
    s.offset = in_.offset();
    s.first_triangle = in_.u16(), s.triangle_count = in_.u16(), s.min_vertex = in_.u16(), s.vertex_count = in_.u16();
    s.name = name(), s.material = name();
    if (version >= 18) s.specular = vec3(), s.specular_intensity = in_.f32(), s.hardness = in_.i32();
    if (version >= 16 && model_.has(kFlagTangents)) {
      s.normal_map = name();
      if (!s.normal_map.empty()) s.normal_factor = in_.f32();
    }
    if (version >= 16) {
      s.specular_map = name();
      if (!s.specular_map.empty()) s.specular_factor = in_.f32(), s.specular_color_factor = in_.f32();
    }
    if (!in_.ok()) return truncated();
    if (uint32_t{s.first_triangle} + s.triangle_count > triangle_count_) {
      return fault(kSubmeshTriangles, s.offset,
                   "triangles " + std::to_string(s.first_triangle) + " to " +
                       std::to_string(uint32_t{s.first_triangle} + s.triangle_count) + " of " +
                       std::to_string(triangle_count_),
                   "submeshes[" + std::to_string(i) + "]");
    }
  }
  return ok_status();
}

Status Reader::bones() {
  VITRINE_CHECK(enter10("bones", offsets_[3]));
  const size_t count = model_.header_bones;
  const bool editor = model_.version >= 21;
  VITRINE_CHECK(check_limit(count, limits_.joints, "bones", in_.offset()));
  if (count > in_.remaining() / (editor ? 148 : 51)) return truncated();
  VITRINE_CHECK(budget_.charge(count, sizeof(BinaryBone), in_.offset()));
  model_.bones.resize(count);
  for (size_t i = 0; i < count; ++i) {
    BinaryBone& bone = model_.bones[i];
    bone.offset = in_.offset();
    if (editor) bone.name = name();
    bone.parent = in_.u16();
    in_.array(bone.rest.data(), bone.rest.size());
    if (editor) {
      in_.array(bone.editor_matrix.data(), bone.editor_matrix.size());
      bone.head = vec4(), bone.tail = vec4();
      bone.connected = in_.u8();
    } else {
      bone.name = name();
    }
    if (!in_.ok()) return truncated();
    if (bone.parent > i) {
      return fault(kBoneParent, bone.offset,
                   "expected a parent of at most " + std::to_string(i) + ", found " + std::to_string(bone.parent),
                   "bones[" + std::to_string(i) + "]");
    }
  }
  return ok_status();
}

Status Reader::animations() {
  VITRINE_CHECK(enter10("animations", offsets_[4]));
  const size_t count = model_.header_animations, bones = model_.bones.size();
  if (count > in_.remaining() / 7) return truncated();
  VITRINE_CHECK(budget_.charge(count, sizeof(BinaryAnimation), in_.offset()));
  model_.animations.resize(count);
  const bool scale3 = model_.version >= 22;
  const size_t floats = 1 + bones * (scale3 ? 10 : 8);
  for (size_t a = 0; a < count; ++a) {
    if (cancelled()) return fault(kCancelled, in_.offset(), "cancelled");
    BinaryAnimation& animation = model_.animations[a];
    animation.offset = in_.offset();
    animation.name = name();
    animation.length_s = in_.f32();
    const size_t keys = in_.u16();
    if (!in_.ok() || keys > in_.remaining() / (4 * floats)) return truncated();
    VITRINE_CHECK(check_limit(uint64_t{keys} * bones, limits_.frame_joints, "keys x bones", animation.offset));
    VITRINE_CHECK(budget_.charge(uint64_t{keys} * bones, sizeof(Transform), animation.offset));
    animation.times_s.resize(keys);
    const auto block = in_.bytes(uint64_t{keys} * floats * 4);
    for (size_t k = 0; k < keys; ++k) std::memcpy(&animation.times_s[k], block.data() + 4 * floats * k, sizeof(float));
    if (keys == 0 || bones == 0) continue;
    // Each key begins with its time, which the iterator passes over.
    const size_t stride = scale3 ? PoseIterator::kStride3 : PoseIterator::kStride1;
    const uint8_t* const first = block.data() + sizeof(float);
    animation.poses.assign(PoseIterator(first, bones, stride), PoseIterator(first + block.size(), bones, stride));
  }
  return ok_status();
}

Status Reader::points() {
  enter("points");
  const uint8_t version = model_.version;
  if (version >= 20 && points_offset_ != in_.offset()) {
    diagnostics_.add(
        kOffset, 48,
        "the points start at " + std::to_string(in_.offset()) + ", the header says " + std::to_string(points_offset_));
  }
  if (point_count_ > in_.remaining() / 73) return truncated();
  VITRINE_CHECK(check_limit(point_count_, limits_.joints, "points", in_.offset()));
  VITRINE_CHECK(budget_.charge(point_count_, sizeof(BinaryPoint), in_.offset()));
  model_.points.resize(point_count_);
  for (BinaryPoint& point : model_.points) {
    point.offset = in_.offset();
    point.name = name();
    in_.array(point.matrix.data(), point.matrix.size());
    point.bone = in_.u16(), point.type = in_.u16();
    point.size = version >= 14 ? vec3() : glm::vec3(in_.f32());
    if (version >= 19) point.rotation = vec3();
    if (!in_.ok()) return truncated();
  }
  return ok_status();
}

Status Reader::groups() {
  enter("groups");
  // v12 stores a lone default group by its count alone.
  if (model_.version == 12 && model_.header_groups < 2) return ok_status();
  const size_t count = model_.header_groups;
  if (count > in_.remaining() / 4) return truncated();
  VITRINE_CHECK(budget_.charge(count, sizeof(BinaryGroup), in_.offset()));
  model_.groups.resize(count);
  for (BinaryGroup& group : model_.groups) {
    group.offset = in_.offset();
    group.name = name();
    group.parent = in_.u16();
    const auto bones = in_.bytes(in_.u8());
    if (!in_.ok()) return truncated();
    group.bones.assign(bones.begin(), bones.end());
  }
  return ok_status();
}

Status Reader::splits() {
  enter("splits");
  for (BinarySubmesh& s : model_.submeshes) s.center = vec3(), s.radius = in_.f32(), s.box = box();
  return in_.ok() ? ok_status() : Status(truncated());
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

Result<BinaryModel> read_binary(std::span<const uint8_t> bytes, const Limits& limits, Budget& budget,
                                Diagnostics& diagnostics, const CancelFlag* cancel) {
  return Reader(bytes, limits, budget, diagnostics, cancel).read();
}

}  // namespace vitrine::qmsh
