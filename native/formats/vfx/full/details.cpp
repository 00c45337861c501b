#include <nlohmann/json.hpp>
#include <vector>

#include "formats/v2m/full/table.h"
#include "formats/vfx/full/map_record.h"
#include "formats/vfx/full/table.h"
#include "formats/vfx/rows.h"

namespace vitrine::vfx {
namespace {

using Json = nlohmann::ordered_json;

/// Codes of the file itself and of its song.
std::span<const Code* const> all_codes() {
  static const std::vector<const Code*> kAll = [] {
    std::vector<const Code*> all(std::begin(kCodes), std::end(kCodes));
    all.insert(all.end(), std::begin(v2m::kCodes), std::end(v2m::kCodes));
    return all;
  }();
  return kAll;
}

Result<Json> read_sound(std::string_view name, std::span<const uint8_t> bytes, bool with_notes, Budget& budget) {
  VITRINE_TRY(const EffectFile file, read_with_song(bytes, &budget));
  VITRINE_TRY(Json rows, table(name, bytes.size(), file, budget));
  Json out = {{"table", std::move(rows)}};
  if (with_notes) {
    VITRINE_TRY(out["notes"], v2m::notes(file.song, budget));
  }
  return out;
}

constexpr SoundReader kSound = {true, read_sound};

}  // namespace

std::span<const FormatDetails> details() {
  static const FormatDetails kDetails[] = {{.kind = "vfx",
                                            .title = "VFX sound effects (ViruZ FX)",
                                            .codes = all_codes(),
                                            .sound = &kSound,
                                            .map_record = map_record,
                                            .record_start = record_start}};
  return kDetails;
}

}  // namespace vitrine::vfx
