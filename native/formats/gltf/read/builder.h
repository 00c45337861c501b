#pragma once
// From an open document to a scene. Nodes, meshes, skins, clips and looks each have a source file of their own.

#include <map>
#include <vector>

#include "formats/gltf/read/asset.h"
#include "formats/gltf/read/primitive.h"

namespace vitrine::gltf {

/// A number as a float, and 0 if it is out of range.
inline float to_float(double value) { return std::abs(value) <= 3.4e38 ? static_cast<float>(value) : 0; }

/// More than any scene has; each costs a matrix in every pose.
inline constexpr uint64_t kMostNodes = 1u << 20;
inline constexpr uint64_t kMostJoints = 1u << 16;

class Builder {
 public:
  explicit Builder(Asset& asset) : asset_(asset) {}

  /// Appends the model; the scene stays as it was when there is a fault.
  Status run(Scene& scene);
  /// Fills the report, and warns, about the document beyond the scene; after run.
  void describe(nlohmann::ordered_json& info);

 private:
  struct MeshData {
    std::vector<PrimitiveData> primitives;
    std::vector<double> weights;
    size_t targets = 0;
    std::vector<std::string> target_names;
    std::string name, pointer;
    SourceRange source;
    uint32_t shared = kNone;             ///< the scene's mesh for all nodes without skin and targets
    uint32_t users = 0;                  ///< nodes that still need the arrays of the primitives
    uint64_t vertices = 0, indices = 0;  ///< of all primitives
    bool weighted = false;               ///< a primitive has influences
  };
  struct SkinData {
    std::string name;
    std::vector<uint32_t> joints;  ///< of the file
    std::vector<glm::mat4> joint_from_bind;
    uint32_t plain = kNone;  ///< the scene's skin, for meshes of which nothing hangs on their own node
  };

  struct TextureData {
    uint32_t image = kNone;
    bool clamp = false;
  };
  /// Coordinates that a slot of a material rotates (KHR_texture_transform).
  struct UvRotation {
    uint32_t material = 0, slot = 0, set = 0;
    float angle_rad = 0;
    glm::vec2 offset{0}, scale{1};
  };

  // nodes.cpp
  void read_tree();
  void read_scenes();
  void show_scene(uint32_t number);
  bool has_mesh(uint32_t node) const;
  bool shows_a_mesh() const;
  void look_elsewhere(uint32_t chosen);
  void order_nodes();
  void read_nodes();
  void read_transform(const Object& object, uint32_t animated, Node& node);
  std::vector<uint8_t> animated_nodes();

  // meshes.cpp
  void read_meshes();
  void read_weights(const Object& object, MeshData& data);
  void add_instances();
  void add_instance(uint32_t number);
  void add_meshes_without_nodes();
  uint32_t add_mesh(MeshData& data, const Object& node, bool skinned);
  void add_primitive(PrimitiveData& primitive, bool last, Mesh& mesh);
  void add_normals(PrimitiveData& primitive, bool last, Mesh& mesh);
  void add_shapes(const MeshData& data, const Object& node, Mesh& mesh);

  // skins.cpp
  void read_skins();
  void read_skin(const Object& object, uint32_t number);
  void check_common_root(const Object& object, const SkinData& skin);
  uint32_t bind(const MeshData& data, SkinData& from, uint32_t node, Mesh& mesh);
  uint32_t add_skin(const SkinData& from, uint32_t own_node);
  const glm::dmat4& stored_world(uint32_t node);
  glm::dmat4 own_bind(uint32_t node);
  bool is_bound_at_rest(const Skin& skin);

  // clips.cpp
  void read_clips();
  struct Track;
  void read_clip(const Object& object, const TextRange& place, Clip& clip);
  void read_channel(const Object& channel, const std::vector<Object>& samplers, Track& track);
  void read_sampler(const Object& sampler, Track& track);
  size_t targets_of(uint32_t node);
  void add_curves(const Track& track, Clip& clip);
  void add_keys(const Track& track, size_t component, Curve& curve);

  // looks.cpp
  void read_textures();
  void read_materials();
  void read_material(const Object& object, Material& material);
  void read_image(const Object& image, Texture& texture);
  void read_glow(const Object& object, Material& material);
  void add_slot(const Object& owner, const char* key, TextureRole role, Material& material);
  void fit_slots();
  void add_rotated_uv(const UvRotation& rotation, size_t layer, Mesh& mesh);
  void show_mirrored();

  // things.cpp
  void read_cameras();
  void read_lights();

  // kept_info.cpp; view cores do without.
  void keep_extras();
  void keep_attributes();
  void keep_attribute(const std::string& name, const MeshData& data, Mesh& mesh);

  // describe.cpp
  std::vector<std::string> names_of(const char* list);
  void name_what_is_not_shown();

  SourceRange source(const Object& object) const { return asset_.source(object.pointer()); }

  Asset& asset_;
  Scene part_;
  std::vector<uint32_t> parent_;               ///< of the file's nodes
  std::vector<std::vector<uint32_t>> scenes_;  ///< root nodes
  std::vector<uint8_t> shown_;                 ///< per node of the file: it is in the scene that is shown
  std::vector<uint32_t> order_;                ///< the file's nodes, parents first
  std::vector<uint32_t> root_of_;              ///< per node of the file the node without a parent above it
  std::vector<glm::dmat4> worlds_;             ///< per node of the scene, as stored; made for the first skin
  std::vector<uint32_t> node_of_;              ///< the scene's node of a node of the file
  std::vector<TextRange> node_places_;
  std::vector<MeshData> meshes_;
  std::vector<uint32_t> data_of_mesh_;  ///< per mesh of the scene its number in the file
  std::vector<SkinData> skins_;
  std::vector<TextureData> textures_;
  std::vector<UvRotation> uv_rotations_;
  size_t light_count_ = 0;
};

}  // namespace vitrine::gltf
