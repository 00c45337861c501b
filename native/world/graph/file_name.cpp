#include "world/graph/file_name.h"

namespace vitrine::world {
namespace {

bool is_slash(char c) { return c == '/' || c == '\\'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool leaves_folder(std::string_view name) {
  if (!name.empty() && is_slash(name[0])) return true;
  if (name.size() > 1 && is_letter(name[0]) && name[1] == ':') return true;
  size_t depth = 0;
  for (size_t start = 0; start < name.size();) {
    size_t end = start;
    while (end < name.size() && !is_slash(name[end])) ++end;
    const std::string_view part = name.substr(start, end - start);
    if (part == "..") {
      if (depth == 0) return true;
      --depth;
    } else if (!part.empty() && part != ".") {
      ++depth;
    }
    start = end + 1;
  }
  return false;
}

}  // namespace vitrine::world
