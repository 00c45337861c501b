#pragma once
// One test for numbers of any shape: 0 times what is infinite or NaN is NaN, and so is every sum with it.

#include <array>

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

}  // namespace vitrine
