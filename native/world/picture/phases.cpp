#include "world/picture/phases.h"

#include <algorithm>

namespace vitrine::render {
namespace {

/// How far towards the camera the point stands that a light must see.
constexpr double kHair = 1e-7;

class PhaseRunner {
 public:
  PhaseRunner(const WorldPicture& picture, const WorldSwitch& which, WorldCanvas& canvas, WorldWork& work,
              WorldJobCounts& counts)
      : picture_(picture), which_(which), canvas_(canvas), work_(work), shade_(canvas, work), counts_(counts) {}

  void run() {
    const size_t end = entries_end();
    for (size_t i = 0; i < end && !work_.is_exhausted(); ++i) run(picture_.entries[i]);
  }

 private:
  size_t entries_end() const {
    size_t end = std::min(which_.steps, picture_.entries.size());
    if (which_.after < 0) return end;
    while (end != 0 && static_cast<int>(picture_.entries[end - 1].phase) > which_.after) --end;
    return end;
  }

  void run(const WorldEntry& entry) {
    const bool is_off = (which_.off >> static_cast<int>(entry.phase) & 1) != 0;
    const bool is_solo = which_.solo == static_cast<int>(entry.phase);
    const bool is_lightmap = entry.phase == WorldPhase::kLightmap;
    const bool feeds = which_.solo == static_cast<int>(WorldPhase::kSpecular) && entry.phase == WorldPhase::kLight;
    // Depth is always filled.
    if (!is_lightmap && (is_off || (which_.solo >= 0 && !is_solo && !feeds))) return;
    if (!is_off) ++counts_.phases[static_cast<size_t>(entry.phase)];
    if (entry.is_effect) return draw_effect(canvas_, picture_.effects[entry.index]);
    if (entry.phase == WorldPhase::kSpecular)
      return canvas_.every([](glm::dvec4& c) { c = glm::dvec4(glm::dvec3(c) + c.w, c.w); });
    const WorldJob& job = picture_.jobs[entry.index];
    const std::vector<WorldTriangle>& triangles = cache_.of(job);
    switch (entry.phase) {
      case WorldPhase::kLightmap:
        return run_lightmap(job, triangles, is_off);
      case WorldPhase::kPrebump:
        return run_prebump(job, triangles);
      case WorldPhase::kLight:
        if (entry.pass != pass_ || entry.rank != rank_) shade_.clear();
        pass_ = entry.pass, rank_ = entry.rank;
        if (entry.is_shadow) return shade_.add(triangles);
        return run_light(job, triangles, picture_.lamps[entry.rank], feeds);
      case WorldPhase::kMul:
        return canvas_.each(triangles, true, [&](const WorldTriangle& triangle, const WorldHit& hit) {
          canvas_.multiply(hit, glm::dvec3(surface_color(job, triangle, hit)));
        });
      case WorldPhase::kAdd:
        return run_add(job, triangles);
      default:
        return draw_extra(canvas_, job, triangles);
    }
  }

  void run_lightmap(const WorldJob& job, const std::vector<WorldTriangle>& triangles, bool is_off) {
    const auto solo = static_cast<WorldPhase>(which_.solo);
    const bool is_alone = which_.solo >= 0 && solo != WorldPhase::kLightmap;
    const double neutral = is_alone && (solo == WorldPhase::kPrebump || solo == WorldPhase::kMul) ? 1 : 0;
    canvas_.each(triangles, false, [&](const WorldTriangle& triangle, const WorldHit& hit) {
      const glm::dvec3 light(lightmap_color(job, triangle, hit));
      canvas_.colors[hit.pixel] = glm::dvec4(is_off || is_alone ? glm::dvec3(neutral) : light, 0);
      canvas_.depths[hit.pixel] = hit.depth;
    });
  }

  void run_prebump(const WorldJob& job, const std::vector<WorldTriangle>& triangles) {
    canvas_.each(triangles, true, [&](const WorldTriangle& triangle, const WorldHit& hit) {
      const glm::dvec3 n = bumped_normal(job, triangle, canvas_.eye(), hit);
      double sum = 0, reached = 0;
      int count = 0;
      for (size_t rank = 0; rank < picture_.lamps.size() && count < 4; ++rank) {
        if ((job.lights >> rank & 1) == 0) continue;
        ++count;
        const WorldLamp& lamp = picture_.lamps[rank];
        const double a = attenuation(lamp, hit.at);
        reached += a;
        sum += a * std::max(0.0, glm::dot(n, towards(lamp, hit.at, n)));
      }
      canvas_.multiply(hit, glm::dvec3(std::min(1.0, sum + std::max(0.0, 1 - reached))));
    });
  }

