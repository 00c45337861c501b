#include "world/frame/painter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "world/frame/segments.h"

namespace vitrine::world {
namespace {

constexpr uint32_t kLightFieldAbove = 15;
constexpr size_t kMostPaintJobs = 10'000'000;
constexpr size_t kMostLightmaps = 64;  // that are told apart; further ones are sorted by material
constexpr size_t kBlock = 16;          // scene jobs that lights are held against together

bool is_visible(const Frame& frame, uint32_t segment) { return segment == kNoSegment || frame.visible[segment] != 0; }

/// Does the light reach a part of the bounds? All axes at once, since what ends it early follows no pattern.
bool covers(const Reach& light, const Box& bounds) {
  const Pair low = pairs(bounds)[0], middle = pairs(bounds)[1], high = pairs(bounds)[2];
  // To the nearest point of the bounds.
  const Pair x_y = most(low, least(light.x_y, Pair{middle[1], high[0]})) - light.x_y;
  const Pair z = most(middle, least(light.z, both(high[1]))) - light.z;
  const Pair squares = x_y * x_y;
  return squares[0] + squares[1] + z[0] * z[0] < light.square;
}

/// What a scene job is painted for, in the order of the keys; a bit of PaintRun::columns each.
namespace column {
enum : int { kLightmap, kPrebump, kFirstLight, kMul = kFirstLight + 2 * kMostLights, kAdd, kExtra };
constexpr int shadow(int rank) { return kFirstLight + 2 * rank; }
constexpr int light(int rank) { return kFirstLight + 2 * rank + 1; }
}  // namespace column
static_assert(column::kExtra + 1 == kColumns);
constexpr uint64_t bit(int number) { return uint64_t{1} << number; }
/// Of 16 bits, bit i to bit 2 i.
constexpr uint64_t spread(uint64_t bits) {
  bits = (bits | bits << 8) & 0x00FF00FF;
  bits = (bits | bits << 4) & 0x0F0F0F0F;
  bits = (bits | bits << 2) & 0x33333333;
  return (bits | bits << 1) & 0x55555555;
}

struct Column {
  Phase phase = Phase::kLight;
  Usage usage = Usage::kLight;
  uint32_t field = 0;  ///< of the key: rank of the light
};
constexpr std::array<Column, kColumns> kTable = [] {
  std::array<Column, kColumns> table;
  table[column::kLightmap] = {Phase::kLightmap, Usage::kLightmap, 0};
  table[column::kPrebump] = {Phase::kPrebump, Usage::kPrebump, 0};
  for (int rank = 0; rank < static_cast<int>(kMostLights); ++rank) {
    table[static_cast<size_t>(column::shadow(rank))] = {Phase::kLight, Usage::kShadow, static_cast<uint32_t>(rank)};
    table[static_cast<size_t>(column::light(rank))] = {Phase::kLight, Usage::kLight, static_cast<uint32_t>(rank)};
  }
  table[column::kMul] = {Phase::kMul, Usage::kMul, kLightFieldAbove};
  table[column::kAdd] = {Phase::kAdd, Usage::kAdd, kLightFieldAbove};
  table[column::kExtra] = {Phase::kExtra, Usage::kExtra, kLightFieldAbove};
  return table;
}();

/// A paint job as a whole: field by field it would take seven writes.
typedef uint32_t Words __attribute__((vector_size(16), aligned(4), may_alias));
static_assert(sizeof(PaintJob) == sizeof(Words) && offsetof(PaintJob, job) == 8);
constexpr Words kNextJob{0, 0, 1, 0};

class Painter {
 public:
  Painter(const Document& document, Frame& frame, PaintLists& lists)
      : document_(document), frame_(frame), lists_(lists) {}

