#include "formats/md5/write/bake.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/argument.h"
#include "convert/plain_text.h"
#include "convert/source_pose.h"
#include "formats/md5/write/limits.h"
#include "formats/md5/write/plan.h"

namespace vitrine::md5_export {
namespace {

constexpr size_t kFewestSamples = 9;
constexpr double kVerticesSeen = 40'000'000;  // in all
constexpr double kShortest_s = 1.0 / 240;     // between two looks
constexpr double kInner = 0.4;                // of a stretch: half-way, a wave may be as at both ends
constexpr ptrdiff_t kMostTried = 256;         // leaders that left the same group, for one vertex

class Baker {
 public:
  Baker(const Scene& scene, const Space& space, const Md5WriteOptions& options, const Rig& rig, const OutMeshes& meshes)
      : scene_(scene),
        rig_(rig),
        meshes_(meshes),
        mover_(scene, space, rig, options.writes_scale()),
        points_(scene, space),
        tolerance_(tolerance_of(options, meshes)) {}

  /// Looks at every action.
  void run() {
    std::vector<uint32_t> clips;
    for (uint32_t c = 0; c < scene_.clips.size(); ++c) {
      if (scene_.clips[c].playable && moves_joints(scene_.clips[c], rig_)) clips.push_back(c);
    }
    off_.assign(meshes_.sources.size(), 0);
    shifts_.resize(meshes_.sources.size());
    begin_groups();
    see(kNone, 0);
    const double vertices = std::max(1.0, static_cast<double>(off_.size()));
    left_ = kVerticesSeen / vertices;
    for (size_t k = 0; k < clips.size(); ++k) look(clips[k], left_ / static_cast<double>(clips.size() - k));
  }

  bool is_off(size_t source) const { return off_[source] > tolerance_; }
  /// The source that leads its group: all of them stay as far from it as they are in the bind pose.
  size_t leader(size_t source) const { return leader_[source]; }

 private:
  using Distances = std::vector<double>;  // per vertex, from where it is meant to be

  /// At the keys, and between them as often as it takes to find all that is off by more than the tolerance; a clip that
  /// would take more than `most` looks gets them at even times.
  void look(uint32_t clip, double most) {
    const ClipTimes ends = clip_times(scene_.clips[clip], true);
    std::vector<double> times = key_times(scene_.clips[clip], true);
    std::erase_if(times, [&](double time_s) { return time_s <= ends.from_s || time_s >= ends.end_s; });
    const bool is_short = 2 * static_cast<double>(times.size() + kFewestSamples) <= most;
    if (!is_short) times.clear();
    const size_t even = is_short ? kFewestSamples : std::max(kFewestSamples, static_cast<size_t>(most));
    for (size_t k = 0; k < even; ++k)
      times.push_back(std::lerp(ends.from_s, ends.end_s, static_cast<double>(k) / static_cast<double>(even - 1)));
    std::sort(times.begin(), times.end());
    const double least_left = left_ - most;
    Distances before = see(clip, times.front());
    for (size_t k = 1; k < times.size(); ++k) {
      Distances after = see(clip, times[k]);
      if (is_short) look_between(clip, times[k - 1], before, times[k], after, least_left);
      before = std::move(after);
    }
  }

  void look_between(uint32_t clip, double from_s, const Distances& before, double to_s, const Distances& after,
                    double least_left) {
    if (to_s - from_s < kShortest_s || left_ <= least_left) return;
    const double inner_s = std::lerp(from_s, to_s, kInner);
    const Distances inner = see(clip, inner_s);
    double bend = 0;
    for (size_t i = 0; i < inner.size(); ++i)
      bend = std::max(bend, std::abs(inner[i] - std::lerp(before[i], after[i], kInner)));
    if (bend <= tolerance_ / 2) return;
    look_between(clip, from_s, before, inner_s, inner, least_left);
    look_between(clip, inner_s, inner, to_s, after, least_left);
  }

  Distances see(uint32_t clip, double time_s) {
    --left_;
    Distances away(meshes_.sources.size());
    Take take;
    take.clip = clip;
    const std::vector<Rigid>& worlds = mover_.at(take, time_s);
    joint_matrices(worlds, mover_.sizes(), matrices_);
    points_.pose(clip, time_s);
    uint32_t node = kNone;
    ScenePoints::OfNode points;
    for (size_t i = 0; i < meshes_.sources.size(); ++i) {
      const Source& source = meshes_.sources[i];
      const OutMesh& mesh = meshes_.meshes[source.mesh];
      if (source.node != node) node = source.node, points = points_.of(node);
      const glm::dvec3 meant = points.at(source.vertex);
      away[i] = glm::distance(meant, placed(mesh, mesh.vertices[source.written], worlds, matrices_));
      off_[i] = std::max(off_[i], away[i]);
      shifts_[i] = meant - glm::dvec3(mesh.vertices[source.written].bind);
    }
    part_groups();
    return away;
  }

