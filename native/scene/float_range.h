#pragma once
// Vertex by vertex, for scenes whose sums of absolute values are too large. View cores leave these to the full core
// (native/wasm/view/loader.cpp).

#include <cmath>
#include <limits>
#include <vector>

#include "scene/scene.h"

namespace vitrine {

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
