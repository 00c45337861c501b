#pragma once
// An envelope, one step per frame: attack, decay, sustain that may rise or fall, release.

#include "music/numbers.h"

namespace vitrine::music {

class Envelope {
 public:
  enum class State { kOff, kAttack, kDecay, kSustain, kRelease };

  /// p: attack, decay, sustain, sustain time, release, amplify.
  void set(const float* p) {
    attack_ = pow2(7.0f - 0.09375f * p[0]);
    decay_ = 1.0f - pow2(-11.0f * (p[1] / 128.0f));
    sustain_ = p[2];
    slope_ = pow2(0.0019375f * (p[3] - 64.0f));
    release_ = 1.0f - pow2(-11.0f * (p[4] / 128.0f));
    gain_ = p[5] / 128.0f;
  }
  /// The value is kept: a new note begins where the last one was.
  void start() { state_ = State::kAttack; }
  void clear() { value_ = 0; }
  bool off() const { return state_ == State::kOff; }
  float out() const { return out_; }

  void step(bool gate) {
    if (gate && (state_ == State::kOff || state_ == State::kRelease)) state_ = State::kAttack;
    if (!gate && state_ != State::kOff) state_ = State::kRelease;
    switch (state_) {
      case State::kOff:
        value_ = 0;
        break;
      case State::kAttack:
        value_ += attack_;
        if (value_ >= 128.0f) value_ = 128.0f, state_ = State::kDecay;
        break;
      case State::kDecay:
        value_ *= decay_;
        if (value_ <= sustain_)
          value_ = sustain_, state_ = State::kSustain;
        else
          end_when_low();
        break;
      case State::kSustain:
        value_ *= slope_;
        end_when_low();
        if (value_ > 128.0f) value_ = 128.0f;
        break;
      case State::kRelease:
        value_ *= release_;
        end_when_low();
        break;
    }
    out_ = value_ * gain_;
  }

 private:
  void end_when_low() {
    if (value_ <= 0x1p-13f) value_ = 0, state_ = State::kOff;
  }

  State state_ = State::kOff;
  float value_ = 0, out_ = 0;
  float attack_ = 0, decay_ = 0, sustain_ = 0, slope_ = 1, release_ = 0, gain_ = 0;
};

}  // namespace vitrine::music
