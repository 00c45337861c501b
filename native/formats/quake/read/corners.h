#pragma once
// MDL and MD2 give each corner of a triangle a vertex and a texture coordinate of its own: pairs become vertices.

#include "formats/quake/raw.h"
#include "geometry/hash_table.h"

namespace vitrine::quake {

class Corners {
 public:
  explicit Corners(RawSurface& surface) : surface_(surface), used_(surface.vertex_count, 0) {}

  /// `key` tells texture coordinates apart; `uv` is asked once for each pair.
  template <class Uv>
  void add(uint32_t vertex, uint32_t key, Uv&& uv) {
    const uint32_t corner = pairs_.find_or_add(uint64_t{vertex} << 32 | key);
    if (corner == surface_.vertex.size()) {
      surface_.vertex.push_back(vertex);
      surface_.uv.push_back(uv());
      used_[vertex] = 1;
    }
    surface_.indices.push_back(corner);
  }
  /// Vertices of the file that no triangle has count in boxes all the same.
  void add_unused() {
    for (uint32_t vertex = 0; vertex < used_.size(); ++vertex) {
      if (used_[vertex] != 0) continue;
      surface_.vertex.push_back(vertex);
      surface_.uv.emplace_back(0);
    }
  }

 private:
  RawSurface& surface_;
  std::vector<uint8_t> used_;
  geometry::FlatMap pairs_;
};

/// Bytes that a corner takes while it is found.
inline constexpr uint64_t kBytesOfCorner = 64;

}  // namespace vitrine::quake
