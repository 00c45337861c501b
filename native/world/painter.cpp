#include "world/painter.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "world/segments.h"

namespace vitrine::world {
namespace {

constexpr uint32_t kLightFieldAbove = 15;
constexpr size_t kMostPaintJobs = 10'000'000;

bool is_visible(const Frame& frame, uint32_t segment) { return segment == kNoSegment || frame.visible[segment] != 0; }

bool covers(const Reach& light, const Box& bounds) {
  double distance = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double away = std::max(std::max(bounds.min[axis] - light.at[axis], light.at[axis] - bounds.max[axis]), 0.0);
    distance += away * away;
    if (!(distance < light.square)) return false;
  }
  return true;
}

class Painter {
 public:
  Painter(const Document& document, Frame& frame, PaintLists& lists)
      : document_(document), frame_(frame), lists_(lists) {}

  bool run() {
    collect();
    if (document_.wireframe != Wireframe::kOff) {
      paint_wireframe();
    } else if (document_.lighting.fake) {
      paint_fake();
    } else {
      paint_phases();
    }
    for (const MeshJob& job : frame_.mesh_jobs) {
      if (!job.painted) continue;
      ++frame_.painted_meshes;
      if (!job.mesh->animated) continue;
      ++frame_.anim_evaluations;  // all usages of an instance are made at once
      frame_.anim_evaluations_naive += job.paint_jobs;
    }
    return frame_.paint.size() <= kMostPaintJobs;
  }

 private:
  /// Painted jobs: those of no segment, and of visible ones.
  void collect() {
    find_reach();
    for (MeshJob& job : frame_.mesh_jobs) {
      job.painted = is_visible(frame_, job.segment);
      if (!job.painted) continue;
      const uint32_t near = lists_.in_segment[std::min<size_t>(job.segment, frame_.visible.size())];
      for (uint32_t i = job.first; i < job.first + job.count; ++i) {
        frame_.painted.push_back(i);
        frame_.scene_jobs[i].lights = reached_by(near, frame_.scene_jobs[i].bounds);
      }
    }
    for (uint32_t i = 0; i < frame_.effect_jobs.size(); ++i) {
      frame_.effect_jobs[i].painted = is_visible(frame_, frame_.effect_jobs[i].segment);
      if (frame_.effect_jobs[i].painted) frame_.painted_effects.push_back(i);
    }
  }

  /// Those of the lights `near`, a bit for each rank, that cover a part of the box.
  uint32_t reached_by(uint32_t near, const Box& bounds) const {
    uint32_t reached = 0;
    for (; near != 0; near &= near - 1) {
      const int rank = std::countr_zero(near);
      if (covers(lists_.lights[static_cast<size_t>(rank)], bounds)) reached |= 1u << rank;
    }
    return reached;
  }

  /// A light reaches what shares a segment with it, or has none, or all when it has none.
  void find_reach() {
    lists_.lights.clear();
    lists_.in_segment.assign(frame_.visible.size() + 1, 0);
    for (size_t rank = 0; rank < frame_.selected.size(); ++rank) {
      const LightRecord& light = frame_.lights[frame_.selected[rank]];
      lists_.lights.push_back({light.at, light.range * light.range});
      const uint32_t bit = 1u << rank;
      if (light.segments.empty()) {
        for (uint32_t& lights : lists_.in_segment) lights |= bit;
      } else {
        for (const uint32_t segment : light.segments) lists_.in_segment[segment] |= bit;
        lists_.in_segment.back() |= bit;
      }
    }
  }

  void paint_wireframe() {
    frame_.wire_jobs = frame_.painted.size();
    for (const uint32_t index : frame_.painted) ++mesh_job(index).paint_jobs;
    if (document_.wireframe == Wireframe::kScene)
      frame_.wire_jobs += frame_.lights.size() + frame_.visited_cameras.size();
    frame_.total = frame_.wire_jobs;
  }

