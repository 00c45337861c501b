#pragma once
// Walks the chunks in file order and builds the scene. What may stand later (names, parents, skeletons) is resolved in
// `finish`; until then indices of nodes and bones are those of the file's order. Names stay where they are in the file.

#include <cmath>
#include <string>
#include <vector>

#include "base/name_index.h"
#include "formats/format.h"
#include "formats/kri/read/container.h"
#include "formats/kri/read/layouts.h"
#include "scene/transform.h"

namespace vitrine::kri {

inline float finite_or(float value, float fallback) { return std::isfinite(value) ? value : fallback; }

struct RawNode {
  std::string_view name, parent;
  Transform local;
  uint64_t offset = 0, length = 0;
  uint32_t mesh = kNone, light = kNone, camera = kNone, skeleton = kNone;
  uint32_t scene_node = kNone;  ///< once placed
  bool placing = false;
};

struct RawBone {
  std::string_view name;
  uint32_t parent = kNone;  ///< index of another bone of the skeleton; kNone = the armature object
  Transform bind;
  uint32_t scene_node = kNone;
  uint64_t offset = 0, length = 0;  ///< of its row
};

struct RawSkeleton {
  uint32_t node = kNone;
  uint32_t first_bone = 0, bone_count = 0;  ///< within the bones of all
  uint64_t offset = 0;
};

/// Data beside the scene's mesh.
struct RawMesh {
  uint32_t node = kNone;
  uint32_t last_skeleton = kNone;  ///< the engine's choice, when no parent has one
  uint32_t vertex_count = 0;
  uint32_t first_span = 0;           ///< of its materials' names: one per primitive
  const uint8_t* normals = nullptr;  ///< as stored, 12 bytes each; null = not in the file
  const uint8_t* hands = nullptr;    ///< -1, 0, +1 as float per vertex; null = not in the file
  size_t hand_stride = 0;            ///< from one to the next
  std::span<const uint8_t> weights;
  uint64_t weights_offset = 0;
  bool has_entity = false;
  uint32_t scene_mesh = kNone, scene_skin = kNone;
};

struct RawEmitter {
  uint32_t node = kNone;
  std::string_view material;
  uint64_t offset = 0;
};

/// Targets of an action's curves: the last objects before it.
struct ActionTargets {
  uint32_t node = kNone, skeleton = kNone, material = kNone, light = kNone, camera = kNone, mesh = kNone;
  bool bones_from_zero = false;  ///< the earliest bone actions: 0 is the first bone, not the object
};
/// The target of a curve is not a node but a bone: what is left of the number is its place among the bones of all.
inline constexpr uint32_t kBoneTarget = 0x80000000u;

class Builder {
 public:
  explicit Builder(LoadContext& context) : context_(context) {}

  /// Takes one chunk. Fails only for limits; a chunk that cannot be used leaves a message.
  Status add(const Frame& frame);
  /// Resolves everything and appends to `scene`.
  Status finish(Scene& scene);

 private:
  // builder.cpp
  struct Taker;
  static const Taker* taker_of(std::string_view name);
  enum class After : uint8_t { kNothing, kNode, kMesh, kMaterial, kUnit, kEmitter, kAction };
  bool stands_after(const Frame& frame, After what);
  SourceRange range(const Frame& frame) const;
  Status charge(uint64_t count, uint64_t size, const Frame& frame);

  Status add_signature(const Frame& frame, const Decoded& decoded);
  /// Every plain field as a property `prefix.field`; names are left out, they stand elsewhere.
  void add_properties(const Frame& frame, const std::string& prefix, const Record& fields,
                      std::vector<Property>& properties);

  // chunk_info.cpp
  /// A warning about a chunk.
  void note(const Frame& frame, const Sentence& sentence, Arguments arguments = {});
  /// Adds the chunk to the report; without fields when none of it could be read.
  void report_chunk(const Frame& frame, std::string_view layout, const Record* fields);
  void report_lost_faces(const Mesh& mesh);

