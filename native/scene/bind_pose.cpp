#include "scene/bind_pose.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "scene/bind_pose_exact.h"
#include "scene/sentences.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

/// Floats without their sign order as their bits do; NaN is above all of them.
constexpr int32_t kNoSign = 0x7FFFFFFF;

/// The largest of the mesh's places on any axis; seen once for all nodes that show it.
double reach(const Mesh& mesh) {
  int32_t most = 0;
  for (const glm::vec3& p : mesh.positions) {
    for (int axis = 0; axis < 3; ++axis) most = std::max(most, __builtin_bit_cast(int32_t, p[axis]) & kNoSign);
  }
  return __builtin_bit_cast(float, most);
}

struct LargestInfluence {
  double weight, offset;
};

/// In one walk over weights and places as they lie, since influences are what a large scene has most of.
LargestInfluence largest(const std::vector<Influence>& influences) {
  using Words = int32_t __attribute__((vector_size(16)));
  static_assert(sizeof(Influence) == sizeof(uint32_t) + sizeof(Words) &&
                offsetof(Influence, weight) == sizeof(uint32_t));
  constexpr Words kNoSigns = {kNoSign, kNoSign, kNoSign, kNoSign};
  Words most = {0, 0, 0, 0};
  for (const Influence& influence : influences) {
    Words bits;
    std::memcpy(&bits, &influence.weight, sizeof bits);
    bits &= kNoSigns;
    most = bits > most ? bits : most;
  }
  return {__builtin_bit_cast(float, most[0]), __builtin_bit_cast(float, std::max(most[1], std::max(most[2], most[3])))};
}

double norm(const glm::dmat4& m) {
  double most = 0;
  for (int row = 0; row < 3; ++row)
    most = std::max(most, std::abs(m[0][row]) + std::abs(m[1][row]) + std::abs(m[2][row]) + std::abs(m[3][row]));
  return most;
}

bool rigid_fits(const Mesh& mesh, double mesh_reach, const glm::dmat4& world) {
  if (fits_float(norm(world) * std::max(mesh_reach, 1.0))) return true;
  return positions_fit(mesh, world);
}

bool skinned_fits(const Mesh& mesh, const Skin& skin, const std::vector<glm::dmat4>& worlds) {
  double joints = 1;
  for (const uint32_t joint : skin.joints) joints = std::max(joints, norm(worlds[joint]));
  const LargestInfluence most = largest(mesh.influences);
  // All influences on one vertex: a scene of ordinary size is far below the range of a float even so.
  if (fits_float(joints * std::max(most.offset, 1.0) * std::max(most.weight, 1.0) *
                 static_cast<double>(std::max<size_t>(1, mesh.influences.size()))))
    return true;
  return influences_fit(mesh, skin, worlds);
}

}  // namespace

Status check_bind_pose(const Scene& scene) {
  std::vector<glm::dmat4> worlds;
  worlds.reserve(scene.nodes.size());
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    glm::dmat4 world = local_matrix(node.local);
    if (node.rest != kNone) world = glm::dmat4(scene.rest_matrices[node.rest]) * world;
    if (node.parent != kNone) world = worlds[node.parent] * world;
    if (!fits_float(world)) return Error{says::kPlaceBeyondFloat, kNoOffset, {}, {"nodes[{}]", {i}}};
    worlds.push_back(world);
  }
  std::vector<double> reaches;
  for (const Mesh& mesh : scene.meshes) reaches.push_back(reach(mesh));
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (node.mesh == kNone) continue;
    const Mesh& mesh = scene.meshes[node.mesh];
    const bool skinned = node.skin != kNone && !mesh.influence_first.empty();
    const bool fits =
        skinned ? skinned_fits(mesh, scene.skins[node.skin], worlds) : rigid_fits(mesh, reaches[node.mesh], worlds[i]);
    if (!fits) return Error{says::kVertexBeyondFloat, kNoOffset, {}, {"nodes[{}]", {i}}};
  }
  return ok_status();
}

}  // namespace vitrine
