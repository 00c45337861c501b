#pragma once
// Where a picture is taken from: the page's orbit camera and its framing (web/src/viewer/camera.ts, engine/view.ts),
// and the cameras of a file. World space: y up, the model's face towards +z, right-handed.

#include <glm/glm.hpp>
#include <optional>

#include "pose/properties.h"
#include "scene/scene.h"

namespace vitrine::render {

/// The transform from the file's axes to the world; a left-handed file is mirrored here and nowhere else.
glm::dmat4 world_from_file(const Axes& axes);

/// Bounds that a picture frames.
struct Framing {
  glm::dvec3 min{-1, 0, -1}, max{1, 2, 1};
  glm::dvec3 center{0, 1, 0};
  double radius = 1.7;
};
/// Framing of a box in file space; the default for an empty one.
Framing framing_of(const Bounds& file_bounds, const glm::dmat4& world_from_file);

struct Orbit {
  double yaw_rad = 0.6, pitch_rad = 0.2;  ///< three quarters from the front, a little from above
  double fov_y_rad = 0.56;
  bool orthographic = false;
  double distance = 0;               ///< 0: the whole framing is in the picture
  std::optional<glm::dvec3> target;  ///< none: the middle of the framing
};

struct View {
  glm::dmat4 clip_from_world{1};
  bool perspective = true;
  glm::dvec3 eye{0};                                       ///< position, or towards an orthographic eye
  glm::dvec3 origin{0};                                    ///< a point from which depth is counted
  glm::dvec3 right{1, 0, 0}, up{0, 1, 0}, look{0, 0, -1};  ///< unit vectors
  /// A point at (x, y) in -1..1, y up, lies at origin + t * (look + x * half_width * right + y * half_height * up) with
  /// perspective, at origin + x * half_width * right + y * half_height * up + t * look without.
  double half_width = 1, half_height = 1;
  double near_plane = 0.1, far_plane = 10;
  double rig_yaw_rad = 0;  ///< the lights turn with the view around the vertical
  double height = 0;       ///< of the eye above the floor
};

View orbit_view(const Orbit& orbit, const Framing& framing, double aspect);

/// Through the camera of a node. `world_from_node`: the node's; `fov_y_rad`: for this aspect.
View camera_view(const Camera& camera, const pose::CameraState& state, const glm::dmat4& world_from_node,
                 double fov_y_rad, const Framing& framing, double aspect);

}  // namespace vitrine::render
