#pragma once
// The document under construction, shared by the parts of the GLB export.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "formats/gltf/write/export.h"
#include "formats/gltf/write/space.h"

namespace vitrine {

using glb::Json;

struct GlbNode {
  std::string name;
  uint32_t parent = kNone;
  ExactTransform local;  ///< in glTF's axes and metres
  uint32_t mesh = kNone, skin = kNone, camera = kNone, light = kNone;
  Json extras;
};

/// Where a node of the scene went.
struct GlbPlace {
  uint32_t node = kNone;               ///< takes its translation, rotation and scale
  uint32_t mesh_node = kNone;          ///< carries its mesh
  std::optional<ExactTransform> base;  ///< stands before its transform, in file axes: a rest matrix without shear
  ExactTransform rest_local;           ///< the transform as the node stands in the file, in glTF's axes
};

struct GlbSkin {
  uint32_t skin = kNone;  ///< of the scene
  std::vector<uint32_t> joints;
  std::vector<float> joint_from_bind;
  bool has_still_joint = false;  ///< the last joint never moves: for vertices without weight
};

/// Which morph targets stand for the stored frames of a mesh: frames that look the same share one.
struct GlbFrames {
  std::vector<uint32_t> target_of;  ///< per frame; kNone = it looks like frame 0 and needs none
  std::vector<uint32_t> frame_of;   ///< per target
};

class GlbBuilder {
 public:
  GlbBuilder(const Scene& scene, const ExportImages& images, const GlbOptions& options, LossReport& loss_report);

  /// The parts, in this order.
  void add_nodes();
  void add_meshes();
  void add_actions();
  Json document();

  const Scene& scene;
  const ExportImages& images;
  const GlbOptions& options;
  LossReport& loss_report;
  const GlbSpace space;
  glb::Buffer buffer;
  std::vector<glm::dmat4> bind;  ///< file space from node, as the file stands
  std::vector<glm::mat4> bind_rounded;
  double size = 0;  ///< diagonal of what is drawn in the bind pose, file units

  std::vector<GlbNode> nodes;
  std::vector<GlbPlace> places;          ///< one per node of the scene
  std::vector<uint8_t> driven;           ///< one per node of the scene: some clip moves it
  std::map<uint32_t, GlbFrames> frames;  ///< by mesh of the scene
  Json meshes = Json::array(), materials = Json::array(), textures = Json::array(), samplers = Json::array(),
       image_list = Json::array();
  Json cameras = Json::array(), lights = Json::array(), animations = Json::array();
  /// Properties that glTF cannot animate, for clips that become no animation.
  Json loose_actions = Json::array();
  std::vector<uint32_t> animation_numbers;  ///< per clip; kNone = it has no animation
  bool transforms_textures = false, unlit = false;
  /// Counters of losses that concern many elements.
  struct Tally {
    uint64_t recomputed_normals = 0, normal_meshes = 0;  ///< vertices and meshes whose normals the original recomputes
    std::vector<std::string> missing_images, unread_images;  ///< not among the files; there, but not decoded
    uint64_t other_slots = 0, additive = 0, filters = 0, hidden_triangles = 0, turns = 0;
  } tally;

  /// Number of a material, with textures only where the mesh has the coordinates for them.
  uint32_t material(uint32_t scene_material, size_t uv_layers);
  /// True when the material's normal map will be there, so that tangents are needed.
  bool has_normal_map(uint32_t scene_material) const;

 private:
  void add_camera(uint32_t node);
  void add_light(uint32_t node);
  void place_meshes();
  void join_skeletons();
  void add_mesh_losses();
  void complete_actions();
  std::vector<float> value_of(uint32_t node, const std::string& path) const;
  uint32_t add_node(GlbNode node);
  uint32_t still_joint();
  uint32_t skin(uint32_t scene_skin);
  uint32_t mesh(uint32_t scene_mesh, uint32_t skin);
  Json texture_info(const TextureSlot& slot, size_t uv_layers);
  uint32_t texture(uint32_t scene_texture, bool clamp);

