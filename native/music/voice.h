#pragma once
// One of the 64 voices: three oscillators, two filters, a distortion, two envelopes, two LFOs.

#include "music/filter.h"
#include "music/modulators.h"
#include "music/oscillator.h"
#include "music/patch.h"
#include "music/signal_effects.h"

namespace vitrine::music {

/// Values of controllers 1..7 of a channel.
using Controllers = std::array<uint8_t, 7>;

class Voice {
 public:
  /// Random numbers differ from voice to voice; `index` is 0..63.
  void seed(uint32_t index);

  /// Current value of a source of the patch's modulations.
  float source(int number, const Controllers& controllers) const;
  /// Parameters from the patch and its modulations.
  void set(const Patch& patch, const Controllers& controllers);
  void note_on(uint8_t note, uint8_t velocity);
  void note_off() { gate_ = false; }
  /// One step of envelopes and LFOs; false when the first envelope is over: the voice is free.
  bool tick();
  /// Adds a frame of sound.
  void render(StereoFrame& out, const StereoFrame& bus_a, const StereoFrame& bus_b);

  int channel = -1;    ///< owner, -1: free
  uint32_t stamp = 0;  ///< grows with every note
  uint32_t row = 0;    ///< of its note on in the song, among those of the channel
  uint8_t note() const { return note_; }
  bool gate() const { return gate_; }

 private:
  void filter(MonoFrame& frame);

  uint8_t note_ = 0, velocity_ = 0;
  bool gate_ = false;
  int keysync_ = 0, routing_ = 0;
  float first_gain_ = 1, second_gain_ = 1, left_ = 0, right_ = 0, ramp_ = 0, slope_ = 0;
  std::array<Oscillator, 3> oscillators_;
  std::array<FilterSettings, 2> filter_settings_;
  std::array<Filter, 2> filters_;
  Distortion distortion_;
  std::array<Envelope, 2> envelopes_;
  std::array<Lfo, 2> lfos_;
  DcFilter dc_;
};

/// patch values `from`.. with their modulations applied in order, each sum kept in 0..128.
template <size_t count, class Source>
std::array<float, count> modulated(const Patch& patch, int from, const std::vector<Modulation>& rows, Source&& source) {
  std::array<float, count> p;
  for (size_t i = 0; i < count; ++i) p[i] = patch.values[static_cast<size_t>(from) + i];
  for (const Modulation& row : rows) {
    float& value = p[static_cast<size_t>(row.destination - from)];
    value = std::clamp(value + row.factor * source(row.source), 0.0f, 128.0f);
  }
  return p;
}

}  // namespace vitrine::music
