#pragma once
// Names in old files are bytes of an unknown code page. Reports need UTF-8.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vitrine {

/// Length of the valid UTF-8 sequence at the front of `text` and its code point; 0 when there is none.
size_t take_utf8(std::string_view text, uint32_t& code_point);
void append_utf8(std::string& out, uint32_t code_point);
bool is_utf8(std::string_view text);

/// `text` as it is when it is UTF-8, else every byte from 0x80 on read by `upper_half` (128 code points).
std::string decode_bytes(std::string_view text, std::span<const uint16_t, 128> upper_half);
/// The same with Windows-1252, for text of which nothing is known. Control characters are kept.
std::string to_utf8(std::string_view text);

}  // namespace vitrine
