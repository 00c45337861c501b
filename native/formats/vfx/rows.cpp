#include "formats/vfx/rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "formats/vfx/table.h"

namespace vitrine::vfx {
namespace {

bool sniff(std::span<const uint8_t> bytes, std::string_view) {
  return bytes.size() >= 4 && std::equal(bytes.begin(), bytes.begin() + 4, "VFX0");
}

std::string text_of(const Warning& warning, const Effects& effects) {
  if (warning.code == &kUnusualRate) return std::to_string(effects.rate) + " samples per second";
  const std::string row = "effect " + std::to_string(warning.row);
  return row + (warning.code == &kReserved ? ": its reserved byte is not 0" : " starts behind the end of the music");
}

Status load(LoadContext& context, Scene&) {
  VITRINE_TRY(const EffectFile file, read_with_song(context.bytes, &context.budget));
  VITRINE_TRY(context.info, table(context.name, context.bytes.size(), file, context.budget));
  const uint64_t rate_at = file.effects.music_at + file.effects.music.size();
  for (const Warning& row : file.effects.warnings) {
    const uint64_t at = row.code == &kUnusualRate ? rate_at : rate_at + 8 + uint64_t{row.row} * 16;
    context.diagnostics.add(*row.code, at, text_of(row, file.effects));
  }
  for (const v2m::Warning& row : file.song.warnings) {
    context.diagnostics.add(*row.code, file.effects.music_at + file.song.channels[row.channel].offset,
                            "channel " + std::to_string(row.channel) + " has notes but no program change");
  }
  return ok_status();
}

constexpr const char* kExtensions[] = {"vfx"};

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow kRows[] = {{"vfx", "vfx", kExtensions, FileRole::kSound, false, sniff, load}};
  return kRows;
}

}  // namespace vitrine::vfx
