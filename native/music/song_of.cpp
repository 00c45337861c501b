#include "music/song_of.h"

#include <algorithm>

#include "formats/vfx/effects.h"

namespace vitrine::music {

Result<SongBytes> read_song(std::span<const uint8_t> file, Budget* budget) {
  SongBytes found{file, 0, {}};
  if (file.size() >= 4 && std::equal(file.begin(), file.begin() + 4, "VFX0")) {
    VITRINE_TRY(const vfx::Effects effects, vfx::read(file));
    found.bytes = effects.music;
    found.at = effects.music_at;
  }
  auto song = v2m::read(found.bytes, budget);
  if (!song) {
    Error error = song.error();
#if !VITRINE_VIEW_ONLY
    if (error.offset != kNoOffset) error.offset += found.at;
#endif
    return error;
  }
  found.song = std::move(*song);
  return found;
}

}  // namespace vitrine::music
