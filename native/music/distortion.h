#pragma once
// The distortions of voices (mono) and channels (stereo): overdrive, clip, crush, decimate, or a filter.

#include "music/filter.h"

namespace vitrine::music {

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

}  // namespace vitrine::music
