#pragma once
// Effects that a signal runs through: distortion, compressor, chorus or delay, and the reverb of the song.

#include <array>
#include <cstddef>
#include <vector>

#include "music/filter.h"
#include "music/numbers.h"

namespace vitrine::music {

// The distortions of voices (mono) and channels (stereo): overdrive, clip, crush, decimate, or a filter.

class Distortion {
 public:
  /// p: mode, in-gain, parameter 1, parameter 2.
  void set(const float* p);
  void clear();
  void run(MonoFrame& frame);
  void run(StereoFrame& frame);

 private:
  float shape(float x) const;
  bool take_sample() {
    counter_ += rate_;
    return counter_ < rate_;
  }

  enum class Mode { kOff, kOverdrive, kClip, kCrush, kDecimate, kFilter };
  Mode mode_ = Mode::kOff;
  float in_ = 1, out_ = 1, offset_ = 0;
  int32_t grain_ = 1, toggled_ = 0;
  uint32_t rate_ = 0, counter_ = 0;
  Stereo held_;
  FilterSettings settings_;
  Filter left_, right_;
};

// A compressor that looks ahead, by peak or by the mean of 8192 squares, for both sides together or each alone.

class Compressor {
 public:
  Compressor();
  /// p: mode, stereo, auto gain, look-ahead in ms, threshold, ratio, attack, release, out gain; `look_ahead` is the
  /// number of samples of p[3].
  void set(const float* p, int32_t look_ahead);
  void run(StereoFrame& frame);

  /// Channels multiply in single precision, the song in double: 55 ms are 2426 and 2425 samples.
  static int32_t channel_look_ahead(float ms) { return round_i32(ms * 44.1f); }
  static int32_t song_look_ahead(float ms) { return round_i32(double{ms} * double{44.1f}); }

 private:
  enum class Mode { kOff, kPeak, kRms };
  void restart();
  float peak_level(float& peak, float x) const;
  float rms_level(float& sum, float& oldest, float square) const;
  void follow(float& gain, float level) const;

  Mode mode_ = Mode::kPeak;
  bool stereo_ = false;
  float threshold_inverse_ = 1, out_ = 1, ratio_ = 0, attack_ = 0, release_ = 0;
  Stereo peak_, sum_, gain_;
  std::vector<Stereo> ahead_, squares_;
  size_t ahead_at_ = 0, ahead_last_ = 0, square_at_ = 0;
};

// A delay whose length a triangle moves: the chorus of a channel (2048 samples) and the delay of the song (32768).

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

// The reverb of the song: per side four combs with a low pass each, two allpasses, a high pass.

class Reverb {
 public:
  Reverb();
  /// p: time, high cut, low cut, volume.
  void set(const float* p);
  /// Adds to `mix` what `send` leaves in the room.
  void add(const MonoFrame& send, StereoFrame& mix);

 private:
  class Delay {
   public:
    explicit Delay(size_t size = 1) : places_(size) {}
    float out() const { return places_[at_]; }
    void feed(float x) {
      places_[at_] = x;
      if (++at_ == places_.size()) at_ = 0;
    }

   private:
    std::vector<float> places_;
    size_t at_ = 0;
  };
  struct Side {
    std::array<Delay, 4> combs;
    std::array<float, 4> low{};
    std::array<Delay, 2> passes;
    float high = 0;
  };
  float step(Side& side, float in) const;

  Side left_, right_;
  std::array<float, 4> comb_gain_{};
  std::array<float, 2> pass_gain_{};
  float damp_ = 0, low_cut_ = 0, volume_ = 0;
};

}  // namespace vitrine::music
