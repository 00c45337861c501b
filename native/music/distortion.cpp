#include "music/distortion.h"

namespace vitrine::music {
namespace {

/// An arc tangent up to 2. The formula for below 1 also serves above 2, where the original compares with the sign:
/// strong overdrive folds back to silence.
float overdriven(float z) {
  const float a = std::fabs(z), s = a * a;
  const float y = a < 1.0f || a >= 2.0f
                      ? (a + 0.43157974f * a * s) / (1.0f + 0.76443945f * s + 0.05831938f * s * s)
                      : (-0.431597974f * a - a * s) / (0.05831938f + 0.76443945f * s + s * s) + 0.5f * kHalfTurn;
  return z < 0 ? -y : y;
}

}  // namespace

void Distortion::set(const float* p) {
  const int number = round_i32(p[0]);
  mode_ = number >= 5 ? Mode::kFilter : static_cast<Mode>(number < 0 ? 0 : number);
  const float gain = pow2((p[1] - 32.0f) / 16.0f);
  in_ = gain;
  switch (mode_) {
    case Mode::kOverdrive:
      out_ = p[2] / 128.0f / static_cast<float>(portable::atan(gain));
      break;
    case Mode::kClip:
      out_ = p[2] / 128.0f;
      break;
    case Mode::kCrush: {
      const float grain = 256.0f * p[2] + 1.0f;
      in_ = gain * 32768.0f / grain;
      grain_ = round_i32(grain);
      toggled_ = round_i32(p[3]) << 9;
      break;
    }
    case Mode::kDecimate:
      rate_ = fixed(octaves10(p[2]));
      break;
    case Mode::kFilter:
      settings_ = FilterSettings(number - 4, p[2], p[3]);
      break;
    case Mode::kOff:
      break;
  }
  offset_ = 2.0f * gain * (p[3] / 128.0f - 0.5f);
}

void Distortion::clear() {
  counter_ = 0;
  held_ = {};
  left_.clear();
  right_.clear();
}

float Distortion::shape(float x) const {
  switch (mode_) {
    case Mode::kOverdrive:
      return out_ * overdriven(x * in_ + offset_);
    case Mode::kClip:
      return out_ * std::clamp(x * in_ + offset_, -1.0f, 1.0f);
    case Mode::kCrush: {
      const auto wide = static_cast<uint32_t>(round_i32(x * in_)) * static_cast<uint32_t>(grain_);
      const int32_t n = std::clamp(static_cast<int32_t>(wide), -32767, 32767) ^ toggled_;
      return static_cast<float>(n) / 32768.0f;
    }
    default:
      return x;
  }
}

void Distortion::run(MonoFrame& frame) {
  if (mode_ == Mode::kOff) return;
  for (float& x : frame) {
    if (mode_ == Mode::kDecimate) {
      if (take_sample()) held_.l = x;
      x = held_.l;
    } else {
      x = mode_ == Mode::kFilter ? left_.step(settings_, x) : shape(x);
    }
  }
}

void Distortion::run(StereoFrame& frame) {
  if (mode_ == Mode::kOff) return;
  // One Moog ladder runs over left and right in turn, as in the original.
  Filter& right = settings_.mode >= FilterMode::kMoogLow ? left_ : right_;
  for (Stereo& x : frame) {
    if (mode_ == Mode::kDecimate) {
      if (take_sample()) held_ = x;
      x = held_;
    } else if (mode_ == Mode::kFilter) {
      x.l = left_.step(settings_, x.l);
      x.r = right.step(settings_, x.r);
    } else {
      x = {shape(x.l), shape(x.r)};
    }
  }
}

}  // namespace vitrine::music
