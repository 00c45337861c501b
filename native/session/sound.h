#pragma once
// Songs and sound effects on their own: the tables that world documents and `inspect` show, and
// the notes for a piano roll.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"

namespace vitrine {

/// The table of a file of effects, with that of the song inside as `music`, or of a song; errors have the format's own
/// codes and offsets.
Result<nlohmann::ordered_json> sound_table(bool effects, std::string_view name, std::span<const uint8_t> bytes,
                                           const Limits& limits = {});
/// A sound file of either kind, recognised by its content: { "kind" of its row, "table", "notes" }, see SoundReader
/// (formats/details.h), "patches" and "globals", see session/patches.h.
Result<nlohmann::ordered_json> sound_report(std::string_view name, std::span<const uint8_t> bytes,
                                            const Limits& limits = {});

}  // namespace vitrine
