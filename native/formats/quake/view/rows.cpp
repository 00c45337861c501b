// The formats of this view core: these alone, without words.

#include "formats/quake/rows.h"
#include "formats/quake/full/describe.h"

namespace vitrine {

std::span<const FormatRow> formats() { return quake::rows(); }

namespace quake {

Status describe(LoadContext&, const RawModel&) { return ok_status(); }

}  // namespace quake

}  // namespace vitrine
