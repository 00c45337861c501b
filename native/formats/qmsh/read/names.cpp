#include "formats/qmsh/read/names.h"

#include <initializer_list>

namespace vitrine::qmsh {

std::vector<std::string> image_candidates(const std::string& material, bool normal_map) {
  std::vector<std::string> names;
  const auto add = [&](const char* ending) {
    for (const char* extension : {".jpg", ".png", ".tga", ".dds", ".bmp", ".webp", ".gif"})
      names.push_back(material + ending + extension);
  };
  if (normal_map) {
    add("_n");
  } else {
    add("");
    add("Texture");
  }
  return names;
}

}  // namespace vitrine::qmsh
