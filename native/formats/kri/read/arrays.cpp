#include "formats/kri/read/arrays.h"

#include <algorithm>
#include <iterator>

#include "formats/kri/read/array_reader.h"

namespace vitrine::kri {

bool is_array_chunk(std::string_view name) {
  const auto is_it = [&](const auto& row) { return row.name == name; };
  return std::any_of(std::begin(kVertexArrays), std::end(kVertexArrays), is_it) ||
         std::any_of(std::begin(kOtherArrays<NoTrace>), std::end(kOtherArrays<NoTrace>), is_it);
}

std::optional<Decoded> decode_array(const Frame& frame, Strings strings, uint32_t vertex_count) {
  NoTrace none;
  return trace_array(frame, strings, vertex_count, none);
}

}  // namespace vitrine::kri
