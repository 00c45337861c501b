#include "skin/linear_blend.h"

#include "skin/codes.h"
#include "skin/sentences.h"

namespace vitrine::skin {

glm::dmat4 seed_matrix(const double (&lists)[4][4], SeedConvention convention) {
  glm::dmat4 matrix(0);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      if (convention == SeedConvention::kRow)
        matrix[i][j] = lists[i][j];
      else
        matrix[j][i] = lists[i][j];
    }
  }
  return matrix;
}

Result<std::vector<glm::dvec4>> seed_skin(const std::map<uint32_t, glm::dmat4>& matrices,
                                          const std::vector<SeedVertex>& vertices) {
  std::vector<glm::dvec4> positions;
  positions.reserve(vertices.size());
  for (size_t v = 0; v < vertices.size(); ++v) {
    const SeedVertex& vertex = vertices[v];
    glm::dvec4 sum(0);
    for (size_t i = 0; i < vertex.joints.size(); ++i) {
      if (vertex.weights[i] == 0) continue;
      const auto matrix = matrices.find(vertex.joints[i]);
      if (matrix == matrices.end()) {
        return Error{messages::kMissingMatrix, kNoOffset, {v, vertex.joints[i]}, {"vertices[{}].joints[{}]", {v, i}}};
      }
      sum += vertex.weights[i] * (matrix->second * glm::dvec4(vertex.position, 1));
    }
    positions.push_back(sum);
  }
  return positions;
}

}  // namespace vitrine::skin
