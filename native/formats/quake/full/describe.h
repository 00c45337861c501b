#pragma once
// Report of a file beyond the Scene, and warnings; left out of view cores (view/rows.cpp).

#include "formats/format.h"
#include "formats/quake/raw.h"

namespace vitrine::quake {

Status describe(LoadContext& context, const RawModel& raw);

}  // namespace vitrine::quake
