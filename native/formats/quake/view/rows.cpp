// The formats of this view core: this one alone, without words.

#include "formats/quake/rows.h"
#include "formats/quake/full/describe.h"

namespace vitrine {

std::span<const FormatRow> formats() { return quake::rows(); }

namespace quake {

Status describe(LoadContext&, const RawModel&) { return ok_status(); }
Status take_listed_actions(LoadContext&, RawModel&) { return ok_status(); }

}  // namespace quake
}  // namespace vitrine
