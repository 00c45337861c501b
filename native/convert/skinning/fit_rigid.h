#pragma once
// The rotation that turns one set of points best onto another.

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace vitrine {

/// `moment` = sum over points of from * to^T (its column c holds from * to[c]). The rotation R with the largest sum of
/// dot(R * from, to): the eigenvector of the largest eigenvalue of Horn's matrix (Closed-form solution of absolute
/// orientation using unit quaternions, 1987). Always a proper rotation; the identity for a moment of 0 or one that is
/// not finite.
glm::dquat best_rotation(const glm::dmat3& moment);

}  // namespace vitrine
