#pragma once
// The song of a file: the file itself, or the song inside an effect file.

#include <span>

#include "formats/v2m/read/song.h"

namespace vitrine::music {

struct SongBytes {
  std::span<const uint8_t> bytes;  ///< of the song alone
  uint64_t at = 0;                 ///< where they begin in the file
  v2m::Song song;                  ///< its offsets count from there
};
/// Errors have their offsets in `file`.
Result<SongBytes> read_song(std::span<const uint8_t> file, Budget* budget = nullptr);

}  // namespace vitrine::music
