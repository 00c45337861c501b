#include "export/skins_at_rest.h"

#include <algorithm>
#include <vector>

#include "scene/carry.h"
#include "scene/finite.h"
#include "scene/stored_worlds.h"

namespace vitrine {
namespace {

/// What takes the bind pose of `skin` to where its first joint rests, which is not the mesh's own `node`.
std::optional<glm::dmat4> movement(const Skin& skin, uint32_t node, const std::vector<glm::dmat4>& worlds) {
  for (size_t k = 0; k < skin.joints.size(); ++k) {
    if (skin.joints[k] == node) continue;
    const glm::dmat4 m = worlds[skin.joints[k]] * glm::dmat4(skin.joint_from_bind[k]);
    return is_finite(m) && is_finite(glm::inverse(m)) ? std::optional(m) : std::nullopt;
  }
  return {};
}

/// What follows the mesh's node alone stands where it is bound.
void carry_bound(Mesh& mesh, const Skin& skin, uint32_t node, const glm::dmat4& by) {
  carry(mesh, by, [&](size_t v) {
    const auto first = mesh.influences.begin() + mesh.influence_first[v],
               last = mesh.influences.begin() + mesh.influence_first[v + 1];
    return std::any_of(first, last, [&](const Influence& i) { return skin.joints[i.joint] != node; });
  });
}

struct Off {
  uint64_t vertices = 0;
  double largest = 0;
};
/// Vertices that the rest pose shows elsewhere than they are bound.
void measure(const Mesh& mesh, const Skin& skin, const std::vector<glm::dmat4>& worlds, Off& off) {
  constexpr double kRounding = 1e-4;
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    glm::dvec3 at(0);
    for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) {
      const Influence& influence = mesh.influences[k];
      at += double{influence.weight} *
            glm::dvec3(worlds[skin.joints[influence.joint]] * glm::dvec4(glm::dvec3(influence.position), 1));
    }
    const double distance = glm::length(at - glm::dvec3(mesh.positions[v]));
    if (!(distance > kRounding * (1 + glm::length(at)))) continue;
    ++off.vertices;
    off.largest = std::max(off.largest, distance);
  }
}

}  // namespace

std::optional<Scene> with_skins_at_rest(const Scene& scene, LossReport& loss_report) {
  const auto is_elsewhere = [](const Skin& skin) { return !skin.bind_is_rest && !skin.joint_from_bind.empty(); };
  if (std::none_of(scene.skins.begin(), scene.skins.end(), is_elsewhere)) return {};
  Scene out = scene;
  const std::vector<glm::dmat4> worlds = stored_worlds(scene);
  std::vector<std::optional<glm::dmat4>> by(scene.skins.size());
  Off off;
  std::vector<bool> seen(scene.skins.size(), false), carried(scene.meshes.size(), false);
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.skin == kNone || !is_elsewhere(scene.skins[node.skin])) continue;
    Skin& skin = out.skins[node.skin];
    if (!seen[node.skin]) {
      seen[node.skin] = true;
      by[node.skin] = movement(skin, n, worlds);
      const glm::dmat4 back = glm::inverse(by[node.skin].value_or(glm::dmat4(1)));
      for (size_t k = 0; k < skin.joints.size(); ++k)
        if (skin.joints[k] != n) skin.joint_from_bind[k] = glm::mat4(glm::dmat4(skin.joint_from_bind[k]) * back);
    }
    // A mesh of several nodes has one skin.
    if (!by[node.skin] || scene.meshes[node.mesh].influence_first.empty() || carried[node.mesh]) continue;
    carried[node.mesh] = true;
    carry_bound(out.meshes[node.mesh], skin, n, *by[node.skin]);
    measure(out.meshes[node.mesh], skin, worlds, off);
  }
  loss_report.add("rest", off.vertices,
                  std::to_string(off.vertices) +
                      " vertices stand elsewhere when no action plays, where their joints are bound and not where they "
                      "rest; the number is the largest distance",
                  off.largest);
  return out;
}

}  // namespace vitrine
