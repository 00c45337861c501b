#include "music/oscillator.h"

#include <algorithm>

namespace vitrine::music {
namespace {

/// 2^31 times the frequency of key 60, per sample: the original rounds it to single precision.
constexpr float kBase = 12740060.0f;

/// State between two samples: the counter was below the break, is below it, went over its end.
enum Corner : unsigned { kUp = 1, kWasUp = 2, kWrapped = 4 };

class Phase {
 public:
  Phase(uint32_t counter, uint32_t step, uint32_t brk) : brk_(brk), step_(step), up_(counter - step < brk) {}
  unsigned corner(uint32_t counter) {
    const bool was = up_;
    up_ = counter < brk_;
    return (up_ ? kUp : 0u) | (was ? kWasUp : 0u) | (counter < step_ ? kWrapped : 0u);
  }

 private:
  uint32_t brk_, step_;
  bool up_;
};

/// A step of less than the smallest fraction would divide by 0.
float step_fraction(uint32_t step) { return std::max(fraction(step), 0x1p-23f); }

}  // namespace

void Oscillator::set(const float* p, float key) {
  mode_ = round_i32(p[0]) & 7;
  ring_ = round_i32(p[1]) != 0;
  const float pitch = (p[2] - 64.0f) + (p[3] - 64.0f) / 128.0f;
  const float octaves = (pitch + key - 60.0f) * (1.0f / 12.0f);
  step_ = static_cast<uint32_t>(round_i32(pow2(octaves) * kBase));
  break_ = fixed(p[4] / 128.0f);
  gain_ = p[5] / 128.0f;
  if (mode_ == 4) {
    noise_frequency_ = octaves10(pitch + 64.0f);
    noise_damping_ = 1.0f - std::sqrt(p[4] / 128.0f);
  }
}

void Oscillator::render(MonoFrame& out, const StereoFrame& bus_a, const StereoFrame& bus_b) {
  switch (mode_) {
    case 1:
      return triangle(out);
    case 2:
      return pulse(out);
    case 3:
      return cosine(out);
    case 4:
      return noise(out);
    case 5:
      return fm(out);
    case 6:
      return bus(out, bus_a);
    case 7:
      return bus(out, bus_b);
    default:
      return;
  }
}

void Oscillator::triangle(MonoFrame& out) {
  const float f = step_fraction(step_), b = fraction(break_), n = 1.0f - f, g = gain_;
  const float c1 = b > 0 ? g / b : 0.0f, c2 = -g / (1.0f - b), over_f = 1.0f / f;
  Phase phase(counter_, step_, break_);
  for (float& v : out) {
    const float p = fraction(counter_) - b;
    float y = 0;
    switch (phase.corner(counter_)) {
      case kWasUp | kUp:
      case kUp:
        y = c1 * (2.0f * p - f);
        break;
      case 0:
      case kWasUp | kWrapped:
        y = c2 * (2.0f * p - f);
        break;
      case kWasUp:
        y = over_f * (c2 * p * p - c1 * (p - f) * (p - f));
        break;
      case kUp | kWrapped:
        y = -over_f * (g + c2 * (p + n) * (p + n) - c1 * p * p);
        break;
      case kWasUp | kUp | kWrapped:
        y = -over_f * (g + c1 * n * (2.0f * p + n));
        break;
      case kWrapped:
        y = -over_f * (g + c2 * n * (2.0f * p + n));
        break;
    }
    put(v, y + g);
    counter_ += step_;
  }
}

void Oscillator::pulse(MonoFrame& out) {
  const float f = step_fraction(step_), b = fraction(break_), g = gain_, k = 2.0f * g / f;
  Phase phase(counter_, step_, break_);
  for (float& v : out) {
    const float t = fraction(counter_);
    float y = 0;
    switch (phase.corner(counter_)) {
      case kWasUp | kUp:
      case kUp:
        y = g;
        break;
      case 0:
      case kWasUp | kWrapped:
        y = -g;
        break;
      case kWasUp:
        y = k * (b - t) + g;
        break;
      case kUp | kWrapped:
        y = k * t - g;
        break;
      case kWasUp | kUp | kWrapped:
        y = k * (b - 1.0f) + g;
        break;
      case kWrapped:
        y = k * b - g;
        break;
    }
    put(v, y);
    counter_ += step_;
  }
}

void Oscillator::cosine(MonoFrame& out) {
  for (float& v : out) {
    uint32_t u = counter_ + (1u << 30);
    if (u >= 1u << 31) u = ~u;
    const float x = (1.0f + static_cast<float>(u >> 8) * 0x1p-23f) * kHalfTurn - 1.5f * kHalfTurn;
    put(v, gain_ * sine(x));
    counter_ += step_;
  }
}

void Oscillator::noise(MonoFrame& out) {
  for (float& v : out) {
    random_ = next_random(random_);
    const float r = static_cast<float>(random_ >> 9) * 0x1p-22f - 1.0f;
    low_ += noise_frequency_ * band_;
    const float high = r - noise_damping_ * band_ - low_;
    band_ += noise_frequency_ * high;
    put(v, gain_ * (noise_damping_ * (low_ + high) + band_));
  }
}

void Oscillator::fm(MonoFrame& out) {
  for (float& v : out) {
    const float y = gain_ * wrapped_sine((1.0f + fraction(counter_) + 2.0f * v) * kTurn);
    v = ring_ ? v * y : y;
    counter_ += step_;
  }
}

void Oscillator::bus(MonoFrame& out, const StereoFrame& bus) const {
  for (size_t i = 0; i < out.size(); ++i) {
    const float y = 0.6f * gain_ * (bus[i].l + bus[i].r);
    out[i] = ring_ ? out[i] * y : y;
  }
}

}  // namespace vitrine::music
