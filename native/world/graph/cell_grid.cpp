#include "world/graph/cell_grid.h"

#include <algorithm>
#include <cmath>

namespace vitrine::world {
namespace {

constexpr size_t kMostSquares = 4096;

}  // namespace

CellGrid::CellGrid(std::vector<Entry> cells) : cells_(std::move(cells)) {
  if (cells_.empty()) return;
  bounds_ = cells_.front().outer;
  for (const Entry& cell : cells_) bounds_ = unite(bounds_, cell.outer);
  origin_ = Pair{bounds_.min.x, bounds_.min.z};
  // Far away the margin of a flat cell is lost.
  const Pair length = most(Pair{bounds_.max.x, bounds_.max.z} - origin_, both(kTolerance));
  const auto squares = static_cast<double>(std::min(cells_.size() * 32, kMostSquares));
  double columns = std::clamp(std::round(std::sqrt(squares * length[0] / length[1])), 1.0, squares);
  double rows = std::floor(squares / columns);
  // Cells that reach over many squares would fill them all: then fewer do.
  while (!cut(columns, rows, length)) {
    columns = std::ceil(columns / 2);
    rows = std::ceil(rows / 2);
  }
}

bool CellGrid::cut(double columns, double rows, const Pair& length) {
  // Places are rounded to the nearest square, so that the last one holds the end of the bounds.
  per_unit_ = Pair{columns - 1, rows - 1} / length;
  rows_ = static_cast<size_t>(rows);
  const auto each_square = [&](const Entry& cell, auto&& add) {
    const Slots first = slots(cell.outer.min), last = slots(cell.outer.max);
    for (Slots at = first; at[0] <= last[0]; ++at[0]) {
      for (at[1] = first[1]; at[1] <= last[1]; ++at[1]) add(square(at));
    }
  };
  std::vector<uint32_t> counts(static_cast<size_t>(columns) * rows_);
  size_t total = 0;
  for (const Entry& cell : cells_) {
    each_square(cell, [&](size_t at) { ++counts[at], ++total; });
    if (total > cells_.size() * 16 + counts.size() * 4 && counts.size() > 1) return false;
  }
  first_.assign(1, 0);
  for (const uint32_t count : counts) first_.push_back(first_.back() + count);
  touching_.resize(total);
  std::vector<uint32_t> next = first_;
  for (uint32_t i = 0; i < cells_.size(); ++i) each_square(cells_[i], [&](size_t at) { touching_[next[at]++] = i; });
  return true;
}

}  // namespace vitrine::world
