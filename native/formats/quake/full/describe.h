#pragma once
// Report of a file beyond the Scene, and warnings.

#include "formats/format.h"
#include "formats/quake/raw.h"

namespace vitrine::quake {

Status describe(LoadContext& context, const RawModel& raw);

/// The rows of a list beside the file that are for it.
Status take_listed_actions(LoadContext& context, RawModel& raw);

}  // namespace vitrine::quake
