#pragma once
// A QMSH binary as it is stored, field by field, in the file's own numbers: left-handed, +Y up, bones counted from 1,
// names as raw bytes. The reader fills it, the writer needs nothing else; conversions build one.

#include <array>
#include <cstdint>
#include <glm/gtc/type_ptr.hpp>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace vitrine::qmsh {

inline constexpr uint8_t kFlagTangents = 0x01;
inline constexpr uint8_t kFlagSkinned = 0x02;
inline constexpr uint8_t kFlagStatic = 0x04;   ///< weights, but the bones are another file's
inline constexpr uint8_t kFlagPhysics = 0x08;  ///< positions only
inline constexpr uint8_t kFlagSplit = 0x10;    ///< bounds per submesh

// Default camera.
inline constexpr glm::vec3 kCameraPosition{1, 1, 1}, kCameraTarget{0, 0, 0}, kCameraUp{0, 1, 0};

struct Box {
  glm::vec3 min{0}, max{0};
};

struct BinarySubmesh {
  uint16_t first_triangle = 0, triangle_count = 0, min_vertex = 0, vertex_count = 0;
  std::string name;
  std::string material;  ///< v10: material name; later: file name of the diffuse texture
  glm::vec3 specular{1};
  float specular_intensity = 0.2f;
  int32_t hardness = 10;
  std::string normal_map, specular_map;
  float normal_factor = 1, specular_factor = 1, specular_color_factor = 1;
  glm::vec3 center{0};  ///< of the sphere; split files only, as are radius and box
  float radius = 0;
  Box box;
  uint64_t offset = 0;
};

struct BinaryBone {
  std::string name;
  uint16_t parent = 0;           ///< 0 = root
  std::array<float, 12> rest{};  ///< four rows of three: bone to parent, row vectors
  // v21 and later: what the editor had, in its own axes.
  std::array<float, 16> editor_matrix{};
  glm::vec4 head{0}, tail{0};  ///< w = radius
  uint8_t connected = 0;
  uint64_t offset = 0;
};

struct BinaryAnimation {
  std::string name;
  float length_s = 0;
  std::vector<float> times_s;
  std::vector<Transform> poses;  ///< [key * bones + bone], relative to the rest matrix
  uint64_t offset = 0;
};

struct BinaryPoint {
  std::string name;
  std::array<float, 16> matrix{};
  uint16_t bone = 0;  ///< garbage when unattached
  uint16_t type = 0;
  glm::vec3 size{1};
  glm::vec3 rotation{0};
  uint64_t offset = 0;
};

struct BinaryGroup {
  std::string name;
  uint16_t parent = 0;
  std::vector<uint8_t> bones;
  uint64_t offset = 0;
};

/// A stretch of the file, for the account of its bytes.
struct Section {
  const char* name;
  uint64_t offset, bytes;
};

struct BinaryModel {
  uint8_t version = 22;
  uint8_t flags = 0;
  // Counts of the header that need not equal what is stored.
  uint16_t header_bones = 0, header_animations = 0, header_groups = 0;
  float radius = 0;  ///< about the origin
  Box box;
  glm::vec3 camera_position = kCameraPosition, camera_target = kCameraTarget, camera_up = kCameraUp;

  // Per vertex; arrays that the flags rule out are empty.
  std::vector<glm::vec3> positions;
  std::vector<float> weights;                      ///< of the first bone
  std::vector<std::array<uint8_t, 4>> bone_bytes;  ///< first and second bone, then 0 0
  std::vector<glm::vec3> normals;
  std::vector<glm::vec2> uv;
  std::vector<glm::vec3> tangents, binormals;

  std::vector<uint32_t> indices;
  std::vector<BinarySubmesh> submeshes;
  std::vector<BinaryBone> bones;
  std::vector<BinaryAnimation> animations;
  std::vector<BinaryPoint> points;
  std::vector<BinaryGroup> groups;

  std::vector<Section> sections;  ///< filled by the reader; cover every byte it consumed
  uint64_t vertices_offset = 0, triangles_offset = 0;

  bool has(uint8_t flag) const { return (flags & flag) != 0; }
  bool has_skeleton() const { return has(kFlagSkinned) && !has(kFlagStatic); }
  uint32_t vertex_stride() const {
    if (has(kFlagPhysics)) return 12;
    return 32u + (has(kFlagSkinned) ? 8u : 0u) + (has(kFlagTangents) ? 24u : 0u);
  }
};

/// The file's row-vector 4 x 3 matrix as a column-vector matrix.
inline glm::mat4 from_rows_4x3(const std::array<float, 12>& r) {
  return {{r[0], r[1], r[2], 0}, {r[3], r[4], r[5], 0}, {r[6], r[7], r[8], 0}, {r[9], r[10], r[11], 1}};
}
/// Row-vector matrices written row by row have the memory of column-vector ones written column by column.
inline glm::mat4 from_rows_4x4(const std::array<float, 16>& r) { return glm::make_mat4(r.data()); }
inline std::array<float, 12> to_rows_4x3(const glm::mat4& m) {
  return {m[0].x, m[0].y, m[0].z, m[1].x, m[1].y, m[1].z, m[2].x, m[2].y, m[2].z, m[3].x, m[3].y, m[3].z};
}
inline std::array<float, 16> to_rows_4x4(const glm::mat4& m) {
  return {m[0].x, m[0].y, m[0].z, m[0].w, m[1].x, m[1].y, m[1].z, m[1].w,
          m[2].x, m[2].y, m[2].z, m[2].w, m[3].x, m[3].y, m[3].z, m[3].w};
}

/// Limits of the engine: more bones are not drawn.
inline constexpr size_t kEngineBones10 = 32, kEngineBones = 64;

/// How far a squared length may be from 1.
inline constexpr float kUnitTolerance = 1e-3f;
inline bool is_unit(const glm::vec3& v) { return std::abs(glm::dot(v, v) - 1) <= 2 * kUnitTolerance; }

}  // namespace vitrine::qmsh
