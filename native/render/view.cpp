#include "render/view.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"

namespace vitrine::render {
namespace {

constexpr double kFitMargin = 1.06;

glm::dvec3 unit_or_zero(const glm::dvec3& v) {
  const double length = std::sqrt(glm::dot(v, v));
  return length > 0 && std::isfinite(length) ? v / length : glm::dvec3(0);
}

glm::dvec3 point(const glm::dmat4& m, const glm::dvec3& p) { return glm::dvec3(m * glm::dvec4(p, 1)); }

/// Fills the matrix of a view whose frame, halves and planes are set.
View finish(View view) {
  const glm::dvec3 x = view.right, y = view.up, z = -view.look;
  glm::dmat4 view_from_world(1);
  for (int i = 0; i < 3; ++i) {
    view_from_world[i][0] = x[i];
    view_from_world[i][1] = y[i];
    view_from_world[i][2] = z[i];
  }
  view_from_world[3] = glm::dvec4(-glm::dot(x, view.origin), -glm::dot(y, view.origin), -glm::dot(z, view.origin), 1);
  const double near = view.near_plane, far = view.far_plane;
  glm::dmat4 projection(0);
  projection[0][0] = 1 / view.half_width;
  projection[1][1] = 1 / view.half_height;
  if (view.perspective) {
    projection[2][2] = (far + near) / (near - far);
    projection[2][3] = -1;
    projection[3][2] = 2 * far * near / (near - far);
  } else {
    projection[2][2] = 2 / (near - far);
    projection[3][2] = (far + near) / (near - far);
    projection[3][3] = 1;
  }
  view.clip_from_world = projection * view_from_world;
  return view;
}

/// Sets right, up and look from the direction towards the eye and an up that is not parallel to it.
void set_frame(View& view, const glm::dvec3& towards_eye, const glm::dvec3& up) {
  view.look = -towards_eye;
  view.right = unit_or_zero(glm::cross(up, towards_eye));
  view.up = glm::cross(towards_eye, view.right);
}

}  // namespace

glm::dmat4 world_from_file(const Axes& axes) {
  const glm::dvec3 up = axes.up == Up::kZ ? glm::dvec3(0, 0, 1) : glm::dvec3(0, 1, 0);
  const glm::dvec3 given = unit_or_zero(glm::dvec3(axes.forward));
  glm::dvec3 forward = unit_or_zero(given - up * glm::dot(up, given));
  if (forward == glm::dvec3(0)) forward = axes.up == Up::kZ ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 0, 1);
  const glm::dvec3 side = glm::cross(up, forward) * (axes.handedness == Handedness::kLeft ? -1.0 : 1.0);
  glm::dmat4 out(1);
  for (int i = 0; i < 3; ++i) out[i] = glm::dvec4(side[i], up[i], forward[i], 0);
  return out;
}

Framing framing_of(const Bounds& file_bounds, const glm::dmat4& world_from_file) {
  Framing out;
  if (file_bounds.empty) return out;
  glm::dvec3 low(HUGE_VAL), high(-HUGE_VAL);
  for (int i = 0; i < 8; ++i) {
    const glm::dvec3 corner((i & 1) != 0 ? file_bounds.max.x : file_bounds.min.x,
                            (i & 2) != 0 ? file_bounds.max.y : file_bounds.min.y,
                            (i & 4) != 0 ? file_bounds.max.z : file_bounds.min.z);
    const glm::dvec3 p = point(world_from_file, corner);
    low = glm::min(low, p), high = glm::max(high, p);
  }
  out.min = low, out.max = high;
  out.center = (low + high) * 0.5;
  const glm::dvec3 size = high - low;
  out.radius = std::max(std::sqrt(glm::dot(size, size)) / 2, 1e-4);
  return out;
}

