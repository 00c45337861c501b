#pragma once
// The text of a document: what it costs before it is parsed, and where its values stand. nlohmann/json keeps no
// positions; they are looked up in the text when they are requested.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/result.h"

namespace vitrine::gltf {

using Json = nlohmann::json;

/// The document. GLTF_JSON with the offset of the fault, LIMIT_COUNT for nesting, LIMIT_MEMORY before it is parsed.
/// Offsets count from `base`.
Result<Json> parse_json(std::string_view text, uint64_t base, const Limits& limits, Budget& budget);

/// Where a text that is not JSON stops being it (describe.cpp).
Error fault_of(std::string_view text, uint64_t base);

struct TextRange {
  uint64_t offset = 0, length = 0;
};
/// Where the value of an RFC 6901 pointer stands in a text that has been parsed; of equal keys the last counts. A
/// pointer to what is not there gives the innermost value that is.
TextRange find_value(std::string_view text, std::string_view pointer);
/// The elements of the array at `pointer`, in order; empty when there is none. `within`: the pointer starts from the
/// value there.
std::vector<TextRange> elements_of(std::string_view text, std::string_view pointer, uint64_t within = 0);

}  // namespace vitrine::gltf
