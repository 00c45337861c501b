#include "formats/gltf/uri.h"

#include <algorithm>

namespace vitrine::gltf {
namespace {

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

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

std::string percent_decoded(std::string_view uri) {
  std::string out;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      out += uri[i];
      continue;
    }
    const int high = i + 2 < uri.size() ? hex(uri[i + 1]) : -1, low = i + 2 < uri.size() ? hex(uri[i + 2]) : -1;
    if (high < 0 || low < 0) return std::string(uri);
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool stays_beside(std::string_view uri) {
  if (uri.empty() || uri[0] == '/' || uri[0] == '\\') return false;
  if (uri.substr(0, uri.find_first_of("/\\")).find(':') != uri.npos) return false;
  int depth = 0;
  for (size_t at = 0; at <= uri.size();) {
    const size_t end = std::min(uri.find_first_of("/\\", at), uri.size());
    const std::string_view step = uri.substr(at, end - at);
    if (step == "..")
      --depth;
    else if (step != "." && !step.empty())
      ++depth;
    if (depth < 0) return false;
    at = end + 1;
  }
  return true;
}

std::string folded_path(std::string_view path) {
  std::string out;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find_first_of("/\\", at), path.size());
    const std::string_view step = path.substr(at, end - at);
    at = end + 1;
    if (step == "." || step.empty()) continue;
    if (step == "..") {
      const size_t slash = out.rfind('/');
      out.erase(slash == out.npos ? 0 : slash);
      continue;
    }
    if (!out.empty()) out += '/';
    for (const char c : step) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return out;
}

}  // namespace vitrine::gltf