View orbit_view(const Orbit& orbit, const Framing& framing, double aspect) {
  const double sin_yaw = portable::sin(orbit.yaw_rad), cos_yaw = portable::cos(orbit.yaw_rad);
  const double sin_pitch = portable::sin(orbit.pitch_rad), cos_pitch = portable::cos(orbit.pitch_rad);
  const glm::dvec3 towards_eye(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch);
  const double tan_y = portable::tan(orbit.fov_y_rad / 2), tan_x = tan_y * aspect;

  // The distance at which all eight corners are in the picture.
  const glm::dvec3 right(cos_yaw, 0, -sin_yaw), up = glm::cross(towards_eye, right);
  const glm::dvec3 target = orbit.target.value_or(framing.center);
  double distance = orbit.distance;
  for (int i = 0; i < 8 && orbit.distance == 0; ++i) {
    const glm::dvec3 corner((i & 1) != 0 ? framing.max.x : framing.min.x, (i & 2) != 0 ? framing.max.y : framing.min.y,
                            (i & 4) != 0 ? framing.max.z : framing.min.z);
    const glm::dvec3 d = corner - framing.center;
    const double side = std::max(std::abs(glm::dot(d, right)) / tan_x, std::abs(glm::dot(d, up)) / tan_y) * kFitMargin;
    distance = std::max(distance, orbit.orthographic ? side : glm::dot(d, towards_eye) + side);
  }
  if (orbit.distance == 0) distance = std::max(distance, framing.radius * 0.05);

  View view;
  view.origin = target + towards_eye * distance;
  view.height = view.origin.y - framing.min.y;
  // Straight above and below, the model's front points down the picture.
  glm::dvec3 world_up(0, 1, 0);
  if (std::abs(towards_eye.y) >= 0.9999) {
    const double sign = towards_eye.y > 0 ? -1 : 1;
    world_up = glm::dvec3(sin_yaw * sign, 0, cos_yaw * sign);
  }
  set_frame(view, towards_eye, world_up);
  view.perspective = !orbit.orthographic;
  view.eye = view.perspective ? view.origin : towards_eye;
  view.rig_yaw_rad = orbit.yaw_rad;
  const glm::dvec3 aside = target - framing.center;
  const double reach = std::sqrt(glm::dot(aside, aside)) + framing.radius * 12;
  view.far_plane = distance + reach;
  if (view.perspective) {
    view.half_height = tan_y, view.half_width = tan_x;
    view.near_plane = std::max({distance * 0.01, framing.radius * 1e-3, view.far_plane * 1e-5});
  } else {
    view.half_height = distance * tan_y, view.half_width = view.half_height * aspect;
    view.near_plane = -reach;
  }
  return finish(view);
}

View camera_view(const Camera& camera, const pose::CameraState& state, const glm::dmat4& world_from_node,
                 double fov_y_rad, const Framing& framing, double aspect) {
  View view;
  view.origin = point(world_from_node, glm::dvec3(0));
  const glm::dmat3 rotation(world_from_node);
  const glm::dvec3 look = unit_or_zero(rotation * glm::dvec3(camera.look)),
                   up = unit_or_zero(rotation * glm::dvec3(camera.up));
  set_frame(view, -look, up);
  const glm::dvec3 away = view.origin - framing.center;
  const double reach = std::sqrt(glm::dot(away, away)) + framing.radius * 12;
  view.near_plane = state.near_plane > 0 ? state.near_plane : std::max(framing.radius * 1e-3, reach * 1e-5);
  view.far_plane = state.far_plane > view.near_plane ? state.far_plane : reach;
  if (!(view.far_plane > view.near_plane)) view.far_plane = view.near_plane * 2;
  view.rig_yaw_rad = portable::atan2(-look.x, -look.z);
  view.height = view.origin.y - framing.min.y;
  view.perspective = camera.projection == Projection::kPerspective;
  if (view.perspective) {
    view.eye = view.origin;
    const double tan_y = portable::tan(fov_y_rad / 2);
    view.half_height = tan_y > 1e-6 && tan_y < 1e6 ? tan_y : 0.3;
    view.half_width = view.half_height * aspect;
  } else {
    view.eye = -look;
    view.half_width = state.ortho_scale > 0 ? state.ortho_scale / 2.0 : 1;
    view.half_height = view.half_width / aspect;
  }
  return finish(view);
}

}  // namespace vitrine::render
