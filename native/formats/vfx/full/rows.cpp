#include "formats/vfx/rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "formats/vfx/full/table.h"
#include "formats/vfx/sentences.h"

namespace vitrine::vfx {
namespace {

bool sniff(std::span<const uint8_t> bytes, std::string_view) {
  return bytes.size() >= 4 && std::equal(bytes.begin(), bytes.begin() + 4, "VFX0");
}

void tell_size(Diagnostics& said, const Effects& effects, uint64_t file_bytes) {
  const uint64_t left = file_bytes - effects.table_at(), behind = file_bytes - effects.table_end();
  if (effects.rows.size() < effects.declared)
    said.add(messages::kTableCut, effects.table_at() - 4,
             {effects.declared, kRowBytes * effects.declared, left, effects.rows.size()});
  else
    said.add(messages::kBehindTable, effects.table_end(), {behind});
}

Status load(LoadContext& context, Scene&) {
  VITRINE_TRY(const EffectFile file, read_with_song(context.bytes, &context.budget));
  VITRINE_TRY(context.info, table(context.name, context.bytes.size(), file, context.budget));
  Diagnostics& said = context.diagnostics;
  for (const Warning& row : file.effects.warnings) {
    if (row.code == &kUnusualRate)
      said.add(messages::kOtherRate, file.effects.music_end(), {file.effects.rate});
    else if (row.code == &kSizeDiffers)
      tell_size(said, file.effects, context.bytes.size());
    else
      said.add(row.code == &kReserved ? messages::kReservedByte : messages::kStartsBehindEnd,
               file.effects.table_at() + kRowBytes * row.row, {row.row});
  }
  for (const v2m::Warning& row : file.song.warnings)
    said.add(row.message.at(row.message.offset() + file.effects.music_at));
  return ok_status();
}

constexpr const char* kExtensions[] = {"vfx"};

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow kRows[] = {{"vfx", "vfx", kExtensions, FileRole::kSound, false, sniff, load}};
  return kRows;
}

}  // namespace vitrine::vfx
