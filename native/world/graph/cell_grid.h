#pragma once
// Finds, among many convex cells that stand still, the few that may contain a point: a grid over x and z, each square
// with the cells that touch it.

#include <array>
#include <span>
#include <vector>

#include "world/graph/shape.h"

namespace vitrine::world {

class CellGrid {
 public:
  struct Entry {
    Entry(const CellShape& cell, uint32_t own) : outer(cell.outer), shape(&cell), number(own) {}
    /// As the shape does.
    bool contains(const glm::dvec3& p) const { return is_within(p, outer) && shape->covers(p); }

    Box outer;
    const CellShape* shape;
    uint32_t number;  ///< the caller's
  };

  CellGrid() = default;
  explicit CellGrid(std::vector<Entry> cells);
  const std::vector<Entry>& cells() const { return cells_; }
  /// Indices of those that touch the square of p, in their order; none of the others contains it.
  std::span<const uint32_t> near(const glm::dvec3& p) const {
    if (!is_within(p, bounds_)) return {};
    const size_t at = square(slots(p));
    return {touching_.data() + first_[at], touching_.data() + first_[at + 1]};
  }

 private:
  using Slots = std::array<uint64_t, 2>;  ///< of a point within the bounds, along x and z
  Slots slots(const glm::dvec3& p) const {
    constexpr double kWhole = 1ULL << 52;  // of a sum that large, the low bits are the nearest whole number
    const Pair at = (Pair{p.x, p.z} - origin_) * per_unit_ + both(kWhole);
    const Slots bits = __builtin_bit_cast(Slots, at);
    return {bits[0] & 0xFFFFFFFF, bits[1] & 0xFFFFFFFF};
  }
  size_t square(const Slots& at) const { return static_cast<size_t>(at[0]) * rows_ + static_cast<size_t>(at[1]); }
  /// Lists the cells of each of columns x rows squares over `length`; false when that is too much to write down.
  bool cut(double columns, double rows, const Pair& length);

  std::vector<Entry> cells_;
  Box bounds_{glm::dvec3(1), glm::dvec3(0)};  ///< of all cells
  Pair origin_{}, per_unit_{};                ///< lines of squares begin at, and in a unit of length; along x and z
  size_t rows_ = 1;                           ///< intervals along z
  std::vector<uint32_t> first_{0, 0};         ///< per square, into touching_
  std::vector<uint32_t> touching_;            ///< indices into cells_
};

}  // namespace vitrine::world
