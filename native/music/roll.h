#pragma once
// Contents of a song's piano roll, on the clock of its sound: notes, programs, tempo, and the effects cut from it.

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "formats/v2m/read/song.h"

namespace vitrine::music {

/// Samples from the first event; those past 2^32 - 2, a day later, stand at 2^32 - 1.
using RollTime = uint32_t;

struct RollNote {
  RollTime start = 0, end = 0;
  uint8_t channel = 0, note = 0, velocity = 0, program = 0;
  uint32_t row = 0;  ///< of the file, in its channel
};
struct RollProgram {
  RollTime at = 0;
  uint32_t channel = 0, program = 0;
};
struct RollTempo {
  RollTime at = 0;
  uint32_t us_per_quarter = 0;
};
/// A row of an effect file.
struct RollEffect {
  RollTime start = 0, end = 0, loop = 0;
  uint8_t major = 0, minor = 0;
  int8_t gain = 0;  ///< fifths of a decibel
  uint8_t reserved = 0;
};

struct Roll {
  std::vector<RollNote> notes;  ///< channel by channel, in the order of their starts
  std::vector<RollProgram> programs;
  std::vector<RollTempo> tempo;
  std::vector<RollEffect> effects;  ///< empty for a song on its own
};

/// `file` is the one that `song` was read from. LIMIT_MEMORY where the rows are too many for `budget`.
Result<Roll> read_roll(std::span<const uint8_t> file, const v2m::Song& song, Budget& budget);

}  // namespace vitrine::music
