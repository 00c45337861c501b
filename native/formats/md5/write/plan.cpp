#include "formats/md5/write/plan.h"

#include <algorithm>
#include <cmath>

#include "base/argument.h"
#include "base/codes.h"
#include "base/utf8.h"
#include "convert/plain_text.h"
#include "formats/md5/write/sentences.h"
#include "formats/md5/write/write.h"
#include "scene/driven.h"

namespace vitrine::md5_export {
namespace {

constexpr double kSamePose = 1e-4, kWalks = 0.02, kLoopPose = 2e-3;
constexpr uint64_t kMostFrames = 65535, kMostComponents = 60'000'000;
constexpr uint32_t kQuakeRate = 10;
/// Text of a joint in a file: its line in the hierarchy, its base, and a frame.
constexpr size_t kLeastOfJoint = sizeof("\t\"a\" 0 63 0\n\t( 0 0 0 ) ( 0 0 0 )\n\t0 0 0 0 0 0\n") - 1;

/// The joint whose movement is root motion: the root below which most vertices are, else kNone. A root that no action
/// moves, without vertices and with one child, passes on to that child: id Tech 4 has such an `origin`.
uint32_t root_that_moves(const Scene& scene, const Rig& rig, const OutMeshes& meshes) {
  const size_t count = rig.own_joints();
  std::vector<uint64_t> weights(count, 0);  // of the joint and those below it
  std::vector<uint32_t> children(count, 0), first_child(count, kNone);
  uint64_t total = 0;
  for (const OutMesh& mesh : meshes.meshes) {
    for (const OutWeight& weight : mesh.weights)
      if (weight.joint < count) ++weights[weight.joint], ++total;
  }
  const std::vector<uint64_t> own = weights;
  for (size_t j = count; j-- > 1;) {
    const uint32_t parent = rig.joints[j].parent;
    if (parent == kNone) continue;
    weights[parent] += weights[j];
    ++children[parent];
    first_child[parent] = static_cast<uint32_t>(j);
  }
  uint32_t root = rig.has_own_root ? 0 : kNone;
  for (uint32_t j = 1; j < count && !rig.has_own_root; ++j)
    if (rig.joints[j].parent == 0 && 2 * weights[j] > total) root = j;
  const std::vector<bool> driven = driven_nodes(scene);
  while (root != kNone && own[root] == 0 && children[root] == 1 && !driven[rig.joints[root].node])
    root = first_child[root];
  return root;
}

class Planner {
 public:
  Planner(const Scene& scene, const Rig& rig, const OutMeshes& meshes, const Md5WriteOptions& options, Mover& mover,
          LossReport& loss_report)
      : scene_(scene),
        rig_(rig),
        meshes_(meshes),
        options_(options),
        mover_(mover),
        loss_report_(loss_report),
        moving_root_(root_that_moves(scene, rig, meshes)) {}

  Result<std::vector<AnimFile>> run() {
    std::vector<uint32_t> clips;
    for (uint32_t c = 0; c < scene_.clips.size(); ++c) {
      if (!scene_.clips[c].playable || !moves_joints(scene_.clips[c], rig_))
        ++passed_over_;
      else
        clips.push_back(c);
    }
    loss_report_.add(
        "actions", passed_over_,
        counted(passed_over_, "action moves", "actions move") + " no joint of the model, or cannot be played");
    Result<std::vector<AnimFile>> files = clips.empty() && options_.sequences.empty() ? still()
                                          : options_.one_file                         ? packed(clips)
                                                                                      : one_each(clips);
    if (files) report();
    return files;
  }

 private:
  Result<std::vector<AnimFile>> still() {
    std::vector<AnimFile> files;
    if (!options_.needs_animation && stands_in_bind_pose()) return files;
    AnimFile file{options_.name, options_.frame_rate > 0 ? options_.frame_rate : 24, {}, 1};
    Take take;
    take.name = options_.name;
    take.bind = options_.bind_pose;
    take.times_s = {0};
    file.takes.push_back(take);
    files.push_back(file);
    return files;
  }

