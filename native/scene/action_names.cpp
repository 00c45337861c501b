#include "scene/action_names.h"

#include <string_view>
#include <unordered_map>

namespace vitrine {
namespace {

/// Behind the last slash; the whole where nothing follows.
std::string_view last_part(std::string_view name) {
  const size_t slash = name.find_last_of("/\\");
  return slash == name.npos || slash + 1 == name.size() ? name : name.substr(slash + 1);
}

}  // namespace

void shorten_action_names(std::vector<Clip>& clips) {
  std::unordered_map<std::string, size_t> uses;
  bool any = false;
  for (Clip& clip : clips) {
    if (!clip.full_name.empty()) clip.name = std::move(clip.full_name);
    clip.full_name.clear();
    any |= last_part(clip.name).size() != clip.name.size();
  }
  if (!any) return;
  for (const Clip& clip : clips) ++uses[std::string(last_part(clip.name))];
  for (Clip& clip : clips) {
    std::string part(last_part(clip.name));
    if (part.size() == clip.name.size() || uses[part] != 1) continue;
    clip.full_name = std::move(clip.name);
    clip.name = std::move(part);
  }
}

}  // namespace vitrine
