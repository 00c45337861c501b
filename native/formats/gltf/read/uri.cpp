#include "formats/gltf/read/uri.h"

#include <algorithm>

#include "formats/lookup.h"

namespace vitrine::gltf {
namespace {

int base64(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

std::optional<std::vector<uint8_t>> from_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return {};
  std::vector<uint8_t> out;
  out.reserve(text.size() / 4 * 3 + 2);
  uint32_t bits = 0, held = 0;
  for (const char c : text) {
    const int value = base64(c);
    if (value < 0) return {};
    bits = bits << 6 | static_cast<uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<uint8_t>(bits >> held));
  }
  return out;
}

bool equal_folded(char a, char b) { return (a | 0x20) == (b | 0x20); }

}  // namespace

bool is_data_address(std::string_view uri) {
  constexpr std::string_view kScheme = "data:";
  return uri.size() >= kScheme.size() && std::equal(kScheme.begin(), kScheme.end(), uri.begin(), equal_folded);
}

std::optional<std::vector<uint8_t>> read_data_address(std::string_view uri) {
  const size_t comma = uri.find(',');
  if (comma == uri.npos) return {};
  const std::string_view data = uri.substr(comma + 1);
  if (uri.substr(0, comma).ends_with(";base64")) return from_base64(data);
  const std::string bytes = percent_decoded(data);
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

std::string_view media_type(std::string_view uri) {
  if (!is_data_address(uri)) return {};
  uri.remove_prefix(5);
  return uri.substr(0, uri.find_first_of(";,"));
}

bool stays_beside(std::string_view uri) {
  const std::string path = plain_path(uri);
  return !path.empty() && !is_absolute_path(uri) && path != ".." && !path.starts_with("../");
}

}  // namespace vitrine::gltf
