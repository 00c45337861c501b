#pragma once
// Names and numbers that every engine reads.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/names.h"
#include "base/number.h"

namespace vitrine {

// Names that every engine reads and that no two things share, whatever the case.

/// Letters, digits, '_', '.' and '-'; every other character of a scene's text becomes '_'.
std::string plain_name(const std::string& name, const char* if_empty);
/// At most `bytes` (0 = any number), cut in the middle so that an ending like ".L" survives.
std::string cut_name(const std::string& name, size_t bytes);
/// Shader names and comments: printable ASCII without quotes, and no "//", which some readers take for a comment.
std::string quotable(const std::string& name, const char* if_empty);
/// The name without the extension of an image.
std::string without_image_ending(const std::string& name);
/// The name without folders and without the extension of an image, lower case.
std::string image_base_name(const std::string& name);

class NameList {
 public:
  explicit NameList(size_t most_bytes) : most_bytes_(most_bytes) {}
  /// The name, cut, with a number where it or one that differs in case only is taken.
  std::string take(const std::string& name);

 private:
  size_t most_bytes_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, uint32_t> numbers_;  ///< by name, the last one tried
};

/// The shortest text that reads back as the finite number, whole ones without a point.
inline std::string shortest(double number) {
  char text[kLongestNumberText];
  std::string out(text, write_number(text, number));
  if (std::string_view(out).ends_with(".0")) out.resize(out.size() - 2);
  return out;
}

}  // namespace vitrine
