#pragma once
#include <string_view>

namespace vitrine {

/// The first `most` bytes of a longer text, or a few less, so that no character of UTF-8 is cut.
inline std::string_view beginning(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  for (int k = 0; k < 3 && most > 0 && (text[most] & 0xC0) == 0x80; ++k) --most;
  return text.substr(0, most);
}

}  // namespace vitrine
