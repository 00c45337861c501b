#pragma once
// The scene of a text: its materials, which bones hold a vertex, and the nodes, meshes and actions.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/name_index.h"
#include "formats/format.h"
#include "formats/qmsh/full/finding_counter.h"
#include "formats/qmsh/text_model.h"
#include "scene/scene.h"

namespace vitrine::qmsh {

/// The axes of every text: Blender's, right-handed, +Z up, characters face -Y, v = 0 at the bottom.
Axes text_axes();

/// The rotation of Euler angles x, then y, then z about fixed axes.
glm::dquat from_euler(const glm::vec3& angles_rad);

/// Appends the model to `scene`: the armature with its bones as joints, a node and a mesh per object with a primitive
/// per material (`<Object>.<Material>`), empties and cameras, actions as curves. Vertices are split by texture
/// coordinate; normals are left to be computed at Mesh::crease_angle_rad where the text gives none. `held` says for
/// every object what holds its vertices.
Status build_text(const TextModel& model, LoadContext& context, Scene& scene, std::vector<VertexBinding>& held);

/// The materials of a text and the images they name. Materials are known by name: the first of a name stands for all.
class TextMaterials {
 public:
  /// They and the images become those of `part`; `file` is the index of the text in Scene::files.
  TextMaterials(uint32_t version, uint32_t file, Scene& part) : version_(version), file_(file), part_(part) {}

  /// Number of the material in `part`; kNone for one without a name (an empty slot).
  uint32_t add(const TextMaterial& text);

  FindingCounter diffuse_factors;  ///< materials whose image should count for less than all

 private:
  Texture& add_slot(Material& material, TextureRole role, const std::string& name, float factor);

  uint32_t version_, file_;
  Scene& part_;
  NameIndex materials_, textures_;  ///< the names are those of the text
};

// Which bones hold a vertex, by the rules of the original converter (FORMAT.md, "Weights").

/// A bone's envelope in scene space: inside the radius the weight is 1, over a quarter of the length it falls to 0.
struct Envelope {
  glm::vec3 head{0}, tail{0};
  float head_radius = 0, tail_radius = 0, length = 0;
};
float envelope_weight(const Envelope& envelope, const glm::vec3& point);

struct VertexWeights {
  struct Entry {
    uint32_t bone = 0;
    float weight = 0;
  };
  std::vector<uint32_t> first;  ///< [vertex, vertex + 1]: its entries; size vertices + 1
  std::vector<Entry> entries;   ///< in bone order, as in the file, not normalised
  VertexBinding held;
};

/// `bones` and `envelopes` in bone order, `bone_of_name` with the first bone of each name; `points`: the vertices in
/// scene space. Vertices that no group of a bone's name holds take envelopes, where the armature uses them. `weights`
/// are empty before.
void vertex_weights(const TextMesh& mesh, const TextArmature& armature, const NameIndex& bone_of_name,
                    std::span<const TextBone* const> bones, std::span<const Envelope> envelopes,
                    std::span<const glm::vec3> points, VertexWeights& weights);

}  // namespace vitrine::qmsh
