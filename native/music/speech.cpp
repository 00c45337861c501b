#include "music/speech.h"

#include <algorithm>

namespace vitrine::music {
namespace {

constexpr const Syllable& kPause = kSyllables[std::size(kSyllables) - 1];
constexpr int kLongest = 9999;

float amplitude(float level) { return pow2((level - 70.0f) / 6.0f); }

/// Natural logarithm of a number above 0.
double natural_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0.70710678118654752) m *= 2, --exponent;
  const double s = (m - 1) / (m + 1), z = s * s;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) sum = sum * z + 1.0 / k;
  return 2 * s * sum + exponent * 0.693147180559945309417;
}

bool begins_with(std::string_view text, std::string_view letters) {
  return text.size() >= letters.size() && std::equal(letters.begin(), letters.end(), text.begin(),
                                                     [](char a, char b) { return a == static_cast<char>(b | 0x20); });
}

}  // namespace

Speech::Speech(std::span<const std::string> texts) : texts_(texts), syllable_(&kPause) {
  if (!texts_.empty()) text_ = texts_[0];
  last_ = resonance(12000, 4000, 2);
  reset();
}

void Speech::reset() {
  previous_ = current_ = kSilence;
  step_ = 4;
  at_ = 0;
  syllable_ = &kPause;
  now_ = next_ = mix(kPhonemes[kSilence], kPhonemes[kSilence], 0);
}

void Speech::controller(int number, uint8_t value) {
  if (number == 5) pitch_ = pow2((static_cast<float>(value) - 64.0f) / 128.0f);
  if (number != 4) return;
  if (value >= 63) {
    rate_ = std::max(1, value - 63);
    return;
  }
  text_ = value < texts_.size() ? std::string_view(texts_[value]) : std::string_view(" ");
  reset();
}

Speech::Resonance Speech::resonance(float hz, float width, float gain) {
  constexpr double kPi = 3.14159265358979323846;
  const auto r = static_cast<float>(portable::exp(-kPi * width / kRate));
  const float c = -(r * r);
  const float b = 2.0f * r * static_cast<float>(portable::cos(2.0 * kPi * hz / kRate));
  return {gain * (1.0f - b - c), b, c};
}

Speech::Setting Speech::mix(const Phoneme& p, const Phoneme& q, float part) const {
  const auto of = [&](float Phoneme::*field) { return p.*field + part * (q.*field - p.*field); };
  const auto level = [&](float Phoneme::*field) { return amplitude(of(field)); };
  const auto formant = [&](float hz, float width, float gain) { return resonance(hz * pitch_, width, gain); };
  const float high = level(&Phoneme::a56);
  return {{formant(of(&Phoneme::nasal), 100, level(&Phoneme::a_nasal)),
           formant(of(&Phoneme::f1), of(&Phoneme::b1), level(&Phoneme::a1)),
           formant(of(&Phoneme::f2), of(&Phoneme::b2), level(&Phoneme::a2)),
           formant(of(&Phoneme::f3), of(&Phoneme::b3), level(&Phoneme::a3)), formant(3200, 200, level(&Phoneme::a4)),
           formant(4000, 500, high), formant(6000, 800, high)},
          level(&Phoneme::voicing),
          level(&Phoneme::aspiration),
          level(&Phoneme::frication),
          level(&Phoneme::bypass)};
}

/// False while the text waits for a note.
bool Speech::next_syllable() {
  if (at_ >= text_.size()) {
    duration_ = 1;
    frames_ = 1;
    syllable_ = &kPause;
    step_ = 0;
    at_ = 0;
  } else if (letter() == '!' || letter() == '_') {
    frames_ = left_ = 0;
    (letter() == '!' ? waits_on_ : waits_off_) = true;
    ++at_;
    return false;
  }
  if (letter() == '\0' || letter() == '!' || letter() == '_') return true;
  duration_ = 0;
  for (; letter() >= '0' && letter() <= '9'; ++at_) duration_ = std::min(kLongest, duration_ * 10 + (letter() - '0'));
  if (duration_ == 0) duration_ = 1;
  const std::string_view rest = text_.substr(at_);
  syllable_ = std::find_if(std::begin(kSyllables), &kPause,
                           [&](const Syllable& syllable) { return begins_with(rest, syllable.letters); });
  at_ += syllable_->letters.size();
  step_ = 0;
  return true;
}

void Speech::tick() {
  if (waits_on_ || waits_off_) return;
  if (frames_ <= 0) {
    frames_ = rate_;
    if (left_ <= 0) {
      step_ = std::min(step_ + 1, 4);
      if (step_ >= syllable_->count && !next_syllable()) return;
      previous_ = current_;
      current_ = syllable_->phonemes[step_];
      left_ = std::max(1, round_i32(kPhonemes[current_].duration * static_cast<float>(duration_)));
      inverse_ = 1.0f / static_cast<float>(left_ * rate_);
    }
    --left_;
  }
  --frames_;
  const Phoneme &to = kPhonemes[current_], &from = kPhonemes[previous_];
  float part = static_cast<float>(left_ * rate_ + frames_) * inverse_;
  if (part > 0) part = static_cast<float>(portable::exp(natural_log(part) * double{from.rank / to.rank}));
  next_ = mix(to, std::fabs(to.rank - from.rank) > 8 ? to : from, part);
}

float Speech::noise() {
  random_ = next_random(random_);
  noise_ = static_cast<float>(random_ >> 9) * 0x1p-22f - 1.0f + 0.75f * noise_;
  return noise_ * 0.25f;
}

void Speech::move(Setting& setting, const Setting& by) {
  for (size_t k = 0; k < 7; ++k) {
    setting.resonances[k].a += by.resonances[k].a;
    setting.resonances[k].b += by.resonances[k].b;
    setting.resonances[k].c += by.resonances[k].c;
  }
  setting.voicing += by.voicing;
  setting.aspiration += by.aspiration;
  setting.frication += by.frication;
  setting.bypass += by.bypass;
}

void Speech::run(StereoFrame& frame) {
  const auto slope = [](float from, float to) { return (to - from) / static_cast<float>(kFrame); };
  Setting by;
  for (size_t k = 0; k < 7; ++k) {
    const Resonance &from = now_.resonances[k], &to = next_.resonances[k];
    by.resonances[k] = {slope(from.a, to.a), slope(from.b, to.b), slope(from.c, to.c)};
  }
  by.voicing = slope(now_.voicing, next_.voicing);
  by.aspiration = slope(now_.aspiration, next_.aspiration);
  by.frication = slope(now_.frication, next_.frication);
  by.bypass = slope(now_.bypass, next_.bypass);
  for (Stereo& x : frame) {
    move(now_, by);
    const float u = x.l * now_.voicing + noise() * now_.aspiration;
    float y = memories_[0].step(now_.resonances[0], u) + memories_[1].step(now_.resonances[1], u);
    const float w = noise() * now_.frication + u - voiced_;
    voiced_ = u;
    for (size_t k = 2; k < 7; ++k) y = memories_[k].step(now_.resonances[k], w) - y;
    y = w * now_.bypass - y;
    for (float& low : lows_) {
      y -= low;
      low += 0.012f * y;
    }
    y = last_memory_.step(last_, y) - y;
    x = {y, y};
  }
}

}  // namespace vitrine::music
