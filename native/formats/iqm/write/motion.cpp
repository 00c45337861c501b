#include "formats/iqm/write/model.h"

#include <algorithm>
#include <cmath>

#include "base/argument.h"
#include "base/limits.h"
#include "base/names.h"
#include "base/utf8.h"
#include "convert/action_times.h"
#include "convert/source_pose.h"
#include "formats/iqm/write/sentences.h"
#include "formats/iqm/write/skeleton.h"
#include "scene/driven.h"

namespace vitrine::iqm_export {
namespace {

constexpr double kUnscaled = 1e-4;  // largest entry of a stretch that counts as rounding
constexpr double kStands = 1e-5;    // of the size
constexpr double kPartOfFrame = 2e-3;
constexpr double kLongest = 1e6;  // seconds

/// True for stored poses whose last one is the first frame once more, as the reader of loops has it.
bool closing_key(const Clip& clip) {
  return clip.poses && clip.frame_count > 0 && clip.poses->times_s.size() == size_t{clip.frame_count} + 1;
}

/// Joint to model at a time: rigid where it can be, else with what scales it.
class JointPoser {
 public:
  JointPoser(const Scene& scene, const Space& space, const Skeleton& skeleton, Scales scales)
      : space_(space), skeleton_(skeleton), scales_(scales), source_(scene, skeleton.plan.leads_to_joint) {
    rigid_.resize(skeleton.joints.size());
    scaled_.resize(skeleton.joints.size());
    worlds_.resize(skeleton.joints.size());
    last_.resize(skeleton.joints.size());
    for (size_t j = 0; j < last_.size(); ++j) last_[j] = skeleton.joints[j].local;
  }

  const std::vector<Rigid>& at(uint32_t clip, double time_s) {
    const std::vector<glm::dmat4>& nodes = source_.at(clip, time_s);
    for (size_t j = 0; j < rigid_.size(); ++j) {
      const Joint& joint = skeleton_.joints[j];
      const JointMotion motion = motion_of(joint, space_, nodes);
      rigid_[j] = motion.rigid * joint.bind;
      const double left = scales_ == Scales::kNone ? motion.stretch : scales_ == Scales::kUniform ? motion.left : 0;
      if (left > kUnscaled) ++dropped, largest_dropped = std::max(largest_dropped, left);
      scaled_[j] = motion.stretch > kUnscaled && scales_ != Scales::kNone;
      if (!scaled_[j]) continue;
      if (scales_ == Scales::kUniform) {
        worlds_[j] = matrix(rigid_[j]);
        for (int c = 0; c < 3; ++c) worlds_[j][c] *= motion.hidden ? 0 : motion.size;
        continue;
      }
      const glm::dmat4 moved = nodes[joint.node] * joint.reference_inverse;
      glm::dmat4 whole(space_.linear(moved));
      whole[3] = glm::dvec4(space_.point(glm::dvec3(moved[3])), 1);
      worlds_[j] = whole * matrix(joint.bind);
    }
    return rigid_;
  }

  /// Of the pose of the last call.
  void append_locals(std::vector<Local>& out) {
    for (size_t j = 0; j < rigid_.size(); ++j) {
      Local& local = last_[j];
      set_local(j, local);
      out.push_back(local);
    }
  }

  /// Joints that the clip of the last call may move.
  std::vector<uint32_t> moved() const {
    std::vector<uint32_t> out;
    for (const uint32_t node : source_.moved())
      if (const uint32_t j = skeleton_.plan.joint_of_node[node]; j != kNone) out.push_back(j);
    std::sort(out.begin(), out.end());
    return out;
  }

  uint64_t scaled = 0, sheared = 0, dropped = 0;  ///< poses of joints
  double largest_shear = 0, largest_dropped = 0;

 private:
  static glm::dmat4 matrix(const Rigid& rigid) {
    glm::dmat4 out(glm::mat3_cast(rigid.rotation));
    out[3] = glm::dvec4(rigid.translation, 1);
    return out;
  }

