#include "formats/pivot/read/names.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/utf8.h"

namespace vitrine::pivot {
namespace {

/// Windows-1251. 0xC0 to 0xFF are the Russian alphabet in order (U+0410 to U+044F); 0x98 is unassigned.
constexpr std::array<uint16_t, 128> kWindows1251 = [] {
  constexpr uint16_t kFirst[64] = {
      0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021, 0x20AC, 0x2030, 0x0409, 0x2039, 0x040A,
      0x040C, 0x040B, 0x040F, 0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0xFFFD, 0x2122,
      0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F, 0x00A0, 0x040E, 0x045E, 0x0408, 0x00A4, 0x0490, 0x00A6,
      0x00A7, 0x0401, 0x00A9, 0x0404, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x0407, 0x00B0, 0x00B1, 0x0406, 0x0456,
      0x0491, 0x00B5, 0x00B6, 0x00B7, 0x0451, 0x2116, 0x0454, 0x00BB, 0x0458, 0x0405, 0x0455, 0x0457};
  std::array<uint16_t, 128> table{};
  for (uint16_t i = 0; i < 128; ++i) table[i] = i < 64 ? kFirst[i] : static_cast<uint16_t>(0x0410 + (i - 64));
  return table;
}();

bool is_ascii(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

const char* encoding_of(std::string_view bytes) {
  if (is_ascii(bytes)) return "ascii";
  return is_utf8(bytes) ? "utf-8" : "windows-1251";
}

std::string encode_name(std::string_view utf8) {
  std::string out;
  for (std::string_view rest = utf8; !rest.empty();) {
    uint32_t code = 0;
    const size_t length = take_utf8(rest, code);
    if (length == 0) return {};
    rest.remove_prefix(length);
    const auto* const slot = std::find(kWindows1251.begin(), kWindows1251.end(), code);
    if (code >= 0x80 && (slot == kWindows1251.end() || code == 0xFFFD)) return {};
    out += static_cast<char>(code < 0x80 ? code : 0x80 + static_cast<uint32_t>(slot - kWindows1251.begin()));
  }
  return decode_name(out) == utf8 ? out : std::string();
}

std::string decode_name(std::string_view bytes) { return decode_bytes(bytes, kWindows1251); }

}  // namespace vitrine::pivot
