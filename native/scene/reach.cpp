#include "scene/reach.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "scene/finite.h"
#include "scene/sentences.h"
#include "scene/transform.h"

namespace vitrine {

MeshReach reach_of(const Mesh& mesh) {
  MeshReach reach;
  int32_t farthest = 0;
  for (const glm::vec3& p : mesh.positions) {
    for (int axis = 0; axis < 3; ++axis) farthest = std::max(farthest, __builtin_bit_cast(int32_t, p[axis]) & kNoSign);
  }
  reach.position = __builtin_bit_cast(float, farthest);

  InfluenceReach most;
  static_assert(sizeof(Influence) == sizeof(uint32_t) + sizeof(InfluenceReach::Floats) &&
                offsetof(Influence, weight) == sizeof(uint32_t));
  for (const Influence& influence : mesh.influences) {
    InfluenceReach::Floats weight_and_offset;
    std::memcpy(&weight_and_offset, &influence.weight, sizeof weight_and_offset);
    most.add(weight_and_offset);
    reach.joint = std::max(reach.joint, influence.joint);
  }
  reach.weight = most.weight();
  reach.offset = most.offset();
  return reach;
}

namespace {

double norm(const glm::dmat4& m) {
  double most = 0;
  for (int row = 0; row < 3; ++row)
    most = std::max(most, std::abs(m[0][row]) + std::abs(m[1][row]) + std::abs(m[2][row]) + std::abs(m[3][row]));
  return most;
}

/// How far the shape keys that have a value may move a vertex on any axis, as if each moved all of them as far as any.
double shapes_reach(const Mesh& mesh) {
  double reach = 0;
  for (size_t k = 1; k < mesh.shapes.size(); ++k) {  // the basis moves nothing
    const ShapeKey& shape = mesh.shapes[k];
    if (shape.value == 0) continue;
    const std::vector<glm::vec3>& from = mesh.shapes[shape.relative_to].positions;
    double farthest = 0;
    for (size_t v = 0; v < shape.positions.size(); ++v) {
      const glm::dvec3 by = glm::abs(glm::dvec3(shape.positions[v]) - glm::dvec3(from[v]));
      farthest = std::max({farthest, by.x, by.y, by.z});
    }
    reach += std::max(std::abs(double{shape.value}), 1.0) * farthest;  // the difference is a float too
  }
  return reach;
}

// Without a shape that has a value, what may be too large is looked at vertex by vertex. With one the limit itself
// decides, which only numbers near the end of a float's range come near.

bool rigid_fits(const Mesh& mesh, const MeshReach& most, const glm::dmat4& world) {
  const double shapes = shapes_reach(mesh);
  if (fits_float(norm(world) * (std::max(double{most.position}, 1.0) + shapes))) return true;
  return shapes == 0 && positions_fit(mesh, world);
}

bool skinned_fits(const Mesh& mesh, const MeshReach& most, const Skin& skin, const std::vector<glm::dmat4>& worlds) {
  double joints = 1, binds = 1;
  for (const uint32_t joint : skin.joints) joints = std::max(joints, norm(worlds[joint]));
  for (const auto& bind : skin.joint_from_bind) binds = std::max(binds, norm(glm::dmat4(bind)));
  const double shapes = shapes_reach(mesh);
  // All influences on one vertex: a scene of ordinary size is far below the range of a float even so.
  if (fits_float(joints * (std::max(double{most.offset}, 1.0) + binds * shapes) * std::max(double{most.weight}, 1.0) *
                 static_cast<double>(std::max<size_t>(1, mesh.influences.size()))))
    return true;
  return shapes == 0 && influences_fit(mesh, skin, worlds);
}

}  // namespace

Status check_bind_pose(const Scene& scene, const std::vector<MeshReach>& reaches) {
  std::vector<glm::dmat4> worlds;
  worlds.reserve(scene.nodes.size());
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    glm::dmat4 world = local_matrix(node.local);
    if (node.rest != kNone) world = glm::dmat4(scene.rest_matrices[node.rest]) * world;
    if (node.parent != kNone) world = worlds[node.parent] * world;
    if (!fits_float(world)) return Error{messages::kPlaceBeyondFloat, kNoOffset, {}, {"nodes[{}]", {i}}};
    worlds.push_back(world);
  }
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (node.mesh == kNone) continue;
    const Mesh& mesh = scene.meshes[node.mesh];
    const MeshReach& most = reaches[node.mesh];
    const bool skinned = node.skin != kNone && !mesh.influence_first.empty();
    const bool fits =
        skinned ? skinned_fits(mesh, most, scene.skins[node.skin], worlds) : rigid_fits(mesh, most, worlds[i]);
    if (!fits) return Error{messages::kVertexBeyondFloat, kNoOffset, {}, {"nodes[{}]", {i}}};
  }
  return ok_status();
}

}  // namespace vitrine
