#include "formats/md5/rebase.h"

#include <algorithm>
#include <map>

#include "base/checked.h"
#include "formats/md5/codes.h"
#include "formats/md5/read.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

Affine affine(const glm::vec3& translation, const glm::quat& rotation) {
  return {basis_of(glm::dquat(rotation)), glm::dvec3(translation)};
}

/// parent_from_node of a joint at rest.
Affine bind_local(const Scene& scene, const Node& node) {
  Affine local = affine(node.local.translation, node.local.rotation);
  for (int c = 0; c < 3; ++c) local.basis[c] *= static_cast<double>(node.local.scale[c]);
  if (node.rest == kNone) return local;
  const glm::dmat4 rest(scene.rest_matrices[node.rest]);
  return Affine{glm::dmat3(rest), glm::dvec3(rest[3])} * local;
}

/// Model-space pose of every track in one frame.
void pose_tracks(const RawAnimation& raw, const std::vector<uint32_t>& order, size_t frame,
                 std::vector<Affine>& world) {
  const size_t row = frame * raw.tracks.size();
  for (const uint32_t t : order) {
    const Affine local = affine(raw.translations[row + t], raw.rotations[row + t]);
    const int64_t parent = raw.tracks[t].parent;
    world[t] = parent < 0 ? local : world[static_cast<size_t>(parent)] * local;
  }
}

/// A joint of a skeleton by the next track above it: joints without a track keep their bind transform.
struct Hung {
  uint32_t track = kNone;  ///< none up to the root
  Affine below;

  Affine pose(const std::vector<Affine>& world) const { return track == kNone ? below : world[track] * below; }
};

Hung hang(const Scene& scene, const Skeleton& skeleton, int64_t joint) {
  Hung out;
  for (; joint >= 0; joint = skeleton.parents[static_cast<size_t>(joint)]) {
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

Status add_derived(LoadContext& context, const RawAnimation& raw, const Scene& scene,
                   const std::vector<Derived>& derived, SampledFrames& frames) {
  const size_t own = raw.tracks.size(), all = own + derived.size();
  const uint64_t total = saturating_mul(raw.frame_count, all);
  VITRINE_CHECK(check_limit(total, context.limits.frame_joints, "frames times joints"));
  VITRINE_CHECK(context.budget.charge(total, sizeof(glm::vec3) + sizeof(glm::quat)));
  frames.translations.resize(total);
  frames.rotations.resize(total);
  const std::vector<uint32_t> order = parents_first(parents_of(raw.tracks));
  for (const Derived& one : derived) {
    const int64_t parent = one.skeleton->parents[one.joint];
    frames.track_names.push_back(raw.tracks[one.skeleton->fit.track[one.joint]].name);
    frames.track_parent.push_back(parent < 0 ? kNone : one.skeleton->fit.track[static_cast<size_t>(parent)]);
    frames.animated_bits.push_back(63);
  }
  VITRINE_CHECK(context.budget.charge(derived.size(), sizeof(Hung) + 64));
  const std::vector<Hung> parents = hang_parents(scene, derived);
  std::vector<Affine> world(own);
  for (size_t frame = 0; frame < raw.frame_count; ++frame) {
    pose_tracks(raw, order, frame, world);
    std::copy_n(raw.translations.begin() + static_cast<std::ptrdiff_t>(frame * own), own,
                frames.translations.begin() + static_cast<std::ptrdiff_t>(frame * all));
    std::copy_n(raw.rotations.begin() + static_cast<std::ptrdiff_t>(frame * own), own,
                frames.rotations.begin() + static_cast<std::ptrdiff_t>(frame * all));
    for (size_t d = 0; d < derived.size(); ++d) {
      const auto& [skeleton, joint] = derived[d];
      const Affine local = inverse(parents[d].pose(world)) * world[skeleton->fit.track[joint]];
      frames.translations[frame * all + own + d] = glm::vec3(local.origin);
      frames.rotations[frame * all + own + d] = to_float(rotation_of(local.basis));
      const double size = glm::length(local.origin) + glm::length(local.basis[0]) + glm::length(local.basis[1]) +
                          glm::length(local.basis[2]);
      if (!(size < 3.4e38)) {
        return Error{says::kFitBeyondFloat, kNoOffset, {skeleton->name, frame}};
      }
    }
  }
  return ok_status();
}

}  // namespace vitrine::md5
