#include "convert/skinning/fit_rigid.h"

#include <cmath>

namespace vitrine {
namespace {

constexpr int kMostSweeps = 12;
constexpr double kDiagonal = 1e-30;  // of the squares

/// Jacobi's rotations on a symmetric matrix; the columns of `vectors` become its eigenvectors.
void diagonalise(double (&m)[4][4], double (&vectors)[4][4]) {
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double off = 0, on = 0;
    for (int a = 0; a < 4; ++a) {
      on += m[a][a] * m[a][a];
      for (int b = a + 1; b < 4; ++b) off += m[a][b] * m[a][b];
    }
    if (!(off > kDiagonal * on)) return;
    for (int a = 0; a < 4; ++a) {
      for (int b = a + 1; b < 4; ++b) {
        if (m[a][b] == 0) continue;
        const double ratio = (m[b][b] - m[a][a]) / (2 * m[a][b]);
        const double t = (ratio < 0 ? -1 : 1) / (std::abs(ratio) + std::sqrt(ratio * ratio + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 4; ++k) {
          const double p = m[k][a], q = m[k][b];
          m[k][a] = c * p - s * q, m[k][b] = s * p + c * q;
        }
        for (int k = 0; k < 4; ++k) {
          const double p = m[a][k], q = m[b][k];
          m[a][k] = c * p - s * q, m[b][k] = s * p + c * q;
        }
        for (int k = 0; k < 4; ++k) {
          const double p = vectors[k][a], q = vectors[k][b];
          vectors[k][a] = c * p - s * q, vectors[k][b] = s * p + c * q;
        }
      }
    }
  }
}

}  // namespace

glm::dquat best_rotation(const glm::dmat3& moment) {
  double scale = 0;
  for (int i = 0; i < 9; ++i) scale = std::fmax(scale, std::abs(moment[i % 3][i / 3]));
  if (!(scale > 0) || !std::isfinite(scale)) return {1, 0, 0, 0};
  const auto s = [&](int from, int to) { return moment[to][from] / scale; };
  double horn[4][4] = {
      {s(0, 0) + s(1, 1) + s(2, 2), s(1, 2) - s(2, 1), s(2, 0) - s(0, 2), s(0, 1) - s(1, 0)},
      {s(1, 2) - s(2, 1), s(0, 0) - s(1, 1) - s(2, 2), s(0, 1) + s(1, 0), s(2, 0) + s(0, 2)},
      {s(2, 0) - s(0, 2), s(0, 1) + s(1, 0), s(1, 1) - s(0, 0) - s(2, 2), s(1, 2) + s(2, 1)},
      {s(0, 1) - s(1, 0), s(2, 0) + s(0, 2), s(1, 2) + s(2, 1), s(2, 2) - s(0, 0) - s(1, 1)},
  };
  double vectors[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  diagonalise(horn, vectors);
  int best = 0;
  for (int k = 1; k < 4; ++k)
    if (horn[k][k] > horn[best][best]) best = k;
  return glm::normalize(glm::dquat(vectors[0][best], vectors[1][best], vectors[2][best], vectors[3][best]));
}

}  // namespace vitrine
