#include "formats/qmsh/write/file.h"

#include <cassert>
#include <cstring>

#include "base/codes.h"
#include "formats/qmsh/sentences.h"

namespace vitrine::qmsh {
namespace {

constexpr size_t kLargest16 = 0xFFFF, kLargest8 = 0xFF;
constexpr size_t kOffsets10 = 47, kPointsOffset = 48;

class Writer {
 public:
  explicit Writer(const BinaryModel& model) : m_(model) {}

  Result<std::vector<uint8_t>> write() {
    VITRINE_CHECK(check());
    header();
    start10(0);
    vertices();
    start10(1);
    for (const uint32_t index : m_.indices) u16(index);
    start10(2);
    submeshes();
    if (m_.has_skeleton()) {
      start10(3);
      bones();
      if (m_.version >= 21) groups();
      start10(4);
      animations();
    }
    if (m_.version != 10) {
      if (m_.version >= 20) patch32(kPointsOffset, out_.size());
      points();
      if (m_.has_skeleton() && m_.version < 21) groups();
      if (m_.has(kFlagSplit)) {
        for (const BinarySubmesh& s : m_.submeshes) vec(s.center), f32(s.radius), box(s.box);
      }
    }
    return std::move(out_);
  }

 private:
  Status check() const;
  void header();
  void vertices();
  void submeshes();
  void bones();
  void animations();
  void points();
  void groups();

  /// v10: every section is named in the header and starts with a guard byte.
  void start10(size_t section) {
    if (m_.version != 10) return;
    patch32(kOffsets10 + 4 * section, out_.size());
    u8(0);
  }
  void raw(const void* data, size_t count) {
    const auto* p = static_cast<const uint8_t*>(data);
    out_.insert(out_.end(), p, p + count);
  }
  void u8(size_t v) { out_.push_back(static_cast<uint8_t>(v)); }
  void u16(size_t v) { u8(v & 0xFF), u8(v >> 8 & 0xFF); }
  void u32(uint32_t v) { u16(v & 0xFFFF), u16(v >> 16); }
  void f32(float v) { raw(&v, sizeof v); }
  void vec(const glm::vec2& v) { f32(v.x), f32(v.y); }
  void vec(const glm::vec3& v) { f32(v.x), f32(v.y), f32(v.z); }
  void vec(const glm::vec4& v) { vec(glm::vec3(v)), f32(v.w); }
  void box(const Box& b) { vec(b.min), vec(b.max); }
  void text(const std::string& s) { u8(s.size()), raw(s.data(), s.size()); }
  void patch32(size_t at, size_t value) {
    for (size_t i = 0; i < 4; ++i) out_[at + i] = static_cast<uint8_t>(value >> 8 * i);
  }

