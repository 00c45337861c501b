#pragma once
// The filters of voices and distortions: five of two poles, and the Moog ladder as low and high pass.

#include <algorithm>

#include "music/numbers.h"

namespace vitrine::music {

enum class FilterMode { kOff, kLow, kBand, kHigh, kNotch, kAll, kMoogLow, kMoogHigh };

/// Frequency and resonance, shared by the two sides of a stereo filter.
struct FilterSettings {
  FilterMode mode = FilterMode::kOff;
  float frequency = 0, damping = 1;
  float pole = 0, back = 0, feedback = 0;  ///< of the Moog ladder

  FilterSettings() = default;
  FilterSettings(int number, float cutoff, float resonance)
      : mode(static_cast<FilterMode>(number & 7)), frequency(octaves10(cutoff)), damping(1.0f - resonance / 128.0f) {
    const float t0 = frequency / 4.0f, t = 1.0f - t0;
    pole = t0 + 0.8f * t0 * t;
    back = 2.0f * pole - 1.0f;
    feedback = 4.0f * (resonance / 128.0f) * (1.0f + t / 2.0f * (1.0f - t + 5.6f * t * t));
  }
};

class Filter {
 public:
  void clear() { *this = {}; }
  float step(const FilterSettings& s, float x) {
    if (s.mode == FilterMode::kOff) return x;
    if (s.mode >= FilterMode::kMoogLow) {
      ladder(s, x);
      const float low = ladder(s, x);
      return s.mode == FilterMode::kMoogLow ? low : x - low;
    }
    const float in = x + kBias;
    low_ += s.frequency * band_ - kBias;
    band_ += s.frequency * (in - s.damping * band_ - low_);
    low_ += s.frequency * band_;
    const float high = in - s.damping * band_ - low_;
    band_ += s.frequency * high;
    switch (s.mode) {
      case FilterMode::kLow:
        return low_;
      case FilterMode::kBand:
        return band_;
      case FilterMode::kHigh:
        return high;
      case FilterMode::kNotch:
        return low_ + high;
      default:
        return low_ + band_ + high;
    }
  }

 private:
  float ladder(const FilterSettings& s, float in) {
    const float u = in + kBias - s.feedback * b_[4];
    const float o1 = b_[1], o2 = b_[2], o3 = b_[3];
    b_[1] = s.pole * (u + b_[0]) - s.back * b_[1];
    b_[2] = s.pole * (o1 + b_[1]) - s.back * b_[2];
    b_[3] = s.pole * (o2 + b_[2]) - s.back * b_[3];
    b_[4] = s.pole * (o3 + b_[3]) - s.back * b_[4];
    // The cube runs away above the square root of 12; no sound of a song comes near the limit.
    const float b4 = std::clamp(b_[4], -16.0f, 16.0f);
    b_[4] = b4 - b4 * b4 * b4 / 6.0f - kBias;
    b_[0] = in;
    return b_[4];
  }

  float low_ = 0, band_ = 0;
  float b_[5] = {};
};

// Takes the constant part out of a signal.

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

// A shelf that lifts what is below 150 Hz by up to 12 dB.

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
