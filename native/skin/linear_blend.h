#pragma once
// Linear blend skinning on given numbers: p = sum over influences of weight * (matrix of the joint * (x, y, z, 1)),
// weights as they are, w of the result included. In double precision.

#include <cstdint>
#include <map>
#include <vector>

#include "base/result.h"
#include "scene/scene.h"

namespace vitrine::skin {

struct SeedVertex {
  glm::dvec3 position{0};
  std::vector<uint32_t> joints;
  std::vector<double> weights;  ///< as many as joints
};

/// Matrices are given as rows that a row vector is multiplied with; those rows are the columns of the usual
/// convention.
enum class SeedConvention : uint8_t { kRow, kColumn };

/// The matrix whose printed lists are `lists[0..3]`.
glm::dmat4 seed_matrix(const double (&lists)[4][4], SeedConvention convention);

/// One (x, y, z, w) per vertex. A zero weight reads no matrix; any other joint without one is SKIN_MISSING_MATRIX with
/// vertex and joint in message and path.
Result<std::vector<glm::dvec4>> seed_skin(const std::map<uint32_t, glm::dmat4>& matrices,
                                          const std::vector<SeedVertex>& vertices);

}  // namespace vitrine::skin
