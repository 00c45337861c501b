#pragma once
// The joints that a scene needs in a format whose joints have no scale of their own.
//
// A vertex of the scene is a sum of weight * world(joint) * offset. With `reference`, a fixed matrix of each joint,
// that is weight * K * p where K = world * inverse(reference) and p = reference * offset. Scales that stand in the
// hierarchy are in `reference` too and cancel: where K is rigid, such a format holds it exactly.

#include <vector>

#include "convert/rigid.h"
#include "convert/space.h"
#include "scene/scene.h"

namespace vitrine {

struct PlannedJoint {
  uint32_t node = kNone;    ///< kNone = a joint that was added
  uint32_t parent = kNone;  ///< joint
  glm::dmat4 reference{1}, reference_inverse{1};
};

struct JointPlan {
  std::vector<PlannedJoint> joints;     ///< parents first
  std::vector<uint32_t> joint_of_node;  ///< per node of the scene the joint that has it, or kNone
  std::vector<bool> leads_to_joint;     ///< per node whether it or one below it has a joint
  uint32_t folded = 0;                  ///< joints with a scale that is the same in all actions
  bool rests_bound = true;              ///< the scene stands as its skins are bound
};

/// Nodes that become joints: the joints, what skins name, and what moves with something below it.
std::vector<bool> nodes_for_joints(const Scene& scene);

/// Joints of `nodes`, parents first, bound where the skins say. The scale of a joint that is the same in all actions
/// goes into its reference.
JointPlan plan_joints(const Scene& scene, const Space& space, const std::vector<bool>& wanted,
                      const std::vector<uint32_t>& nodes);

/// True for a clip that moves nodes that lead to joints.
bool moves_joints(const Clip& clip, const std::vector<bool>& leads_to_joint);

/// Per node itself or the nearest one above it that `is`; kNone if there is none.
template <class Is>
std::vector<uint32_t> nearest_above(const Scene& scene, Is&& is) {
  std::vector<uint32_t> out;
  for (uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const uint32_t parent = scene.nodes[n].parent;
    out.push_back(is(n) ? n : parent == kNone ? kNone : out[parent]);
  }
  return out;
}

/// Per node its matrix to the node `above` it (itself: none), by local matrices, which holds where a scale of 0 has no
/// inverse.
std::vector<glm::dmat4> chains_to(const Scene& scene, const std::vector<uint32_t>& above);

/// The rigid part of what a joint does to points, in the space of what is written.
struct JointMotion {
  Rigid rigid;
  double stretch = 0;   ///< largest entry that a rotation and a translation leave out
  double size = 1;      ///< the factor in all directions that comes nearest to it
  double left = 0;      ///< `stretch` without that
  bool hidden = false;  ///< scaled to nothing in all directions
};
JointMotion motion_of(const PlannedJoint& joint, const Space& space, const std::vector<glm::dmat4>& worlds,
                      glm::dmat3* stretch = nullptr);

}  // namespace vitrine
