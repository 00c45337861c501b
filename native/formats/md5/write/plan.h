#pragma once
// Which files of animation are written, and at which times of the scene's actions their frames stand.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "convert/action_times.h"
#include "convert/loss_report.h"
#include "convert/source_pose.h"
#include "formats/md5/write/meshes.h"
#include "formats/md5/write/rig.h"

namespace vitrine::md5_export {

/// Frames of one action, in a row.
struct Take {
  std::string name;
  uint32_t clip = kNone;        ///< kNone = the scene as it stands
  bool bind = false;            ///< the bind pose, whatever the nodes say
  std::vector<double> times_s;  ///< of the clip, one per frame
  uint32_t first_frame = 0;     ///< in its file
  uint32_t repeated = 0;        ///< frames at the end that repeat the last pose
  bool opened = false;          ///< without the frame that closed the loop
  // The way of the joint that walks.
  Md5RootMotion root_motion = Md5RootMotion::kKeep;
  uint32_t walker = kNone;  ///< joint
  glm::dvec3 start{0};      ///< where it is at first
  glm::dvec3 drift{0};      ///< and how far it is carried by the end, level with the ground
  double from_s = 0, end_s = 0;

  uint32_t frames() const { return static_cast<uint32_t>(times_s.size()) + repeated; }
};

struct AnimFile {
  std::string name;  ///< without folder and ending
  uint32_t rate = 24;
  std::vector<Take> takes;
  uint32_t frames = 0;
};

/// Poses of the joints in md5's space, at any time of a take.
class Mover {
 public:
  /// `sizes`: factors of joints are written, so that only what they leave out counts as stretch.
  Mover(const Scene& scene, const Space& space, const Rig& rig, bool sizes = false);
  /// Joint to model, one per joint; valid until the next call.
  const std::vector<Rigid>& at(const Take& take, double time_s);
  /// The joints that stand elsewhere at some time of a take than at others, parents first.
  std::vector<uint32_t> moved(const Take& take);
  /// Per joint the factor of its vertices about it, after `at`; 1 everywhere unless they are written.
  const std::vector<double>& sizes() const { return sizes_; }
  /// Root motion that is removed from the model at that time.
  glm::dvec3 removed(const Take& take, double time_s);
  /// Posed by each call, at most.
  size_t nodes() const { return nodes_; }
  /// Per joint the largest entry of its motion so far that files cannot hold; 0 where it is rigid.
  const std::vector<double>& stretch() const { return stretch_; }
  /// Per joint whether it was scaled to nothing so far, which files cannot hold.
  const std::vector<bool>& hidden() const { return hidden_; }

 private:
  const std::vector<Rigid>& plain(const Take& take, double time_s);
  void pose_joint(uint32_t j, const std::vector<glm::dmat4>& worlds);
  void note(uint32_t j);
  void begin(const Take& take);
  glm::dvec3 way(const Take& take, double time_s, const glm::dvec3& walker) const;

  const Space& space_;
  const Rig& rig_;
  SourcePose source_;
  std::optional<ScenePoints> points_;  ///< where joints follow vertices
  std::vector<Rigid> poses_;
  bool writes_sizes_ = false;
  std::vector<double> sizes_;
  std::vector<double> stretch_;
  std::vector<bool> hidden_;
  // As the scene stands, and per joint what files cannot hold of it.
  std::vector<Rigid> still_;
  std::vector<double> still_sizes_, left_;
  std::vector<uint8_t> gone_;
  uint32_t clip_ = kNone;
  bool begun_ = false;
  std::vector<uint32_t> moved_;  ///< joints whose nodes the clip moves
  size_t nodes_ = 0;
};

/// LIMIT_COUNT where an animation would have more frames than `options` or a file can hold.
Result<std::vector<AnimFile>> plan_animations(const Scene& scene, const Rig& rig, const OutMeshes& meshes,
                                              const Md5WriteOptions& options, Mover& mover, LossReport& loss_report);

// Frames per second that an action needs.

/// The fixed rate of `options`, that of stored frames where it is whole, else choose_frame_rate().
uint32_t choose_rate(const Scene& scene, const Rig& rig, const OutMeshes& meshes, const Md5WriteOptions& options,
                     Mover& mover, const Take& take, const ClipTimes& source, size_t action_count);

/// The tolerance in units written.
double tolerance_of(const Md5WriteOptions& options, const OutMeshes& meshes);

}  // namespace vitrine::md5_export
