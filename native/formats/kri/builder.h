#pragma once
// Walks the chunks in file order and builds the scene. Objects are collected under their numbers in the file; names,
// parents and everything that may stand later is resolved in `finish`.

#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/kri/layouts.h"
#include "formats/registry.h"
#include "scene/transform.h"

namespace vitrine::kri {

struct RawNode {
  std::string name, parent;
  Transform local;
  uint64_t offset = 0, length = 0;
  uint32_t mesh = kNone, light = kNone, camera = kNone, skeleton = kNone;
  uint32_t scene_node = kNone;  ///< once placed
  uint32_t depth = 0;           ///< likewise
  bool placing = false;
};

struct RawBone {
  std::string name;
  uint32_t parent = kNone;  ///< index of another bone; kNone = the armature object
  Transform bind;
  uint32_t scene_node = kNone;
  uint64_t offset = 0, length = 0;  ///< of its row
};

struct RawSkeleton {
  uint32_t node = kNone;
  uint64_t offset = 0;
  std::vector<RawBone> bones;
};

struct RawMesh {
  uint32_t node = kNone;
  uint32_t last_skeleton = kNone;  ///< the engine's choice, when no parent has one
  uint32_t vertex_count = 0;
  Mesh mesh;  ///< positions in the node's space until `finish`
  std::vector<glm::vec3> stored_normals;
  std::vector<float> hands;  ///< -1, 0, +1 per vertex; empty = not in the file
  std::span<const uint8_t> weights;
  uint64_t weights_offset = 0;
  std::vector<std::string> span_materials;  ///< one per primitive; the last one without a name is the default material
  bool has_entity = false;
  uint32_t scene_mesh = kNone, scene_skin = kNone;
};

struct RawEmitter {
  uint32_t node = kNone;
  Emitter emitter;
  std::string material;
  uint64_t offset = 0;
};

/// A curve whose target is an index among the raw objects.
struct RawCurve {
  Curve curve;
  uint32_t skeleton = kNone;  ///< the target is a bone of this skeleton, and `curve.target` its index
};
struct RawClip {
  Clip clip;
  std::vector<RawCurve> curves;
  uint32_t node = kNone, skeleton = kNone, material = kNone, light = kNone, camera = kNone,
           mesh = kNone;         ///< last ones
  bool bones_from_zero = false;  ///< the earliest bone actions: 0 is the first bone, not the object
};

class Builder {
 public:
  explicit Builder(LoadContext& context) : context_(context) {}

  /// Takes one chunk. Fails only for limits; a chunk that cannot be used leaves a message.
  Status add(const Frame& frame);
  /// Resolves everything and appends to `scene`.
  Status finish(Scene& scene);

 private:
  // builder.cpp
  Status take(const Frame& frame, const Decoded& decoded);
  void note(const Frame& frame, const Code& code, const std::string& text);
  bool needs(const Frame& frame, uint32_t index, const char* what);
  SourceRange range(const Frame& frame) const;
  Status charge(uint64_t count, uint64_t size, const Frame& frame) {
    return context_.budget.charge(count, size, frame.payload_offset());
  }

  // build_objects.cpp
  Status add_node(const Frame& frame, const Record& fields);
  Status add_skeleton(const Frame& frame, const Record& fields);
  void add_camera(const Frame& frame, const Record& fields);
  void add_light(const Frame& frame, const Decoded& decoded);
  void add_emitter(const Frame& frame, const Decoded& decoded);
  void add_emitter_part(const Frame& frame, const Record& fields);

  // build_mesh.cpp
  Status add_mesh(const Frame& frame, const Record& fields);
  Status add_vertices(const Frame& frame, const Decoded& decoded);
  Status add_texture_layer(const Frame& frame, const Decoded& decoded);
  Status add_color_layer(const Frame& frame, const Decoded& decoded);
  Status add_shape(const Frame& frame, const Decoded& decoded);
  Status add_triangles(const Frame& frame, const Decoded& decoded);
  Status add_entity(const Frame& frame, const Record& fields);
  Status read_vectors(const Frame& frame, std::span<const uint8_t> data, std::vector<glm::vec3>& out, bool& finite);

  // build_material.cpp
  void add_material(const Frame& frame, const Decoded& decoded);
  void add_material_part(const Frame& frame, const Record& fields);
  void add_unit(const Frame& frame, const Decoded& decoded);
  void add_unit_part(const Frame& frame, const Record& fields);
  void set_texture(std::string_view path);

  // build_action.cpp
  void add_action(const Frame& frame, const Record& fields);
  Status add_curve(const Frame& frame, const Decoded& decoded);
  Status add_bone_curves(const Frame& frame, const Decoded& decoded);
  void aim(const Frame& frame, std::string_view path, uint32_t element, const RawClip& clip, RawCurve& curve);
  Status add_keys(const Frame& frame, const RawCurve& pattern, std::span<const uint8_t> data, uint32_t size,
                  bool handles);

  // finish.cpp
  void number_names();
  void place_node(Scene& scene, uint32_t raw);
  void place_bones(Scene& scene, RawSkeleton& skeleton);
  uint32_t find_node(const std::string& name) const;
  uint32_t find_material(const std::string& name) const;
  Status finish_mesh(Scene& scene, RawMesh& raw);
  void finish_frames(RawMesh& raw);
  Status finish_skin(Scene& scene, RawMesh& raw);
  void finish_materials_of(RawMesh& raw);
  void finish_clips(Scene& scene);
  void move_tables(Scene& scene, Scene&& part) const;

  LoadContext& context_;
  Strings strings_ = Strings::kUnknown;
  bool seen_signature_ = false;
  std::vector<RawNode> nodes_;
  std::vector<RawSkeleton> skeletons_;
  std::vector<RawMesh> meshes_;
  std::vector<RawEmitter> emitters_;
  std::vector<RawClip> clips_;
  std::vector<Material> materials_;
  std::vector<Texture> textures_;
  std::vector<Camera> cameras_;
  std::vector<Light> lights_;
  bool unit_has_input_ = false, unit_has_image_ = false;  // of the last slot of the last material
  std::unordered_map<std::string, uint32_t> texture_numbers_;
  std::unordered_map<std::string, uint32_t> node_numbers_, material_numbers_;  // first of each name
  std::vector<glm::dmat4> worlds_;                                             // of the placed nodes, in bind pose
  uint32_t joints_ = 0;
};

/// Every plain field as a property `prefix.field`; names are left out, they stand elsewhere.
void add_properties(std::string_view prefix, const Record& fields, std::vector<Property>& properties);
/// The vector at length 1, or `fallback` where it has none.
inline glm::vec3 unit_or(const glm::vec3& v, const glm::vec3& fallback) {
  const float square = glm::dot(v, v);
  if (is_unit_square(square)) return v;
  const float length = std::sqrt(square);
  return length > 1e-12f && std::isfinite(length) ? v / length : fallback;
}
/// The rotation, of length 1 where it is off by more than rounding, or identity when it has no length.
glm::quat usable_rotation(const glm::quat& rotation);

}  // namespace vitrine::kri
