#pragma once
#include "formats/format.h"

namespace vitrine::md5 {

bool sniff_scale(std::span<const uint8_t> bytes, std::string_view name);
/// Factors of vertices about their joints, for the animation in `scene` that is called like the file.
Status load_scale(LoadContext& context, Scene& scene);

}  // namespace vitrine::md5