  void run_light(const WorldJob& job, const std::vector<WorldTriangle>& triangles, const WorldLamp& lamp,
                 bool gleams_only) {
    canvas_.each(triangles, true, [&](const WorldTriangle& triangle, const WorldHit& hit) {
      const double a = attenuation(lamp, hit.at);
      // Position of the surface in the depth buffer, not of what is drawn in front of it.
      if (a == 0) return;
      if (job.receives && shade_.covers(lamp, hit.pixel, (hit.at - canvas_.eye()) / hit.depth)) return;
      const glm::dvec3 n = bumped_normal(job, triangle, canvas_.eye(), hit), l = towards(lamp, hit.at, n);
      const glm::dvec3 v = unit(canvas_.eye() - hit.at), h = unit(l + v);
      const double facing = std::max(0.0, glm::dot(n, l)) * a;
      double gleam = 0;
      if (job.gleams) gleam = lamp.color.w * job.specular * facing * gleam_power(glm::dot(n, h));
      canvas_.add(hit, gleams_only ? glm::dvec3(0) : glm::dvec3(lamp.color) * facing, gleam);
    });
  }

  void run_add(const WorldJob& job, const std::vector<WorldTriangle>& triangles) {
    canvas_.each(triangles, true, [&](const WorldTriangle& triangle, const WorldHit& hit) {
      const glm::dvec3 n = bumped_normal(job, triangle, canvas_.eye(), hit), i = unit(hit.at - canvas_.eye());
      const glm::dvec3 r = i - n * (2 * glm::dot(n, i));
      const glm::dvec3 view(glm::dot(r, canvas_.right()), glm::dot(r, canvas_.up()), -glm::dot(r, canvas_.dir()));
      const double m = std::max(2 * std::sqrt(view.x * view.x + view.y * view.y + (view.z + 1) * (view.z + 1)), 1e-9);
      const glm::dvec2 uv(0.5 + view.x / m, 0.5 - view.y / m);
      canvas_.add(hit, glm::dvec3(slot_value(job.env, uv, false, glm::dvec4(0))));
    });
  }

  const WorldPicture& picture_;
  const WorldSwitch& which_;
  WorldCanvas& canvas_;
  WorldWork& work_;
  WorldTriangleCache cache_;
  WorldShade shade_;
  WorldJobCounts& counts_;
  uint32_t pass_ = UINT32_MAX, rank_ = UINT32_MAX;
};

}  // namespace

void WorldShade::add(const std::vector<WorldTriangle>& triangles) {
  if (casters_.size() + triangles.size() > WorldWork::kMostCasters) work_.exhaust();
  if (!work_.take(triangles.size() * WorldWork::kCaster)) return;
  for (const WorldTriangle& triangle : triangles) casters_.add(triangle.at);
  is_ready_ = false;
}

bool WorldShade::covers(const WorldLamp& lamp, size_t pixel, const glm::dvec3& way) {
  const double depth = canvas_.depths[pixel];
  if (!(depth < HUGE_VAL) || casters_.size() == 0 || !work_.take(WorldWork::kRay)) return false;
  if (!is_ready_) casters_.build(), is_ready_ = true;
  uint64_t steps = 0;
  const bool is_dark = casters_.meets(lamp.at, canvas_.eye() + way * (depth * (1 - kHair)), steps);
  work_.add(steps * WorldWork::kStep);
  return is_dark;
}

void draw_extra(WorldCanvas& canvas, const WorldJob& job, const std::vector<WorldTriangle>& triangles) {
  blend_over(canvas, job, triangles,
             [&](const WorldTriangle& triangle, const WorldHit& hit) { return surface_color(job, triangle, hit); });
}

void draw_phases(const WorldPicture& picture, const WorldSwitch& which, WorldCanvas& canvas, WorldWork& work,
                 WorldJobCounts& counts) {
  PhaseRunner(picture, which, canvas, work, counts).run();
}

}  // namespace vitrine::render