  bool stands_in_bind_pose() {
    Take stands;
    const std::vector<Rigid>& poses = mover_.at(stands, 0);
    double off = 0;
    for (size_t j = 0; j < poses.size(); ++j)
      off = std::max(off, pose_distance(poses[j], rig_.joints[j].bind, meshes_.reach[j]));
    return off <= kSamePose * std::max(meshes_.size, 1e-6);
  }

  Result<std::vector<AnimFile>> one_each(const std::vector<uint32_t>& clips) {
    if (uint64_t{clips.size()} * rig_.joints.size() > kMostText / kLeastOfJoint)
      return Error{messages::kTextTooLong, kNoOffset};
    std::vector<AnimFile> files;
    NameList names(0);
    for (const uint32_t c : clips) {
      VITRINE_TRY(const ClipTimes source, times_of(c));
      const std::string action = plain_name(scene_.clips[c].name, options_.name.c_str());
      AnimFile file{names.take(options_.prefix_actions ? options_.name + "_" + action : action), 0, {}, 0};
      Take take = begin(c, source);
      file.rate = choose_rate(scene_, rig_, meshes_, options_, mover_, take, source, clips.size());
      VITRINE_CHECK(fill(take, file.rate));
      file.frames = take.frames();
      file.takes.push_back(std::move(take));
      files.push_back(std::move(file));
    }
    return files;
  }

  /// All in one file, asked for by number: in the order of the model that is replaced where that is known.
  Result<std::vector<AnimFile>> packed(const std::vector<uint32_t>& clips) {
    AnimFile file{options_.name, options_.frame_rate > 0 ? options_.frame_rate : kQuakeRate, {}, 0};
    std::vector<Md5Sequence> wanted = options_.sequences;
    if (wanted.empty()) {
      for (const uint32_t c : clips) wanted.push_back({to_utf8(scene_.clips[c].name), 0});
    }
    std::vector<bool> used(scene_.clips.size(), false);
    for (size_t k = 0; k < wanted.size(); ++k) {
      const uint32_t clip = options_.sequences.empty() ? clips[k] : find(clips, wanted[k].name);
      VITRINE_TRY(Take take, take_of(clip, wanted[k], file.rate));
      if (clip != kNone) used[clip] = true;
      take.first_frame = file.frames;
      file.frames += take.frames();
      VITRINE_CHECK(check_frames(file.frames, file.name));
      file.takes.push_back(std::move(take));
    }
    const auto unused = std::count_if(clips.begin(), clips.end(), [&](uint32_t c) { return !used[c]; });
    loss_report_.add("actions", static_cast<uint64_t>(unused),
                     counted(static_cast<uint64_t>(unused), "action is", "actions are") +
                         " in no sequence of the model that is replaced");
    return std::vector<AnimFile>{std::move(file)};
  }

  Result<Take> take_of(uint32_t clip, const Md5Sequence& wanted, uint32_t rate) {
    Take take;
    if (clip == kNone) {
      ++missing_;
      missing_names_ += (missing_names_.empty() ? "" : ", ") + quotable(wanted.name, "?");
      take.times_s = {0};
    } else {
      VITRINE_TRY(const ClipTimes source, times_of(clip));
      take = begin(clip, source);
      VITRINE_CHECK(fill(take, rate));
    }
    take.name = wanted.name;
    if (wanted.frames == 0) return take;
    if (take.times_s.size() > wanted.frames) {
      cut_frames_ += take.times_s.size() - wanted.frames;
      take.times_s.resize(wanted.frames);
    }
    take.repeated = wanted.frames - static_cast<uint32_t>(take.times_s.size());
    if (clip != kNone) repeated_ += take.repeated;
    return take;
  }

  /// Matches names in any case, apart from an ending in digits.
  uint32_t find(const std::vector<uint32_t>& clips, const std::string& name) const {
    const std::string wanted = lower_case(name);
    for (const bool without_digits : {false, true}) {
      for (const uint32_t c : clips) {
        std::string has = lower_case(to_utf8(scene_.clips[c].name));
        while (without_digits && !has.empty() && has.back() >= '0' && has.back() <= '9') has.pop_back();
        if (has == wanted) return c;
      }
    }
    return kNone;
  }