  // build_objects.cpp
  Status add_node(const Frame& frame, const Decoded& decoded);
  Status add_skeleton(const Frame& frame, const Decoded& decoded);
  Status add_camera(const Frame& frame, const Decoded& decoded);
  Status add_light(const Frame& frame, const Decoded& decoded);
  Status add_emitter(const Frame& frame, const Decoded& decoded);
  Status add_emitter_part(const Frame& frame, const Decoded& decoded);

  // build_mesh.cpp
  Status add_mesh(const Frame& frame, const Decoded& decoded);
  Status add_positions(const Frame& frame, const Decoded& decoded);
  Status add_normals(const Frame& frame, const Decoded& decoded);
  Status add_quaternions(const Frame& frame, const Decoded& decoded);
  Status add_weights(const Frame& frame, const Decoded& decoded);
  Status add_texture_layer(const Frame& frame, const Decoded& decoded);
  Status add_color_layer(const Frame& frame, const Decoded& decoded);
  Status add_shape(const Frame& frame, const Decoded& decoded);
  Status add_triangles(const Frame& frame, const Decoded& decoded);
  Status add_entity(const Frame& frame, const Decoded& decoded);
  bool check_finite(const Frame& frame, std::span<const uint8_t> floats, const Sentence& sentence);

  // build_material.cpp
  Status add_material(const Frame& frame, const Decoded& decoded);
  Status add_material_part(const Frame& frame, const Decoded& decoded);
  Status add_unit(const Frame& frame, const Decoded& decoded);
  Status add_unit_part(const Frame& frame, const Decoded& decoded);
  void set_texture(std::string_view path);

  // build_action.cpp
  Status add_action(const Frame& frame, const Decoded& decoded);
  Status add_curve(const Frame& frame, const Decoded& decoded);
  Status add_bone_curves(const Frame& frame, const Decoded& decoded);
  void aim(const Frame& frame, uint32_t element, Curve& curve);
  Status add_keys(const Frame& frame, const Curve& pattern, std::span<const uint8_t> data, uint32_t size, bool handles);

  // finish.cpp
  void number_names();
  void place_node(uint32_t raw);
  void place_bones(const RawSkeleton& skeleton);
  uint32_t add_scene_node(std::string_view name, uint32_t parent, const SourceRange& source);
  Status finish_mesh(RawMesh& raw, Mesh& mesh);
  void finish_frames(const RawMesh& raw, Mesh& mesh);
  void finish_materials_of(const RawMesh& raw, Mesh& mesh);
  void finish_clips();

  // finish_skin.cpp
  Status finish_skin(RawMesh& raw, Mesh& mesh);

  LoadContext& context_;
  Scene part_;  ///< what becomes of the file
  Strings strings_ = Strings::kUnknown;
  bool seen_signature_ = false;
  std::vector<RawNode> nodes_;
  std::vector<RawSkeleton> skeletons_;
  std::vector<RawBone> bones_;
  std::vector<RawMesh> raw_meshes_;
  std::vector<Mesh> meshes_;  ///< likewise; positions in the node's space until `finish`
  std::vector<std::string_view> span_materials_;
  std::vector<RawEmitter> emitters_;
  ActionTargets targets_;                                        // of the last action
  bool unit_has_input_ = false, unit_has_image_ = false;         // of the last slot of the last material
  NameIndex texture_numbers_, node_numbers_, material_numbers_;  // first of each name
  std::vector<glm::dmat4> worlds_;                               // of the placed nodes, in bind pose
};

/// Report of a container; its chunks follow as they are built.
void describe(const Container& container, LoadContext& context);
/// The vector at length 1, or `fallback` where it has none.
inline glm::vec3 unit_or(const glm::vec3& v, const glm::vec3& fallback) {
  const float square = glm::dot(v, v);
  if (is_unit_square(square)) return v;
  const float length = std::sqrt(square);
  return length > 1e-12f && std::isfinite(length) ? v / length : fallback;
}
/// None of the floats is NaN or infinite. The loop has no way out, so that it runs on many numbers at once.
bool are_finite(std::span<const uint8_t> floats);
/// The rotation, of length 1 where it is off by more than rounding, or identity when it has no length.
glm::quat usable_rotation(const glm::quat& rotation);

}  // namespace vitrine::kri
