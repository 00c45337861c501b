#pragma once
// Images of materials; images that files beside a model name: where they may lie, and those that nothing names any
// more.

#include <array>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace vitrine {

/// How many textures from this one on take turns; 1 where it is alone.
inline uint32_t turns_of(const Texture& texture) {
  return texture.turns_s.empty() ? 1 : static_cast<uint32_t>(texture.turns_s.size());
}

/// Which of those that take turns shows: the first that ends later, as WinQuake has it.
uint32_t texture_at(const Scene& scene, uint32_t texture, double time_s);

/// The slot of a role that names a texture; null = none.
inline const TextureSlot* slot_of(const Material& material, TextureRole role) {
  for (const TextureSlot& slot : material.slots) {
    if (slot.role == role && slot.texture != kNone) return &slot;
  }
  return nullptr;
}

/// Endings of images, in the order in which they are tried for a name without one, or for a file that is not there.
inline constexpr std::array<const char*, 8> kImageEndings = {".tga", ".png",  ".jpg", ".jpeg",
                                                             ".dds", ".webp", ".bmp", ".gif"};

/// File names under which an image that a declaration or a configuration names may lie; `folder` ends in a slash or is
/// empty. Paths longer than a file system takes lead nowhere.
Texture texture_of(std::string_view path, std::string_view folder = {});

/// What the names of such a texture take at most.
uint64_t texture_bytes(std::string_view path, std::string_view folder = {});

/// Drops the textures that no material has, of those that `may_go`, and numbers the rest again.
void drop_unused_textures(Scene& scene, const std::vector<bool>& may_go);

}  // namespace vitrine
