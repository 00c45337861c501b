#include <nlohmann/json.hpp>

#include "formats/quake/codes.h"
#include "formats/quake/full/places.h"
#include "formats/quake/parts.h"
#include "formats/quake/rows.h"

namespace vitrine::quake {
namespace {

/// Ports of Quake look beside the model, those of Quake II in a folder below.
constexpr const char* kStoodInBy[] = {"*.md5mesh", "md5/*.md5mesh"};

constexpr const char* kParts[] = {"lower", "upper", "head"};
constexpr const char* kLevels[] = {"_1", "_2", "_3"};

constexpr FormatDetails kDetails[] = {{.kind = "mdl",
                                       .title = "Quake model (MDL)",
                                       .codes = kCodes,
                                       .stood_in_by = kStoodInBy,
                                       .map_record = map_record,
                                       .record_start = record_start,
                                       .places = places_of},
                                      {.kind = "md2",
                                       .title = "Quake II model (MD2)",
                                       .codes = kCodes,
                                       .stood_in_by = kStoodInBy,
                                       .map_record = map_record,
                                       .record_start = record_start,
                                       .places = places_of},
                                      {.kind = "md3",
                                       .title = "Quake III model (MD3)",
                                       .codes = kCodes,
                                       .joins = joins_of,
                                       .parts = kParts,
                                       .levels = kLevels,
                                       .map_record = map_record,
                                       .record_start = record_start,
                                       .places = places_of}};

}  // namespace

std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::quake
