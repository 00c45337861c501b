#pragma once
// A compressor that looks ahead, by peak or by the mean of 8192 squares, for both sides together or each alone.

#include <vector>

#include "music/numbers.h"

namespace vitrine::music {

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

}  // namespace vitrine::music
