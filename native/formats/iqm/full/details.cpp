#include <nlohmann/json.hpp>

#include "formats/iqm/codes.h"
#include "formats/iqm/full/fixes.h"
#include "formats/iqm/full/places.h"
#include "formats/iqm/full/sections.h"
#include "formats/iqm/rows.h"

namespace vitrine::iqm {
namespace {

constexpr FormatDetails kDetails[] = {
    {.kind = "iqm",
     .title = "Inter-Quake Model",
     .codes = kCodes,
     .map_record = map_record,
     .record_start = record_start,
     .places = binary_places,
     .key_places = binary_key_places,
     .fixes = find_fixes},
    {.kind = "iqm.anim",
     .title = "Inter-Quake Model, animations alone",
     .codes = kCodes,
     .map_record = map_record,
     .record_start = record_start,
     .places = binary_places,
     .key_places = binary_key_places,
     .fixes = find_fixes},
    {.kind = "iqe",
     .title = "Inter-Quake Export",
     .begins = "# Inter-Quake Export",
     .codes = kCodes,
     .places = text_places,
     .key_places = text_key_places},
    {.kind = "iqe.anim", .title = "Inter-Quake Export, animations alone", .codes = kCodes}};

}  // namespace

std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::iqm
