#include "base/utf8.h"

#include <array>

namespace vitrine {
namespace {

/// 0x80..0x9F have letters of their own, the rest is Latin-1.
constexpr std::array<uint16_t, 128> kWindows1252 = [] {
  constexpr uint16_t kFirst[32] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  std::array<uint16_t, 128> table{};
  for (uint16_t i = 0; i < 128; ++i) table[i] = i < 32 ? kFirst[i] : static_cast<uint16_t>(0x80 + i);
  return table;
}();

}  // namespace

size_t take_utf8(std::string_view text, uint32_t& code_point) {
  if (text.empty()) return 0;
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) {
    code_point = lead;
    return 1;
  }
  const size_t length = lead >= 0xF0 && lead < 0xF5   ? 4
                        : lead >= 0xE0 && lead < 0xF0 ? 3
                        : lead >= 0xC2 && lead < 0xE0 ? 2
                                                      : 0;
  if (length == 0 || text.size() < length) return 0;
  uint32_t code = lead & (0x7Fu >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (overlong || surrogate || code > 0x10FFFF) return 0;
  code_point = code;
  return length;
}

void append_utf8(std::string& out, uint32_t code_point) {
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
    return;
  }
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code_point >> shift & 0x3F)); };
  if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | code_point >> 6);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | code_point >> 12);
    tail(6);
  } else {
    out += static_cast<char>(0xF0 | code_point >> 18);
    tail(12);
    tail(6);
  }
  tail(0);
}

bool is_utf8(std::string_view text) {
  uint32_t code_point = 0;
  while (!text.empty()) {
    const size_t length = take_utf8(text, code_point);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string decode_bytes(std::string_view text, std::span<const uint16_t, 128> upper_half) {
  if (is_utf8(text)) return std::string(text);
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    append_utf8(out, byte < 0x80 ? byte : upper_half[byte - 0x80]);
  }
  return out;
}

std::string to_utf8(std::string_view text) { return decode_bytes(text, kWindows1252); }

}  // namespace vitrine