  Result<ClipTimes> times_of(uint32_t c) {
    const ClipTimes times = clip_times(scene_.clips[c], rig_.bakes);
    if (!std::isfinite(times.from_s) || !std::isfinite(times.end_s) || times.end_s - times.from_s > 1e6)
      return Error{messages::kActionTooLong, kNoOffset};
    return times;
  }

  Take begin(uint32_t c, const ClipTimes& ends) {
    Take take;
    take.clip = c;
    take.name = to_utf8(scene_.clips[c].name);
    take.from_s = ends.from_s, take.end_s = ends.end_s;
    // Stored frames are selected by number: none is left out.
    const Scene& source = options_.source == nullptr ? scene_ : *options_.source;
    const bool is_counted = !source.clips[c].runs.empty();
    take.opened = options_.open_loops && !is_counted && ends.end_s > ends.from_s && closes(take);
    add_root_motion(take);
    return take;
  }

  /// The last pose is the first one: between them the model moved on at most.
  double gap(const Take& take, const glm::dvec3& moved) {
    const std::vector<Rigid> first = mover_.at(take, take.from_s);
    const std::vector<Rigid>& last = mover_.at(take, take.end_s);
    double off = 0;
    for (size_t j = rig_.first_that_walks(take.walker); j < last.size(); ++j) {
      Rigid back = last[j];
      back.translation -= moved;
      off = std::max(off, pose_distance(back, first[j], meshes_.reach[j]));
    }
    return off;
  }
  bool closes(const Take& take) {
    Take plain = take;
    plain.root_motion = Md5RootMotion::kKeep;
    const glm::dvec3 moved = travel(plain);
    return gap(plain, moved) <= kSamePose * std::max(1e-6, meshes_.size);
  }
  /// The root where it goes away from its place, else kNone: what other joints do is no root motion.
  uint32_t walker_of(const Take& take, const std::vector<Rigid>& first, double step) {
    const uint32_t root = moving_root_;
    if (root == kNone) return kNone;
    for (int k = 1; k <= 16; ++k) {
      glm::dvec3 off = mover_.at(take, take.from_s + k * step)[root].translation - first[root].translation;
      off.z = 0;
      if (glm::length(off) > kWalks * meshes_.size) return root;
    }
    return kNone;
  }
  /// From the first to the last pose, level with the ground.
  glm::dvec3 travel(Take& take) {
    const double step = (take.end_s - take.from_s) / 16;
    const std::vector<Rigid> first = mover_.at(take, take.from_s);
    if (take.walker == kNone) take.walker = walker_of(take, first, step);
    if (take.walker == kNone) return glm::dvec3(0);
    take.start = first[take.walker].translation;
    glm::dvec3 off = mover_.at(take, take.end_s)[take.walker].translation - take.start;
    off.z = 0;
    return off;
  }

  void add_root_motion(Take& take) {
    const glm::dvec3 moved = travel(take);
    if (take.walker == kNone) return;
    take.drift = moved;
    const bool walks = glm::length(moved) > kWalks * meshes_.size;
    Md5RootMotion wanted = options_.root_motion;
    if (wanted == Md5RootMotion::kLoops && (!walks || gap(take, moved) > kLoopPose * meshes_.size))
      wanted = Md5RootMotion::kKeep;
    if (wanted == Md5RootMotion::kExtract && rig_.has_own_root) wanted = Md5RootMotion::kKeep;
    take.root_motion = wanted;
    if (wanted == Md5RootMotion::kLock || wanted == Md5RootMotion::kLoops)
      ++locked_, largest_way_ = std::max(largest_way_, glm::length(moved));
    else if (wanted == Md5RootMotion::kKeep && walks && options_.root_motion != Md5RootMotion::kExtract)
      ++walking_, largest_kept_ = std::max(largest_kept_, glm::length(moved));
  }

