#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::qmsh {

/// File names to look for where only a material's name is known: images of that name or `<name>Texture`, or `<name>_n`
/// for a normal map.
std::vector<std::string> image_candidates(const std::string& material, bool normal_map);

}  // namespace vitrine::qmsh
