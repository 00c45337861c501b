#pragma once
// Models of several files that games put together: one hangs on a tag of another.

#include <string_view>
#include <vector>

namespace vitrine {

struct JoinPart {
  std::string_view name;               ///< of the file, may hold folders
  std::vector<std::string_view> tags;  ///< names of its nodes that others may hang on
};

struct TagJoin {
  size_t child = 0, parent = 0;  ///< of the parts
  std::string_view tag;          ///< of the parent; one that it does not have is where the parent itself is
  bool is_flash = false;         ///< is seen for the moment of a shot: hidden at first
};

}  // namespace vitrine