  void paint_fake() {
    const Lighting& lighting = document_.lighting;
    for (const uint32_t light : frame_.selected) {
      const auto& named = lighting.shadow_lights;
      const bool wanted =
          !lighting.has_shadow_lights || std::find(named.begin(), named.end(), frame_.lights[light].op) != named.end();
      if (wanted && frame_.shadow_lights.size() < 3) frame_.shadow_lights.push_back(light);
    }
    for (const uint32_t index : frame_.painted) {
      const SceneJob& job = frame_.scene_jobs[index];
      const MaterialValue& material = frame_.cluster_of(job).material;
      uint64_t jobs = 0;
      if ((material.phases & 0x3F) != 0) {
        ++frame_.depth_jobs, ++frame_.base_jobs, jobs += 2;
        if (material.blend == Blend::kOpaque) ++frame_.texture_jobs, ++jobs;
        for (const uint32_t light : frame_.shadow_lights) {
          const bool reached = (job.lights >> frame_.lights[light].rank & 1) != 0;
          if (reached && lighting.shadows && material.cast_shadow && frame_.lights[light].cast_shadow)
            ++frame_.shadow_jobs, ++jobs;
        }
      }
      if (material.has(Phase::kExtra)) ++frame_.phase_jobs[static_cast<size_t>(Phase::kExtra)], ++jobs;
      mesh_job(index).paint_jobs += static_cast<uint32_t>(jobs);
    }
    const uint64_t extra = frame_.phase_jobs[static_cast<size_t>(Phase::kExtra)] += frame_.painted_effects.size();
    frame_.total = frame_.depth_jobs + frame_.base_jobs + frame_.texture_jobs + frame_.shadow_jobs + extra;
  }

  void paint_phases() {
    int specular_pass = -1;
    for (MeshJob& job : frame_.mesh_jobs) {
      if (!job.painted) continue;
      const size_t before = frame_.paint.size();
      for (uint32_t i = 0; i < job.count; ++i) {
        if (frame_.paint.size() > kMostPaintJobs) return;
        const SceneJob& scene_job = frame_.scene_jobs[job.first + i];
        const MaterialValue& material = job.mesh->clusters[scene_job.cluster].material;
        add_phases(job.first + i, scene_job.lights, material);
        if (material.has(Phase::kSpecular)) specular_pass = std::max(specular_pass, int{material.pass});
      }
      job.paint_jobs += static_cast<uint32_t>(frame_.paint.size() - before);
    }
    for (const uint32_t index : frame_.painted_effects) {
      add({sort_key(0, kLightFieldAbove, Usage::kExtra, 0), Phase::kExtra, Usage::kExtra, true, false, index, kNoNode});
    }
    // One quad over the screen for the specular phase of all.
    if (specular_pass >= 0) {
      const uint32_t key = sort_key(static_cast<uint32_t>(specular_pass), kLightFieldAbove, Usage::kMul, 0xFFFF);
      add({key, Phase::kSpecular, Usage::kMul, false, true, kNoNode, kNoNode});
    }
    frame_.total = frame_.paint.size();
    sort_by_key(frame_.paint, lists_.sorted);
  }

  /// Of scene job `index`, which `lights` reach, a bit for each rank.
  void add_phases(uint32_t index, uint32_t lights, const MaterialValue& material) {
    const auto put = [&](Phase phase, Usage usage, uint32_t field, uint32_t light) {
      add({sort_key(material.pass, field, usage, material.id), phase, usage, false, false, index, light});
    };
    if (material.has(Phase::kLightmap)) put(Phase::kLightmap, Usage::kLightmap, 0, kNoNode);
    if (material.has(Phase::kPrebump) && lights != 0) put(Phase::kPrebump, Usage::kPrebump, 0, kNoNode);
    if (material.has(Phase::kLight)) {
      for (uint32_t left = lights; left != 0; left &= left - 1) {
        const auto rank = static_cast<uint32_t>(std::countr_zero(left));
        const uint32_t light = frame_.selected[rank];
        if (document_.lighting.shadows && material.cast_shadow && frame_.lights[light].cast_shadow) {
          put(Phase::kLight, Usage::kShadow, rank, light);
          ++frame_.shadow_jobs;
        }
        put(Phase::kLight, Usage::kLight, rank, light);
      }
    }
    if (material.has(Phase::kMul)) put(Phase::kMul, Usage::kMul, kLightFieldAbove, kNoNode);
    if (material.has(Phase::kAdd)) put(Phase::kAdd, Usage::kAdd, kLightFieldAbove, kNoNode);
    if (material.has(Phase::kExtra)) put(Phase::kExtra, Usage::kExtra, kLightFieldAbove, kNoNode);
  }

