#include "world/cell_grid.h"

#include <cmath>

namespace vitrine::world {
namespace {

constexpr size_t kMostSquares = 4096;

}  // namespace

CellGrid::CellGrid(std::span<const Entry> cells) {
  if (cells.empty()) return;
  glm::dvec3 least = cells.front().shape->min, most = cells.front().shape->max;
  for (const Entry& cell : cells) {
    least = glm::min(least, cell.shape->min);
    most = glm::max(most, cell.shape->max);
  }
  const auto squares = static_cast<double>(std::min(cells.size() * 8, kMostSquares));
  const double length_x = std::max(most.x - least.x, kTolerance), length_z = std::max(most.z - least.z, kTolerance);
  const double columns = std::clamp(std::round(std::sqrt(squares * length_x / length_z)), 1.0, squares);
  const double rows = std::floor(squares / columns);
  x_ = {least.x, columns / length_x, static_cast<int32_t>(columns)};
  z_ = {least.z, rows / length_z, static_cast<int32_t>(rows)};
  // Cells that reach over many squares would fill them all: then fewer do.
  while (!fill(cells)) {
    for (Axis* half : {&x_, &z_}) {
      half->count = (half->count + 1) / 2;
      half->per_unit /= 2;
    }
  }
}

bool CellGrid::fill(std::span<const Entry> cells) {
  squares_.assign(square(x_.count, 0), {});
  size_t entries = 0;
  for (const Entry& cell : cells) {
    const glm::dvec3 least = cell.shape->min - kMargin, most = cell.shape->max + kMargin;
    const int32_t last_x = x_.slot(most.x), last_z = z_.slot(most.z);
    for (int32_t x = x_.slot(least.x); x <= last_x; ++x) {
      for (int32_t z = z_.slot(least.z); z <= last_z; ++z) {
        squares_[square(x, z)].push_back(cell);
        if (++entries > cells.size() * 16 && squares_.size() > 1) return false;
      }
    }
  }
  return true;
}

}  // namespace vitrine::world
