#pragma once
// The bytes of an MD3, and the grid that its positions are on.

#include <nlohmann/json.hpp>

#include "formats/quake/write/motion.h"

namespace vitrine::md3_export {

/// Of a unit: the format has no other, and no reader but Q2PRO moves vertices by the origin of a frame.
inline constexpr double kGridSteps = 64;
/// The largest number of a position, in units.
inline constexpr double kGridEnd = 32767 / kGridSteps;

/// Largest coordinate of any vertex, in either direction.
double reach_of(const Motion& motion);

struct GridError {
  std::vector<double> frames;  ///< per frame: the largest distance of a vertex from its place on the grid, in units
  double largest() const;
};

struct Md3File {
  std::vector<uint8_t> bytes;
  GridError error;
};

/// For a model whose reach is on the grid.
Md3File write_md3(const Surfaces& surfaces, const Motion& motion, const std::string& name);

// The written file against the scene it was made from.

/// Reads the file back and compares every vertex with the scene's own pose, on frames of every action and half-way
/// between them: { "size", "bind": Deviation (of a model without actions), "actions": [Deviation with "name", "first",
/// "frames", "frameRate", "start", "loop", "mean", "between"] }, as of MD5. EXPORT_UNREADABLE where the file does not
/// open.
Result<nlohmann::ordered_json> check_file(const Scene& scene, const Space& space, const Surfaces& surfaces,
                                          const Motion& motion, std::span<const uint8_t> bytes,
                                          LossReport& loss_report);

}  // namespace vitrine::md3_export
