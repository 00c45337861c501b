#pragma once
// From scene jobs and lights to sorted paint jobs (original: "painter"): the job of a scene is multiplied by the phases
// of its material and, in the light phase, by the lights that reach it.

#include "world/frame/frame.h"
#include "world/graph/document.h"

namespace vitrine::world {

inline constexpr uint32_t kMostLights = 16;
inline constexpr uint32_t kPrebumpLights = 4;  ///< also lights listed per segment

/// Importance and rank of the lights: those without a segment or in a visible one, the most important first.
void select_lights(Frame& frame);

/// A selected light, laid out for the many jobs it is held against.
struct Reach {
  Pair x_y, z;        ///< where it is; z twice
  double square = 0;  ///< of the range
};
inline constexpr size_t kColumns = 5 + 2 * kMostLights;
/// Scene jobs that follow one another, have one material and are painted for the same.
struct PaintRun {
  enum Kind : uint8_t { kScene, kEffect, kSpecular };
  uint32_t key = 0;  ///< without light and usage
  Kind kind = kScene;
  uint32_t first = 0, count = 0;  ///< scene jobs, or effects
  uint64_t columns = 0;           ///< a bit for each combination of light and usage, in the order of the keys
};
/// Work space of painting, kept from frame to frame for its memory.
struct PaintLists {
  std::vector<Reach> lights;  ///< by rank
  std::vector<uint32_t>
      in_segment;  ///< per segment, one for "none" behind them: a bit per rank of a light that may act
  std::vector<PaintRun> runs, sorted;
};

/// Fills everything of the painter's in `frame`, from its jobs, lights and visible segments. False when there are more
/// than ten million paint jobs.
[[nodiscard]] bool paint(const Document& document, Frame& frame, PaintLists& lists);

/// 0x00F50001: pass, light, usage, material.
uint32_t sort_key(uint32_t pass, uint32_t light, Usage usage, uint32_t material);
/// Stable, by key; `other` lends its memory.
void sort_by_key(std::vector<PaintRun>& runs, std::vector<PaintRun>& other);

/// Result of one sample of `lighting.samples`.
struct SampleResult {
  std::vector<double> steps;  ///< pixel model "phases"
  std::vector<double> light;  ///< "fake": one number, or three with colours
  std::vector<double> color;
};
SampleResult evaluate_sample(const LightingSample& sample);

}  // namespace vitrine::world
