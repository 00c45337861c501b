#include <nlohmann/json.hpp>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/full/fixes.h"
#include "formats/qmsh/full/places.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/qmsh/read/text_actions.h"
#include "formats/qmsh/rows.h"

namespace vitrine::qmsh {
namespace {

constexpr const ReadingOption* kTextOptions[] = {&kLegacyCurves};
constexpr OtherReading kOriginal = {&kLegacyCurves, [](Clip& clip, const nlohmann::ordered_json& info) {
                                      read_as_original(clip, info.value("version", 0) == 10);
                                    }};

std::string decode_text(std::string_view bytes) {
  bool was_1250 = false;
  return decode_name(bytes, was_1250);
}

constexpr FormatDetails kDetails[] = {
    {.kind = "qmsh.tmp",
     .title = "QMSH text (.qmsh.tmp)",
     .begins = "QMSH\\s+TMP\\s+\\d",
     .code_page = "windows-1250",
     .decode = decode_text,
     .codes = kTextCodes,
     .options = kTextOptions,
     .other_reading = &kOriginal,
     .places = text_places,
     .fixes = find_text_fixes},
    {.kind = "qmsh",
     .title = "QMSH model (The Final Quest, carpg)",
     .code_page = "windows-1250",
     .decode = decode_text,
     .codes = kBinaryCodes,
     .map_record = map_record,
     .record_start = record_start,
     .places = binary_places,
     .key_places = pose_places,
     .fixes = [](std::span<const uint8_t> bytes, const FormatRow&) { return find_binary_fixes(bytes); }},
};

}  // namespace

std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::qmsh
