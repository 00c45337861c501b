#pragma once
// One of the three oscillators of a voice. The waves with corners are box-filtered: a sample is the mean of the ideal
// wave over the sample period that ends with it.

#include "music/numbers.h"

namespace vitrine::music {

class Oscillator {
 public:
  /// Noise begins here, at the first note and with every note of a patch that resets all.
  void seed(uint32_t seed) { random_ = seed_ = seed; }
  /// p: mode, ring, transpose, detune, colour, volume; `key` is the key played with the transposition of the voice.
  void set(const float* p, float key);
  void restart() { counter_ = 0; }
  void clear() {
    counter_ = 0;
    random_ = seed_;
    low_ = band_ = 0;
  }
  /// Adds to (or multiplies, or replaces) what is in `out`. The buses hold what lower channels sent in this frame.
  void render(MonoFrame& out, const StereoFrame& bus_a, const StereoFrame& bus_b);

 private:
  void triangle(MonoFrame& out);
  void pulse(MonoFrame& out);
  void cosine(MonoFrame& out);
  void noise(MonoFrame& out);
  void fm(MonoFrame& out);
  void bus(MonoFrame& out, const StereoFrame& bus) const;
  void put(float& v, float y) const { v = ring_ ? v * y : v + y; }

  int mode_ = 0;
  bool ring_ = false;
  uint32_t counter_ = 0, step_ = 0, break_ = 0, seed_ = 0, random_ = 0;
  float gain_ = 0, noise_frequency_ = 0, noise_damping_ = 0, low_ = 0, band_ = 0;
};

}  // namespace vitrine::music
