#pragma once
// The sounds of a song: patches and global parameters of all seven generations as those of the last one.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/v2m/parameters.h"
#include "formats/v2m/read/song.h"

namespace vitrine::music {

/// Places of the first parameter of each module; MUSIC.md lists them all.
namespace at {
inline constexpr int kPan = 0, kTranspose = 1, kOscillators = 2, kFilter1 = 20, kFilter2 = 23, kRouting = 26,
                     kBalance = 27, kVoiceDistortion = 28, kEnvelope1 = 32, kEnvelope2 = 38, kLfo1 = 44, kLfo2 = 51,
                     kKeysync = 58;
inline constexpr int kVolume = 59, kReceiveA = 60, kReceiveB = 61, kSendA = 62, kSendB = 63, kReverb = 64, kDelay = 65,
                     kRoute = 66, kBoost = 67, kDistortion = 68, kChorus = 72, kCompressor = 79, kPolyphony = 88;
inline constexpr int kGlobalReverb = 0, kGlobalDelay = 4, kLowCut = 11, kHighCut = 12, kGlobalCompressor = 13;
}  // namespace at
inline constexpr int kParameters = 89, kVoiceParameters = 59, kGlobals = 23;
/// Velocity, controllers 1..7, two envelopes, two LFOs; from kNoteSource on: the key.
inline constexpr int kNoteSource = 12;

/// The names of the values of a patch, and of the globals.
using v2m::kGlobalParameters;
using v2m::kPatchParameters;
using v2m::Parameter;

struct Modulation {
  uint8_t source = 0;
  float factor = 0;  ///< -1 .. 1
  uint8_t destination = 0;
};
struct Patch {
  std::array<uint8_t, kParameters> values{};  ///< 0..127
  std::vector<Modulation> voice, channel;     ///< in the order of the file
};
struct Bank {
  std::vector<Patch> patches;  ///< never empty
  std::array<uint8_t, kGlobals> globals{};
};

/// The sounds of `song`, which was read from `bytes`. Values above 127, which no synthesizer writes, become 127.
Bank read_bank(std::span<const uint8_t> bytes, const v2m::Song& song);

/// Which byte of a patch of that generation a parameter is, or -1 where it has none; likewise of the globals.
int stored_parameter(int parameter, int version);
int stored_global(int number, int version);

}  // namespace vitrine::music
