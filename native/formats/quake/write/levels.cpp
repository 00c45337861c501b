#include "formats/quake/write/levels.h"

#include <algorithm>
#include <cmath>

#include "base/argument.h"
#include "convert/check_written.h"
#include "convert/plain_text.h"
#include "formats/quake/write/file.h"
#include "formats/quake/write/motion.h"
#include "formats/quake/write/sentences.h"
#include "geometry/nearest_surface.h"

namespace vitrine::md3_export {
namespace {

using Json = nlohmann::ordered_json;

// meshoptimizer takes 32 attributes: a normal, texture coordinates, and where the vertex is in so many further frames.
constexpr size_t kNormalNumbers = 3, kUvNumbers = 2, kFurtherFrames = 9;
constexpr float kNormalWeight = 0.5F, kUvWeight = 0.5F;
constexpr uint64_t kMostLookedAt = 64;     // frames of which those are chosen
constexpr uint64_t kMostSought = 400'000;  // nearest points, in all levels
constexpr uint64_t kLeastSamples = 3;      // frames
constexpr double kNearlyReached = 1.1;

/// Where the vertices are in a frame.
std::span<const glm::vec3> frame_of(const Motion& motion, size_t vertices, size_t frame) {
  return std::span(motion.positions).subspan(frame * vertices, vertices);
}

/// The first frame, and those that are farthest from all that were chosen before.
std::vector<size_t> frames_that_differ(const Motion& motion, size_t vertices) {
  const std::vector<size_t> all = compared_frames(motion.frames, kMostLookedAt);
  std::vector<double> off(all.size(), INFINITY);
  std::vector<size_t> out{0};
  while (out.size() <= kFurtherFrames) {
    const auto last = frame_of(motion, vertices, out.back());
    for (size_t k = 0; k < all.size(); ++k) {
      const auto other = frame_of(motion, vertices, all[k]);
      double farthest = 0;
      for (size_t v = 0; v < vertices; ++v) farthest = std::max(farthest, double{glm::distance(last[v], other[v])});
      off[k] = std::min(off[k], farthest);
    }
    const auto next = std::max_element(off.begin(), off.end());
    if (!(*next > 0)) break;
    out.push_back(all[static_cast<size_t>(next - off.begin())]);
  }
  return out;
}

/// The model as a simplifier takes it: all surfaces at once, so that none parts from its neighbour.
struct Whole {
  std::vector<uint32_t> indices;
  std::vector<float> positions, attributes, weights;
};

double extent_of(std::span<const glm::vec3> positions) {
  Bounds box;
  for (const glm::vec3& p : positions) box.add(p);
  return box.empty ? 0 : std::max({box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z});
}

Whole whole_of(const Surfaces& surfaces, const Motion& motion, const NormalCode& code) {
  Whole out;
  const size_t vertices = surfaces.sources.size();
  const std::vector<size_t> frames = frames_that_differ(motion, vertices);
  const auto first = frame_of(motion, vertices, 0);
  const double extent = extent_of(first);
  out.weights.assign(kNormalNumbers, kNormalWeight);
  out.weights.insert(out.weights.end(), kUvNumbers, kUvWeight);
  out.weights.insert(out.weights.end(), 3 * (frames.size() - 1), extent > 0 ? static_cast<float>(1 / extent) : 1.0F);
  for (const Surface& surface : surfaces.list) {
    for (const uint32_t corner : surface.indices) out.indices.push_back(surface.first + corner);
    for (uint32_t v = surface.first; v < surface.first + surface.vertices; ++v) {
      const auto add = [](std::vector<float>& to, const auto& numbers, int count) {
        for (int c = 0; c < count; ++c) to.push_back(static_cast<float>(numbers[c]));
      };
      add(out.positions, first[v], 3);
      add(out.attributes, code.decoded(motion.normals[v]), 3);
      add(out.attributes, surface.uv[v - surface.first], 2);
      for (size_t k = 1; k < frames.size(); ++k) add(out.attributes, frame_of(motion, vertices, frames[k])[v], 3);
    }
  }
  return out;
}

/// What the simplifier left, if it is made of triangles of the model's vertices, each of one surface.
bool is_part_of(const Surfaces& surfaces, std::span<const uint32_t> indices) {
  if (indices.empty() || indices.size() % 3 != 0) return false;
  std::vector<uint32_t> surface_of(surfaces.sources.size());
  for (uint32_t s = 0; s < surfaces.list.size(); ++s)
    std::fill_n(surface_of.begin() + surfaces.list[s].first, surfaces.list[s].vertices, s);
  for (size_t i = 0; i < indices.size(); ++i)
    if (indices[i] >= surface_of.size() || surface_of[indices[i]] != surface_of[indices[i - i % 3]]) return false;
  return true;
}

/// Distances of the model's vertices from a level's surface, on about `samples` frames.
Json distance_json(const Surfaces& surfaces, const Motion& motion, const Subset& level, uint64_t samples) {
  Deviation off;
  const size_t vertices = surfaces.sources.size(), kept = level.surfaces.sources.size();
  const std::vector<size_t> frames = compared_frames(motion.frames, samples);
  for (const size_t frame : frames) {
    const auto at = frame_of(level.motion, kept, frame);
    std::vector<glm::dvec3> corners;
    for (const Surface& surface : level.surfaces.list)
      for (const uint32_t v : surface.indices) corners.emplace_back(at[surface.first + v]);
    const geometry::NearestSurface surface(std::move(corners));
    for (const glm::vec3& p : frame_of(motion, vertices, frame)) off.add(surface.nearest(glm::dvec3(p)).distance, 0);
  }
  Json out = off.json(frames.size(), motion.size);
  out.erase("time");
  return out;
}

std::string percent(double share) { return shortest(std::round(share * 1000) / 10) + " %"; }

Status check_engine(const Md3WriteOptions& options, const Simplify& simplify) {
  if (options.engine.empty()) return Error{messages::kLevelsNeedEngine, kNoOffset};
  if (options.levels == 0) return Error{messages::kNoLevels, kNoOffset, {options.engine}};
  if (options.shares.size() > options.levels)
    return Error{
        messages::kTooManyLevels, kNoOffset, {options.shares.size(), options.engine, uint64_t{options.levels}}};
  if (!simplify) return Error{messages::kNoSimplifier, kNoOffset};
  return ok_status();
}

}  // namespace

Result<Levels> make_levels(const Scene& scene, const Space& space, const Surfaces& surfaces, const Motion& motion,
                           const Md3WriteOptions& options, const Simplify& simplify, LossReport& loss_report) {
  Levels out;
  if (options.shares.empty()) return out;
  VITRINE_CHECK(check_engine(options, simplify));
  if (surfaces.list.empty()) return Error{messages::kNothingToSimplify, kNoOffset};
  const Whole whole = whole_of(surfaces, motion, NormalCode(options.normal_steps));
  const double all = static_cast<double>(whole.indices.size() / 3);
  const uint64_t samples =
      std::max(kLeastSamples, kMostSought / (options.shares.size() * uint64_t{surfaces.sources.size()}));
  for (size_t k = 0; k < options.shares.size(); ++k) {
    const auto wanted = static_cast<uint32_t>(std::max(1.0, std::floor(all * options.shares[k])));
    const std::vector<uint32_t> left =
        simplify({whole.indices, whole.positions, whole.attributes, whole.weights, wanted});
    if (!is_part_of(surfaces, left)) return Error{messages::kNotSimplified, kNoOffset};
    const Subset level = subset_of(surfaces, motion, left, all_frames(motion));
    const std::string name = options.name + "_" + std::to_string(k + 1);
    const Md3File file = write_md3(level.surfaces, level.motion, name);
    LossReport of_level;
    VITRINE_CHECK(check_file(scene, space, level.surfaces, level.motion, file.bytes, of_level));
    const uint64_t count = left.size() / 3;
    const auto triangles = static_cast<double>(count);
    Json row = {{"name", name + ".md3"},
                {"asked", options.shares[k]},
                {"triangles", count},
                {"share", triangles / all},
                {"vertices", level.surfaces.sources.size()}};
    row.update(distance_json(surfaces, motion, level, samples));
    out.report.push_back(std::move(row));
    out.files.push_back({name + ".md3", std::string(file.bytes.begin(), file.bytes.end())});
    loss_report.add("levels", triangles > kNearlyReached * wanted ? count : 0,
                    name + " has " + percent(triangles / all) + " of the triangles instead of " +
                        percent(options.shares[k]) + ": the rest hold the borders of surfaces together");
  }
  return out;
}

}  // namespace vitrine::md3_export
