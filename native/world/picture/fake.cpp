// Fake lighting: a mask of three shadows, then base and texture, everything else in one pass.

#include <algorithm>

#include "world/picture/phases.h"

namespace vitrine::render {
namespace {

using Mask = std::vector<glm::dvec3>;

Mask softened(const Mask& in, const WorldCanvas& canvas, int dx, int dy) {
  Mask out(in.size());
  const int width = static_cast<int>(canvas.width()), height = static_cast<int>(canvas.height());
  const auto at = [&](int x, int y) {
    return in[static_cast<size_t>(std::clamp(y, 0, height - 1)) * canvas.width() +
              static_cast<size_t>(std::clamp(x, 0, width - 1))];
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      out[static_cast<size_t>(y) * canvas.width() + static_cast<size_t>(x)] =
          (at(x - dx, y - dy) + at(x, y) * 2.0 + at(x + dx, y + dy)) / 4.0;
  }
  return out;
}

class FakeRunner {
 public:
  FakeRunner(const WorldPicture& picture, const WorldSwitch& which, WorldCanvas& canvas, WorldWork& work,
             WorldJobCounts& counts)
      : picture_(picture), which_(which), canvas_(canvas), work_(work), counts_(counts) {}

  void run() {
    make_mask();
    std::vector<Step> steps = list();
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.key < b.key; });
    for (const Step& step : steps) {
      if (work_.is_exhausted()) return;
      run(step);
    }
  }

 private:
  enum Kind { kBase, kTexture, kBlended, kExtra };
  struct Step {
    uint64_t key = 0;
    Kind kind = kBase;
    const WorldJob* job = nullptr;
    const WorldEffect* effect = nullptr;
  };

  /// One channel per chosen light: 0 where its shadow falls.
  void make_mask() {
    const auto scaled = [&](uint32_t size) {
      return std::max(1u, static_cast<uint32_t>(std::ceil(size * picture_.mask_scale)));
    };
    WorldCanvas small(picture_, scaled(canvas_.width()), scaled(canvas_.height()), work_);
    for (const WorldJob& job : picture_.jobs) {
      if (!job.is_lit) continue;
      ++counts_.depth;
      small.each(cache_.of(job), false,
                 [&](const WorldTriangle&, const WorldHit& hit) { small.depths[hit.pixel] = hit.depth; });
    }
    Mask mask(small.colors.size(), glm::dvec3(1));
    for (size_t i = 0; i < picture_.chosen.size() && picture_.shadows; ++i) darken(small, i, mask);
    for (uint32_t round = 0; round < picture_.blur && work_.take(mask.size() * 2 * WorldWork::kShaded); ++round)
      mask = softened(softened(mask, small, 1, 0), small, 0, 1);
    mask_.width = small.width(), mask_.height = small.height();
    mask_.rgba.reserve(mask.size() * 4);
    for (const glm::dvec3& m : mask) {
      for (const double channel : {m.x, m.y, m.z, 1.0}) mask_.rgba.push_back(static_cast<float>(channel));
    }
  }

  void darken(const WorldCanvas& small, size_t channel, Mask& mask) {
    const uint32_t rank = picture_.chosen[channel];
    const WorldLamp& lamp = picture_.lamps[rank];
    if (!lamp.casts) return;
    WorldShade shade(small, work_);
    for (const WorldJob& job : picture_.jobs) {
      if (!job.is_lit || !job.casts || (job.lights >> rank & 1) == 0) continue;
      ++counts_.shadow;
      shade.add(cache_.of(job));
    }
    for (size_t pixel = 0; pixel < mask.size() && !work_.is_exhausted(); ++pixel) {
      if (shade.covers(lamp, pixel, small.way_to(pixel))) mask[pixel][static_cast<int>(channel)] = 0;
    }
  }

  std::vector<Step> list() const {
    std::vector<Step> steps;
    const bool has_extra = (which_.off >> static_cast<int>(WorldPhase::kExtra) & 1) == 0;
    const auto put = [&](const WorldJob& job, Kind kind) {
      steps.push_back({uint64_t{job.pass} << 24 | static_cast<uint64_t>(kind) << 20 | job.material_id, kind, &job});
    };
    for (const WorldEffect& effect : picture_.effects) {
      if (has_extra) steps.push_back({uint64_t{kExtra} << 20, kExtra, nullptr, &effect});
    }
    for (const WorldJob& job : picture_.jobs) {
      const bool is_opaque = job.blend == WorldBlend::kOpaque;
      if (job.is_lit) put(job, is_opaque ? kBase : kBlended);
      if (job.is_lit && is_opaque) put(job, kTexture);
      if (job.is_extra && has_extra) put(job, kExtra);
    }
    return steps;
  }

