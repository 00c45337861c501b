#pragma once
// The sounds of a song for people: modules in the order of the signal, values in units, envelopes and filters as lines.

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "base/limits.h"
#include "base/result.h"

namespace vitrine {

/// { "patches": [{ index, at, bytes, modules, modulations }], "globals": { at, bytes, modules } } of a song, or of the
/// one inside an effect file; places count from the start of `file`. A module is { id, mode, on, values, envelope?,
/// response? }, a value { name, raw, value, unit, at }: `value` is a number or a word, `at` is null where the
/// generation of the song does not store it. Errors are those of the reader; LIMIT_MEMORY where they are too many for
/// `budget`.
Result<nlohmann::ordered_json> patches_report(std::span<const uint8_t> file, Budget& budget);

}  // namespace vitrine
