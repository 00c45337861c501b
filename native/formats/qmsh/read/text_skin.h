#pragma once
// Which bones hold a vertex, by the rules of the original converter (FORMAT.md, "Weights").

#include <cstdint>
#include <span>
#include <vector>

#include "base/name_index.h"
#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

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
