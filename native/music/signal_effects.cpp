#include "music/signal_effects.h"

#include <algorithm>

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

namespace {

constexpr size_t kSquares = 8192;
constexpr int32_t kMostAhead = 5645;  // samples of 128 ms, the most that modulation reaches

}  // namespace

Compressor::Compressor() : ahead_(kMostAhead + 1), squares_(kSquares) {}

void Compressor::restart() {
  peak_ = sum_ = {};
  gain_ = {1, 1};
  std::fill(squares_.begin(), squares_.end(), Stereo{});
}

void Compressor::set(const float* p, int32_t look_ahead) {
  const auto mode = static_cast<Mode>(std::clamp(round_i32(p[0]), 0, 2));
  const bool stereo = round_i32(p[1]) != 0;
  if (mode != mode_ || stereo != stereo_) {
    mode_ = mode;
    stereo_ = stereo;
    restart();
  }
  if (mode_ == Mode::kOff) return;
  const float threshold = 8.0f * octaves10(p[4]);
  threshold_inverse_ = 1.0f / threshold;
  out_ = (round_i32(p[2]) != 0 ? 1.0f : threshold) * pow2((p[8] - 64.0f) / 16.0f);
  ratio_ = p[5] / 128.0f;
  attack_ = pow2(-12.0f * p[6] / 128.0f);
  release_ = pow2(-16.0f * p[7] / 128.0f);
  ahead_last_ = static_cast<size_t>(std::clamp(look_ahead, 0, kMostAhead));
}

float Compressor::peak_level(float& peak, float x) const {
  peak = std::max(0.9998f * peak + kBias, std::fabs(x));
  return peak * threshold_inverse_;
}

float Compressor::rms_level(float& sum, float& oldest, float square) const {
  sum += square - oldest;
  oldest = square;
  // Rounding may take the sum a little below 0.
  return std::sqrt(std::max(sum, 0.0f)) * 0.0110485434561f * threshold_inverse_;
}

void Compressor::follow(float& gain, float level) const {
  const float want = level >= 1.0f ? 1.0f / (1.0f + ratio_ * (level - 1.0f)) : 1.0f;
  gain += (want < gain ? attack_ : release_) * (want - gain);
}

void Compressor::run(StereoFrame& frame) {
  if (mode_ == Mode::kOff) return;
  for (Stereo& x : frame) {
    Stereo level;
    if (stereo_) {
      if (mode_ == Mode::kPeak) {
        level = {peak_level(peak_.l, x.l), peak_level(peak_.r, x.r)};
      } else {
        Stereo& oldest = squares_[square_at_];
        sum_.l += kBias;
        sum_.r += kBias;
        level = {rms_level(sum_.l, oldest.l, x.l * x.l), rms_level(sum_.r, oldest.r, x.r * x.r)};
      }
    } else {
      const float middle = (x.l + x.r) * 0.5f;
      if (mode_ == Mode::kPeak)
        level.l = peak_level(peak_.l, middle);
      else
        level.l = rms_level(sum_.l, squares_[square_at_].l, (middle + kBias) * (middle + kBias));
      level.r = level.l;
    }
    square_at_ = (square_at_ + 1) % kSquares;
    follow(gain_.l, level.l);
    follow(gain_.r, level.r);
    Stereo& place = ahead_[ahead_at_];
    const Stereo z = place;
    place = {threshold_inverse_ * x.l, threshold_inverse_ * x.r};
    ahead_at_ = ahead_at_ < ahead_last_ ? ahead_at_ + 1 : 0;
    x = {out_ * z.l * gain_.l, out_ * z.r * gain_.r};
  }
}

namespace {

// Natural logarithms of 0.966384599, 0.958186359, 0.953783929, 0.950933178; 0.994260075, 0.998044717.
constexpr double kCombLogs[] = {-0.034193388393805195, -0.04271299070207583, -0.04731812270429454,
                                -0.05031148388967353};
constexpr double kPassLogs[] = {-0.005756461679397104, -0.001957197061232965};

}  // namespace

Reverb::Reverb()
    : left_{{Delay(1309), Delay(1635), Delay(1811), Delay(1926)}, {}, {Delay(220), Delay(74)}, 0},
      right_{{Delay(1327), Delay(1631), Delay(1833), Delay(1901)}, {}, {Delay(205), Delay(77)}, 0} {}

void Reverb::set(const float* p) {
  const float root = 64.0f / (p[0] + 1.0f);
  const double power = root * root;
  for (size_t i = 0; i < 4; ++i) comb_gain_[i] = static_cast<float>(portable::exp(power * kCombLogs[i]));
  for (size_t i = 0; i < 2; ++i) pass_gain_[i] = static_cast<float>(portable::exp(power * kPassLogs[i]));
  damp_ = p[1] / 128.0f;
  const float square = (p[2] / 128.0f) * (p[2] / 128.0f);
  low_cut_ = square * square;
  volume_ = p[3] / 128.0f;
}

float Reverb::step(Side& side, float in) const {
  float sum = 0;
  for (size_t i = 0; i < 4; ++i) {
    const float z = side.combs[i].out() * comb_gain_[i];
    const float fed = i % 2 == 0 ? z + in : z - in;
    side.low[i] += damp_ * (fed - side.low[i]);
    side.combs[i].feed(side.low[i]);
    sum += side.low[i];
  }
  for (size_t i = 0; i < 2; ++i) {
    const float z = side.passes[i].out(), y = sum + pass_gain_[i] * z;
    side.passes[i].feed(y);
    sum = z - pass_gain_[i] * y;
  }
  side.high += low_cut_ * (sum - side.high);
  return sum - side.high;
}

void Reverb::add(const MonoFrame& send, StereoFrame& mix) {
  for (size_t i = 0; i < mix.size(); ++i) {
    const float in = send[i] * volume_ + kBias;
    mix[i].l += step(left_, in);
    mix[i].r += step(right_, in);
  }
}

}  // namespace vitrine::music
