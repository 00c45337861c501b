#pragma once
// Clips at a time: sampled frames, key poses and curves become local transforms of the nodes.
//
// Local transforms are stored in single precision, as in the files; they are interpolated in double and the hierarchy
// multiplies them in double, so the rounding of one transform (6e-8) is the only one per joint: chains of a hundred
// joints stay within 1e-5 of the model's size.

#include <cstddef>
#include <span>
#include <vector>

#include "pose/play_options.h"
#include "scene/scene.h"

namespace vitrine::pose {

struct ClipTracks;

/// Local transforms of every node at one time. Made once per scene; sampling allocates nothing.
struct LocalPose {
  std::vector<Transform> local;  ///< one per node
  std::vector<uint8_t> driven;   ///< one per node: 1 where a clip set the transform (Node::rest_is_bind asks)
  std::vector<uint8_t> moves;    ///< one per node: 0 = it stands as it was posed last, and nothing has to be done
  /// Of scenes with tags, one per node: the matrix in place of `local`, which is near it; 0 in its last corner = none.
  std::vector<glm::dmat4> placed;
  uint32_t camera = kNone;   ///< Scene::cameras index whose angle the clip gives; kNone = none
  float camera_fov_rad = 0;  ///< that angle, by the camera's own FovRule

  // Work space of sampling curves.
  std::vector<glm::dvec3> euler_rad;
  std::vector<glm::dvec4> quaternion;  ///< x y z w
  std::vector<uint8_t> rotated_by;     ///< 0 between calls
};

LocalPose make_local_pose(const Scene& scene);
/// The transforms as stored, no camera.
void sample_bind(const Scene& scene, LocalPose& pose);
/// Poses `clip` at `time_s` (any finite time; before 0 and past the end it loops or holds). Nodes that the clip does
/// not drive keep their stored transform.
void sample_clip(const Scene& scene, const Clip& clip, double time_s, const PlayOptions& options, LocalPose& pose);
/// The same on top of what `pose` holds already: several clips of different nodes play at once.
/// `tracks`: what plan_tracks (pose/tracks.h) made of the clip's curves, which need not be gone through then.
void add_clip(const Scene& scene, const Clip& clip, double time_s, const PlayOptions& options, LocalPose& pose,
              const ClipTracks* tracks = nullptr);
/// Where a time lies within the clip's own duration: wrapped when looping, else held at its ends.
double time_in_cycle_s(const Clip& clip, double time_s, const PlayOptions& options);

/// Seconds that one cycle takes: frames - 1 intervals for sampled clips (one more when a loop is closed; camera cuts
/// take no time), the clip's own duration otherwise.
double cycle_s(const Clip& clip, const PlayOptions& options);

/// Between which frames a time lies: value = lerp(first, second, fraction).
struct FramePosition {
  uint32_t first = 0, second = 0;
  double fraction = 0;
  double cycle = 0;      ///< whole cycles done (negative before 0); always 0 when not looping
  bool closing = false;  ///< in the interval from the last frame back to the first
};
/// The engine's rule: n = time * rate, cycle = n / (N - 1), first = n mod (N - 1). The last frame is an end pose, not a
/// step. Times within 1e-9 frames of a frame are that frame. `frame_count` > 0; a rate of 0 stays on frame 0.
FramePosition frame_at(double time_s, double frame_rate, uint32_t frame_count, bool loop, bool close_loop);
/// The same over the frames of a camera, where a cut value is the last frame of a view: it is reached only as the
/// target of the frame before it, at which instant the next view begins. `cuts` ascend.
FramePosition camera_frame_at(double time_s, double frame_rate, uint32_t frame_count, std::span<const uint32_t> cuts,
                              bool loop, bool close_loop);

/// Blender's XYZ order: x is applied first.
glm::dquat quaternion_from_euler(const glm::dvec3& angle_rad);
glm::dvec3 euler_from_quaternion(const glm::dquat& rotation);

/// True where a curve moves a node of the scene.
inline bool drives_node(const Curve& curve) {
  return curve.target_kind == TargetKind::kNode && curve.target != kNone && curve.channel != Channel::kOther;
}

/// KRI's engine turns quaternion keys into each other along the arc and has no handles for them. The exporter writes
/// the four components as one block, so they stand side by side with the same key times: true when the first four of
/// `curves` are such a block.
bool is_slerp_block(std::span<const Curve> curves);
/// Its quaternion x y z w.
glm::dvec4 slerp_block(std::span<const Curve> curves, double time_s);

/// No rotation in place of 0.
glm::dquat normalized(const glm::dquat& q);

/// Along the shorter arc, as the engine does: linear when 1 - cos <= 1e-6, result not normalised.
glm::dquat slerp(const glm::dquat& from, const glm::dquat& to, double fraction);

}  // namespace vitrine::pose
