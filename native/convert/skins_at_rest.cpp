#include "convert/skins_at_rest.h"

#include <algorithm>
#include <vector>

#include "base/argument.h"
#include "scene/carry.h"
#include "scene/finite.h"
#include "scene/stored_worlds.h"

namespace vitrine {
namespace {

/// What takes the bind pose of a joint to where it rests; nothing where that cannot be undone.
std::optional<glm::dmat4> movement(const Skin& skin, size_t joint, const std::vector<glm::dmat4>& worlds) {
  const glm::dmat4 m = worlds[skin.joints[joint]] * glm::dmat4(skin.joint_from_bind[joint]);
  return is_finite(m) && is_finite(glm::inverse(m)) ? std::optional(m) : std::nullopt;
}

/// The movements of a mesh that hangs on `node`: of its joints, those of the first one, and of what follows the mesh's
/// own node alone, which may be a joint too.
struct Movements {
  std::optional<glm::dmat4> joints, own;
};
Movements movements(const Skin& skin, uint32_t node, const std::vector<glm::dmat4>& worlds) {
  Movements out;
  const auto is_own = [&](uint32_t joint) { return joint == node; };
  const auto own = std::find_if(skin.joints.begin(), skin.joints.end(), is_own),
             first = std::find_if_not(skin.joints.begin(), skin.joints.end(), is_own);
  const auto of = [&](auto joint) { return movement(skin, static_cast<size_t>(joint - skin.joints.begin()), worlds); };
  if (first != skin.joints.end()) out.joints = of(first);
  if (own != skin.joints.end()) out.own = of(own);
  return out;
}

void carry_bound(Mesh& mesh, const Skin& skin, uint32_t node, const Movements& by) {
  const auto follows = [&](size_t v, bool own) {
    const auto first = mesh.influences.begin() + mesh.influence_first[v],
               last = mesh.influences.begin() + mesh.influence_first[v + 1];
    const bool others = std::any_of(first, last, [&](const Influence& i) { return skin.joints[i.joint] != node; });
    return first != last && others != own;
  };
  if (by.joints) carry(mesh, *by.joints, [&](size_t v) { return follows(v, false); });
  if (by.own) carry(mesh, *by.own, [&](size_t v) { return follows(v, true); });
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
  std::vector<uint32_t> users(scene.skins.size(), 0);
  for (const Node& node : scene.nodes)
    if (node.skin != kNone) ++users[node.skin];
  std::vector<Movements> by(scene.skins.size());
  Off off;
  std::vector<bool> seen(scene.skins.size(), false), carried(scene.meshes.size(), false);
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.skin == kNone || !is_elsewhere(scene.skins[node.skin])) continue;
    Skin& skin = out.skins[node.skin];
    Movements& movement = by[node.skin];
    if (!seen[node.skin]) {
      seen[node.skin] = true;
      movement = movements(skin, n, worlds);
      // The joint that is one mesh is any joint to the others of the skin.
      if (users[node.skin] > 1) movement.own.reset();
      for (size_t k = 0; k < skin.joints.size(); ++k) {
        const std::optional<glm::dmat4>& m = skin.joints[k] == n ? movement.own : movement.joints;
        if (m) skin.joint_from_bind[k] = glm::mat4(glm::dmat4(skin.joint_from_bind[k]) * glm::inverse(*m));
      }
    }
    // A mesh of several nodes has one skin.
    const bool moves = movement.joints || movement.own;
    if (!moves || scene.meshes[node.mesh].influence_first.empty() || carried[node.mesh]) continue;
    carried[node.mesh] = true;
    carry_bound(out.meshes[node.mesh], skin, n, movement);
    measure(out.meshes[node.mesh], skin, worlds, off);
  }
  loss_report.add(
      "rest", off.vertices,
      counted(off.vertices, "vertex is off", "vertices are off") +
          " when no action plays: the joints are bound in another pose than they rest in; the number is the "
          "largest distance",
      off.largest);
  return out;
}

}  // namespace vitrine