  void set_local(size_t j, Local& local) {
    const uint32_t parent = skeleton_.joints[j].parent;
    const bool below = parent != kNone && scaled_[parent];
    local.scale = glm::dvec3(1);
    if (!scaled_[j] && !below) {
      const Rigid own = parent == kNone ? rigid_[j] : inverse(rigid_[parent]) * rigid_[j];
      local.translation = own.translation;
      local.rotation = as_stored(own.rotation);
      return;
    }
    const glm::dmat4 world = scaled_[j] ? worlds_[j] : matrix(rigid_[j]);
    const glm::dmat4 above = parent == kNone ? glm::dmat4(1) : below ? worlds_[parent] : matrix(rigid_[parent]);
    // Below a joint that is scaled to nothing, every pose is the same.
    if (!(std::abs(glm::determinant(glm::dmat3(above))) > 1e-12)) return;
    const glm::dmat4 own = glm::inverse(above) * world;
    local.translation = glm::dvec3(own[3]);
    const Polar parts = polar(glm::dmat3(own));
    ++scaled;
    if (parts.flat) {
      for (int c = 0; c < 3; ++c) local.scale[c] = glm::length(glm::dvec3(own[c]));
      return;
    }
    local.rotation = as_stored(parts.rotation);
    glm::dmat3 rest = parts.stretch;
    for (int c = 0; c < 3; ++c) local.scale[c] = rest[c][c], rest[c][c] = 0;
    if (const double shear = difference(rest, glm::dmat3(0)); shear > kUnscaled)
      ++sheared, largest_shear = std::max(largest_shear, shear);
  }

  const Space& space_;
  const Skeleton& skeleton_;
  Scales scales_;
  SourcePose source_;
  std::vector<Rigid> rigid_;
  std::vector<uint8_t> scaled_;
  std::vector<glm::dmat4> worlds_;  ///< of those that are scaled
  std::vector<Local> last_;
};

class Sampler {
 public:
  Sampler(const Scene& scene, const Space& space, const IqmWriteOptions& options, const Skeleton& skeleton,
          const Geometry& geometry, LossReport& loss_report)
      : scene_(scene),
        options_(options),
        skeleton_(skeleton),
        geometry_(geometry),
        loss_report_(loss_report),
        names_(options.limits.action_name),
        poser_(scene, space, skeleton, options.scales) {
    for (const Joint& joint : skeleton.joints) parents_.push_back(joint.parent);
  }

  Result<Motion> run() {
    const std::vector<uint32_t> clips = moving_clips();
    if (clips.empty() && (options_.needs_animation || !stands_bound())) {
      Action still;
      still.name = names_.take(name_for(options_, options_.name, "still"));
      still.times_s = {0};
      VITRINE_CHECK(add(std::move(still)));
    }
    for (const uint32_t c : clips) {
      VITRINE_TRY(Action action, action_of(c, clips.size()));
      VITRINE_CHECK(add(std::move(action)));
    }
    if (options_.no_prefix) part_names();
    report();
    return std::move(out_);
  }

 private:
  std::vector<uint32_t> moving_clips() {
    std::vector<uint32_t> out;
    for (uint32_t c = 0; c < scene_.clips.size(); ++c)
      if (scene_.clips[c].playable && moves_joints(scene_.clips[c], skeleton_.plan.leads_to_joint)) out.push_back(c);
    const uint64_t left_out = scene_.clips.size() - out.size();
    loss_report_.add("actions", left_out,
                     counted(left_out, "action moves", "actions move") + " no joint of the model, or cannot be played");
    return out;
  }

  /// An engine that compares the letters it is given finds the first action that begins with them.
  void part_names() {
    for (Action& action : out_.actions) {
      const bool begins = std::any_of(out_.actions.begin(), out_.actions.end(), [&](const Action& other) {
        return other.name.size() > action.name.size() && lower_case(other.name).starts_with(lower_case(action.name));
      });
      if (begins) action.name = names_.take(action.name + "_"), ++renamed_;
    }
  }

  bool stands_bound() {
    const std::vector<Rigid>& poses = poser_.at(kNone, 0);
    double off = 0;
    for (size_t j = 0; j < poses.size(); ++j)
      off = std::max(off, pose_distance(poses[j], skeleton_.joints[j].bind, geometry_.reach[j]));
    return off <= kStands * std::max(geometry_.size, 1e-6);
  }

