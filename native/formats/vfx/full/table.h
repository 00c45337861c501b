#pragma once
// Contents of an effect file for reports.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "base/limits.h"
#include "formats/v2m/read/song.h"
#include "formats/vfx/read/effects.h"

namespace vitrine::vfx {

/// An effect file and the song inside it.
struct EffectFile {
  Effects effects;  ///< warnings: also of rows that start behind the music
  v2m::Song song;
};
/// Reads both; offsets of errors count from the start of `bytes`.
Result<EffectFile> read_with_song(std::span<const uint8_t> bytes, Budget* budget = nullptr);

/// The table of the file `name`, with that of its song as `music`; FORMAT.md lists its keys.
Result<nlohmann::ordered_json> table(std::string_view name, uint64_t bytes, const EffectFile& file, Budget& budget);

}  // namespace vitrine::vfx
