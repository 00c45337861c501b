#pragma once
// Modulators of the parameters of a voice: envelopes and low frequency oscillators.

#include "music/numbers.h"

namespace vitrine::music {

// An envelope, one step per frame: attack, decay, sustain that may rise or fall, release.

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

// A low frequency oscillator, one step per frame.

class Lfo {
 public:
  void seed(uint32_t seed) { random_ = seed; }
  /// p: mode, sync, envelope mode, rate, phase, polarity, amplify.
  void set(const float* p) {
    mode_ = round_i32(p[0]) & 7;
    sync_ = round_i32(p[1]) != 0;
    once_ = round_i32(p[2]) != 0;
    step_ = static_cast<uint32_t>(round_i32(1073741824.0 * octaves10(p[3])));
    phase_ = fixed(p[4] / 128.0f);
    const int polarity = round_i32(p[5]);
    amplitude_ = polarity == 1 ? -p[6] : p[6];
    offset_ = polarity == 2 ? -p[6] / 2.0f : 0.0f;
  }
  void note_on() {
    if (!sync_) return;
    counter_ = phase_;
    last_ = ~0u;
  }
  float out() const { return out_; }

  void step() {
    out_ = value() * amplitude_ + offset_;
    counter_ += step_;
    if (counter_ < step_ && once_) counter_ = ~0u;
  }

 private:
  float value() {
    switch (mode_) {
      case 1:
        return fraction(counter_ < 1u << 31 ? counter_ << 1 : ~(counter_ << 1));
      case 2:
        return counter_ < 1u << 31 ? 0.0f : 1.0f - 0x1p-23f;
      case 3:
        return wrapped_sine(kTurn * fraction(counter_)) * 0.5f + 0.5f;
      case 4:
        if (counter_ < last_) random_ = next_random(random_);
        last_ = counter_;
        return fraction(random_);
      default:
        return fraction(counter_);
    }
  }

  int mode_ = 0;
  bool sync_ = false, once_ = false;
  uint32_t counter_ = 0, step_ = 0, phase_ = 0, last_ = 0, random_ = 0;
  float amplitude_ = 0, offset_ = 0, out_ = 0;
};

}  // namespace vitrine::music
