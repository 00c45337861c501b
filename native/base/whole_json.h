#pragma once
// JSON from bytes. nlohmann's lexer takes a NUL after the value for the end of its input without an error about what
// stands behind it, so a text is given to it through here only.

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace vitrine {

/// Offset of the NUL before which a parser of `text` stops although there is more; npos when it has none. A valid text
/// holds none anywhere: RFC 8259 allows it neither between values nor, unescaped, in a string.
inline size_t nul_in_json(std::string_view text) { return text.find('\0'); }

/// The value that the whole of `text` is; discarded (is_discarded()) when it is not JSON to its last byte. Value is
/// nlohmann::json or nlohmann::ordered_json: their parsers take long to compile, so they are compiled once.
template <typename Value = nlohmann::json>
Value parse_whole_json(std::string_view text);

/// The same of bytes.
template <typename Value = nlohmann::json>
Value parse_whole_json(std::span<const uint8_t> bytes) {
  return parse_whole_json<Value>(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

/// The words and the offset of a fault that nlohmann's parser reports.
struct JsonFault {
  std::string_view what;
  uint64_t offset = 0;
};
inline JsonFault json_fault(size_t position, const std::string& token, const nlohmann::detail::exception& fault) {
  constexpr int kNumberOverflow = 406;
  if (fault.id == kNumberOverflow)
    return {"the number is beyond a double", position - std::min(position, token.size())};
  // "[json.exception.parse_error.101] parse error at line 1, column 40: syntax error ..." -> from "syntax" on
  std::string_view words = fault.what();
  if (const auto cut = words.find(": "); cut != words.npos) words.remove_prefix(cut + 2);
  return {words, position == 0 ? 0 : position - 1};
}

}  // namespace vitrine
