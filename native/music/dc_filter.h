#pragma once
// Takes the constant part out of a signal.

#include "music/numbers.h"

namespace vitrine::music {

class DcFilter {
 public:
  void clear() { *this = {}; }
  float step(float x) {
    constexpr float kPole = 1.0f - 126.0f / static_cast<float>(kRate);
    out_ = settled(x - in_ + kPole * out_);
    in_ = x;
    return out_;
  }

 private:
  float in_ = 0, out_ = 0;
};

class StereoDcFilter {
 public:
  void run(StereoFrame& frame) {
    for (Stereo& x : frame) x = {left_.step(x.l), right_.step(x.r)};
  }

 private:
  DcFilter left_, right_;
};

}  // namespace vitrine::music
