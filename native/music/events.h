#pragma once
// The events of a song in the order and at the samples of the original player. One event step takes every note that is
// due and at most one row of each other stream.

#include "formats/v2m/song.h"
#include "music/numbers.h"

namespace vitrine::music {

class EventStepper {
 public:
  /// `song` stays the caller's. Sample 0 is the first event, whatever its tick.
  explicit EventStepper(const v2m::Song& song) : song_(&song), tick_(next_tick()) {}

  bool done() const { return tick_ == kNever; }
  /// Where the next step lies; only while not done.
  uint64_t sample() const { return sample_; }
  uint64_t tick() const { return tick_; }

  /// Gives `sink` what is due (program_change, controller, note) and goes on to the next step.
  template <class Sink>
  void step(Sink& sink) {
    if (due(tempo_, song_->tempo)) us_ = song_->tempo[tempo_++].us_per_quarter;
    for (int i = 0; i < kChannels; ++i) {
      const auto& channel = song_->channels[static_cast<size_t>(i)];
      Cursor& at = channels_[static_cast<size_t>(i)];
      if (due(at.program, channel.programs)) sink.program_change(i, channel.programs[at.program++].program);
      for (size_t k = 0; k < 7; ++k) {
        const auto& rows = channel.controllers[k];
        if (due(at.controllers[k], rows)) sink.controller(i, static_cast<int>(k) + 1, rows[at.controllers[k]++].value);
      }
      if (due(at.bend, channel.bends)) ++at.bend;
      for (; due(at.note, channel.notes); ++at.note)
        sink.note(i, channel.notes[at.note].note, channel.notes[at.note].velocity);
    }
    advance();
  }

 private:
  static constexpr uint64_t kNever = ~uint64_t{0};
  struct Cursor {
    size_t program = 0, bend = 0, note = 0;
    std::array<size_t, 7> controllers{};
  };
  static uint64_t tick_of(uint64_t tick) { return tick; }
  template <class Row>
  static uint64_t tick_of(const Row& row) {
    return row.tick;
  }
  template <class Rows>
  bool due(size_t at, const Rows& rows) const {
    return at < rows.size() && tick_of(rows[at]) == tick_;
  }
  uint64_t next_tick() const;
  void advance();

  const v2m::Song* song_;
  size_t tempo_ = 0;
  std::array<Cursor, kChannels> channels_{};
  uint64_t tick_ = kNever, sample_ = 0;
  uint32_t us_ = 500000;  // per quarter, before the first tempo
  uint32_t lost_ = 0;     // remainders of the divisions, of which the original nearly loses all
};

/// Number of steps and the sample of the last one.
struct SongExtent {
  uint64_t steps = 0, last_sample = 0;
};
SongExtent measure(const v2m::Song& song);

}  // namespace vitrine::music