  void run(const Step& step) {
    if (step.kind == kExtra) ++counts_.phases[static_cast<size_t>(WorldPhase::kExtra)];
    if (step.effect != nullptr) return draw_effect(canvas_, *step.effect);
    const WorldJob& job = *step.job;
    const std::vector<WorldTriangle>& triangles = cache_.of(job);
    switch (step.kind) {
      case kBase:
        ++counts_.base;
        return canvas_.each(triangles, false, [&](const WorldTriangle& triangle, const WorldHit& hit) {
          canvas_.depths[hit.pixel] = hit.depth;
          canvas_.colors[hit.pixel] = glm::dvec4(light(job, triangle, hit), 0);
        });
      case kTexture:
        ++counts_.texture;
        return canvas_.each(triangles, true, [&](const WorldTriangle& triangle, const WorldHit& hit) {
          canvas_.multiply(hit, glm::dvec3(surface_color(job, triangle, hit)));
        });
      case kBlended:
        ++counts_.base;
        return blend_over(canvas_, job, triangles, [&](const WorldTriangle& triangle, const WorldHit& hit) {
          return surface_color(job, triangle, hit) * glm::dvec4(light(job, triangle, hit), 1);
        });
      case kExtra:
        return draw_extra(canvas_, job, triangles);
    }
  }

  glm::dvec3 light(const WorldJob& job, const WorldTriangle& triangle, const WorldHit& hit) const {
    const glm::dvec3 smooth = smooth_normal(triangle, canvas_.eye(), hit),
                     n = bumped_normal(job, triangle, canvas_.eye(), hit);
    const glm::dvec3 v = unit(canvas_.eye() - hit.at);
    const auto x = static_cast<double>(hit.pixel % canvas_.width()),
               y = static_cast<double>(hit.pixel / canvas_.width());
    const glm::dvec4 mask = texel(mask_, (x + 0.5) / canvas_.width(), (y + 0.5) / canvas_.height(), false);
    glm::dvec3 colored(0), plain(0);
    double masked = 0, whole = 0, gleam = 0;
    for (size_t i = 0; i < picture_.chosen.size(); ++i) {
      if ((job.lights >> picture_.chosen[i] & 1) == 0) continue;
      const WorldLamp& lamp = picture_.lamps[picture_.chosen[i]];
      const double m = job.receives ? mask[static_cast<int>(i)] : 1, a = attenuation(lamp, hit.at);
      const glm::dvec3 l = towards(lamp, hit.at, smooth), h = unit(l + v), color(lamp.color);
      const double facing = std::max(0.0, glm::dot(smooth, l)), b = facing * a;
      const double strength = std::max({color.x, color.y, color.z});
      colored += m * b * color;
      plain += b * color;
      masked += m * b * strength;
      whole += b * strength;
      gleam += m * a * lamp.color.w * job.specular * facing * gleam_power(glm::dot(n, h));
    }
    // Without colours of its own the shadow leaves the dominant colour of the place as it is.
    glm::dvec3 light = colored;
    if (!picture_.colored) light = masked * (whole == 0 ? glm::dvec3(1) : plain / whole);
    double bump = 1;
    for (size_t rank = 0; rank < picture_.lamps.size() && job.bump.given; ++rank) {
      if ((job.lights >> rank & 1) == 0) continue;
      bump = std::max(0.0, 1 + glm::dot(n - smooth, towards(picture_.lamps[rank], hit.at, smooth)));
      break;
    }
    return bump * (glm::dvec3(lightmap_color(job, triangle, hit)) + light) + gleam;
  }

  const WorldPicture& picture_;
  const WorldSwitch& which_;
  WorldCanvas& canvas_;
  WorldWork& work_;
  WorldTriangleCache cache_;
  WorldImage mask_;
  WorldJobCounts& counts_;
};

}  // namespace

void draw_fake(const WorldPicture& picture, const WorldSwitch& which, WorldCanvas& canvas, WorldWork& work,
               WorldJobCounts& counts) {
  FakeRunner(picture, which, canvas, work, counts).run();
}

}  // namespace vitrine::render
