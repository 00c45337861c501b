#pragma once
// Some triangles of a model in some of its frames, as a model of its own.

#include <span>

#include "formats/quake/write/motion.h"

namespace vitrine::md3_export {

struct Subset {
  Surfaces surfaces;
  Motion motion;                   ///< with the actions of the whole model
  std::vector<uint32_t> vertices;  ///< their numbers in the whole model
};

/// `indices`: corners as numbers of all vertices, three a triangle of one surface; `frames`: of the model, in any
/// order. Vertices of no triangle and surfaces without any are left out.
Subset subset_of(const Surfaces& surfaces, const Motion& motion, std::span<const uint32_t> indices,
                 std::span<const uint32_t> frames);

std::vector<uint32_t> all_frames(const Motion& motion);

}  // namespace vitrine::md3_export
