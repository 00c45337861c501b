#pragma once
// When an action begins and ends, where its keys are, and how many frames per second it needs.

#include <functional>
#include <span>
#include <vector>

#include "convert/rigid.h"
#include "scene/scene.h"

namespace vitrine {

struct ClipTimes {
  double from_s = 0, end_s = 0;
};
/// From the first key to the end. Tools that count frames from 1 start later than 0.
/// `with_shapes`: those of shape keys and of stored frames count too.
ClipTimes clip_times(const Clip& clip, bool with_shapes = false);

/// When any of its curves has a key, or its poses; sorted, each once.
std::vector<double> key_times(const Clip& clip, bool with_shapes);

/// The least whole rate from 10 to 240 of which all keys are frames; 0 = none.
uint32_t key_rate(const Clip& clip, bool with_shapes, double from_s);

/// The joints of one action.
struct MovingJoints {
  std::span<const uint32_t> parents;  ///< per joint, or kNone; parents come first
  std::span<const double> reach;      ///< per joint: largest distance of a vertex from it
  std::vector<uint32_t> moved;        ///< joints that stand elsewhere at some time than at others, parents first
  /// Joint to model at a time, one per joint; valid until the next call.
  std::function<const std::vector<Rigid>&(double time_s)> at;
  double from_s = 0, end_s = 0;
  size_t nodes = 0;  ///< posed by each call
};

/// True for rates from 1 to 1000 without a fraction.
bool is_whole_rate(double rate);

/// The clip's own rate where it is whole, that of its keys where they stand at even times; else the least of 10 12 15
/// 20 24 25 30 60 between whose frames nothing is farther off than the tolerance; the best of them where none is. The
/// work for all of `action_count` actions is limited: of long ones, stretches are looked at.
uint32_t choose_frame_rate(const Clip& clip, bool with_shapes, const MovingJoints& joints, double tolerance,
                           size_t action_count);

/// Largest distance between what two poses of a joint make of a point `reach` away from it.
double pose_distance(const Rigid& a, const Rigid& b, double reach);

}  // namespace vitrine
