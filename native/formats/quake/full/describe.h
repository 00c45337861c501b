#pragma once
// Report of a file beyond the Scene, and warnings.

#include "formats/format.h"
#include "formats/quake/raw.h"

namespace vitrine::quake {

Status describe(LoadContext& context, const RawModel& raw);

}  // namespace vitrine::quake
