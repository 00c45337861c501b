#include "music/compressor.h"

#include <algorithm>

namespace vitrine::music {
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

}  // namespace vitrine::music
