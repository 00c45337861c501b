#pragma once
// A written file read again, and how far its vertices are from those of the scene.

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "base/result.h"
#include "convert/loss_report.h"
#include "formats/format.h"

namespace vitrine {

/// Reads a file that was written into `scene`, as any other file that one of `rows` reads. EXPORT_UNREADABLE where it
/// does not open.
Status load_written(std::span<const FormatRow> rows, const std::string& name, std::span<const uint8_t> bytes,
                    Scene& scene);

// How far the vertices of a written file are from those of the scene.

struct Deviation {
  double largest = 0, sum = 0, at_s = 0;
  uint64_t count = 0;

  /// A vertex that the source places nowhere cannot be far from it.
  void add(double distance, double time_s) {
    if (!std::isfinite(distance)) return;
    sum += distance, ++count;
    if (distance > largest) largest = distance, at_s = time_s;
  }
  /// Of points from those that are found in their places.
  void add(std::span<const glm::dvec3> wanted, std::span<const glm::vec3> found, double time_s);
  void add(std::span<const glm::dvec3> wanted, std::span<const glm::dvec3> found, double time_s);
  double mean() const { return count > 0 ? sum / static_cast<double>(count) : 0; }
  /// { "samples", "largest", "relative", "time" }: poses compared, distance, its share of `size`, where it is.
  nlohmann::ordered_json json(uint64_t samples, double size) const {
    return {
        {"samples", samples}, {"largest", largest}, {"relative", size > 0 ? largest / size : largest}, {"time", at_s}};
  }
};

/// Frames at even steps, at most about `most` of them; the first and the last one are among them.
inline std::vector<size_t> compared_frames(size_t frames, uint64_t most) {
  std::vector<size_t> out;
  const size_t stride = std::max<size_t>(1, (frames + most - 1) / most);
  for (size_t k = 0; k + 1 < frames; k += stride) out.push_back(k);
  if (frames > 0) out.push_back(frames - 1);
  return out;
}

/// Vertices that are posed in about the time of a node.
inline constexpr size_t kVerticesPerNode = 16;

/// How much is posed beside the model, so that no check takes longer than writing.
struct CompareBudget {
  uint64_t samples;  ///< frames of each action
  uint64_t actions;

  /// `pose`: what one pose costs, in vertices.
  CompareBudget(uint64_t action_count, uint64_t pose)
      : samples(std::max(kLeastSamples, kMostWork / (2 * (action_count + 1) * pose))),
        actions(kMostPosedInAll / (2 * kLeastSamples * pose) + 1) {}

  void report(uint64_t action_count, LossReport& loss_report) const {
    loss_report.add("distance", action_count > actions ? action_count - actions : 0,
                    "actions are too many to be posed beside the model: these were not measured");
  }

 private:
  static constexpr uint64_t kMostWork = 40'000'000;         // in vertices compared, in all
  static constexpr uint64_t kMostPosedInAll = 200'000'000;  // of actions with the least samples
  static constexpr uint64_t kLeastSamples = 3;
};

}  // namespace vitrine