  void add(const PaintJob& job) {
    frame_.paint.push_back(job);
    ++frame_.phase_jobs[static_cast<size_t>(job.phase)];
  }
  MeshJob& mesh_job(uint32_t scene_job) { return frame_.mesh_jobs[frame_.scene_jobs[scene_job].mesh_job]; }

  const Document& document_;
  Frame& frame_;
  PaintLists& lists_;
};

}  // namespace

void select_lights(Frame& frame) {
  frame.selected.clear();
  for (uint32_t i = 0; i < frame.lights.size(); ++i) {
    LightRecord& light = frame.lights[i];
    light.importance = light.range / std::max(glm::distance(light.at, frame.camera.at), 0.1);
    const bool seen = light.segments.empty() || std::any_of(light.segments.begin(), light.segments.end(),
                                                            [&](uint32_t s) { return frame.visible[s] != 0; });
    if (seen) frame.selected.push_back(i);
  }
  // No number, where places are beyond all numbers, counts as none.
  const auto key = [&](uint32_t i) { return frame.lights[i].importance >= 0 ? frame.lights[i].importance : -1; };
  std::sort(frame.selected.begin(), frame.selected.end(),
            [&](uint32_t a, uint32_t b) { return key(a) != key(b) ? key(a) > key(b) : a < b; });
  if (frame.selected.size() > kMostLights) frame.selected.resize(kMostLights);
  for (uint32_t rank = 0; rank < frame.selected.size(); ++rank) frame.lights[frame.selected[rank]].rank = rank;
}

bool paint(const Document& document, Frame& frame, PaintLists& lists) { return Painter(document, frame, lists).run(); }

uint32_t sort_key(uint32_t pass, uint32_t light, Usage usage, uint32_t material) {
  return pass << 24 | light << 20 | static_cast<uint32_t>(usage) << 16 | (material & 0xFFFF);
}

void sort_by_key(std::vector<PaintJob>& jobs, std::vector<PaintJob>& other) {
  // Four stable passes of eight bits, as the original engine sorts; passes in which all keys agree are skipped.
  other.resize(jobs.size());
  std::array<std::array<uint32_t, 256>, 4> counts{};
  for (const PaintJob& job : jobs) {
    for (size_t pass = 0; pass < 4; ++pass) ++counts[pass][job.key >> pass * 8 & 0xFF];
  }
  for (size_t pass = 0; pass < 4; ++pass) {
    std::array<uint32_t, 256>& next = counts[pass];
    if (std::find(next.begin(), next.end(), jobs.size()) != next.end()) continue;
    std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
    for (const PaintJob& job : jobs) other[next[job.key >> pass * 8 & 0xFF]++] = job;
    jobs.swap(other);
  }
}

SampleResult evaluate_sample(const LightingSample& sample) {
  SampleResult result;
  if (!sample.fake) {
    double c = sample.lightmap;
    const auto step = [&](double value) { result.steps.push_back(c = value); };
    step(c);
    step(sample.bumps.empty() ? c : c * std::min(1.0, std::accumulate(sample.bumps.begin(), sample.bumps.end(), 0.0)));
    double lit = 0;
    for (const auto& light : sample.lights) lit += light.lit ? light.value : 0;
    step(c + lit);
    step(c * (sample.texture * sample.detail));
    step(c + sample.specular);
    step(c + sample.env);
    result.color = {c};
    return result;
  }
  const auto color = [&](double light) {
    return (sample.bump * (sample.lightmap + light) + sample.specular) * sample.texture;
  };
  const glm::dvec3 strength = sample.mask / 255.0 * sample.brightness;
  if (sample.colors.empty()) {
    result.light = {strength.x + strength.y + strength.z};
  } else {
    glm::dvec3 light(0);
    for (int i = 0; i < 3; ++i) light += sample.colors[static_cast<size_t>(i)] * strength[i];
    result.light = {light.x, light.y, light.z};
  }
  for (const double light : result.light) result.color.push_back(color(light));
  return result;
}

}  // namespace vitrine::world
