#pragma once
// An image of one colour, for a material that has none where an engine draws nothing without.

#include <glm/glm.hpp>
#include <string>

namespace vitrine::md5_export {

/// A PNG of a few pixels. `color`: linear light and alpha; the alpha is stored if `with_alpha`.
std::string plain_png(const glm::vec4& color, bool with_alpha);

}  // namespace vitrine::md5_export
