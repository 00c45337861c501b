#include "scene/bind_pose.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "scene/sentences.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

bool fits_float(double value) { return std::abs(value) <= double{std::numeric_limits<float>::max()}; }
bool fits_float(const glm::dvec3& v) { return fits_float(v.x) && fits_float(v.y) && fits_float(v.z); }
bool fits_float(const glm::dmat4& m) {
  for (int c = 0; c < 4; ++c) {
    if (!fits_float(glm::dvec3(m[c])) || !fits_float(m[c].w)) return false;
  }
  return true;
}

double largest(const glm::vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// No number of the mesh's places is larger; seen once for all nodes that show it.
double reach(const Mesh& mesh) {
  float most = 0;
  for (const glm::vec3& p : mesh.positions)
    most = std::max(most, std::max(std::abs(p.x), std::max(std::abs(p.y), std::abs(p.z))));
  return most;
}

double norm(const glm::dmat4& m) {
  double most = 0;
  for (int row = 0; row < 3; ++row)
    most = std::max(most, std::abs(m[0][row]) + std::abs(m[1][row]) + std::abs(m[2][row]) + std::abs(m[3][row]));
  return most;
}

bool rigid_fits(const Mesh& mesh, double mesh_reach, const glm::dmat4& world) {
  if (fits_float(norm(world) * std::max(1.0, mesh_reach))) return true;
#if VITRINE_VIEW_ONLY
  return false;  // the full core looks closer
#else
  return std::all_of(mesh.positions.begin(), mesh.positions.end(),
                     [&](const glm::vec3& p) { return fits_float(glm::dvec3(world * glm::dvec4(p, 1))); });
#endif
}

bool skinned_fits(const Mesh& mesh, const Skin& skin, const std::vector<glm::dmat4>& worlds) {
  double joints = 1;
  for (const uint32_t joint : skin.joints) joints = std::max(joints, norm(worlds[joint]));
  double offset = 1, weight = 1;
  for (const Influence& influence : mesh.influences) {
    offset = std::max(offset, largest(influence.position));
    weight = std::max(weight, std::abs(double{influence.weight}));
  }
  // All influences on one vertex: a scene of ordinary size is far below the range of a float even so.
  if (fits_float(joints * offset * weight * static_cast<double>(std::max<size_t>(1, mesh.influences.size()))))
    return true;
#if VITRINE_VIEW_ONLY
  return false;
#else
  for (size_t v = 0; v + 1 < mesh.influence_first.size(); ++v) {
    glm::dvec3 sum(0);
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      const Influence& influence = mesh.influences[i];
      sum += double{influence.weight} *
             glm::dvec3(worlds[skin.joints[influence.joint]] * glm::dvec4(influence.position, 1));
    }
    if (!fits_float(sum)) return false;
  }
  return true;
#endif
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
