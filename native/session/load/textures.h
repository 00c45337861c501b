#pragma once
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "formats/lookup.h"
#include "scene/scene.h"

namespace vitrine {

/// For each texture the one of these images that it means, by the rule of formats/lookup.h; empty names are no images.
std::vector<Found> find_images(const Scene& scene, const std::vector<std::string_view>& images);

/// Connects texture names with the files of the document that have the role "texture": sets status, file, and why.
void resolve_textures(Scene& scene);

/// Pays for the names of the files that textures are in, which the report repeats for each texture. LIMIT_MEMORY where
/// `budget` cannot pay for all of them: the textures that are left have no file and are missing.
Status pay_for_found_names(Scene& scene, Budget budget);

/// True for names of images that a host or the core can decode.
bool is_image_name(std::string_view name);

}  // namespace vitrine
