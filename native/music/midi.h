#pragma once
// A song as a standard MIDI file of type 1: the tempo map, then a track for each channel that plays. What MIDI cannot
// hold is counted.

#include "formats/v2m/read/song.h"

namespace vitrine::music {

struct MidiLoss {
  const char* what = "";  ///< stable word
  uint64_t count = 0;
  double largest = 0;  ///< in the unit that the message names; 0 where nothing was measured
  const char* message = "";
};
struct MidiFile {
  std::vector<uint8_t> bytes;
  std::vector<MidiLoss> losses;
};

/// Ticks, tempo, programs (named "V2 program N"), notes and controllers 1 to 7, in tracks "V2 channel N". Every note
/// ends: at its note off, where its key is struck again, where another program frees its voice, or with the song.
/// Channel 9 takes the number of a channel without notes. LIMIT_MEMORY where the song has more events than `budget`
/// pays for.
Result<MidiFile> to_midi(const v2m::Song& song, Budget& budget);

}  // namespace vitrine::music
