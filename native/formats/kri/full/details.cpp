#include <nlohmann/json.hpp>

#include "formats/kri/codes.h"
#include "formats/kri/full/fixes.h"
#include "formats/kri/full/places.h"
#include "formats/kri/rows.h"

namespace vitrine::kri {
namespace {

constexpr FormatDetails kDetails[] = {
    {.kind = "kri",
     .title = "KRI scene",
     .codes = kCodes,
     .map_record = map_record,
     .record_start = record_start,
     .places = places,
     .fixes = [](std::span<const uint8_t> bytes, const FormatRow&) { return find_fixes(bytes); }},
};

}  // namespace

std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::kri
