#pragma once
// Names as files have them: letters of ASCII without their case, paths with either slash.

#include <algorithm>
#include <string>
#include <string_view>

namespace vitrine {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

inline std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

inline bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

inline bool ends_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && equal_ignoring_case(text.substr(text.size() - end.size()), end);
}

/// The name without folders.
inline std::string_view base_name(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);  // npos + 1 is 0
}

/// The name without folders and extension; a name that begins with its only dot stays whole.
inline std::string_view file_stem(std::string_view path) {
  path = base_name(path);
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? path : path.substr(0, dot);
}

}  // namespace vitrine
