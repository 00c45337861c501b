#pragma once
// A camera's stored angle as the vertical field of view of a picture.

#include "base/portable_math.h"
#include "scene/scene.h"

namespace vitrine::pose {

/// Vertical field of view in radians for width / height = `aspect` > 0.
/// kHorizontal4by3 (id Tech 4): the angle is that of a 4:3 picture; its height is kept for other aspects, unless the
/// picture would then be narrower than the angle, in which case the angle is kept across.
inline double vertical_fov_rad(FovRule rule, double fov_rad, double aspect) {
  const double tangent = portable::tan(fov_rad / 2);
  switch (rule) {
    case FovRule::kVertical:
      return fov_rad;
    case FovRule::kHorizontal:
      return 2 * portable::atan(tangent / aspect);
    case FovRule::kHorizontal4by3:
      break;
  }
  const double kept_height = 0.75 * tangent;
  return 2 * portable::atan(kept_height * aspect < tangent ? tangent / aspect : kept_height);
}

}  // namespace vitrine::pose
