#pragma once
// A skin as it is written: surfaces and the shaders for them.

#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "formats/format.h"

namespace vitrine::q3 {

/// Names and words as messages and the report have them.
inline std::string shown(std::string_view text) { return to_utf8(text.substr(0, 200)); }

struct SkinLine {
  std::string_view surface;
  std::vector<std::string_view> shaders;  ///< several in ports that keep all skins in one file
  uint64_t offset = 0;
};

struct SkinText {
  std::vector<SkinLine> lines;
  size_t tags = 0, parts = 0;  ///< lines for tags, and for models that hang on others
};

/// Lines that cannot be read are messages of the context.
Result<SkinText> read_skin(LoadContext& context);

/// Is the text of a .skin one of Quake III, not a declaration of id Tech 4?
bool is_skin(std::span<const uint8_t> bytes);

}  // namespace vitrine::q3
