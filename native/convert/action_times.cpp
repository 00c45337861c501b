#include "convert/action_times.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pose/sample.h"

namespace vitrine {
namespace {

constexpr uint32_t kLeastRate = 10, kMostRate = 240;
constexpr double kOnGrid = 2e-3;  // frames

bool on_grid(const std::vector<double>& times, double from_s, double rate) {
  return std::all_of(times.begin(), times.end(), [&](double time) {
    const double frame = (time - from_s) * rate;
    return std::abs(frame - std::round(frame)) <= kOnGrid;
  });
}

}  // namespace

std::vector<double> key_times(const Clip& clip, bool with_shapes) {
  std::vector<double> times;
  for (const Curve& curve : clip.curves) {
    const bool counts =
        curve.target_kind == TargetKind::kNode || (with_shapes && curve.target_kind == TargetKind::kShape);
    if (!counts || curve.target == kNone) continue;
    for (const Key& key : curve.keys) times.push_back(key.time_s);
  }
  if (clip.poses) times = clip.poses->times_s;
  // Stored frames begin where those before them end.
  if (with_shapes && !clip.runs.empty()) {
    times = {0};
    const std::vector<double>& ends = clip.runs.front().ends_s;
    times.insert(times.end(), ends.begin(), ends.end() - 1);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end(), [](double a, double b) { return b - a < 1e-6; }), times.end());
  return times;
}

ClipTimes clip_times(const Clip& clip, bool with_shapes) {
  ClipTimes out{0, std::max(0.0, clip.duration_s)};
  // To the beginning of the last frame: as many frames are written as the file has.
  if (with_shapes && !clip.runs.empty()) out.end_s = key_times(clip, true).back();
  if (clip.curves.empty()) return out;
  const std::vector<double> times = key_times(clip, with_shapes);
  const bool held = std::all_of(clip.curves.begin(), clip.curves.end(),
                                [](const Curve& curve) { return curve.before == Extension::kHold; });
  if (!times.empty() && held && times.front() > 0 && times.front() < out.end_s) out.from_s = times.front();
  return out;
}

uint32_t key_rate(const Clip& clip, bool with_shapes, double from_s) {
  const std::vector<double> times = key_times(clip, with_shapes);
  double least = 1e9;
  for (size_t k = 1; k < times.size(); ++k) least = std::min(least, times[k] - times[k - 1]);
  if (times.size() < 2 || !(least > 1.0 / kMostRate / 1.01)) return 0;
  for (uint32_t rate = kLeastRate; rate <= kMostRate; ++rate) {
    if (on_grid(times, from_s, rate)) return rate;
  }
  return 0;
}

namespace {

constexpr uint32_t kRates[] = {10, 12, 15, 20, 24, 25, 30, 60};
constexpr double kOnPose = 2e-3;          // frames
constexpr uint32_t kBetween = 4;          // steps from frame to frame at which poses are compared
constexpr uint32_t kGridRate = 240;       // poses per second from which all of kRates are judged
constexpr double kMostPosed = 1'000'000;  // nodes posed for all actions: longer ones are judged by parts
constexpr double kMostPosedOfOne = 300'000;
constexpr double kLeastPoses = 48;          // where all actions have
constexpr double kMostLeast = 100'000'000;  // nodes in these

/// Poses of an action at even times, taken once for all rates: of a long one those of stretches that begin at whole
/// seconds, where every whole rate has a frame.
class Stretches {
 public:
  Stretches(const MovingJoints& joints, uint32_t grid_rate, double most, double least_poses)
      : reach_(joints.reach), moved_(joints.moved), grid_rate_(grid_rate) {
    still_ = joints.at(joints.from_s);
    std::vector<uint32_t> slot_of_joint(joints.parents.size(), kNone);
    for (const uint32_t j : moved_) {
      const uint32_t parent = joints.parents[j];
      parents_.push_back({parent, parent == kNone ? kNone : slot_of_joint[parent]});
      slot_of_joint[j] = static_cast<uint32_t>(parents_.size() - 1);
    }
    const double length = joints.end_s - joints.from_s;
    const double poses = std::max(2.0, most / static_cast<double>(joints.nodes));
    double span = length, every = length;
    if (length * grid_rate > poses) {
      span = std::min(length, std::clamp(poses, least_poses, double{1} * grid_rate) / grid_rate);
      every = std::max(1.0, std::ceil(length * span * grid_rate / poses));
    }
    for (double from = 0; from < length; from += every) {
      const auto count = static_cast<size_t>(std::ceil(std::min(span, length - from) * grid_rate - kOnPose)) + 1;
      Stretch& stretch = stretches_.emplace_back();
      for (size_t i = 0; i < count; ++i) {
        const double time_s = joints.from_s + from + static_cast<double>(i) / grid_rate;
        const std::vector<Rigid>& worlds = joints.at(std::min(time_s, joints.end_s));
        for (const uint32_t j : moved_) stretch.push_back(worlds[j]);
      }
    }
  }

