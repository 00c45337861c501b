#pragma once
// The joints of a scene as md5 has them: one tree below one root, no scale.

#include <span>
#include <vector>

#include "convert/joint_plan.h"
#include "convert/source_pose.h"
#include "formats/md5/write/options.h"
#include "formats/md5/write/text.h"

namespace vitrine::md5_export {

struct Joint : PlannedJoint {
  std::string name;
  // The joints block: as written, and what a reader makes of it.
  glm::vec3 position{0};
  StoredRotation rotation;
  Rigid bind;
};

/// A vertex of the scene that a joint of its own follows.
struct BakedVertex {
  uint32_t node = 0, vertex = 0;
};

struct Renamed {
  std::string from, to;
};

struct Rig {
  std::vector<Joint> joints;            ///< parents first
  std::vector<uint32_t> joint_of_node;  ///< per node of the scene the joint that has it, or kNone
  std::vector<bool> leads_to_joint;     ///< per node whether it or one below it has a joint
  std::vector<glm::dmat4> reference;    ///< per node that a joint has: `reference` of its own
  std::vector<Renamed> renamed;
  bool has_own_root = false;       ///< joint 0 is the scene's
  uint32_t folded = 0;             ///< joints with a scale that is the same in all actions
  bool rests_bound = true;         ///< the scene stands as its skins are bound
  bool bakes = false;              ///< shape keys and stored frames count as motion
  std::vector<BakedVertex> baked;  ///< of the last joints, one each

  /// Those that move as nodes of the scene do.
  size_t own_joints() const { return joints.size() - baked.size(); }

  /// The first joint that goes where joint `walker` goes: all but a root that stands still.
  size_t first_that_walks(uint32_t walker) const { return has_own_root && (walker == 0 || walker == kNone) ? 0 : 1; }

  /// Per node itself or the nearest one above it that a joint has; kNone if there is none.
  std::vector<uint32_t> nodes_of_joints(const Scene& scene) const;
};

/// True for a clip that moves joints, or shape keys or stored frames that are baked.
bool moves_joints(const Clip& clip, const Rig& rig);

Rig make_rig(const Scene& scene, const Space& space, const Md5WriteOptions& options);

// From joints in the model to joints in their parents, rounded as they are written.

struct Local {
  glm::vec3 position{0};
  StoredRotation rotation;
  Rigid rigid() const { return {glm::normalize(rotation.rebuilt), glm::dvec3(position)}; }
};

/// Each joint relative to its parent as a reader will have it, so that rounding does not add up along a chain.
/// `worlds` becomes what a reader makes of the result; `locals` is as long.
void make_locals(const Rig& rig, std::span<Rigid> worlds, std::span<Local> locals);

}  // namespace vitrine::md5_export
