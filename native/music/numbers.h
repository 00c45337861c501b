#pragma once
// The numbers of the synthesizer: sizes of a frame, roundings, powers and the sine. Everything is single precision with
// the roundings of the original (MUSIC.md), written without functions whose last bits differ between C libraries.

#include <array>
#include <cmath>
#include <cstdint>

#include "base/portable_math.h"

namespace vitrine::music {

inline constexpr uint32_t kRate = 44100;  ///< samples per second; filters and delays are right at this rate only
inline constexpr int kFrame = 128;        ///< samples that share one set of parameters
inline constexpr int kChannels = 16;
inline constexpr int kVoices = 64;
/// Added where a filter feeds back on itself: silence stays away from denormal numbers, which are slow.
inline constexpr float kBias = 0x1p-18f;
inline constexpr float kTurn = 6.28318530717958647692f, kHalfTurn = 3.14159265358979323846f;

struct Stereo {
  float l = 0, r = 0;
};
using MonoFrame = std::array<float, kFrame>;
using StereoFrame = std::array<Stereo, kFrame>;

/// Round to nearest, ties to even; what does not fit is -2^31, as the processor of the original answers.
inline int32_t round_i32(double x) {
  const double rounded = std::nearbyint(x);
  return rounded >= -2147483648.0 && rounded < 2147483648.0 ? static_cast<int32_t>(rounded) : INT32_MIN;
}
/// A fraction of a turn as a counter. 1 becomes 0.
inline uint32_t fixed(float x) { return 2u * static_cast<uint32_t>(round_i32(double{x} * 2147483648.0)); }
/// The upper 23 bits of a counter, 0 .. 1.
inline float fraction(uint32_t counter) { return static_cast<float>(counter >> 9) * 0x1p-23f; }
/// A generator of 32 random bits.
inline uint32_t next_random(uint32_t seed) { return seed * 196314165u + 907633515u; }

/// 2^e, computed in double and rounded once.
inline float pow2(float e) {
  const double x = e, whole = std::floor(x);
  return static_cast<float>(std::ldexp(portable::exp((x - whole) * 0.693147180559945309417), static_cast<int>(whole)));
}
/// 2^(10(p/128 - 1)): ten octaves up to 1.
inline float octaves10(float p) { return pow2(10.0f * (p / 128.0f - 1.0f)); }

/// The sine of -pi/2 .. pi/2 as the original has it; outside it runs away.
inline float sine(float x) {
  const float z = x * x;
  return x * (1.0f + z * (-0.16666f + z * (0.0083143f - 0.00018542f * z)));
}
/// The sine of any angle above -pi/2; down to -2 pi it runs away, which is the sound of deep FM.
inline float wrapped_sine(float x) {
  x = std::fmod(x, kTurn);
  if (x > 1.5f * kHalfTurn)
    x -= kTurn;
  else if (x > 0.5f * kHalfTurn)
    x = kHalfTurn - x;
  return sine(x);
}
/// Inaudible values become 0, before they are denormal.
inline float settled(float x) { return std::fabs(x) < 1e-15f ? 0.0f : x; }

}  // namespace vitrine::music
