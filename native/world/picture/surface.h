#pragma once
// Material at one point of a triangle: images, colours, normals. Plain functions of their arguments.

#include "world/picture/picture.h"

namespace vitrine::render {

/// One pixel of one triangle.
struct WorldHit {
  size_t pixel = 0;
  double depth = 0;
  glm::dvec3 at{0}, weights{0};
};

glm::dvec3 unit(const glm::dvec3& v);
/// Bilinear.
glm::dvec4 texel(const WorldImage& image, double u, double v, bool repeat);
/// Value of a slot; `otherwise` if there is none.
glm::dvec4 slot_value(const WorldSlot& slot, const glm::dvec2& uv, bool repeat, const glm::dvec4& otherwise);

template <typename T>
T mixed(const std::array<T, 3>& corner, const WorldHit& hit) {
  return corner[0] * hit.weights.x + corner[1] * hit.weights.y + corner[2] * hit.weights.z;
}

bool is_seen_from_front(const WorldTriangle& triangle, const glm::dvec3& eye, const WorldHit& hit);
/// texture * detail * color; the detail's alpha does not count.
glm::dvec4 surface_color(const WorldJob& job, const WorldTriangle& triangle, const WorldHit& hit);
/// Turned to the eye, without the bump map.
glm::dvec3 smooth_normal(const WorldTriangle& triangle, const glm::dvec3& eye, const WorldHit& hit);
/// With it.
glm::dvec3 bumped_normal(const WorldJob& job, const WorldTriangle& triangle, const glm::dvec3& eye,
                         const WorldHit& hit);
glm::dvec4 lightmap_color(const WorldJob& job, const WorldTriangle& triangle, const WorldHit& hit);

double attenuation(const WorldLamp& lamp, const glm::dvec3& at);
/// Unit, from `at` to the lamp; `n` in the lamp itself.
glm::dvec3 towards(const WorldLamp& lamp, const glm::dvec3& at, const glm::dvec3& n);
/// How a gleam falls off: the 32nd power.
double gleam_power(double cosine);

}  // namespace vitrine::render
