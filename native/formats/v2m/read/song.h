#pragma once
// A V2M song, walked to its last byte: FORMAT.md. Times are ticks; events.h turns them into
// seconds and samples.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "formats/v2m/codes.h"

namespace vitrine::v2m {

inline constexpr uint32_t kUsualTempo = 500000;  ///< microseconds per quarter before the first entry

struct Tempo {
  uint64_t tick = 0;
  uint32_t us_per_quarter = 0;
  uint8_t numerator = 4, denominator = 4, tpq = 8;
};
struct Note {
  uint64_t tick = 0;
  uint8_t note = 0, velocity = 0;  ///< velocity 0 is note off
};
struct Program {
  uint64_t tick = 0;
  uint8_t program = 0;
};
struct Control {
  uint64_t tick = 0;
  uint8_t value = 0;
};
struct Channel {
  std::vector<Note> notes;
  std::vector<Program> programs;
  std::vector<uint64_t> bends;                      ///< ticks; the synthesizer ignores their values
  std::array<std::vector<Control>, 7> controllers;  ///< 1..7
  uint64_t last_tick = 0;                           ///< of its notes
  uint64_t offset = 0;                              ///< of its note count in the file
};
struct Patches {
  uint64_t at = 0;
  uint32_t bytes = 0;
  std::vector<uint32_t> sizes, modulations;
};
struct Speech {
  uint64_t at = 0;                 ///< of its size field
  uint32_t bytes = 0;              ///< after that field, as far as the file has them
  std::vector<std::string> texts;  ///< by their number; empty where the block does not hold one
};
/// A fault that leaves the song to be played.
struct Warning {
  Error message;                    ///< with its offset in the song
  std::optional<uint32_t> channel;  ///< nothing where it concerns none
};
/// A stretch of the file; together, in order, they are the whole file.
struct Section {
  const char* what = "";  ///< header, tempo, channel, globals, patches, speech, padding, tail
  uint64_t at = 0, bytes = 0;
};

struct Song {
  uint64_t bytes = 0;
  int version = 0;  ///< synth generation 0..6
  uint32_t division = 0, max_ticks = 0;
  std::vector<Tempo> tempo;
  std::array<Channel, 16> channels;  ///< those without notes are silent
  uint64_t globals_at = 0;
  uint32_t globals_bytes = 0;
  Patches patches;
  std::optional<Speech> speech;
  uint32_t trailing = 0;  ///< bytes of the padding or the tail
  std::vector<Section> sections;
  std::vector<Warning> warnings;

  uint64_t last_tick() const;
};

/// Reads the whole of `bytes`; offsets of errors count from its start. What follows the patches is optional: its faults
/// are warnings. LIMIT_MEMORY where `budget` is used up (null: no limit; a song takes less than ten times its bytes).
Result<Song> read(std::span<const uint8_t> bytes, Budget* budget = nullptr);

}  // namespace vitrine::v2m
