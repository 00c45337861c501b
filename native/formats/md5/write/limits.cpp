#include "formats/md5/write/limits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/argument.h"
#include "convert/plain_text.h"
#include "formats/md5/write/sentences.h"

namespace vitrine::md5_export {
namespace {

Error refused(const Md5WriteOptions& options, const std::string& what, uint64_t has, uint64_t most,
              const std::string& hint) {
  const std::string engine = options.engine.empty() ? "the target" : options.engine;
  return {messages::kAboveEngine, kNoOffset, {has, what, engine, most, hint}};
}

std::vector<bool> weighted_joints(const Rig& rig, const Scene& scene) {
  std::vector<bool> out(rig.joints.size(), false);
  const std::vector<uint32_t> above = rig.nodes_of_joints(scene);
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.mesh == kNone) continue;
    const Mesh& mesh = scene.meshes[node.mesh];
    if (node.skin == kNone || mesh.influence_first.empty()) {
      out[above[n] == kNone ? 0 : rig.joint_of_node[above[n]]] = true;
      continue;
    }
    for (const Influence& influence : mesh.influences) {
      const uint32_t joint = rig.joint_of_node[scene.skins[node.skin].joints[influence.joint]];
      if (influence.weight != 0 && joint != kNone) out[joint] = true;
    }
  }
  return out;
}

/// Takes joints away from the ends of the tree, those without weights first, until `most` are left. What they held is
/// held by their parents.
uint32_t merge_joints(Rig& rig, const Scene& scene, uint32_t most) {
  const std::vector<bool> weighted = weighted_joints(rig, scene);
  const auto count = static_cast<uint32_t>(rig.joints.size());
  std::vector<uint32_t> children(count, 0);
  std::vector<bool> gone(count, false);
  for (const Joint& joint : rig.joints) {
    if (joint.parent != kNone) ++children[joint.parent];
  }
  uint32_t left = count;
  for (const bool also_weighted : {false, true}) {
    for (bool took = true; took && left > most;) {
      took = false;
      for (uint32_t j = count; j-- > 1 && left > most;) {
        if (gone[j] || children[j] > 0 || (weighted[j] && !also_weighted)) continue;
        gone[j] = true, took = true, --left;
        --children[rig.joints[j].parent];
      }
    }
  }
  std::vector<uint32_t> now(count, kNone);
  std::vector<Joint> kept;
  for (uint32_t j = 0; j < count; ++j) {
    const uint32_t parent = rig.joints[j].parent == kNone ? kNone : now[rig.joints[j].parent];
    if (gone[j]) {
      now[j] = parent;
      continue;
    }
    now[j] = static_cast<uint32_t>(kept.size());
    kept.push_back(std::move(rig.joints[j]));
    kept.back().parent = parent;
  }
  for (uint32_t& joint : rig.joint_of_node) {
    if (joint != kNone) joint = now[joint];
  }
  rig.joints = std::move(kept);
  return count - left;
}

/// The largest number of a joint that has children.
uint32_t highest_parent(const Rig& rig) {
  uint32_t highest = 0;
  for (const Joint& joint : rig.joints)
    if (joint.parent != kNone) highest = std::max(highest, joint.parent);
  return highest;
}

}  // namespace

Status fit_joints(Rig& rig, const Scene& scene, const Md5WriteOptions& options, LossReport& loss_report) {
  const uint32_t most = options.limits.joints, most_parent = options.limits.parent;
  uint32_t merged = 0;
  if (most > 0 && rig.joints.size() > most) {
    if (!options.reduce_joints)
      return refused(options, "joints", rig.joints.size(), most,
                     rig.has_own_root ? "" : ", the root that is added among them");
    merged = merge_joints(rig, scene, std::max(1u, most));
  }
  if (most_parent > 0 && highest_parent(rig) > most_parent && !options.reduce_joints)
    return refused(options, "as the number of a joint with children", highest_parent(rig), most_parent, "");
  while (most_parent > 0 && highest_parent(rig) > most_parent)
    merged += merge_joints(rig, scene, static_cast<uint32_t>(rig.joints.size()) - 1);
  loss_report.add("joints", merged,
                  counted(merged, "joint is merged into its parent", "joints are merged into their parents"));
  return ok_status();
}

