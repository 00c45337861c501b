#pragma once
// The synthesizer: 16 channels, 64 voices, the effects of the song. It takes messages and gives frames.

#include <memory>

#include "music/channel.h"
#include "music/signal_effects.h"
#include "music/speech.h"

namespace vitrine::music {

class Synth {
 public:
  /// `bank` and `texts`, those that channel 15 speaks, stay the caller's and have to outlive the synthesizer.
  explicit Synth(const Bank& bank, std::span<const std::string> texts = {});

  void program_change(int channel, uint8_t program);
  void controller(int channel, int number, uint8_t value);  ///< number 1..7
  /// Velocity 0 is note off. `row` is kept by the voice of a note on, so that hosts can match it.
  void note(int channel, uint8_t note, uint8_t velocity, uint32_t row = 0);

  /// Lets go of every note and puts the controllers of all channels back; what sounds fades out.
  void release_all();

  /// The next frame; valid until the one after. Finite, and never above 64.
  const StereoFrame& frame();

  /// As they sounded in the last frame.
  const std::array<Voice, kVoices>& voices() const { return voices_; }
  uint32_t voice_count() const;
  uint32_t channel_voices(int channel) const { return channels_[static_cast<size_t>(channel)].voice_count; }
  /// The loudest sample a channel gave since the last call.
  float take_peak(int channel);
  void set_muted(uint32_t channels) { muted_ = channels; }

 private:
  const Patch& patch(int channel) const;
  void free_voice(Voice& voice);
  size_t allocate(int channel) const;
  void note_on(int channel, uint8_t note, uint8_t velocity, uint32_t row);
  void tick();
  void render_channel(size_t index);
  void cut(StereoFrame& mix);

  const Bank& bank_;
  std::array<Voice, kVoices> voices_;
  std::array<Channel, kChannels> channels_;
  uint32_t stamp_ = 0, muted_ = 0;
  Buses buses_;
  bool speaks_;
  Speech speech_;
  StereoFrame sum_;
  Reverb reverb_;
  ModulatingDelay delay_{32768};
  StereoDcFilter dc_;
  float low_cut_ = 0, high_cut_ = 1;
  Stereo low_, high_;
  Compressor compressor_;
};

}  // namespace vitrine::music
