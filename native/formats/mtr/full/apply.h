#pragma once
// From declarations to the scene's materials.

#include "formats/mtr/full/declaration.h"
#include "scene/scene.h"
#include "scene/textures.h"

namespace vitrine::mtr {

/// Applies a declaration to `material`; its images are appended to `textures`. Messages are for the first
/// material of a declaration only (`quiet` = another one had it already).
void apply(LoadContext& context, const MaterialText& text, Material& material, std::vector<Texture>& textures,
           bool quiet);

/// Lower case, forward slashes, no extension: how the game compares names of declarations.
std::string canonical(std::string_view name);

}  // namespace vitrine::mtr
