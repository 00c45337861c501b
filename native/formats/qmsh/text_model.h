#pragma once
// A `.qmsh.tmp` as it is written: Blender's axes (right-handed, +Z up), frames, degrees where the text has degrees.
// Names are UTF-8. The reader fills it, the writer needs nothing else; conversions build one. What is not counted
// before it comes is a list: its elements stay where they are, and the code for growing it is a fraction of a vector's.

#include <array>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace vitrine::qmsh {

struct TextTexture {
  std::string name;
  // Factors of the purposes it serves; below 0 = does not serve.
  float diffuse = -1, specular = -1, specular_color = -1, normal = -1;
};

struct TextMaterial {
  std::string name;
  bool has_colors = false;  ///< v18 and later, except for the material of an empty slot
  glm::vec3 diffuse{0.8f}, specular{1};
  float diffuse_intensity = 1, specular_intensity = 0.2f;
  int32_t hardness = 10;
  std::list<TextTexture> textures;
  uint64_t offset = 0;
};

struct TextFace {
  uint32_t first_corner = 0;
  uint8_t corner_count = 3;
  uint8_t material = 0;
  bool smooth = false;
};

struct TextCorner {
  uint32_t vertex = 0;
  glm::vec2 uv{0};
};

struct TextGroup {
  struct Entry {
    uint32_t vertex = 0;
    float weight = 0;
  };
  std::string name;
  std::vector<Entry> entries;
  uint64_t offset = 0;
};

/// Vertices of an object by what holds them.
struct VertexBinding {
  size_t by_parent_bone = 0, by_groups = 0, by_envelopes = 0, by_nothing = 0;
};

struct TextMesh {
  std::string name;
  glm::vec3 position{0}, rotation_rad{0}, scale{1};
  std::string parent_armature, parent_bone;
  float auto_smooth_deg = -1;  ///< below 0 = the version does not say
  std::vector<TextMaterial> materials;
  std::vector<glm::vec3> vertices;
  std::vector<glm::vec3> normals;  ///< v17 and later
  std::vector<TextFace> faces;
  std::vector<TextCorner> corners;
  std::list<TextGroup> groups;
  uint64_t offset = 0;
  uint64_t parent_offset = 0;
};

struct TextBone {
  std::string name, parent, group;
  glm::vec3 head{0}, tail{0};                  ///< in armature space
  glm::vec3 head_in_bone{0}, tail_in_bone{0};  ///< in bone space, before v21
  float head_radius = 0, tail_radius = 0;
  float roll_bone_rad = 0, roll_armature_rad = 0;  ///< before v17
  float length = 0, weight = 1;
  bool connected = false;          ///< v21
  std::array<float, 9> matrix3{};  ///< bone space, before v21
  std::array<float, 16> matrix{};  ///< armature space, row vectors
  uint64_t offset = 0;
};

struct TextBoneGroup {
  std::string name, parent;
};

struct TextArmature {
  std::string name;
  glm::vec3 position{0}, rotation_rad{0}, scale{1};
  bool use_groups = true, use_envelopes = true;
  std::list<TextBone> bones;
  std::list<TextBoneGroup> groups;
  uint64_t offset = 0;
};

struct TextEmpty {
  std::string name, bone, type;
  glm::vec3 size{1};
  std::array<float, 16> matrix{};
  glm::vec3 rotation_rad{0};
  uint64_t offset = 0;
};

struct TextCamera {
  glm::vec3 position{0}, target{0}, up{0, 0, 1};
  uint64_t offset = 0;
};

struct TextPoint {
  double frame = 0, value = 0;
};

struct TextCurve {
  std::string name;
  Interpolation interpolation = Interpolation::kLinear;
  Extension extension = Extension::kHold;
  std::vector<TextPoint> points;
  uint64_t offset = 0;
};

struct TextChannel {
  std::string bone;
  std::list<TextCurve> curves;
  uint64_t offset = 0;
};

struct TextAction {
  std::string name;
  std::list<TextChannel> channels;
  uint64_t offset = 0;
};

struct TextModel {
  uint32_t version = 10;
  std::list<TextMesh> meshes;
  std::list<TextArmature> armatures;  ///< none or one
  std::list<TextEmpty> empties;
  std::list<TextCamera> cameras;
  std::list<TextAction> actions;
  int32_t fps = 0;  ///< 0 = not said
  bool is_static = false, force_tangents = false, split = false;
  bool was_1250 = false;
};

}  // namespace vitrine::qmsh
