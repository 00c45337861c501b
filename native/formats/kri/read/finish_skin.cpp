// Weights become influences, and a skinned mesh moves to the scene's space.

#include <algorithm>
#include <cmath>

#include "formats/kri/codes.h"
#include "formats/kri/read/builder.h"
#include "formats/kri/sentences.h"
#include "formats/name_cost.h"
#include "scene/finite.h"
#include "scene/influence_writer.h"

namespace vitrine::kri {
namespace {

constexpr size_t kPairs = 8;  ///< bytes of a vertex: four pairs of weight and bone

/// As many as there will be: one for every weight, and one where a vertex has none.
size_t count_influences(std::span<const uint8_t> pairs) {
  size_t count = 0;
  for (size_t at = 0; at + kPairs <= pairs.size(); at += kPairs) {
    const uint8_t* p = pairs.data() + at;
    count += std::max((p[0] != 0) + (p[2] != 0) + (p[4] != 0) + (p[6] != 0), 1);
  }
  return count;
}

struct WeightFaults {
  uint64_t lost = 0, empty = 0;  ///< vertices that name bones that are not there; vertices without weight
};

/// Bone 0 is the mesh object, which influences of missing bones and vertices without weights follow. The result is that
/// of InfluenceWriter::finish.
float build_influences(std::span<const uint8_t> pairs, const std::vector<AffineMap>& joint_from_mesh, Mesh& mesh,
                       WeightFaults& faults) {
  InfluenceWriter writer(mesh, count_influences(pairs));
  const AffineMap* const maps = joint_from_mesh.data();
  const size_t joints = joint_from_mesh.size();
  const uint8_t* pair = pairs.data();
  for (const glm::vec3& stored : mesh.positions) {
    writer.begin_vertex();
    const glm::dvec3 position(stored);
    // Gathered without a branch for each, then written in one loop.
    uint32_t kept[4], shares[4], count = 0;
    bool lost = false;
    for (const uint8_t* end = pair + kPairs; pair != end; pair += 2) {
      const bool counts = pair[0] != 0, missing = pair[1] >= joints;
      kept[count] = missing ? 0 : pair[1];
      shares[count] = pair[0];
      lost |= counts && missing;
      count += counts;
    }
    const bool empty = count == 0;
    if (empty) kept[0] = 0, shares[0] = 255, count = 1;
    for (uint32_t k = 0; k < count; ++k)
      writer.add(kept[k], static_cast<float>(shares[k]) / 255, maps[kept[k]], position);
    faults.lost += lost;
    faults.empty += empty;
  }
  return writer.finish();
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
    context_.diagnostics.add(messages::kWeightsWithoutSkeleton, raw.weights_offset - kHeaderBytes, {mesh.name});
    return ok_status();
  }
  const RawSkeleton& skeleton = skeletons_[number];
  const std::span bones(bones_.data() + skeleton.first_bone, skeleton.bone_count);
  const size_t count = mesh.positions.size();
  VITRINE_CHECK(context_.budget.charge(count, 4 * sizeof(Influence) + sizeof(uint32_t), raw.weights_offset));
  VITRINE_CHECK(context_.budget.charge(bones.size(), kBytesOfJoint, raw.weights_offset));

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
    context_.diagnostics.add(messages::kFlatBone, raw.weights_offset - kHeaderBytes, {mesh.name});
    return ok_status();
  }

  WeightFaults faults;
  float odd = build_influences(raw.weights, joint_from_mesh, mesh, faults) * 0;
  if (faults.lost + faults.empty > 0) {
    context_.diagnostics.add(messages::kBonesMissing, raw.weights_offset - kHeaderBytes, {faults.lost, faults.empty});
  }
  if (scene_from_mesh != glm::dmat4(1)) odd += move_mesh(scene_from_mesh, mesh);  // a skinned mesh lives in scene space
  if (odd != 0) {
    return Error{messages::kTooLarge, raw.weights_offset, {mesh.name}};
  }
  raw.scene_skin = static_cast<uint32_t>(part_.skins.size());
  part_.skins.push_back(std::move(skin));
  return ok_status();
}

}  // namespace vitrine::kri
