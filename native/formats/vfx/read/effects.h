#pragma once
// A VFX0 file: a song and the table of sound effects cut from it. FORMAT.md has the layout.

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "formats/vfx/codes.h"

namespace vitrine::vfx {

inline constexpr uint64_t kCountBytes = 8;  ///< sample rate and number of effects
inline constexpr uint64_t kRowBytes = 16;   ///< of the table

struct Effect {
  uint8_t major = 0, minor = 0;
  int8_t gain = 0;  ///< fifths of a decibel
  uint8_t reserved = 0;
  uint32_t start = 0, end = 0, loop = 0;  ///< samples

  /// Played length: the loop, or the whole.
  uint32_t length() const { return loop != 0 ? loop : end - start; }
};
struct Warning {
  const Code* code = nullptr;
  uint32_t row = 0;
};
struct Effects {
  std::span<const uint8_t> music;  ///< the song, part of the bytes given
  uint64_t music_at = 8;
  uint32_t rate = 0;
  uint32_t declared = 0;  ///< effects; of a table that is cut there are fewer `rows`
  std::vector<Effect> rows;
  std::vector<Warning> warnings;

  uint64_t music_end() const { return music_at + music.size(); }
  uint64_t table_at() const { return music_end() + kCountBytes; }
  uint64_t table_end() const { return table_at() + kRowBytes * rows.size(); }
};

/// A file is 16 + song + 16 per effect bytes long. Of a table that is cut the whole rows are read; what follows a table
/// is left out.
Result<Effects> read(std::span<const uint8_t> bytes);

/// 10^(gain / 100): a fifth of a decibel per step.
double gain_factor(int8_t gain);
/// Linear fades at both ends of a rendered effect: volume of sample `j`.
double fade(uint32_t j, uint32_t length, uint32_t ramp = 1000);

}  // namespace vitrine::vfx
