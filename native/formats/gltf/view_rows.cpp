// The formats of this view core: this one alone.

#include <vector>

#include "formats/gltf/rows.h"

namespace vitrine {

std::span<const FormatRow> formats() {
  static const std::vector<FormatRow> all = [] {
    std::vector<FormatRow> rows(gltf::rows().begin(), gltf::rows().end());
    rows.insert(rows.end(), gltf::buffer_rows().begin(), gltf::buffer_rows().end());
    return rows;
  }();
  return all;
}

}  // namespace vitrine