  bool run() {
    find_reach();
    const bool is_wire = document_.wireframe != Wireframe::kOff, is_fake = document_.lighting.fake;
    if (is_fake && !is_wire) choose_shadow_lights();
    for (MeshJob& job : frame_.mesh_jobs) {
      job.painted = is_visible(frame_, job.segment);
      if (!job.painted) continue;
      const uint32_t near = lists_.in_segment[std::min<size_t>(job.segment, frame_.visible.size())];
      for (uint32_t i = job.first; i < job.first + job.count; ++i) {
        SceneJob& scene_job = frame_.scene_jobs[i];
        frame_.painted.push_back(i);
        scene_job.lights = reached_by(near, i);
        const MaterialValue& material = job.mesh->clusters[scene_job.cluster].material;
        job.paint_jobs += is_wire   ? 1
                          : is_fake ? paint_fake(scene_job.lights, material)
                                    : paint_phases(i, scene_job.lights, material);
      }
      ++frame_.painted_meshes;
      if (!job.mesh->animated) continue;
      ++frame_.anim_evaluations;  // all usages of an instance are made at once
      frame_.anim_evaluations_naive += job.paint_jobs;
    }
    for (uint32_t i = 0; i < frame_.effect_jobs.size(); ++i) {
      frame_.effect_jobs[i].painted = is_visible(frame_, frame_.effect_jobs[i].segment);
      if (frame_.effect_jobs[i].painted) frame_.painted_effects.push_back(i);
    }
    if (!is_wire && !is_fake) return list_phases();
    frame_.paint.clear();
    if (is_wire)
      count_wires();
    else
      count_fake();
    return true;
  }

 private:
  /// The lights that reach scene job `index`, among those `near`; a bit for each rank.
  uint32_t reached_by(uint32_t near, uint32_t index) {
    if (index >= block_end_) begin_block(index);
    uint32_t reached = 0;
    for (near &= near_block_; near != 0; near &= near - 1) {
      const int rank = std::countr_zero(near);
      const bool is_reached = covers(lists_.lights[static_cast<size_t>(rank)], frame_.scene_jobs[index].bounds);
      reached |= uint32_t{is_reached} << rank;
    }
    return reached;
  }

  /// Neighbours in the list are so in space, as a rule: what does not reach the bounds of many need not be held against
  /// each.
  void begin_block(uint32_t index) {
    block_end_ = std::min(index + kBlock, frame_.scene_jobs.size());
    near_block_ = 0;
    Box all = frame_.scene_jobs[index].bounds;
    Pair sum = both(0);
    for (size_t i = index; i < block_end_; ++i) {
      const Box& box = frame_.scene_jobs[i].bounds;
      all = unite(all, box);
      sum += pairs(box)[0] + pairs(box)[1] + pairs(box)[2];
    }
    const bool are_numbers = std::isfinite(sum[0] + sum[1]);  // else the bounds do not hold all
    for (size_t rank = 0; rank < lists_.lights.size(); ++rank) {
      if (!are_numbers || covers(lists_.lights[rank], all)) near_block_ |= 1u << rank;
    }
  }

  /// A light reaches what shares a segment with it, or has none, or all when it has none.
  void find_reach() {
    lists_.lights.clear();
    lists_.in_segment.assign(frame_.visible.size() + 1, 0);
    for (size_t rank = 0; rank < frame_.selected.size(); ++rank) {
      const LightRecord& light = frame_.lights[frame_.selected[rank]];
      lists_.lights.push_back({Pair{light.at.x, light.at.y}, both(light.at.z), light.range * light.range});
      if (light.cast_shadow) casting_ |= 1u << rank;
      const uint32_t bit = 1u << rank;
      if (light.segments.empty()) {
        for (uint32_t& lights : lists_.in_segment) lights |= bit;
      } else {
        for (const uint32_t segment : light.segments) lists_.in_segment[segment] |= bit;
        lists_.in_segment.back() |= bit;
      }
    }
    if (!document_.lighting.shadows) casting_ = 0;
  }

  void count_wires() {
    frame_.wire_jobs = frame_.painted.size();
    if (document_.wireframe == Wireframe::kScene)
      frame_.wire_jobs += frame_.lights.size() + frame_.visited_cameras.size();
    frame_.total = frame_.wire_jobs;
  }

  void choose_shadow_lights() {
    const Lighting& lighting = document_.lighting;
    for (const uint32_t light : frame_.selected) {
      const auto& named = lighting.shadow_lights;
      const bool wanted =
          !lighting.has_shadow_lights || std::find(named.begin(), named.end(), frame_.lights[light].op) != named.end();
      if (!wanted || frame_.shadow_lights.size() >= 3) continue;
      frame_.shadow_lights.push_back(light);
      chosen_ |= 1u << frame_.lights[light].rank;
    }
  }