  /// Joint by joint, between frames of `rate` as an engine fills them in; some larger number than `enough` once that is
  /// passed.
  double deviation(uint32_t rate, double enough) {
    worst_ = 0;
    if (moved_.empty()) return worst_;
    for (const Stretch& stretch : stretches_) {
      const double last = static_cast<double>(stretch.size() / moved_.size() - 1);
      const double step = static_cast<double>(grid_rate_) / rate;
      locals_at(stretch, 0, first_);
      for (double at = 0; at < last && worst_ <= enough; at += step) {
        const double next = std::min(at + step, last);
        locals_at(stretch, next, second_);
        for (uint32_t i = 1; i < kBetween; ++i) {
          const double middle = std::round(at + (next - at) * i / kBetween);
          if (middle > at && middle < next) compare(stretch, middle, (middle - at) / (next - at));
        }
        std::swap(first_, second_);
      }
    }
    return worst_;
  }

 private:
  using Stretch = std::vector<Rigid>;  // a pose's moved joints in the model, one pose after the other

  const Rigid* pose(const Stretch& stretch, double at) const {
    return &stretch[static_cast<size_t>(at) * moved_.size()];
  }
  /// Above a moved joint, of `moved` or standing still; null for a root.
  const Rigid* above(size_t slot, const Rigid* moved) const {
    const Parent& parent = parents_[slot];
    return parent.slot != kNone ? moved + parent.slot : parent.joint != kNone ? &still_[parent.joint] : nullptr;
  }

  /// Relative to their parents, also between poses of the grid.
  void locals_at(const Stretch& stretch, double at, std::vector<Rigid>& out) const {
    const double before = std::floor(at), fraction = at - before;
    relative(pose(stretch, before), out);
    if (fraction < kOnPose) return;
    std::vector<Rigid> after;
    relative(pose(stretch, before + 1), after);
    for (size_t k = 0; k < out.size(); ++k) out[k] = between(out[k], after[k], fraction);
  }
  void relative(const Rigid* worlds, std::vector<Rigid>& out) const {
    out.resize(moved_.size());
    for (size_t k = 0; k < out.size(); ++k) {
      const Rigid* parent = above(k, worlds);
      out[k] = parent == nullptr ? worlds[k] : inverse(*parent) * worlds[k];
    }
  }
  static Rigid between(const Rigid& a, const Rigid& b, double fraction) {
    return {glm::normalize(pose::slerp(a.rotation, b.rotation, fraction)),
            glm::mix(a.translation, b.translation, fraction)};
  }

  void compare(const Stretch& stretch, double at, double fraction) {
    const Rigid* meant = pose(stretch, at);
    made_.resize(moved_.size());
    for (size_t k = 0; k < made_.size(); ++k) {
      const Rigid local = between(first_[k], second_[k], fraction);
      const Rigid* parent = above(k, made_.data());
      made_[k] = parent == nullptr ? local : *parent * local;
      worst_ = std::max(worst_, pose_distance(made_[k], meant[k], reach_[moved_[k]]));
    }
  }

  struct Parent {
    uint32_t joint = kNone, slot = kNone;  ///< slot: among those that are moved
  };

  std::span<const double> reach_;
  std::vector<uint32_t> moved_;  ///< joints
  std::vector<Parent> parents_;  ///< of each of these
  std::vector<Rigid> still_;     ///< all joints, the others as they stand in every pose
  uint32_t grid_rate_;
  std::vector<Stretch> stretches_;
  std::vector<Rigid> first_, second_, made_;
  double worst_ = 0;
};

}  // namespace

bool is_whole_rate(double rate) { return rate >= 1 && rate <= 1000 && rate == std::round(rate); }

double pose_distance(const Rigid& a, const Rigid& b, double reach) {
  const glm::dquat off = glm::conjugate(a.rotation) * b.rotation;
  return glm::distance(a.translation, b.translation) + 2 * glm::length(glm::dvec3(off.x, off.y, off.z)) * reach;
}

uint32_t choose_frame_rate(const Clip& clip, bool with_shapes, const MovingJoints& joints, double tolerance,
                           size_t action_count) {
  std::vector<uint32_t> own;
  if (is_whole_rate(clip.frame_rate)) own.push_back(static_cast<uint32_t>(clip.frame_rate));
  if (const uint32_t keys = key_rate(clip, with_shapes, joints.from_s); keys > 0 && (own.empty() || own[0] != keys))
    own.push_back(keys);
  if (!(joints.end_s > joints.from_s)) return own.empty() ? 24 : own.front();
  const double most =
      std::min(kMostPosed / static_cast<double>(action_count), kMostPosedOfOne) / static_cast<double>(own.size() + 1);
  const double least_poses =
      std::clamp(kMostLeast / static_cast<double>(action_count) / static_cast<double>(joints.nodes), 4.0, kLeastPoses);
  uint32_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  const auto suits = [&](Stretches& stretches, uint32_t rate) {
    const double off = stretches.deviation(rate, std::max(tolerance, least));
    if (off < least || best == 0) least = off, best = rate;
    return off <= tolerance;
  };
  for (const uint32_t rate : own) {
    Stretches stretches(joints, rate * kBetween, most, least_poses);
    if (suits(stretches, rate)) return rate;
  }
  Stretches stretches(joints, kGridRate, most, least_poses);
  for (const uint32_t rate : kRates) {
    if (suits(stretches, rate)) return rate;
  }
  return best;
}

}  // namespace vitrine