void pad_joints(Rig& rig, OutMeshes& meshes, const Md5WriteOptions& options, LossReport& loss_report) {
  if (!options.limits.meshes_by_joints) return;
  const size_t most = options.limits.joints > 0 ? options.limits.joints : meshes.meshes.size();
  const size_t before = rig.joints.size(), after = std::max(before, std::min(meshes.meshes.size(), most));
  NameList names(options.limits.name_bytes);
  for (const Joint& joint : rig.joints) names.take(joint.name);
  while (rig.joints.size() < after) {
    Joint joint;
    joint.parent = 0;
    joint.name = names.take("unused");
    rig.joints.push_back(std::move(joint));
  }
  meshes.reach.resize(after, 0);
  loss_report.add("joints", after - before,
                  counted(after - before, "joint that holds nothing is", "joints that hold nothing are") +
                      " added, because the engine needs as many joints as meshes");
}

Status check_baked(const Rig& rig, const Md5WriteOptions& options) {
  const uint32_t most = options.limits.joints;
  if (most == 0 || rig.joints.size() <= most) return ok_status();
  return refused(options, "joints", rig.joints.size(), most,
                 ", " + std::to_string(rig.baked.size()) + " of vertices that no joint can follow among them");
}

Status check_meshes(const OutMeshes& meshes, const Rig& rig, const Md5WriteOptions& options) {
  uint64_t vertices = 0, triangles = 0;
  for (const OutMesh& mesh : meshes.meshes) {
    vertices += mesh.vertices.size();
    triangles += mesh.indices.size() / 3;
  }
  const Md5Limits& most = options.limits;
  if (most.meshes > 0 && meshes.meshes.size() > most.meshes)
    return refused(options, "meshes", meshes.meshes.size(), most.meshes, "");
  if (most.meshes_by_joints && meshes.meshes.size() > rig.joints.size())
    return refused(options, "meshes", meshes.meshes.size(), rig.joints.size(), ", one per joint");
  if (most.all_vertices > 0 && vertices > most.all_vertices)
    return refused(options, "vertices", vertices, most.all_vertices, "");
  if (most.all_triangles > 0 && triangles > most.all_triangles)
    return refused(options, "triangles", triangles, most.all_triangles, "");
  return ok_status();
}

namespace {

/// Items are a quarter as large as a player is high, torches and rockets an eighth; Quake's near plane is 4 units away.
constexpr double kLeastOfPlayer = 1.0 / 8;
/// A map of Quake is 8192 units wide.
constexpr double kMostOfPlayer = 32;
constexpr double kMostOfReplaced = 2;

/// With so many digits, and no exponent.
std::string short_number(double value, int digits = 3) {
  const int before = static_cast<int>(std::floor(std::log10(value))) + 1;
  const double step = std::pow(10, before - digits);
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", std::max(0, digits - before), std::round(value / step) * step);
  std::string out = text;
  if (out.find('.') != std::string::npos) out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out;
}

}  // namespace

ModelSize size_of(const OutMeshes& meshes) {
  Bounds bounds;
  for (const OutMesh& mesh : meshes.meshes) {
    for (const OutVertex& vertex : mesh.vertices) bounds.add(vertex.bind);
  }
  return {glm::dvec3(bounds.max) - glm::dvec3(bounds.min)};
}

nlohmann::ordered_json scale_advice(const ModelSize& size, const Md5WriteOptions& options) {
  const double largest = std::max({size.extent.x, size.extent.y, size.extent.z});
  if (!(largest > 0) || !std::isfinite(largest)) return nullptr;
  double factor = 1;
  std::string beside;
  if (options.replaced_size > 0) {
    factor = options.replaced_size / largest;
    if (factor <= kMostOfReplaced && factor * kMostOfReplaced >= 1) return nullptr;
    beside = "the model that it replaces " + short_number(options.replaced_size);
  } else if (options.player_height > 0) {
    const double share = largest / options.player_height;
    if (share >= kLeastOfPlayer && share <= kMostOfPlayer) return nullptr;
    factor = 1 / share;
    beside = "a player of " + options.engine + " " + short_number(options.player_height);
  } else {
    return nullptr;
  }
  const double exact = options.scale * factor;
  if (!(exact >= 1e-6 && exact <= 1e6)) return nullptr;  // what the option takes
  const std::string scale = short_number(exact, 2);      // enough for a proposal
  return {{"scale", std::strtod(scale.c_str(), nullptr)},
          {"message", "the model is " + short_number(largest) + " units large, " + beside}};
}

}  // namespace vitrine::md5_export
