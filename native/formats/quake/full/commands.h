#pragma once
#include "formats/format.h"
#include "formats/quake/raw.h"

namespace vitrine::quake {

/// The drawing commands of an MD2, which Quake II draws instead of the triangles: do they draw the same?
Status check_commands(LoadContext& context, const RawModel& raw);

}  // namespace vitrine::quake
