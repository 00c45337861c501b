#pragma once
// From declarations to the scene's materials.

#include "formats/mtr/declaration.h"
#include "scene/scene.h"

namespace vitrine::mtr {

/// Applies a declaration to `material`; its images are appended to `textures`. Messages are for the first
/// material of a declaration only (`quiet` = another one had it already).
void apply(LoadContext& context, const MaterialText& text, Material& material, std::vector<Texture>& textures,
           bool quiet);

/// File names under which an image that a declaration or a configuration names may lie; `folder` ends in a slash or is
/// empty. Paths longer than a file system takes lead nowhere.
Texture texture_of(std::string_view path, std::string_view folder = {});

/// What the names of such a texture take at most.
uint64_t texture_bytes(std::string_view path, std::string_view folder = {});

/// Lower case, forward slashes, no extension: how the game compares names of declarations.
std::string canonical(std::string_view name);

/// Drops the textures that nothing names, from `first_new` back to 0, and numbers the rest again.
void drop_unused_textures(Scene& scene, const std::vector<bool>& may_go);

}  // namespace vitrine::mtr
