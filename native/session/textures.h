#pragma once
#include <string>
#include <vector>

#include "base/limits.h"
#include "scene/scene.h"

namespace vitrine {

/// Connects texture names with the files of the document: each texture's candidates are tried in order against the
/// paths of `files` with role "texture", ignoring case and the kind of slash. A candidate with folders prefers the file
/// whose path ends in it; failing that, equal base names match. Sets status and file. The report repeats the name of a
/// file for each texture that is in it: LIMIT_MEMORY where `budget` cannot pay for all of them, which leaves the rest
/// missing.
Status resolve_textures(Scene& scene, Budget budget);

/// True for names of images that a host or the core can decode.
bool is_image_name(std::string_view name);

}  // namespace vitrine
