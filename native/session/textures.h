#pragma once
#include <string>
#include <vector>

#include "base/limits.h"
#include "scene/scene.h"

namespace vitrine {

/// Connects texture names with the files of the document: each texture's candidates are tried in order against the
/// paths of `files` with role "texture", ignoring case and the kind of slash. A candidate with folders prefers the file
/// whose path ends in it; failing that, equal base names match. Sets status and file.
void resolve_textures(Scene& scene);

/// Pays for the names of the files that textures are in, which the report repeats for each texture. LIMIT_MEMORY where
/// `budget` cannot pay for all of them: the textures that are left have no file and are missing.
Status pay_for_found_names(Scene& scene, Budget budget);

/// True for names of images that a host or the core can decode.
bool is_image_name(std::string_view name);

}  // namespace vitrine