  /// The number of its paint jobs.
  uint32_t paint_fake(uint32_t lights, const MaterialValue& material) {
    uint32_t jobs = 0;
    if ((material.phases & 0x3F) != 0) {
      ++frame_.depth_jobs, ++frame_.base_jobs, jobs += 2;
      if (material.blend == Blend::kOpaque) ++frame_.texture_jobs, ++jobs;
      const int shadows = material.cast_shadow ? std::popcount(lights & chosen_ & casting_) : 0;
      frame_.shadow_jobs += static_cast<uint32_t>(shadows), jobs += static_cast<uint32_t>(shadows);
    }
    if (material.has(Phase::kExtra)) ++frame_.phase_jobs[static_cast<size_t>(Phase::kExtra)], ++jobs;
    return jobs;
  }
  void count_fake() {
    const uint64_t extra = frame_.phase_jobs[static_cast<size_t>(Phase::kExtra)] += frame_.painted_effects.size();
    frame_.total = frame_.depth_jobs + frame_.base_jobs + frame_.texture_jobs + frame_.shadow_jobs + extra;
  }

  /// Puts scene job `index` on the list of runs; the number of its paint jobs.
  uint32_t paint_phases(uint32_t index, uint32_t lights, const MaterialValue& material) {
    if (&material == last_material_ && lights == last_lights_ && goes_on(PaintRun::kScene, index)) {
      ++lists_.runs.back().count;
      return last_jobs_;
    }
    uint64_t columns = 0;
    if (material.has(Phase::kLightmap)) columns |= bit(column::kLightmap);
    if (material.has(Phase::kPrebump) && lights != 0) columns |= bit(column::kPrebump);
    if (material.has(Phase::kLight)) {
      const uint32_t shadows = material.cast_shadow ? lights & casting_ : 0;
      columns |= (spread(shadows) | spread(lights) << 1) << column::kFirstLight;
    }
    if (material.has(Phase::kMul)) columns |= bit(column::kMul);
    if (material.has(Phase::kAdd)) columns |= bit(column::kAdd);
    if (material.has(Phase::kExtra)) columns |= bit(column::kExtra);
    if (material.has(Phase::kSpecular)) specular_pass_ = std::max(specular_pass_, int{material.pass});
    // Materials that share a lightmap fill the picture one after the other.
    const uint32_t filled_with = lightmap_id(material);
    if ((columns & bit(column::kLightmap)) != 0 && filled_with != material.id) {
      add(PaintRun::kScene, index, bit(column::kLightmap), material.pass, filled_with);
      add(PaintRun::kScene, index, columns & ~bit(column::kLightmap), material.pass, material.id);
      last_material_ = nullptr;
      return static_cast<uint32_t>(std::popcount(columns));
    }
    add(PaintRun::kScene, index, columns, material.pass, material.id);
    last_material_ = &material;
    last_lights_ = lights;
    return last_jobs_ = static_cast<uint32_t>(std::popcount(columns));
  }

  /// The first material of the frame that has the same lightmap; its own id without one.
  uint32_t lightmap_id(const MaterialValue& material) {
    const std::optional<TextureValue>& lightmap = material.textures.back();
    if (!lightmap) return material.id;
    const auto same = std::find_if(lightmaps_.begin(), lightmaps_.end(), [&](const auto& known) {
      const TextureValue& other = *known.first;
      return other.gain == lightmap->gain && other.offset == lightmap->offset &&
             (other.file == lightmap->file ||
              (other.file != nullptr && lightmap->file != nullptr && *other.file == *lightmap->file));
    });
    if (same != lightmaps_.end()) return same->second;
    if (lightmaps_.size() < kMostLightmaps) lightmaps_.push_back({&*lightmap, material.id});
    return material.id;
  }

  /// Is it the next of the last run?
  bool goes_on(PaintRun::Kind kind, uint32_t index) const {
    if (lists_.runs.empty()) return false;
    const PaintRun& last = lists_.runs.back();
    return last.kind == kind && last.first + last.count == index;
  }

  void add(PaintRun::Kind kind, uint32_t index, uint64_t columns, uint32_t pass, uint32_t material) {
    const uint32_t key = sort_key(pass, 0, Usage::kLightmap, material);
    if (goes_on(kind, index) && lists_.runs.back().key == key && lists_.runs.back().columns == columns) {
      ++lists_.runs.back().count;
      return;
    }
    lists_.runs.push_back({key, kind, index, 1, columns});
  }