  const BinaryModel& m_;
  std::vector<uint8_t> out_;
};

Status Writer::check() const {
  const auto fits = [](size_t count, size_t limit, const char* what) -> Status {
    if (count <= limit) return ok_status();
    return Error{messages::kDoesNotFit, kNoOffset, {count, what, limit}};
  };
  VITRINE_CHECK(fits(m_.positions.size(), kLargest16, "vertices"));
  VITRINE_CHECK(fits(m_.indices.size() / 3, kLargest16, "triangles"));
  VITRINE_CHECK(fits(m_.submeshes.size(), kLargest16, "submeshes"));
  VITRINE_CHECK(fits(m_.animations.size(), kLargest16, "animations"));
  VITRINE_CHECK(fits(m_.points.size(), kLargest16, "points"));
  // Vertices and groups name bones by a byte.
  VITRINE_CHECK(fits(m_.bones.size(), kLargest8, "bones"));
  for (const BinarySubmesh& s : m_.submeshes) {
    VITRINE_CHECK(fits(s.name.size(), kLargest8, "bytes in a submesh name"));
    VITRINE_CHECK(fits(s.material.size(), kLargest8, "bytes in a material name"));
    VITRINE_CHECK(fits(s.normal_map.size(), kLargest8, "bytes in a texture name"));
    VITRINE_CHECK(fits(s.specular_map.size(), kLargest8, "bytes in a texture name"));
  }
  for (const BinaryBone& b : m_.bones) VITRINE_CHECK(fits(b.name.size(), kLargest8, "bytes in a bone name"));
  for (const BinaryAnimation& a : m_.animations) {
    VITRINE_CHECK(fits(a.name.size(), kLargest8, "bytes in an animation name"));
    VITRINE_CHECK(fits(a.times_s.size(), kLargest16, "keys in an animation"));
    assert(a.poses.size() == a.times_s.size() * m_.bones.size());
  }
  for (const BinaryPoint& p : m_.points) VITRINE_CHECK(fits(p.name.size(), kLargest8, "bytes in a point name"));
  for (const BinaryGroup& g : m_.groups) {
    VITRINE_CHECK(fits(g.name.size(), kLargest8, "bytes in a group name"));
    VITRINE_CHECK(fits(g.bones.size(), kLargest8, "bones in a group"));
  }
  return ok_status();
}

void Writer::header() {
  if (m_.version == 10) {
    raw("TFQMSH10", 8);
  } else {
    raw("QMSH", 4);
    u8(m_.version);
  }
  u8(m_.flags);
  u16(m_.positions.size()), u16(m_.indices.size() / 3), u16(m_.submeshes.size());
  u16(m_.header_bones), u16(m_.header_animations);
  if (m_.version != 10) u16(m_.points.size()), u16(m_.header_groups);
  f32(m_.radius);
  box(m_.box);
  if (m_.version == 10) {
    for (int i = 0; i < 5; ++i) u32(0);
  }
  if (m_.version >= 20) u32(0);
  if (m_.version >= 13) vec(m_.camera_position), vec(m_.camera_target);
  if (m_.version >= 15) vec(m_.camera_up);
}

void Writer::vertices() {
  out_.reserve(out_.size() + m_.positions.size() * m_.vertex_stride());
  const bool full = !m_.has(kFlagPhysics);
  for (size_t v = 0; v < m_.positions.size(); ++v) {
    vec(m_.positions[v]);
    if (full && m_.has(kFlagSkinned)) f32(m_.weights[v]), raw(m_.bone_bytes[v].data(), 4);
    if (full) vec(m_.normals[v]), vec(m_.uv[v]);
    if (full && m_.has(kFlagTangents)) vec(m_.tangents[v]), vec(m_.binormals[v]);
  }
}

void Writer::submeshes() {
  for (const BinarySubmesh& s : m_.submeshes) {
    u16(s.first_triangle), u16(s.triangle_count), u16(s.min_vertex), u16(s.vertex_count);
    text(s.name), text(s.material);
    if (m_.version >= 18) vec(s.specular), f32(s.specular_intensity), u32(static_cast<uint32_t>(s.hardness));
    if (m_.version >= 16 && m_.has(kFlagTangents)) {
      text(s.normal_map);
      if (!s.normal_map.empty()) f32(s.normal_factor);
    }
    if (m_.version >= 16) {
      text(s.specular_map);
      if (!s.specular_map.empty()) f32(s.specular_factor), f32(s.specular_color_factor);
    }
  }
}

void Writer::bones() {
  for (const BinaryBone& b : m_.bones) {
    if (m_.version >= 21) text(b.name);
    u16(b.parent);
    raw(b.rest.data(), sizeof b.rest);
    if (m_.version >= 21) {
      raw(b.editor_matrix.data(), sizeof b.editor_matrix);
      vec(b.head), vec(b.tail);
      u8(b.connected);
    } else {
      text(b.name);
    }
  }
}

void Writer::animations() {
  for (const BinaryAnimation& a : m_.animations) {
    text(a.name);
    f32(a.length_s);
    u16(a.times_s.size());
    for (size_t k = 0; k < a.times_s.size(); ++k) {
      f32(a.times_s[k]);
      for (size_t b = 0; b < m_.bones.size(); ++b) {
        const Transform& pose = a.poses[k * m_.bones.size() + b];
        vec(pose.translation);
        f32(pose.rotation.x), f32(pose.rotation.y), f32(pose.rotation.z), f32(pose.rotation.w);
        f32(pose.scale.x);
        if (m_.version >= 22) f32(pose.scale.y), f32(pose.scale.z);
      }
    }
  }
}

void Writer::points() {
  for (const BinaryPoint& p : m_.points) {
    text(p.name);
    raw(p.matrix.data(), sizeof p.matrix);
    u16(p.bone), u16(p.type);
    if (m_.version >= 14)
      vec(p.size);
    else
      f32(p.size.x);
    if (m_.version >= 19) vec(p.rotation);
  }
}

void Writer::groups() {
  if (m_.version == 12 && m_.header_groups < 2) return;  // its count suffices
  for (const BinaryGroup& g : m_.groups) {
    text(g.name);
    u16(g.parent);
    u8(g.bones.size());
    raw(g.bones.data(), g.bones.size());
  }
}

}  // namespace

Result<std::vector<uint8_t>> write_binary(const BinaryModel& model) { return Writer(model).write(); }

}  // namespace vitrine::qmsh