  void begin_groups() {
    std::map<uint32_t, size_t> first;
    for (size_t i = 0; i < meshes_.sources.size(); ++i)
      leader_.push_back(first.try_emplace(meshes_.sources[i].node, i).first->second);
  }

  /// Those that have left their leader get another, which may have left it with them. Half the tolerance, because
  /// before that they were on different sides of the old one.
  void part_groups() {
    std::map<size_t, std::vector<size_t>> leavers;
    for (size_t i = 0; i < leader_.size(); ++i) {
      if (goes_with(i, leader_[i])) continue;
      std::vector<size_t>& leaders = leavers[leader_[i]];
      const auto end = leaders.size() > kMostTried ? leaders.begin() + kMostTried : leaders.end();
      const auto other = std::find_if(leaders.begin(), end, [&](size_t leader) { return goes_with(i, leader); });
      leader_[i] = other == end ? i : *other;
      if (other == end) leaders.push_back(i);
    }
  }
  bool goes_with(size_t source, size_t leader) const {
    return glm::distance(shifts_[source], shifts_[leader]) <= tolerance_ / 2;
  }

  const Scene& scene_;
  const Rig& rig_;
  const OutMeshes& meshes_;
  Mover mover_;
  ScenePoints points_;
  double tolerance_, left_ = 0;  ///< looks that are left
  std::vector<glm::dmat3> matrices_;
  Distances off_;
  std::vector<glm::dvec3> shifts_;  ///< at the time of the last look, from the bind pose
  std::vector<size_t> leader_;
};

/// One influence of a joint of its own for the vertices that have one; `joints` per mesh and vertex, kNone in most.
void hold(const std::vector<std::vector<uint32_t>>& joints, const Rig& rig, OutMeshes& meshes) {
  for (size_t m = 0; m < meshes.meshes.size(); ++m) {
    OutMesh& mesh = meshes.meshes[m];
    std::vector<OutWeight> weights;
    for (size_t v = 0; v < mesh.vertices.size(); ++v) {
      OutVertex& vertex = mesh.vertices[v];
      const auto first = mesh.weights.begin() + vertex.first;
      vertex.first = static_cast<uint32_t>(weights.size());
      if (joints[m][v] == kNone) {
        weights.insert(weights.end(), first, first + vertex.count);
        continue;
      }
      weights.push_back({joints[m][v], kBiasOne, vertex.bind - rig.joints[joints[m][v]].position});
      vertex.count = 1;
    }
    mesh.weights = std::move(weights);
  }
}

void measure_reach(OutMeshes& meshes, size_t joint_count) {
  meshes.reach.assign(joint_count, 0);
  for (const OutMesh& mesh : meshes.meshes) {
    for (const OutWeight& weight : mesh.weights)
      meshes.reach[weight.joint] =
          std::max(meshes.reach[weight.joint], static_cast<double>(glm::length(weight.offset)));
  }
}

}  // namespace

Status bake_vertices(const Scene& scene, const Space& space, const Md5WriteOptions& options, Rig& rig,
                     OutMeshes& meshes, LossReport& loss_report) {
  rig.bakes = true;
  Baker baker(scene, space, options, rig, meshes);
  baker.run();
  const auto own = static_cast<uint32_t>(rig.joints.size());
  std::vector<std::vector<uint32_t>> joints;
  for (const OutMesh& mesh : meshes.meshes) joints.emplace_back(mesh.vertices.size(), kNone);
  std::map<size_t, uint32_t> known;  // by the leader
  uint64_t vertices = 0;
  for (size_t i = 0; i < meshes.sources.size(); ++i) {
    if (!baker.is_off(i)) continue;
    const Source& source = meshes.sources[i];
    // Those that were welded for their equal weights go one way all the same.
    uint32_t& joint = joints[source.mesh][source.written];
    if (joint != kNone) continue;
    const auto [found, is_new] = known.try_emplace(baker.leader(i), own + static_cast<uint32_t>(rig.baked.size()));
    joint = found->second;
    ++vertices;
    if (!is_new) continue;
    const Source& lead = meshes.sources[baker.leader(i)];
    rig.baked.push_back({lead.node, lead.vertex});
    Joint made;
    made.parent = 0;
    made.name = "vertex" + std::to_string(rig.baked.size());
    made.position = meshes.meshes[lead.mesh].vertices[lead.written].bind;
    made.rotation = stored(glm::dquat(1, 0, 0, 0));
    made.bind = {made.rotation.rebuilt, glm::dvec3(made.position)};
    rig.joints.push_back(std::move(made));
  }
  if (rig.baked.empty()) return ok_status();
  VITRINE_CHECK(check_baked(rig, options));
  NameList names(options.limits.name_bytes);
  for (Joint& joint : rig.joints) joint.name = names.take(joint.name);
  hold(joints, rig, meshes);
  measure_reach(meshes, rig.joints.size());
  loss_report.add("baked", vertices,
                  counted(vertices, "vertex moves", "vertices move") + " with " +
                      counted(rig.baked.size(), "joint", "joints") + " of their own, because no joint can follow them");
  return ok_status();
}

}  // namespace vitrine::md5_export
