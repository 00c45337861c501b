#pragma once
// The bytes of an MD3, and the grid that its positions are on.

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

}  // namespace vitrine::md3_export
