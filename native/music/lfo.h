#pragma once
// A low frequency oscillator, one step per frame.

#include "music/numbers.h"

namespace vitrine::music {

class Lfo {
 public:
  void seed(uint32_t seed) { random_ = seed; }
  /// p: mode, sync, envelope mode, rate, phase, polarity, amplify.
  void set(const float* p) {
    mode_ = round_i32(p[0]) & 7;
    sync_ = round_i32(p[1]) != 0;
    once_ = round_i32(p[2]) != 0;
    step_ = static_cast<uint32_t>(round_i32(1073741824.0 * octaves10(p[3])));
    phase_ = fixed(p[4] / 128.0f);
    const int polarity = round_i32(p[5]);
    amplitude_ = polarity == 1 ? -p[6] : p[6];
    offset_ = polarity == 2 ? -p[6] / 2.0f : 0.0f;
  }
  void note_on() {
    if (!sync_) return;
    counter_ = phase_;
    last_ = ~0u;
  }
  float out() const { return out_; }

  void step() {
    out_ = value() * amplitude_ + offset_;
    counter_ += step_;
    if (counter_ < step_ && once_) counter_ = ~0u;
  }

 private:
  float value() {
    switch (mode_) {
      case 1:
        return fraction(counter_ < 1u << 31 ? counter_ << 1 : ~(counter_ << 1));
      case 2:
        return counter_ < 1u << 31 ? 0.0f : 1.0f - 0x1p-23f;
      case 3:
        return wrapped_sine(kTurn * fraction(counter_)) * 0.5f + 0.5f;
      case 4:
        if (counter_ < last_) random_ = next_random(random_);
        last_ = counter_;
        return fraction(random_);
      default:
        return fraction(counter_);
    }
  }

  int mode_ = 0;
  bool sync_ = false, once_ = false;
  uint32_t counter_ = 0, step_ = 0, phase_ = 0, last_ = 0, random_ = 0;
  float amplitude_ = 0, offset_ = 0, out_ = 0;
};

}  // namespace vitrine::music
