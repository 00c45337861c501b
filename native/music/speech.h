#pragma once
// Speech: a formant synthesizer that filters the voices of channel 15 by the phonemes of the song's texts.

#include <span>
#include <string>

#include "music/numbers.h"
#include "music/phonemes.h"

namespace vitrine::music {

inline constexpr int kSpeechChannel = 15;

class Speech {
 public:
  /// `texts` stay the caller's; numbers that are not there are silent.
  explicit Speech(std::span<const std::string> texts);

  void controller(int number, uint8_t value);
  void note(bool on) { (on ? waits_on_ : waits_off_) = false; }
  void tick();
  /// Replaces the sum of the voices by speech, the same on both sides.
  void run(StereoFrame& frame);

 private:
  struct Resonance {
    float a = 0, b = 0, c = 0;
  };
  struct Setting {
    std::array<Resonance, 7> resonances;
    float voicing = 0, aspiration = 0, frication = 0, bypass = 0;
  };
  struct Memory {
    float y1 = 0, y2 = 0;
    float step(const Resonance& r, float x) {
      const float y = r.a * x + r.b * y1 + r.c * y2;
      y2 = y1;
      y1 = y;
      return y;
    }
  };
  static Resonance resonance(float hz, float width, float gain);
  Setting mix(const Phoneme& p, const Phoneme& q, float part) const;
  static void move(Setting& setting, const Setting& by);
  void reset();
  bool next_syllable();
  float noise();
  char letter() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::span<const std::string> texts_;
  std::string_view text_ = " ";
  size_t at_ = 0;
  const Syllable* syllable_;
  int step_ = 4, frames_ = 0, left_ = 0, rate_ = 3, duration_ = 1;
  float pitch_ = 1, inverse_ = 1;
  uint8_t previous_ = kSilence, current_ = kSilence;
  bool waits_on_ = false, waits_off_ = false;
  Setting now_, next_;
  std::array<Memory, 7> memories_;
  Memory last_memory_;
  Resonance last_;
  uint32_t random_ = 0;
  float noise_ = 0, voiced_ = 0;
  std::array<float, 2> lows_{};
};

}  // namespace vitrine::music
