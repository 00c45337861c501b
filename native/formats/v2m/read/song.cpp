#include "formats/v2m/read/song.h"

#include "formats/v2m/read/song_reader.h"

namespace vitrine::v2m {

uint64_t Song::last_tick() const {
  uint64_t last = 0;
  for (const Channel& channel : channels) last = std::max(last, channel.last_tick);
  return last;
}

Result<Song> read(std::span<const uint8_t> bytes, Budget* budget) {
  NoTrace none;
  return SongReader(bytes, budget, none).run();
}

}  // namespace vitrine::v2m
