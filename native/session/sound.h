#pragma once
// Songs and sound effects (formats v2m and vfx) on their own: the tables that world documents and `inspect` show, and
// the notes for a piano roll.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"

namespace vitrine {

/// The table of a V2M song; errors have its own codes and offsets.
Result<nlohmann::ordered_json> v2m_table(std::string_view name, std::span<const uint8_t> bytes,
                                         const Limits& limits = {});
/// The table of a VFX file, with that of the song inside as `music`.
Result<nlohmann::ordered_json> vfx_table(std::string_view name, std::span<const uint8_t> bytes,
                                         const Limits& limits = {});
/// A sound file of either kind, told by its content: { "kind": "vfx" | "v2m", "table", "notes" }, notes as in
/// formats/v2m/table.h.
Result<nlohmann::ordered_json> sound_report(std::string_view name, std::span<const uint8_t> bytes,
                                            const Limits& limits = {});

}  // namespace vitrine
