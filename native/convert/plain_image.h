#pragma once
// Images as files: what is given, and one of one colour for a material that has none where an engine draws nothing
// without.

#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace vitrine {

/// A PNG of a few pixels. `color`: linear light and alpha; the alpha is stored if `with_alpha`.
std::string plain_png(const glm::vec4& color, bool with_alpha);
/// ".png", ".jpg" or ".tga", by the first bytes of a file that is one of those.
const char* image_ending(const std::vector<uint8_t>& bytes);

}  // namespace vitrine
