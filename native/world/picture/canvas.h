#pragma once
// The pixels of a picture of a world: colours without bounds, exact depths, and which pixels a triangle covers.

#include <cmath>
#include <optional>

#include "world/picture/picture.h"

namespace vitrine::render {

// Material at one point of a triangle: images, colours, normals. Plain functions of their arguments.

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

class WorldCanvas {
 public:
  /// Depths of one plane, computed from different triangles, differ by rounding.
  static constexpr double kSameDepth = 1e-9;

  /// `width` and `height`: pixels of this canvas; what is seen follows from those of the picture. `work` counts what is
  /// drawn, in any canvas.
  WorldCanvas(const WorldPicture& picture, uint32_t width, uint32_t height, WorldWork& work);

  uint32_t width() const { return width_; }
  uint32_t height() const { return height_; }
  const glm::dvec3& eye() const { return picture_.eye; }
  const glm::dvec3& right() const { return right_; }
  const glm::dvec3& up() const { return up_; }
  const glm::dvec3& dir() const { return dir_; }
  double near() const { return picture_.near; }
  WorldWork& work() { return work_; }
  /// Red, green, blue, and the gleams that the specular phase adds.
  std::vector<glm::dvec4> colors;
  std::vector<double> depths;  ///< along the view; infinite where nothing is

  /// From the eye through the centre of a pixel, as long as one unit of depth.
  glm::dvec3 way_to(size_t pixel) const;
  /// All pixels at once, which costs as many.
  template <typename Shade>
  void every(Shade&& shade) {
    if (!work_.take(colors.size() * WorldWork::kShaded)) return;
    for (glm::dvec4& color : colors) shade(color);
  }
  /// Calls `shade` with each pixel whose centre the triangle covers, at `near` or beyond, from either side.
  template <typename Shade>
  void cover(const std::array<glm::dvec3, 3>& points, Shade&& shade);
  template <typename Shade>
  void cover_quad(const std::array<glm::dvec3, 4>& corner, Shade&& shade);
  /// The same for the triangles of a job, where they are before what is drawn, or not behind it.
  template <typename Shade>
  void each(const std::vector<WorldTriangle>& triangles, bool lequal, Shade&& shade);
  bool is_before(const WorldHit& hit) const { return hit.depth < depths[hit.pixel] * (1 - kSameDepth); }
  bool is_not_behind(const WorldHit& hit) const { return hit.depth <= depths[hit.pixel] * (1 + kSameDepth); }

  void multiply(const WorldHit& hit, const glm::dvec3& factor);
  void add(const WorldHit& hit, const glm::dvec3& value, double gleam = 0);
  /// Leaves the gleams.
  void put(const WorldHit& hit, const glm::dvec3& rgb);
  /// One pixel wide, over everything.
  void line(const WorldLine& line);

 private:
  struct Cover {
    std::array<glm::dvec3, 3> edge;  ///< weights of the corners as functions of the way
    double volume = 0;
    int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  };
  glm::dvec3 seen(const glm::dvec3& p) const;
  glm::dvec3 ray_of(int x, int y) const;
  std::optional<Cover> plan(const std::array<glm::dvec3, 3>& points) const;
  bool bounds(const std::array<glm::dvec3, 3>& v, Cover& cover) const;

  const WorldPicture& picture_;
  WorldWork& work_;
  uint32_t width_, height_;
  glm::dvec3 dir_{0}, right_{0}, up_{0};
  glm::dvec2 slope_{1};
};

template <typename Shade>
void WorldCanvas::cover(const std::array<glm::dvec3, 3>& points, Shade&& shade) {
  if (!work_.take(WorldWork::kTriangle)) return;
  const std::optional<Cover> plan = this->plan(points);
  if (!plan) return;
  for (int y = plan->y0; y <= plan->y1; ++y) {
    if (!work_.take(static_cast<uint64_t>(plan->x1 - plan->x0 + 1) * WorldWork::kTested)) return;
    for (int x = plan->x0; x <= plan->x1; ++x) {
      const glm::dvec3 ray = ray_of(x, y);
      glm::dvec3 weights;
      bool is_inside = true;
      for (size_t i = 0; i < 3 && is_inside; ++i) {
        const glm::dvec3& edge = plan->edge[i];
        const double w = weights[static_cast<int>(i)] = glm::dot(edge, ray);
        // An edge through the very centre belongs to one of its two triangles.
        is_inside = w > 0 || (w == 0 && (edge.x > 0 || (edge.x == 0 && edge.y > 0)));
      }
      if (!is_inside) continue;
      const double sum = weights.x + weights.y + weights.z;
      const double depth = plan->volume / sum;
      if (!(depth >= picture_.near)) continue;
      const glm::dvec3 at = picture_.eye + (right_ * ray.x + up_ * ray.y + dir_) * depth;
      work_.add(WorldWork::kShaded);
      shade(WorldHit{static_cast<size_t>(y) * width_ + static_cast<size_t>(x), depth, at, weights / sum});
    }
  }
}

template <typename Shade>
void WorldCanvas::cover_quad(const std::array<glm::dvec3, 4>& corner, Shade&& shade) {
  for (const std::array<glm::dvec3, 3>& triangle : {std::array<glm::dvec3, 3>{corner[0], corner[1], corner[2]},
                                                    std::array<glm::dvec3, 3>{corner[0], corner[2], corner[3]}}) {
    cover(triangle, [&](const WorldHit& hit) {
      if (is_not_behind(hit)) shade(hit);
    });
  }
}

template <typename Shade>
void WorldCanvas::each(const std::vector<WorldTriangle>& triangles, bool lequal, Shade&& shade) {
  for (const WorldTriangle& triangle : triangles) {
    cover(triangle.at, [&](const WorldHit& hit) {
      if (lequal ? is_not_behind(hit) : is_before(hit)) shade(triangle, hit);
    });
  }
}

}  // namespace vitrine::render
