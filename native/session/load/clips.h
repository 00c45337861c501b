#pragma once
// Questions about clips that every host asks.

#include <cstdint>
#include <string_view>

#include "scene/scene.h"

namespace vitrine {

/// Index of the clip by exact name, else by case-insensitive name, else by number in the text; kNone.
uint32_t find_clip(const Scene& scene, std::string_view name_or_index);

/// The box that the file itself states for a clip at a time within its cycle, file space; between two frames both of
/// them, as the format's engine takes it. Empty where the file states none, or only zeros.
Bounds stored_bounds(const Clip& clip, double time_s);

}  // namespace vitrine
