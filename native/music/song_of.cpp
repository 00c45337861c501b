#include "music/song_of.h"

#include <algorithm>

#include "base/lfs_pointer.h"
#include "base/sentences.h"
#include "formats/vfx/read/effects.h"

namespace vitrine::music {

Result<SongBytes> read_song(std::span<const uint8_t> file, Budget* budget) {
  if (is_lfs_pointer(file)) return Error{messages::kLfsPointer, 0, {file.size()}};
  SongBytes found{file, 0, {}};
  if (file.size() >= 4 && std::equal(file.begin(), file.begin() + 4, "VFX0")) {
    VITRINE_TRY(const vfx::Effects effects, vfx::read(file));
    found.bytes = effects.music;
    found.at = effects.music_at;
  }
  auto song = v2m::read(found.bytes, budget);
  if (!song) {
    const Error& error = song.error();
    return error.offset() == kNoOffset ? error : error.at(error.offset() + found.at);
  }
  found.song = std::move(*song);
  return found;
}

}  // namespace vitrine::music
