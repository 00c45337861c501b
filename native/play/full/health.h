#pragma once
// Health of an action: a loop that does not close, quaternions that change sides from key to key, joints
// that are animated and do not move, stored boxes that the mesh leaves. Measured on request, never at load.

#include "base/json_text.h"
#include "scene/scene.h"

namespace vitrine {

/// Past these a finding is one; the report states them.
struct HealthThresholds {
  double seam_part = 0.01;       ///< of the model's size: how far a node may be from where it began
  double seam_deg = 5;           ///< how far a node may be turned
  double bounds_part = 0.001;    ///< of the frame's true box: what a stored box may lack
  uint64_t vertices = 20000000;  ///< posed at most while boxes are checked: longer actions are looked at frame by frame
                                 ///< at even steps
  size_t listed = 64;            ///< findings of a kind that are listed; all are counted
};

/// { "seam", "flips", "frozen" } of a clip. `size` is the model's, in file units.
///  seam: null without anything to compare, else { "closed", "distance", "node", "angle" (degrees), "angleNode",
///    "allowed": { "distance", "angle" } } between the first and the last pose, the root's own way left out;
///  flips: { "count", "list": [{ "node", "track", "time", "dot" }] }, keys whose quaternion has a negative dot product
///    with the one before: the same rotation nearly, but components that jump;
///  frozen: { "count", "list": [{ "node", "track", "channels": [...], "whole" }] }, channels that the file animates and
///    that hold one value all along; whole = every animated channel of the joint.
Json clip_health(const Scene& scene, const Clip& clip, double size, const HealthThresholds& thresholds = {});

/// How far a box lacks what it should contain: the largest of the six sides, 0 when it contains all.
struct Excess {
  double amount = 0;
  int axis = 0;
  bool above = false;  ///< beyond the largest value, not below the least
};
Excess excess_of(const SampledFrames::Bounds& stored, const Bounds& box);

}  // namespace vitrine
