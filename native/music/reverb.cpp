#include "music/reverb.h"

namespace vitrine::music {
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
