#include <nlohmann/json.hpp>

#include "formats/pivot/codes.h"
#include "formats/pivot/full/fixes.h"
#include "formats/pivot/full/places.h"
#include "formats/pivot/read/build.h"
#include "formats/pivot/read/names.h"
#include "formats/pivot/rows.h"

namespace vitrine::pivot {
namespace {

constexpr const ReadingOption* kOptions[] = {&kFlipV, &kConjugate, &kZUp, &kMirrorZ, &kForce};

constexpr FormatDetails kDetails[] = {
    {.kind = "pivot",
     .title = "Pivot scene",
     .experimental = true,
     .code_page = "windows-1251",
     .decode = decode_name,
     .codes = kCodes,
     .options = kOptions,
     .map_record = map_record,
     .record_start = record_start,
     .places = places,
     .fixes = [](std::span<const uint8_t> bytes, const FormatRow&) { return find_fixes(bytes); }},
};

}  // namespace

std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::pivot
