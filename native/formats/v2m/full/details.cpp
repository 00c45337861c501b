#include <nlohmann/json.hpp>

#include "formats/v2m/full/map_record.h"
#include "formats/v2m/full/table.h"
#include "formats/v2m/rows.h"

namespace vitrine::v2m {
namespace {

using Json = nlohmann::ordered_json;

Result<Json> read_sound(std::string_view name, std::span<const uint8_t> bytes, bool with_notes, Budget& budget) {
  VITRINE_TRY(const Song song, read(bytes, &budget));
  VITRINE_TRY(Json rows, table(name, song, budget));
  Json out = {{"table", std::move(rows)}};
  if (with_notes) {
    VITRINE_TRY(out["notes"], notes(song, budget));
  }
  return out;
}

constexpr SoundReader kSound = {false, read_sound};
constexpr FormatDetails kDetails[] = {{.kind = "v2m",
                                       .title = "V2M song (Farbrausch V2 synthesizer)",
                                       .codes = kCodes,
                                       .sound = &kSound,
                                       .map_record = map_record,
                                       .record_start = record_start}};

}  // namespace

std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::v2m
