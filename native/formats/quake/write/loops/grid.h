#pragma once
// Positions as an MD3 stores them, in whole steps of its grid.

#include <array>
#include <span>

#include "formats/quake/write/file.h"

namespace vitrine::md3_export {

struct Grid {
  std::vector<std::array<int16_t, 3>> rows;  ///< of all vertices, one frame after the other
  std::vector<Bounds> boxes;                 ///< per frame
  GridError error;
};
/// Of a motion with so many vertices; the lists of `out` are as long as they are to be.
void put_on_grid(const Motion& motion, size_t vertices, Grid& out);

/// Vertices of a frame as they lie in the file, with their normals; `first`: of all rows.
void put_rows(const Grid& grid, const Motion& motion, size_t first, std::span<std::array<uint8_t, 8>> out);

}  // namespace vitrine::md3_export
