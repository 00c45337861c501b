#pragma once
// Internal to drawing worlds: the list run entry by entry, effects, and fake lighting, which has a list of its own. Use
// draw_world of picture.h.

#include "world/picture/canvas.h"
#include "world/picture/casters.h"

namespace vitrine::render {

/// The triangles of the job that was asked for last, in world space.
class WorldTriangleCache {
 public:
  const std::vector<WorldTriangle>& of(const WorldJob& job) {
    if (&job != job_) job.write_triangles(list_);
    job_ = &job;
    return list_;
  }

 private:
  const WorldJob* job_ = nullptr;
  std::vector<WorldTriangle> list_;
};

/// Casters of a light, gathered when something is lit.
class WorldShade {
 public:
  WorldShade(const WorldCanvas& canvas, WorldWork& work) : canvas_(canvas), work_(work) {}
  void clear() { casters_.clear(), is_ready_ = false; }
  void add(const std::vector<WorldTriangle>& triangles);
  /// Is what the canvas shows at a pixel dark? `way`: to there, as long as one unit of depth.
  bool covers(const WorldLamp& lamp, size_t pixel, const glm::dvec3& way);

 private:
  const WorldCanvas& canvas_;
  WorldWork& work_;
  WorldCasters casters_;
  bool is_ready_ = false;
};

/// Blends the result of `source(triangle, hit)` over the picture, in the mode of the job.
template <typename Source>
void blend_over(WorldCanvas& canvas, const WorldJob& job, const std::vector<WorldTriangle>& triangles,
                Source&& source) {
  const auto draw = [&](const WorldTriangle& triangle, const WorldHit& hit) {
    const glm::dvec4 c = source(triangle, hit);
    const glm::dvec3 rgb(c), old(canvas.colors[hit.pixel]);
    switch (job.blend) {
      case WorldBlend::kOpaque:
        canvas.depths[hit.pixel] = hit.depth;
        return canvas.put(hit, rgb);
      case WorldBlend::kAdd:
        return canvas.add(hit, rgb * c.w);
      case WorldBlend::kAlpha:
        return canvas.put(hit, old + (rgb - old) * c.w);
      case WorldBlend::kMultiply:
        return canvas.multiply(hit, 1.0 + (rgb - 1.0) * c.w);
    }
  };
  if (job.blend != WorldBlend::kAlpha) return canvas.each(triangles, true, draw);
  for (const bool front : {false, true}) {
    canvas.each(triangles, true, [&](const WorldTriangle& triangle, const WorldHit& hit) {
      if (is_seen_from_front(triangle, canvas.eye(), hit) == front) draw(triangle, hit);
    });
  }
}

void draw_effect(WorldCanvas& canvas, const WorldEffect& effect);
void draw_extra(WorldCanvas& canvas, const WorldJob& job, const std::vector<WorldTriangle>& triangles);
void draw_phases(const WorldPicture& picture, const WorldSwitch& which, WorldCanvas& canvas, WorldWork& work,
                 WorldJobCounts& counts);
void draw_fake(const WorldPicture& picture, const WorldSwitch& which, WorldCanvas& canvas, WorldWork& work,
               WorldJobCounts& counts);

}  // namespace vitrine::render
