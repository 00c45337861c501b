#pragma once
// Triangles on the way to pixels: clipped, projected and snapped to 1/256 of a pixel. Pixels count from the top left.

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "render/view.h"
#include "scene/scene.h"

namespace vitrine::render {

/// Units of a pixel.
inline constexpr int32_t kUnit = 256;
/// Largest picture; what lies further outside than kGuard pixels is cut off before it is projected, so that all
/// products of the coverage test fit (coverage.h).
inline constexpr int32_t kMaxSize = 4096, kGuard = 2048;

struct Triangle {
  int32_t x[3], y[3];  ///< in units; wound so that inside is on the positive side of all three edges
  float depth = 0, depth_dx = 0, depth_dy = 0;  ///< at the first corner, change per pixel; nearer is larger
  float inv_w[3];
  uint32_t vertex[3];    ///< of the mesh it comes from
  uint32_t surface = 0;  ///< index into the surfaces of a Model
  uint32_t cut = kNone;  ///< index into Cut, where it is a piece of a clipped one
  bool front = true;
};

/// Corners of a piece as weights of the whole triangle's corners.
struct Cut {
  glm::vec3 corner[3];
};

/// Where a view puts points.
struct Screen {
  int32_t width = 0, height = 0;
  bool perspective = true;
  glm::dmat4 clip_from_world{1};

  Screen(const View& view, int32_t picture_width, int32_t picture_height)
      : width(picture_width),
        height(picture_height),
        perspective(view.perspective),
        clip_from_world(view.clip_from_world) {}
  glm::dvec4 clip(const glm::dvec3& world) const { return clip_from_world * glm::dvec4(world, 1); }
  /// In pixels.
  glm::dvec2 pixel(const glm::dvec4& clip) const {
    return {(clip.x / clip.w * 0.5 + 0.5) * width, (0.5 - clip.y / clip.w * 0.5) * height};
  }
  double depth(const glm::dvec4& clip) const { return perspective ? 1 / clip.w : 0.5 - clip.z * 0.5; }
};

/// Collects the visible pieces of triangles.
class TriangleSetup {
 public:
  TriangleSetup(const Screen& screen, std::vector<Triangle>& triangles, std::vector<Cut>& cuts);

  /// The sides of the triangles that follow that are left out.
  void cull(Culling culling) { culling_ = culling; }
  /// `counter_clockwise_is_front`: as seen in the picture.
  void add(const glm::vec4 (&clip)[3], const uint32_t (&vertex)[3], uint32_t surface, bool counter_clockwise_is_front);

 private:
  struct Corner {
    glm::dvec4 clip;
    glm::dvec3 weights;
  };
  void project(const Corner& a, const Corner& b, const Corner& c, bool whole, const uint32_t (&vertex)[3],
               uint32_t surface, bool counter_clockwise_is_front);

  const Screen& screen_;
  std::vector<Triangle>& triangles_;
  std::vector<Cut>& cuts_;
  Culling culling_ = Culling::kNone;
  double guard_x_ = 1, guard_y_ = 1;
};

}  // namespace vitrine::render
