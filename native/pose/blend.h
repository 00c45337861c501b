#pragma once
// Two poses of one scene into one, for crossfades.

#include "pose/sample.h"

namespace vitrine::pose {

/// Moves every node of `pose` towards `other` by `weight` (0 = stays, 1 = becomes it): translation and scale in a
/// straight line, rotation along the shorter arc, a unit quaternion where both are. A node counts as driven where the
/// side that has the larger part drives it. The camera's angle moves as well when both poses give one to the same
/// camera.
void blend(const LocalPose& other, double weight, LocalPose& pose);

}  // namespace vitrine::pose
