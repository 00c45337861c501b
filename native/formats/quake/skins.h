#pragma once
#include "formats/format.h"
#include "formats/quake/raw.h"

namespace vitrine::quake {

/// Number of the skin that is asked for, else 0.
size_t worn_skin(const LoadContext& context, const RawModel& raw);

/// The skin of an MDL as an image inside of the file: a lump of colour numbers, to which hosts give the colours of the
/// game's palette. What glows by itself is an image of its own.
Status add_skin(LoadContext& context, const RawModel& raw, std::vector<Texture>& textures, Material& material);

}  // namespace vitrine::quake