  Status fill(Take& take, uint32_t rate) {
    const double length = take.end_s - take.from_s;
    const double steps = std::round(length * rate);
    VITRINE_CHECK(check_frames(steps, take.name));
    auto count = static_cast<uint32_t>(steps);
    if (take.opened && count > 0) {
      for (uint32_t k = 0; k < count; ++k) take.times_s.push_back(take.from_s + length * k / count);
      return ok_status();
    }
    take.opened = false;
    for (uint32_t k = 0; k <= count; ++k)
      take.times_s.push_back(std::min(take.from_s + static_cast<double>(k) / rate, take.end_s));
    return ok_status();
  }

  Status check_frames(double frames, const std::string& name) const {
    const uint64_t most = options_.limits.frames > 0 ? options_.limits.frames : kMostFrames;
    const double components = (frames + 1) * 6 * static_cast<double>(rig_.joints.size());
    if (frames <= static_cast<double>(most) && components <= static_cast<double>(kMostComponents)) return ok_status();
    const bool by_engine = options_.limits.frames > 0;
    return Error{messages::kTooManyFrames,
                 kNoOffset,
                 {quotable(name, "the action"), static_cast<uint64_t>(frames), rig_.joints.size(),
                  by_engine ? options_.engine + " takes" : std::string("a file holds"), most, kMostComponents}};
  }

  void report() {
    loss_report_.add("sequences", missing_, "no action for " + missing_names_ + ": they show the bind pose");
    loss_report_.add("frames", repeated_,
                     counted(repeated_, "frame repeats", "frames repeat") +
                         " the last pose of an action that is shorter than in the model that is replaced");
    loss_report_.add("frames", cut_frames_,
                     counted(cut_frames_, "frame", "frames") +
                         " at the end of actions left out: the model that is replaced has fewer");
    loss_report_.add("root motion", locked_,
                     counted(locked_, "action stays", "actions stay") +
                         " in place, because the game moves the model; the number is the longest way taken out",
                     largest_way_);
    loss_report_.add("root motion", options_.engine.empty() ? 0 : walking_,
                     counted(walking_, "action carries", "actions carry") +
                         " the model away from its place, which is kept; the number is the longest way",
                     largest_kept_);
  }

  const Scene& scene_;
  const Rig& rig_;
  const OutMeshes& meshes_;
  const Md5WriteOptions& options_;
  Mover& mover_;
  LossReport& loss_report_;
  uint32_t moving_root_;
  uint64_t passed_over_ = 0, missing_ = 0, repeated_ = 0, cut_frames_ = 0, locked_ = 0, walking_ = 0;
  double largest_way_ = 0, largest_kept_ = 0;
  std::string missing_names_;
};

}  // namespace

Result<std::vector<AnimFile>> plan_animations(const Scene& scene, const Rig& rig, const OutMeshes& meshes,
                                              const Md5WriteOptions& options, Mover& mover, LossReport& loss_report) {
  return Planner(scene, rig, meshes, options, mover, loss_report).run();
}

double tolerance_of(const Md5WriteOptions& options, const OutMeshes& meshes) {
  return options.tolerance > 0 ? options.tolerance : meshes.size / 1000;
}

uint32_t choose_rate(const Scene& scene, const Rig& rig, const OutMeshes& meshes, const Md5WriteOptions& options,
                     Mover& mover, const Take& take, const ClipTimes& source, size_t action_count) {
  if (options.frame_rate > 0) return options.frame_rate;
  const Clip& clip = scene.clips[take.clip];
  if (clip.frames && is_whole_rate(clip.frame_rate)) return static_cast<uint32_t>(clip.frame_rate);
  std::vector<uint32_t> parents;
  for (const Joint& joint : rig.joints) parents.push_back(joint.parent);
  const MovingJoints joints{.parents = parents,
                            .reach = meshes.reach,
                            .moved = mover.moved(take),
                            .at = [&](double time_s) -> const std::vector<Rigid>& { return mover.at(take, time_s); },
                            .from_s = source.from_s,
                            .end_s = source.end_s,
                            .nodes = mover.nodes()};
  return choose_frame_rate(clip, rig.bakes, joints, tolerance_of(options, meshes), action_count);
}

}  // namespace vitrine::md5_export
