#pragma once
// Plays a song: the events on their samples, the synthesizer in its frames. However a stretch is cut into calls, the
// samples are the same bits.

#include <memory>
#include <span>

#include "base/result.h"
#include "formats/v2m/read/events.h"
#include "music/synth.h"

namespace vitrine::music {

class SongPlayer {
 public:
  /// A player at sample 0 of a song, or of the song inside an effect file. Errors are those of the readers, with their
  /// offsets in `bytes`.
  static Result<std::unique_ptr<SongPlayer>> open(std::span<const uint8_t> bytes, Budget* budget = nullptr);

  /// Left and right in turn, 44100 pairs a second; -64 .. 64, ordinary songs about -1 .. 1. After the last event the
  /// tails go on. A length that is odd leaves the last value as it is.
  void render(std::span<float> interleaved);
  /// Advances as `render` of that many pairs does, without output.
  void skip(uint64_t samples);
  /// Goes to a sample: back to the start if that lies before, then silently on. The state is that of a song played
  /// through.
  void seek(uint64_t sample);
  /// Starts again at sample 0 while what sounds fades: held notes are released, controllers are as at the start.
  void repeat();

  uint64_t position() const { return position_; }
  /// The sample of the last event; tails sound on behind it.
  uint64_t length() const { return extent_.last_sample; }
  const v2m::Song& song() const { return song_; }
  /// A bit per channel; muted ones still send on aux A and B to those that are not.
  void mute(uint32_t channels);
  const Synth& synth() const { return *synth_; }
  Synth& synth() { return *synth_; }
  /// The most voices that sounded in one frame so far.
  uint32_t most_voices() const { return most_voices_; }
  /// Another synthesizer with the sounds of this song, which has to outlive it.
  std::unique_ptr<Synth> make_synth() const;

 private:
  SongPlayer(v2m::Song song, Bank bank);
  /// Calls put(frame, first, count) for each stretch of a frame.
  template <class Put>
  void run(uint64_t samples, Put&& put);

  v2m::Song song_;
  Bank bank_;
  v2m::SongExtent extent_;
  std::unique_ptr<Synth> synth_;
  v2m::EventStepper stepper_;
  const StereoFrame* frame_ = nullptr;
  int frame_at_ = kFrame;
  uint64_t position_ = 0;
  uint32_t muted_ = 0, most_voices_ = 0;
};

}  // namespace vitrine::music
