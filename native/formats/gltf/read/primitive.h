#pragma once
// A primitive of the file as arrays of its own vertices: those that its elements use, each once; each corner by itself
// where there are no normals, since such faces are flat.

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "base/generated.h"
#include "formats/gltf/read/asset.h"

namespace vitrine::gltf {

struct PrimitiveData {
  uint32_t mode = 4;  ///< 0 points, 1 lines, 2 loop, 3 strip of lines, 4 triangles, 5 strip, 6 fan
  uint32_t material = kNone;
  uint64_t file_vertices = 0;      ///< elements of the POSITION accessor
  uint64_t elements = 0;           ///< triangles, lines or points
  std::vector<uint32_t> vertices;  ///< of each vertex its number in the accessor
  bool is_whole = false;           ///< the vertices are those of the accessor, in its order
  std::vector<uint32_t> indices;   ///< triangles only
  // Per vertex; empty where the file has none.
  std::vector<glm::vec3> positions, normals;
  std::vector<glm::vec4> tangents;
  std::vector<std::vector<glm::vec2>> uv;
  std::vector<glm::u8vec4> colors;
  uint32_t influences = 0;  ///< 4 per set of joints and weights
  UnwrittenVector<uint32_t> joints;
  UnwrittenVector<float> weights;
  std::vector<std::vector<glm::vec3>> targets;  ///< displacements; empty = none

  /// Accessors, by attribute, of numbers that mean nothing to Vitrine: `_NAME`, COLOR_1 and further sets.
  std::map<std::string, uint32_t> kept;
  uint32_t attributes_left_out = 0;  ///< matrices among them

  bool has_triangles() const { return mode >= 4; }
};

/// Empty vertices for a primitive that draws nothing.
PrimitiveData read_primitive(Asset& asset, const Object& object);

}  // namespace vitrine::gltf
