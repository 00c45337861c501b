#pragma once
// Scale, rotate, translate as the document means them: degrees, Rz * Ry * Rx, T * R * S.

#include <glm/glm.hpp>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "world/graph/sine_cosine.h"

namespace vitrine::world {

inline glm::dmat3 rotation_matrix(const glm::dvec3& degrees) {
  const auto [sx, cx] = sine_cosine(degrees.x / 360);
  const auto [sy, cy] = sine_cosine(degrees.y / 360);
  const auto [sz, cz] = sine_cosine(degrees.z / 360);
  return {glm::dvec3(cy * cz, cy * sz, -sy), glm::dvec3(sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy),
          glm::dvec3(cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy)};
}

inline glm::dmat4 transform_matrix(const glm::dvec3& scale, const glm::dvec3& rotate, const glm::dvec3& translate) {
  const glm::dmat3 r = rotate == glm::dvec3(0) ? glm::dmat3(1) : rotation_matrix(rotate);
  return {glm::dvec4(r[0] * scale.x, 0), glm::dvec4(r[1] * scale.y, 0), glm::dvec4(r[2] * scale.z, 0),
          glm::dvec4(translate, 1)};
}

/// Two numbers side by side, worked on at once where the machine can.
typedef double Pair __attribute__((vector_size(16), aligned(8), may_alias));
inline Pair both(double x) { return Pair{x, x}; }
inline Pair least(Pair a, Pair b) { return b < a ? b : a; }
inline Pair most(Pair a, Pair b) { return a < b ? b : a; }
/// Of a comparison of pairs.
template <class Mask>
bool both_hold(const Mask& mask) {
#ifdef __SSE2__
  return _mm_movemask_pd(reinterpret_cast<const __m128d&>(mask)) == 3;
#else
  return (mask[0] & mask[1]) != 0;
#endif
}
/// Of a column: rows x and y, then z and w.
inline const Pair* pairs(const glm::dvec4& column) { return reinterpret_cast<const Pair*>(&column.x); }
inline Pair* pairs(glm::dvec4& column) { return reinterpret_cast<Pair*>(&column.x); }

/// `product` = a * b, and must be neither of them. Their last row is 0 0 0 1; the sums are those of glm.
inline void multiply(const glm::dmat4& a, const glm::dmat4& b, glm::dmat4& product) {
  for (int rows = 0; rows < 2; ++rows) {
    const Pair x = pairs(a[0])[rows], y = pairs(a[1])[rows], z = pairs(a[2])[rows], w = pairs(a[3])[rows];
    for (int i = 0; i < 4; ++i) {
      // With 0 added, what would be -0 is 0.
      pairs(product[i])[rows] = x * both(b[i].x) + y * both(b[i].y) + z * both(b[i].z) + (i < 3 ? both(0) : w);
    }
  }
}

/// Along the axes.
struct Box {
  glm::dvec3 min{0}, max{0};
};
/// Least x and y, least z and greatest x, greatest y and z.
inline const Pair* pairs(const Box& box) { return reinterpret_cast<const Pair*>(&box.min.x); }
inline Pair* pairs(Box& box) { return reinterpret_cast<Pair*>(&box.min.x); }

/// Bounds of both.
inline Box unite(const Box& a, const Box& b) {
  Box all;
  pairs(all)[0] = least(pairs(a)[0], pairs(b)[0]);
  pairs(all)[1] = Pair{least(pairs(a)[1], pairs(b)[1])[0], most(pairs(a)[1], pairs(b)[1])[1]};
  pairs(all)[2] = most(pairs(a)[2], pairs(b)[2]);
  return all;
}

/// False for what is no number.
inline bool is_within(const glm::dvec3& p, const Box& box) {
  // All sides at once, since the answers follow no pattern.
  const Pair across{box.min.z, p.x};
  return both_hold((Pair{p.x, p.y} >= pairs(box)[0]) & (Pair{p.y, p.z} <= pairs(box)[2]) &
                   (across <= Pair{p.z, box.max.x}));
}

/// Bounds of the eight transformed corners.
inline Box transform_box(const glm::dmat4& matrix, const Box& box) {
  // Per axis the extremes of the corners are sums of the extremes of the columns' parts.
  Pair low[2], high[2];
  for (int rows = 0; rows < 2; ++rows) {
    low[rows] = high[rows] = pairs(matrix[3])[rows];
    for (int column = 0; column < 3; ++column) {
      const Pair part = pairs(matrix[column])[rows];
      const Pair a = part * both(box.min[column]), b = part * both(box.max[column]);
      low[rows] += least(a, b);
      high[rows] += most(a, b);
    }
  }
  Box bounds;
  pairs(bounds)[0] = low[0];
  pairs(bounds)[1] = Pair{low[1][0], high[0][0]};
  pairs(bounds)[2] = Pair{high[0][1], high[1][0]};
  return bounds;
}

}  // namespace vitrine::world