  /// The sorted list: counts what there is of each key, so that every run can be written to its place at once.
  bool list_phases() {
    for (const uint32_t index : frame_.painted_effects) add(PaintRun::kEffect, index, bit(column::kExtra), 0, 0);
    // One quad over the screen for the specular phase of all.
    if (specular_pass_ >= 0)
      add(PaintRun::kSpecular, kNoNode, bit(column::kMul), static_cast<uint32_t>(specular_pass_), 0xFFFF);
    std::vector<PaintRun>& runs = lists_.runs;
    for (const PaintRun& run : runs)
      frame_.total += uint64_t{run.count} * static_cast<uint32_t>(std::popcount(run.columns));
    if (frame_.total > kMostPaintJobs) return false;
    frame_.paint.resize(frame_.total);  // each is written below
    sort_by_key(runs, lists_.sorted);
    PaintJob* to = frame_.paint.data();
    for (size_t first = 0, end = 0; first < runs.size(); first = end) {
      while (end < runs.size() && runs[end].key >> 24 == runs[first].key >> 24) ++end;
      to = write_pass(std::span(runs).subspan(first, end - first), to);
    }
    return true;
  }

  /// The runs of one pass, by material; where the next pass begins.
  PaintJob* write_pass(std::span<const PaintRun> runs, PaintJob* to) {
    std::array<uint32_t, kColumns> counts{};
    for (const PaintRun& run : runs) {
      for (uint64_t left = run.columns; left != 0; left &= left - 1)
        counts[static_cast<size_t>(std::countr_zero(left))] += run.count;
    }
    std::array<PaintJob*, kColumns> next;
    for (size_t i = 0; i < kColumns; to += counts[i++]) {
      next[i] = to;
      frame_.phase_jobs[static_cast<size_t>(kTable[i].phase)] += counts[i];
      if (kTable[i].usage == Usage::kShadow) frame_.shadow_jobs += counts[i];
    }
    for (const PaintRun& run : runs) {
      for (uint64_t left = run.columns; left != 0; left &= left - 1) {
        const auto number = static_cast<size_t>(std::countr_zero(left));
        Words job = __builtin_bit_cast(Words, job_of(run, kTable[number]));
        PaintJob* place = next[number];
        next[number] += run.count;
        for (; place != next[number]; ++place, job += kNextJob) reinterpret_cast<Words&>(*place) = job;
      }
    }
    return to;
  }

  /// The first of a run.
  PaintJob job_of(const PaintRun& run, const Column& column) {
    const bool is_light = column.phase == Phase::kLight;
    PaintJob job{run.key | sort_key(0, column.field, column.usage, 0),
                 column.phase,
                 column.usage,
                 run.kind == PaintRun::kEffect,
                 run.kind == PaintRun::kSpecular,
                 run.first,
                 is_light ? frame_.selected[column.field] : kNoNode};
    if (!job.is_specular) return job;
    job.phase = Phase::kSpecular;
    --frame_.phase_jobs[static_cast<size_t>(column.phase)];
    ++frame_.phase_jobs[static_cast<size_t>(Phase::kSpecular)];
    return job;
  }

  const Document& document_;
  Frame& frame_;
  PaintLists& lists_;
  uint32_t casting_ = 0;  ///< lights whose shadows are painted, a bit for each rank
  uint32_t chosen_ = 0;   ///< shadow lights of fake lighting
  size_t block_end_ = 0;  ///< scene jobs before it are held against the lights that reach their block
  uint32_t near_block_ = 0;
  int specular_pass_ = -1;
  // What the last scene job was painted for, which the next one is too, as a rule.
  const MaterialValue* last_material_ = nullptr;
  std::vector<std::pair<const TextureValue*, uint32_t>> lightmaps_;  ///< with the first material that has each
  uint32_t last_lights_ = 0, last_jobs_ = 0;
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

bool paint(const Document& document, Frame& frame, PaintLists& lists) {
  lists.runs.clear();
  return Painter(document, frame, lists).run();
}

uint32_t sort_key(uint32_t pass, uint32_t light, Usage usage, uint32_t material) {
  return pass << 24 | light << 20 | static_cast<uint32_t>(usage) << 16 | (material & 0xFFFF);
}

void sort_by_key(std::vector<PaintRun>& runs, std::vector<PaintRun>& other) {
  // Four stable passes of eight bits, as the original engine sorts; passes in which all keys agree are skipped.
  other.resize(runs.size());
  std::array<std::array<uint32_t, 256>, 4> counts{};
  for (const PaintRun& run : runs) {
    for (size_t pass = 0; pass < 4; ++pass) ++counts[pass][run.key >> pass * 8 & 0xFF];
  }
  for (size_t pass = 0; pass < 4; ++pass) {
    std::array<uint32_t, 256>& next = counts[pass];
    if (std::find(next.begin(), next.end(), runs.size()) != next.end()) continue;
    std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
    for (const PaintRun& run : runs) other[next[run.key >> pass * 8 & 0xFF]++] = run;
    runs.swap(other);
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