  Result<Action> action_of(uint32_t c, size_t action_count) {
    const Clip& clip = scene_.clips[c];
    const ClipTimes times = clip_times(clip);
    if (!std::isfinite(times.from_s) || !std::isfinite(times.end_s) || times.end_s - times.from_s > kLongest)
      return Error{messages::kActionTooLong, kNoOffset};
    Action out;
    out.clip = c;
    const std::string from = to_utf8(clip.name);
    out.name = names_.take(name_for(options_, from, options_.name));
    renamed_ += out.name != from;
    out.end_s = times.end_s;
    out.rate = rate_of(c, times, action_count);
    const double length = times.end_s - times.from_s;
    const double steps = std::max(0.0, std::ceil(length * out.rate - kPartOfFrame));
    const bool has_closing_key = closing_key(clip) && steps > 0;
    out.loop = has_closing_key || clip.closes;
    const double frames = steps + (has_closing_key ? 0 : 1);
    if ((out_.frames + frames) * static_cast<double>(skeleton_.joints.size()) >
        static_cast<double>(Limits{}.frame_joints))
      return Error{messages::kTooManyFrames,
                   kNoOffset,
                   {out.name, static_cast<uint64_t>(frames), skeleton_.joints.size(), Limits{}.frame_joints}};
    for (double k = 0; k < frames; ++k) out.times_s.push_back(std::min(times.from_s + k / out.rate, times.end_s));
    return out;
  }

  double rate_of(uint32_t c, const ClipTimes& times, size_t action_count) {
    const Clip& clip = scene_.clips[c];
    const bool stored = clip.frames || clip.poses;
    if (stored && clip.frame_rate > 0 && (!options_.whole_rates || is_whole_rate(clip.frame_rate)))
      return clip.frame_rate;
    poser_.at(c, times.from_s);
    const MovingJoints joints{.parents = parents_,
                              .reach = geometry_.reach,
                              .moved = poser_.moved(),
                              .at = [&](double time_s) -> const std::vector<Rigid>& { return poser_.at(c, time_s); },
                              .from_s = times.from_s,
                              .end_s = times.end_s,
                              .nodes = scene_.nodes.size() + skeleton_.joints.size()};
    const double tolerance = options_.tolerance > 0 ? options_.tolerance : geometry_.size / 1000;
    return choose_frame_rate(clip, false, joints, tolerance, action_count);
  }

  Status add(Action action) {
    action.first = out_.frames;
    out_.frames += action.frames();
    for (const double time_s : action.times_s) {
      poser_.at(action.clip, time_s);
      poser_.append_locals(out_.poses);
    }
    const auto first = out_.poses.begin() + static_cast<std::ptrdiff_t>(action.first * skeleton_.joints.size());
    const bool finite = std::all_of(first, out_.poses.end(), [](const Local& one) {
      const glm::dvec3 sum = glm::abs(one.translation) + glm::abs(one.scale);
      const glm::dquat& q = one.rotation;
      return sum.x + sum.y + sum.z < kLargestNumber && std::isfinite(q.x + q.y + q.z + q.w);
    });
    if (!finite) return Error{messages::kActionNotFinite, kNoOffset, {action.name}};
    out_.actions.push_back(std::move(action));
    return ok_status();
  }

  void report() const {
    loss_report_.add("scale", poser_.dropped,
                     counted(poser_.dropped, "pose of a joint is", "poses of joints are") +
                         " scaled in a way that the engine does not show, and left without; the number is the largest "
                         "factor besides 1",
                     poser_.largest_dropped);
    loss_report_.add("scale", options_.engine.empty() ? poser_.scaled : 0,
                     counted(poser_.scaled, "pose of a joint is", "poses of joints are") +
                         " scaled, which raylib, DarkPlaces, Warfork and engines of the Cube family show otherwise");
    loss_report_.add("scale", poser_.sheared,
                     counted(poser_.sheared, "pose of a joint is", "poses of joints are") +
                         " sheared, which the file cannot hold; the number is the largest entry left out",
                     poser_.largest_shear);
    loss_report_.add("names", renamed_,
                     counted(renamed_, "action has", "actions have") + " a name that is readable and its own");
  }

  const Scene& scene_;
  const IqmWriteOptions& options_;
  const Skeleton& skeleton_;
  const Geometry& geometry_;
  LossReport& loss_report_;
  NameList names_;
  JointPoser poser_;
  std::vector<uint32_t> parents_;
  uint64_t renamed_ = 0;
  Motion out_;
};

}  // namespace

Result<Motion> make_motion(const Scene& scene, const Space& space, const IqmWriteOptions& options,
                           const Skeleton& skeleton, const Geometry& geometry, LossReport& loss_report) {
  if (skeleton.joints.empty()) {
    loss_report.add("actions", scene.clips.size(),
                    counted(scene.clips.size(), "action moves", "actions move") + " no joint of the model");
    return Motion{};
  }
  return Sampler(scene, space, options, skeleton, geometry, loss_report).run();
}

}  // namespace vitrine::iqm_export
