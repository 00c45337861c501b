#include "music/voice.h"

namespace vitrine::music {

void Voice::seed(uint32_t index) {
  constexpr uint32_t kNoise[] = {0xDEADBEEF, 0xBAADF00D, 0xD3ADC0DE};
  for (size_t i = 0; i < 3; ++i) oscillators_[i].seed(kNoise[i]);
  // The original takes the clock of the processor; the references take this.
  for (uint32_t i = 0; i < 2; ++i) lfos_[i].seed((2 * index + i + 1) * 0x9E3779B9u);
}

float Voice::source(int number, const Controllers& controllers) const {
  if (number == 0) return velocity_;
  if (number < 8) return controllers[static_cast<size_t>(number - 1)];
  if (number < 10) return envelopes_[static_cast<size_t>(number - 8)].out();
  if (number < kNoteSource) return lfos_[static_cast<size_t>(number - 10)].out();
  return 2.0f * (static_cast<float>(note_) - 48.0f);
}

void Voice::set(const Patch& patch, const Controllers& controllers) {
  const auto p =
      modulated<kVoiceParameters>(patch, 0, patch.voice, [&](int number) { return source(number, controllers); });
  right_ = std::sqrt(p[at::kPan] / 128.0f);
  left_ = std::sqrt(1.0f - p[at::kPan] / 128.0f);
  const float key = static_cast<float>(note_) + (p[at::kTranspose] - 64.0f);
  for (size_t i = 0; i < 3; ++i) oscillators_[i].set(&p[at::kOscillators + 6 * i], key);
  for (size_t i = 0; i < 2; ++i) {
    const float* filter = &p[at::kFilter1 + 3 * i];
    filter_settings_[i] = FilterSettings(round_i32(filter[0]), filter[1], filter[2]);
    envelopes_[i].set(&p[at::kEnvelope1 + 6 * i]);
    lfos_[i].set(&p[at::kLfo1 + 7 * i]);
  }
  routing_ = round_i32(p[at::kRouting]);
  const float balance = (p[at::kBalance] - 64.0f) / 64.0f;
  first_gain_ = std::min(1.0f, 1.0f - balance);
  second_gain_ = std::min(1.0f, 1.0f + balance);
  distortion_.set(&p[at::kVoiceDistortion]);
  keysync_ = round_i32(p[at::kKeysync]);
}

void Voice::note_on(uint8_t note, uint8_t velocity) {
  note_ = note;
  velocity_ = velocity;
  gate_ = true;
  for (Envelope& envelope : envelopes_) envelope.start();
  if (keysync_ == 1) {
    for (Oscillator& oscillator : oscillators_) oscillator.restart();
  } else if (keysync_ >= 2) {
    for (Oscillator& oscillator : oscillators_) oscillator.clear();
    for (Envelope& envelope : envelopes_) envelope.clear();
    for (Filter& filter : filters_) filter.clear();
    distortion_.clear();
    ramp_ = 0;
  }
  for (Lfo& lfo : lfos_) lfo.note_on();
  dc_.clear();
}

bool Voice::tick() {
  for (Envelope& envelope : envelopes_) envelope.step(gate_);
  for (Lfo& lfo : lfos_) lfo.step();
  slope_ = (envelopes_[0].out() / 128.0f - ramp_) / static_cast<float>(kFrame);
  return !envelopes_[0].off();
}

void Voice::filter(MonoFrame& frame) {
  if (routing_ == 2) {
    for (float& v : frame) {
      const float first = filters_[0].step(filter_settings_[0], v), second = filters_[1].step(filter_settings_[1], v);
      v = first * first_gain_ + second * second_gain_;
    }
    return;
  }
  for (float& v : frame) v = filters_[0].step(filter_settings_[0], v);
  if (routing_ == 0) return;
  for (float& v : frame) v = filters_[1].step(filter_settings_[1], v);
}

void Voice::render(StereoFrame& out, const StereoFrame& bus_a, const StereoFrame& bus_b) {
  MonoFrame frame{};
  for (Oscillator& oscillator : oscillators_) oscillator.render(frame, bus_a, bus_b);
  filter(frame);
  distortion_.run(frame);
  for (size_t i = 0; i < frame.size(); ++i) {
    const float x = dc_.step(frame[i]) * ramp_;
    ramp_ += slope_;
    out[i].l += left_ * x + kBias;
    out[i].r += right_ * x + kBias;
  }
}

}  // namespace vitrine::music
