#pragma once
// Tables of songs and sound effects (formats v2m and vfx) as the reports show them.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace vitrine {

/// The table of a V2M song; errors have its own codes and offsets.
Result<nlohmann::ordered_json> v2m_table(std::string_view name, std::span<const uint8_t> bytes);
/// The table of a VFX file, with that of the song inside as `music`.
Result<nlohmann::ordered_json> vfx_table(std::string_view name, std::span<const uint8_t> bytes);
/// All notes of a song for a piano roll: [{ channel, note, velocity, start, end }] in seconds; a note ends at its note off, at
/// the next note on of the same key, or with the song.
Result<nlohmann::ordered_json> v2m_notes(std::span<const uint8_t> bytes);
/// A sound file of either kind, told by its content: { "kind": "vfx" | "v2m", "table", "notes" }.
Result<nlohmann::ordered_json> sound_report(std::string_view name, std::span<const uint8_t> bytes);

}  // namespace vitrine
