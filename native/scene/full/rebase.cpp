#include "scene/full/rebase.h"

#include <map>

#include "base/checked.h"
#include "scene/decompose.h"
#include "scene/sentences.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

/// parent_from_node of a joint at rest.
glm::dmat4 bind_local(const Scene& scene, const Node& node) {
  const glm::dmat4 local = local_matrix(node.local);
  return node.rest == kNone ? local : glm::dmat4(scene.rest_matrices[node.rest]) * local;
}

/// Tracks in an order in which parents precede their children.
std::vector<uint32_t> parents_first(std::span<const int64_t> parents) {
  std::vector<uint32_t> order, way;
  std::vector<uint8_t> taken(parents.size(), 0);
  for (size_t i = 0; i < parents.size(); ++i) {
    for (auto at = static_cast<int64_t>(i); at >= 0 && taken[static_cast<size_t>(at)] == 0;
         at = parents[static_cast<size_t>(at)]) {
      taken[static_cast<size_t>(at)] = 1;
      way.push_back(static_cast<uint32_t>(at));
    }
    order.insert(order.end(), way.rbegin(), way.rend());
    way.clear();
  }
  return order;
}

/// Model-space pose of every track in one row.
void pose_tracks(const TrackRows& rows, const std::vector<uint32_t>& order, size_t row,
                 std::vector<glm::dmat4>& world) {
  const size_t first = row * rows.parents.size();
  for (const uint32_t t : order) {
    const glm::dmat4 local = local_matrix(rows.at(rows.rows, first + t));
    const int64_t parent = rows.parents[t];
    world[t] = parent < 0 ? local : world[static_cast<size_t>(parent)] * local;
  }
}

/// A joint of a skeleton by the next track above it: joints without a track keep their bind transform.
struct Hung {
  uint32_t track = kNone;  ///< none up to the root
  glm::dmat4 below{1};

  glm::dmat4 pose(const std::vector<glm::dmat4>& world) const { return track == kNone ? below : world[track] * below; }
};

Hung hang(const Scene& scene, const Skeleton& skeleton, int64_t joint) {
  Hung out;
  for (; joint >= 0 && joint < int64_t{skeleton.joint_count}; joint = skeleton.parents[static_cast<size_t>(joint)]) {
    const auto j = static_cast<size_t>(joint);
    out.track = skeleton.fit.track[j];
    if (out.track != kNone) break;
    out.below = bind_local(scene, scene.nodes[skeleton.nodes[j]]) * out.below;
  }
  return out;
}

/// The parent of each derived joint; siblings share the walk up to their track.
std::vector<Hung> hang_parents(const Scene& scene, const std::vector<Derived>& derived) {
  std::vector<Hung> out;
  std::map<std::pair<const Skeleton*, int64_t>, size_t> first;
  for (const auto& [skeleton, joint] : derived) {
    const int64_t parent = skeleton->parents[joint];
    const auto [known, is_new] = first.try_emplace({skeleton, parent}, out.size());
    out.push_back(is_new ? hang(scene, *skeleton, parent) : out[known->second]);
  }
  return out;
}

}  // namespace

Result<std::vector<Transform>> derived_transforms(const Limits& limits, Budget& budget, const TrackRows& rows,
                                                  const Scene& scene, const std::vector<Derived>& derived) {
  const size_t own = rows.parents.size();
  VITRINE_CHECK(
      check_limit(saturating_mul(rows.row_count, own + derived.size()), limits.frame_joints, "frames times joints"));
  VITRINE_CHECK(budget.charge(saturating_mul(rows.row_count, derived.size()), sizeof(Transform)));
  VITRINE_CHECK(budget.charge(derived.size(), sizeof(Hung) + 64));
  VITRINE_CHECK(budget.charge(own, sizeof(glm::dmat4) + 2 * sizeof(uint32_t)));
  const std::vector<uint32_t> order = parents_first(rows.parents);
  const std::vector<Hung> parents = hang_parents(scene, derived);
  std::vector<glm::dmat4> world(own);
  std::vector<Transform> out;
  out.reserve(rows.row_count * derived.size());
  for (size_t row = 0; row < rows.row_count; ++row) {
    pose_tracks(rows, order, row, world);
    for (size_t d = 0; d < derived.size(); ++d) {
      const auto& [skeleton, joint] = derived[d];
      const glm::dmat4 local = glm::inverse(parents[d].pose(world)) * world[skeleton->fit.track[joint]];
      double size = 0;
      for (int c = 0; c < 4; ++c) size += glm::length(glm::dvec3(local[c]));
      if (!(size < 3.4e38)) return Error{messages::kFitBeyondFloat, kNoOffset, {skeleton->name, row}};
      out.push_back(decompose(local, Mirror::kAlongAll));
    }
  }
  return out;
}

}  // namespace vitrine
