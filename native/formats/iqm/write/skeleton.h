#pragma once
// The joints of a scene as IQM has them: parents first, in the order of the scene, without scale in the bind pose.

#include <string>
#include <vector>

#include "convert/joint_plan.h"
#include "convert/loss_report.h"
#include "convert/plain_text.h"
#include "formats/iqm/write/options.h"

namespace vitrine::iqm_export {

/// A joint in its parent, as doubles that floats hold exactly where they are written as such.
struct Local {
  glm::dvec3 translation{0};
  glm::dquat rotation{1, 0, 0, 0};  ///< unit, w <= 0
  glm::dvec3 scale{1};
};
glm::dmat4 matrix_of(const Local& local);
/// `rotation` or its negative, with length 1 and w <= 0, which some readers rebuild.
glm::dquat as_stored(const glm::dquat& rotation);

struct Joint : PlannedJoint {
  std::string name;
  Local local;  ///< bind pose, rounded as it is written
  Rigid bind;   ///< what a reader makes of it: joint to model
};

struct Renamed {
  std::string from, to;
};

struct Skeleton {
  std::vector<Joint> joints;
  JointPlan plan;
  std::vector<glm::dmat4> reference;  ///< per node that a joint has
  std::vector<Renamed> renamed;
  uint32_t root = kNone;  ///< joint that was added for what no other holds

  /// Added behind all others when it is first asked for.
  uint32_t still_root();
};

Skeleton make_skeleton(const Scene& scene, const Space& space);
/// Names that every reader takes, each once; a list of those that changed.
void name_joints(const Scene& scene, const IqmWriteOptions& options, Skeleton& skeleton);

/// The name in UTF-8 without control characters and quotes, which the text form cannot hold; `if_empty` in place of
/// none.
std::string readable_name(const std::string& name, const std::string& if_empty);
/// The same, or what all engines read of it where the options name one.
std::string name_for(const IqmWriteOptions& options, const std::string& name, const std::string& if_empty);

}  // namespace vitrine::iqm_export
