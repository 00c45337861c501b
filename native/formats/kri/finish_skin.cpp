// Weights become influences, and a skinned mesh moves to the scene's space.

#include <algorithm>
#include <cmath>

#include "formats/kri/builder.h"
#include "formats/kri/codes.h"
#include "formats/kri/sentences.h"
#include "scene/finite.h"
#include "scene/transform.h"

namespace vitrine::kri {
namespace {

/// Pairs of weight and bone, four a vertex; bone 0 is the mesh object.
struct Weights {
  std::span<const uint8_t> pairs;
  std::vector<uint8_t> repaired;  ///< what `pairs` then is
  uint64_t lost = 0, empty = 0;   ///< vertices that name bones that are not there; vertices without weight
  size_t influences = 0;          ///< of all vertices: pairs whose weight is not 0
};

/// Influences of missing bones, and vertices without weights, follow the mesh object.
Weights repaired_weights(std::span<const uint8_t> stored, size_t bones) {
  Weights out;
  out.pairs = stored;
  for (size_t v = 0; v + 8 <= stored.size(); v += 8) {
    const uint8_t* pairs = stored.data() + v;
    uint32_t sum = 0, rest = 0;
    for (int slot = 0; slot < 8; slot += 2) {
      out.influences += pairs[slot] != 0;
      sum += pairs[slot];
      rest += pairs[slot + 1] > bones ? pairs[slot] : 0;
    }
    out.lost += rest != 0;
    out.empty += sum == 0;
    if (rest == 0 && sum != 0) continue;
    if (out.repaired.empty()) out.repaired.assign(stored.begin(), stored.end());
    uint8_t* own = out.repaired.data() + v;
    if (sum == 0) {
      own[0] = 255, own[1] = 0;
      ++out.influences;
    }
    for (int slot = 0; slot < 8; slot += 2) own[slot + 1] = own[slot + 1] > bones ? uint8_t{0} : own[slot + 1];
  }
  if (!out.repaired.empty()) out.pairs = out.repaired;
  return out;
}

/// 0, or NaN when a place is too far away for a float.
float build_influences(const Weights& weights, const std::vector<AffineMap>& joint_from_mesh, Mesh& mesh) {
  mesh.influence_first.reserve(mesh.positions.size() + 1);
  mesh.influences.resize(weights.influences);
  Influence* to = mesh.influences.data();
  const uint8_t* pair = weights.pairs.data();
  float odd = 0;
  for (const glm::vec3& stored : mesh.positions) {
    mesh.influence_first.push_back(static_cast<uint32_t>(to - mesh.influences.data()));
    const glm::dvec3 position(stored);
    for (const uint8_t* end = pair + 8; pair != end; pair += 2) {
      if (pair[0] == 0) continue;
      const glm::vec3 offset = joint_from_mesh[pair[1]](position);
      *to++ = {pair[1], static_cast<float>(pair[0]) / 255, offset};
      odd += glm::dot(offset, glm::vec3(0));
    }
  }
  mesh.influence_first.push_back(static_cast<uint32_t>(to - mesh.influences.data()));
  return odd;
}

/// Moves everything of a mesh; 0, or NaN when a place is too far away for a float.
float move_mesh(const glm::dmat4& matrix, Mesh& mesh) {
  const AffineMap map(matrix);
  float odd = 0;
  const auto move = [&](std::vector<glm::vec3>& points) {
    for (glm::vec3& p : points) {
      p = map(p);
      odd += glm::dot(p, glm::vec3(0));
    }
  };
  move(mesh.positions);
  for (ShapeKey& shape : mesh.shapes) move(shape.positions);
  glm::dmat4 axes(1);
  for (int axis = 0; axis < 3; ++axis) axes[axis] = glm::dvec4(glm::normalize(glm::dvec3(matrix[axis])), 0);
  const AffineMap rotate(axes);
  for (glm::vec3& n : mesh.normals) n = unit_or(rotate(n), n);
  for (glm::vec4& t : mesh.tangents) t = glm::vec4(unit_or(rotate(glm::vec3(t)), glm::vec3(t)), t.w);
  return odd;
}

}  // namespace

Status Builder::finish_skin(RawMesh& raw, Mesh& mesh) {
  if (raw.weights.empty()) return ok_status();
  const uint32_t parent = node_numbers_.find(nodes_[raw.node].parent);
  uint32_t number = parent == kNone ? kNone : nodes_[parent].skeleton;
  if (number == kNone) number = raw.last_skeleton;
  if (number == kNone) {
    context_.diagnostics.add(says::kWeightsWithoutSkeleton, raw.weights_offset - kHeaderBytes, {mesh.name});
    return ok_status();
  }
  const RawSkeleton& skeleton = skeletons_[number];
  const std::span bones(bones_.data() + skeleton.first_bone, skeleton.bone_count);
  const size_t count = mesh.positions.size();
  VITRINE_CHECK(context_.budget.charge(count, 4 * sizeof(Influence) + sizeof(uint32_t), raw.weights_offset));

  Skin skin;
  skin.name = nodes_[skeleton.node].name;
  std::vector<AffineMap> joint_from_mesh;
  const uint32_t mesh_node = nodes_[raw.node].scene_node;
  const glm::dmat4& scene_from_mesh = worlds_[mesh_node];
  bool invertible = true;
  const auto add_joint = [&](uint32_t node) {
    const glm::dmat4 inverse = glm::inverse(worlds_[node]);
    invertible &= is_finite(inverse) && is_finite(glm::dmat4(glm::mat4(inverse)));
    skin.joints.push_back(node);
    skin.joint_from_bind.emplace_back(glm::mat4(inverse));
    joint_from_mesh.emplace_back(inverse * scene_from_mesh);
  };
  add_joint(mesh_node);  // bone 0 is the mesh object itself
  joint_from_mesh[0] = AffineMap(glm::dmat4(1));
  for (const RawBone& bone : bones) add_joint(bone.scene_node);
  if (!invertible) {
    context_.diagnostics.add(says::kFlatBone, raw.weights_offset - kHeaderBytes, {mesh.name});
    return ok_status();
  }

  const Weights weights = repaired_weights(raw.weights, bones.size());
  if (weights.lost + weights.empty > 0) {
    context_.diagnostics.add(says::kBonesMissing, raw.weights_offset - kHeaderBytes, {weights.lost, weights.empty});
  }
  float odd = build_influences(weights, joint_from_mesh, mesh);
  if (scene_from_mesh != glm::dmat4(1)) odd += move_mesh(scene_from_mesh, mesh);  // a skinned mesh lives in scene space
  if (odd != 0) {
    return Error{says::kTooLarge, raw.weights_offset, {mesh.name}};
  }
  raw.scene_skin = static_cast<uint32_t>(part_.skins.size());
  part_.skins.push_back(std::move(skin));
  return ok_status();
}

}  // namespace vitrine::kri
