#pragma once
// The reverb of the song: per side four combs with a low pass each, two allpasses, a high pass.

#include <array>
#include <vector>

#include "music/numbers.h"

namespace vitrine::music {

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
