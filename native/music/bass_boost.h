#pragma once
// A shelf that lifts what is below 150 Hz by up to 12 dB.

#include "music/numbers.h"

namespace vitrine::music {

class BassBoost {
 public:
  void set(float amount) {
    on_ = round_i32(amount) != 0;
    if (!on_) return;
    // Sine and cosine of 2 pi 150 / 44100.
    constexpr float kSine = 0.02136975178730155f, kCosine = 0.999771640780308f;
    const float a = pow2(amount / 128.0f), b = std::sqrt(2.0f * a) * kSine;
    const float more = a + 1.0f, less = a - 1.0f;
    const float n = 1.0f / (more + less * kCosine + b);
    b0_ = a * (more - less * kCosine + b) * n;
    b1_ = 2.0f * a * (less - more * kCosine) * n;
    b2_ = a * (more - less * kCosine - b) * n;
    a1_ = -2.0f * (less + more * kCosine) * n;
    a2_ = (more + less * kCosine - b) * n;
  }
  void run(StereoFrame& frame) {
    if (!on_) return;
    for (Stereo& x : frame) x = {left_.step(*this, x.l), right_.step(*this, x.r)};
  }

 private:
  struct Side {
    float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    float step(const BassBoost& s, float in) {
      const float x = in + kBias;
      const float y = s.b0_ * x + s.b1_ * x1 + s.b2_ * x2 - s.a1_ * y1 - s.a2_ * y2;
      x2 = x1, x1 = x, y2 = y1, y1 = y;
      return y;
    }
  };

  bool on_ = false;
  float b0_ = 0, b1_ = 0, b2_ = 0, a1_ = 0, a2_ = 0;
  Side left_, right_;
};

}  // namespace vitrine::music