  std::vector<GlbSkin> skins_;
  std::vector<uint8_t> skin_has_loose_;  ///< per skin of the scene: some vertex has no weight
  std::map<uint32_t, uint32_t> skin_numbers_, texture_numbers_, material_uses_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> mesh_numbers_;
  std::map<std::pair<uint32_t, size_t>, uint32_t> material_numbers_;
  std::map<std::vector<uint8_t>, uint32_t> image_numbers_;
  uint32_t still_joint_ = kNone;
};

/// `extras` of a file with ours: members of the file's own stay as they are, but for `ours_first`.
Json glb_extras(const std::string& kept, Json ours, std::initializer_list<const char*> ours_first = {});

/// Names and properties as JSON.
std::string glb_text(const std::string& name);
Json glb_properties(const std::vector<Property>& properties);
Json glb_numbers(std::initializer_list<double> values);
Json glb_vector(const glm::dvec3& v);

/// The nearest translation, rotation and scale; `error` receives the largest element that is off.
ExactTransform nearest_transform(const glm::dmat4& m, double& error);
/// A transform of the scene; a quaternion that is not unit becomes the rotation of its matrix.
ExactTransform exact_transform(const Transform& t);
/// base * t, where base scales alike in all directions.
ExactTransform after_base(const std::optional<ExactTransform>& base, const ExactTransform& t);

/// Sets of four joints and weights per vertex that sum to exactly 1 in single precision; one set at least.
struct GlbWeights {
  std::vector<std::vector<uint16_t>> joints;
  std::vector<std::vector<float>> weights;
  uint64_t reduced = 0, off_sum = 0, negative = 0, loose = 0, apart = 0;
  double largest_share = 0, largest_off = 0, largest_apart = 0;
};
/// `still_joint`: slot for vertices without weight. `tolerance`: positions of influences that differ by less agree.
/// `most`: influences of a vertex that are kept; 0 = all.
GlbWeights glb_weights(const Mesh& mesh, const std::vector<glm::dmat4>& joint_from_bind, uint32_t still_joint,
                       double tolerance, uint32_t most);
/// True when no joint has a part in vertex `v`.
bool is_loose(const Mesh& mesh, size_t v);
bool has_loose_vertices(const Mesh& mesh);

/// Offsets of the shape keys of a mesh, without the basis, at full value: per shape one per vertex, in glTF's axes.
struct GlbShapes {
  std::vector<std::vector<glm::vec3>> moved,
      normals;                 ///< differences; `normals` is empty when no shape changes a normal
  double largest_off_deg = 0;  ///< of a normal at half of one shape, beside one that turns with the surface
};
GlbShapes glb_shapes(const Scene& scene, uint32_t scene_mesh, uint32_t scene_skin, std::span<const glm::mat4> bind,
                     const GlbSpace& space);

/// Keys that a run of frames gets at most which goes on beside the first one of its clip.
inline constexpr size_t kMostGlbKeysBeside = 4096;

/// Of the stored frames of a mesh.
GlbFrames glb_frames(const VertexFrames& frames);

/// Per vertex, in glTF's axes.
struct GlbVertices {
  std::vector<glm::vec3> positions, normals;
};
/// What a frame adds to `base`, the vertices of frame 0 as they are written.
void glb_frame_offsets(const Mesh& mesh, uint32_t frame, const GlbSpace& space, const GlbVertices& base,
                       GlbVertices& out);

/// Inverse bind matrices of a skin in the file's axes.
std::vector<glm::dmat4> exact_joint_from_bind(const Skin& skin, const std::vector<glm::dmat4>& bind);

/// Reads `bytes` back, poses them by glTF's rules and compares every vertex (of a scene without meshes: every node)
/// with the scene's own pose: as it stands, and over every action. See GlbExport::read_back. Losses: "distance".
Result<Json> check_glb(const GlbBuilder& builder, std::span<const uint8_t> bytes, uint64_t most_posed);

}  // namespace vitrine
