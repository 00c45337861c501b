#pragma once
// Contents of a song for reports: the table of `vitrine inspect` and of world documents, and the notes.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "formats/v2m/read/song.h"

namespace vitrine::v2m {

/// The table of a song read from `name`; FORMAT.md lists its keys. LIMIT_MEMORY where its rows are too many for
/// `budget`.
Result<nlohmann::ordered_json> table(std::string_view name, const Song& song, Budget& budget);
/// All notes for a piano roll: [{ channel, note, velocity, start, end }] in seconds; a note ends at its note off, at
/// the next note on of the same key, or with the song. LIMIT_MEMORY likewise.
Result<nlohmann::ordered_json> notes(const Song& song, Budget& budget);

}  // namespace vitrine::v2m
