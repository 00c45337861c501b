#include "session/model_files.h"

#include <algorithm>

namespace vitrine {
namespace {

/// A triangle below this share of the square over its longest edge has no area.
constexpr double kNoArea = 1e-6;
/// A skinned mesh that is smaller than this share of the longest bone stands in for one.
constexpr double kStandIn = 1e-3;

double size_of(const Mesh& mesh) {
  Bounds box;
  for (const glm::vec3& position : mesh.positions) box.add(position);
  return glm::distance(glm::dvec3(box.min), glm::dvec3(box.max));
}

bool has_area(const Mesh& mesh) {
  for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const auto corner = [&](size_t k) { return glm::dvec3(mesh.positions[mesh.indices[i + k]]); };
    const glm::dvec3 a = corner(1) - corner(0), b = corner(2) - corner(0), c = b - a;
    const double longest = std::max({glm::dot(a, a), glm::dot(b, b), glm::dot(c, c)});
    if (glm::length(glm::cross(a, b)) > kNoArea * longest) return true;
  }
  return false;
}

/// Of joints that hang on others: where the whole skeleton stands does not count.
double longest_bone(const Scene& scene, const ModelFile& model) {
  double longest = 0;
  for (uint32_t n = model.part.first.nodes; n < model.part.end.nodes; ++n) {
    const Node& node = scene.nodes[n];
    const bool hangs =
        node.kind == NodeKind::kJoint && node.parent != kNone && scene.nodes[node.parent].kind == NodeKind::kJoint;
    if (hangs) longest = std::max(longest, glm::length(glm::dvec3(node.local.translation)));
  }
  return longest;
}

bool is_visible(const Scene& scene, const ModelFile& model) {
  const uint32_t first = model.part.first.meshes;
  const double least = kStandIn * longest_bone(scene, model);
  std::vector<uint8_t> known(model.part.end.meshes - first, 0);
  for (uint32_t n = model.part.first.nodes; n < model.part.end.nodes; ++n) {
    const Node& node = scene.nodes[n];
    if (node.mesh == kNone || known[node.mesh - first] != 0) continue;
    const Mesh& mesh = scene.meshes[node.mesh];
    if (has_area(mesh) && (node.skin == kNone || size_of(mesh) >= least)) return true;
    known[node.mesh - first] = 1;
  }
  return false;
}

/// Frames of vertices and tags are those of their own model.
bool shows_frames(const Scene& scene, const std::vector<uint32_t>& clips) {
  return std::any_of(clips.begin(), clips.end(), [&](uint32_t clip) { return !scene.clips[clip].runs.empty(); });
}

/// Models whose nodes others use, as a mesh of QMSH uses the skeleton of another file: they stay.
std::vector<uint8_t> find_used(const Scene& scene, const std::vector<ModelFile>& models) {
  std::vector<uint8_t> used(models.size(), 0);
  for (const ModelFile& model : models) {
    const ScenePart& part = model.part;
    const auto use = [&](uint32_t node) {
      if (node != kNone && (node < part.first.nodes || node >= part.end.nodes)) used[model_of_node(models, node)] = 1;
    };
    for (uint32_t n = part.first.nodes; n < part.end.nodes; ++n) use(scene.nodes[n].parent);
    for (uint32_t s = part.first.skins; s < part.end.skins; ++s) {
      for (const uint32_t joint : scene.skins[s].joints) use(joint);
    }
  }
  return used;
}

}  // namespace

size_t model_of_node(const std::vector<ModelFile>& models, uint32_t node) {
  const auto behind = std::upper_bound(models.begin(), models.end(), node,
                                       [](uint32_t n, const ModelFile& model) { return n < model.part.first.nodes; });
  return static_cast<size_t>(behind - models.begin()) - 1;
}

std::vector<uint8_t> action_givers(const Scene& scene, const std::vector<ModelFile>& models,
                                   const std::vector<std::vector<uint32_t>>& clips_of) {
  bool any_other = false;
  const std::vector<uint8_t> used = find_used(scene, models);
  std::vector<uint8_t> gives;
  for (uint32_t m = 0; m < models.size(); ++m) {
    const bool is_meant = models[m].named_for_actions || (!clips_of[m].empty() && !is_visible(scene, models[m]));
    gives.push_back(is_meant && used[m] == 0 && !shows_frames(scene, clips_of[m]));
    any_other |= gives.back() == 0;
  }
  if (!any_other) std::fill(gives.begin(), gives.end(), uint8_t{0});
  return gives;
}

}  // namespace vitrine
