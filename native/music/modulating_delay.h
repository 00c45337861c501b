#pragma once
// A delay whose length a triangle moves: the chorus of a channel (2048 samples) and the delay of the song (32768).

#include <cstddef>
#include <vector>

#include "music/numbers.h"

namespace vitrine::music {

class ModulatingDelay {
 public:
  /// `size` is a power of two.
  explicit ModulatingDelay(uint32_t size) : left_(size), right_(size), mask_(size - 1) {}

  /// p: amount, feedback, left length, right length, rate, depth, phase.
  void set(const float* p) {
    wet_ = (p[0] - 64.0f) / 64.0f;
    feedback_ = (p[1] - 64.0f) / 64.0f;
    const auto per_step = static_cast<float>(mask_ + 1 - 1024) / 128.0f;
    left_length_ = static_cast<uint32_t>(round_i32(p[2] * per_step));
    right_length_ = static_cast<uint32_t>(round_i32(p[3] * per_step));
    step_ = static_cast<uint32_t>(round_i32(1973915.4866f * octaves10(p[4])));
    depth_ = static_cast<uint32_t>(round_i32(p[5] * 1023.0f / 128.0f));
    phase_ = fixed((p[6] - 64.0f) / 128.0f);
  }
  bool on() const { return wet_ != 0; }

  /// In place, the dry signal mixed in.
  void run(StereoFrame& frame) {
    if (!on()) return;
    const float dry = 1.0f - std::fabs(wet_);
    for (Stereo& x : frame) {
      const Stereo in{x.l + kBias, x.r + kBias}, z = step(in);
      x = {dry * in.l + wet_ * z.l, dry * in.r + wet_ * z.r};
    }
  }
  /// Adds the delayed signal alone to `mix`.
  void add(const MonoFrame& send, StereoFrame& mix) {
    if (!on()) return;
    for (size_t i = 0; i < mix.size(); ++i) {
      const Stereo z = step({send[i] + kBias, send[i] + kBias});
      mix[i].l += wet_ * z.l;
      mix[i].r += wet_ * z.r;
    }
  }

 private:
  struct Tap {
    uint32_t offset;
    float part;
  };
  Tap tap(uint32_t counter, uint32_t length) const {
    const uint32_t triangle = counter < 1u << 31 ? counter << 1 : ~(counter << 1);
    const uint64_t moved = uint64_t{triangle} * depth_;
    return {length + static_cast<uint32_t>(moved >> 32), fraction(static_cast<uint32_t>(moved))};
  }
  Stereo step(Stereo in) {
    const Tap l = tap(counter_, left_length_), r = tap(counter_ + phase_, right_length_);
    // The left side is a sample shorter, as in the original.
    const Stereo z{(1.0f - l.part) * left_[(at_ - l.offset + 1) & mask_] + l.part * left_[(at_ - l.offset) & mask_],
                   (1.0f - r.part) * right_[(at_ - r.offset) & mask_] + r.part * right_[(at_ - r.offset - 1) & mask_]};
    left_[at_ & mask_] = in.l + feedback_ * z.l;
    right_[at_ & mask_] = in.r + feedback_ * z.r;
    counter_ += step_;
    ++at_;
    return z;
  }

  std::vector<float> left_, right_;
  uint32_t mask_, at_ = 0, counter_ = 0, step_ = 0, phase_ = 0;
  uint32_t left_length_ = 0, right_length_ = 0, depth_ = 0;
  float wet_ = 0, feedback_ = 0;
};

}  // namespace vitrine::music
