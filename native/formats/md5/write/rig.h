#pragma once
// The joints of a scene as md5 has them: one tree below one root, no scale.
//
// A vertex of the scene is a sum of weight * world(joint) * offset. With `reference`, a fixed matrix of each joint,
// that is weight * K * p where K = world * inverse(reference) and p = reference * offset. Scales that stand in the
// hierarchy are in `reference` too and cancel: where K is rigid, md5 holds it exactly.

#include <vector>

#include "formats/md5/write/options.h"
#include "formats/md5/write/rigid.h"
#include "formats/md5/write/space.h"
#include "formats/md5/write/text.h"
#include "pose/sample.h"

namespace vitrine::md5_export {

/// The scene's own nodes at a time. Of thousands of nodes each of thousands of actions may move a few: only these are
/// posed.
class SourcePose {
 public:
  /// `wanted`: nodes whose matrices are asked for while clips play; empty = all.
  explicit SourcePose(const Scene& scene, const std::vector<bool>& wanted = {});
  /// One matrix per node, valid until the next call. `clip` kNone = as the scene stands.
  const std::vector<glm::dmat4>& at(uint32_t clip, double time_s);
  /// Wanted nodes and those on the way to them that the clip of the last call may have moved, parents first.
  const std::vector<uint32_t>& moved() const { return moved_; }

 private:
  void choose(uint32_t clip);

  const Scene& scene_;
  pose::LocalPose local_;
  std::vector<glm::dmat4> still_, exact_;
  std::vector<std::vector<uint32_t>> children_;  ///< that are wanted or lead to such
  std::vector<bool> leads_;
  uint32_t clip_ = kNone;
  std::vector<uint32_t> driven_, moved_;
};

struct Joint {
  uint32_t node = kNone;    ///< kNone = the root that was added
  uint32_t parent = kNone;  ///< joint
  std::string name;
  glm::dmat4 reference{1}, reference_inverse{1};
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
  bool bakes = false;              ///< shape keys count as motion
  std::vector<BakedVertex> baked;  ///< of the last joints, one each

  /// Those that move as nodes of the scene do.
  size_t own_joints() const { return joints.size() - baked.size(); }

  /// The first joint that goes where joint `walker` goes: all but a root that stands still.
  size_t first_that_walks(uint32_t walker) const { return has_own_root && (walker == 0 || walker == kNone) ? 0 : 1; }

  /// Per node itself or the nearest one above it that a joint has; kNone if there is none.
  std::vector<uint32_t> nodes_of_joints(const Scene& scene) const;
};

/// True for a clip that moves joints, or shape keys that are baked.
bool moves_joints(const Clip& clip, const Rig& rig);

Rig make_rig(const Scene& scene, const Space& space, const Md5WriteOptions& options);

/// The rigid part of what a joint does to points, in md5's space.
struct JointMotion {
  Rigid rigid;
  double stretch = 0;   ///< largest entry that a rotation and a translation leave out
  double size = 1;      ///< the factor in all directions that comes nearest to it
  double left = 0;      ///< `stretch` without that
  bool hidden = false;  ///< scaled to nothing in all directions
};
JointMotion motion_of(const Joint& joint, const Space& space, const std::vector<glm::dmat4>& worlds,
                      glm::dmat3* stretch = nullptr);

}  // namespace vitrine::md5_export
