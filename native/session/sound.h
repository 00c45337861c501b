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
/// (formats/details.h), "patches" and "globals", see `patches_report`.
Result<nlohmann::ordered_json> sound_report(std::string_view name, std::span<const uint8_t> bytes,
                                            const Limits& limits = {});

// The sounds of a song for people: modules in the order of the signal, values in units, envelopes and filters as lines.

/// { "patches": [{ index, at, bytes, modules, modulations }], "globals": { at, bytes, modules } } of a song, or of the
/// one inside an effect file; places count from the start of `file`. A module is { id, mode, on, values, envelope?,
/// response? }, a value { name, raw, value, unit, at }: `value` is a number or a word, `at` is null where the
/// generation of the song does not store it. Errors are those of the reader; LIMIT_MEMORY where they are too many for
/// `budget`.
Result<nlohmann::ordered_json> patches_report(std::span<const uint8_t> file, Budget& budget);

}  // namespace vitrine
