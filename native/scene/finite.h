#pragma once
// One test for numbers of any shape: 0 times what is infinite or NaN is NaN, and so is every sum with it.

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "scene/scene.h"

namespace vitrine {

inline bool is_finite(float value) { return value * 0 == 0; }
inline bool is_finite(double value) { return value * 0 == 0; }

template <glm::length_t n, class T, glm::qualifier q>
bool is_finite(const glm::vec<n, T, q>& v) {
  T sum = 0;
  for (glm::length_t i = 0; i < n; ++i) sum += v[i] * 0;
  return sum == 0;
}
template <class T, glm::qualifier q>
bool is_finite(const glm::qua<T, q>& v) {
  return v.x * 0 + v.y * 0 + v.z * 0 + v.w * 0 == 0;
}
template <glm::length_t c, glm::length_t r, class T, glm::qualifier q>
bool is_finite(const glm::mat<c, r, T, q>& m) {
  T sum = 0;
  for (glm::length_t i = 0; i < c * r; ++i) sum += m[i / r][i % r] * 0;
  return sum == 0;
}
template <class T, size_t n>
bool is_finite(const std::array<T, n>& values) {
  T sum = 0;
  for (const T& value : values) sum += value * 0;
  return sum == 0;
}
inline bool is_finite(const TagTrack::Place& p) {
  return is_finite(p.axes[0]) && is_finite(p.axes[1]) && is_finite(p.axes[2]) && is_finite(p.origin);
}
inline bool is_finite(const Transform& t) {
  return is_finite(t.translation) && is_finite(t.rotation) && is_finite(t.scale);
}

// Vertex by vertex, for scenes whose sums of absolute values are too large. View cores leave these to the full core
// (native/wasm/view/loader.cpp).

inline bool fits_float(double value) { return std::abs(value) <= double{std::numeric_limits<float>::max()}; }
inline bool fits_float(const glm::dvec3& v) { return fits_float(v.x) && fits_float(v.y) && fits_float(v.z); }
inline bool fits_float(const glm::dmat4& m) {
  for (int c = 0; c < 4; ++c) {
    if (!fits_float(glm::dvec3(m[c])) || !fits_float(m[c].w)) return false;
  }
  return true;
}

/// True if `world` moves every vertex of the mesh to a place that floats can hold.
bool positions_fit(const Mesh& mesh, const glm::dmat4& world);
/// The same for the vertices of a skinned mesh; `worlds` are those of the nodes.
bool influences_fit(const Mesh& mesh, const Skin& skin, const std::vector<glm::dmat4>& worlds);

}  // namespace vitrine
