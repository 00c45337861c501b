#pragma once
// The one clock of a song: its events in the order of the original player, each with its tick, its second by the tempo
// map and its sample. One step takes every note that is due and at most one row of each other stream.

#include <algorithm>
#include <array>

#include "formats/v2m/read/song.h"

namespace vitrine::v2m {

inline constexpr uint32_t kSampleRate = 44100;

/// Takes no notice of anything; sinks of a few kinds of event inherit the others from here.
struct NoEvents {
  void program_change(int /*channel*/, uint8_t /*program*/) {}
  void controller(int /*channel*/, int /*number, 1..7*/, uint8_t /*value*/) {}
  void note(int /*channel*/, uint8_t /*note*/, uint8_t /*velocity, 0 = off*/, uint32_t /*row of the channel*/) {}
};

class EventStepper {
 public:
  /// `song` stays the caller's. Sample 0 is the first event, whatever its tick; second 0 is tick 0.
  explicit EventStepper(const Song& song);

  bool done() const { return tick_ == kNever; }
  /// Place of the next step; only while not done.
  uint64_t tick() const { return tick_; }
  /// As the original player counts, which loses the remainder of nearly every distance: long songs end up to 0.6 s
  /// before the time of their tempo map.
  uint64_t sample() const { return sample_; }
  /// Seconds by the tempo map.
  double seconds() const { return seconds(tick_); }
  /// The same for a tick no earlier than the last tempo and no later than the next step.
  double seconds(uint64_t tick) const;
  /// Samples before such a tick by the tempo map, rounded down once.
  uint64_t exact_samples(uint64_t tick) const;

  /// Gives `sink` what is due and goes on to the next step.
  template <class Sink>
  void step(Sink& sink) {
    if (tempo_next_ == tick_) step_tempo();
    for (size_t i = 0; i < channels_.size(); ++i) {
      if (channels_[i].next == tick_) step_channel(i, sink);
    }
    advance();
  }

 private:
  static constexpr uint64_t kNever = ~uint64_t{0};
  /// Events of songs that claim longer than six million years come together there.
  static constexpr uint64_t kLastSample = uint64_t{1} << 63;
  /// Microseconds times division: ticks of many rows take more than 32 bits, a tempo takes 32.
  using Wide = unsigned __int128;

  /// Next rows of a channel, and the earliest tick of them.
  struct Cursor {
    uint64_t next = kNever;
    size_t program = 0, bend = 0, note = 0;
    std::array<size_t, 7> controllers{};
  };

  static uint64_t tick_of(uint64_t tick) { return tick; }
  template <class Row>
  static uint64_t tick_of(const Row& row) {
    return row.tick;
  }
  template <class Rows>
  static uint64_t tick_at(const Rows& rows, size_t row) {
    return row < rows.size() ? tick_of(rows[row]) : kNever;
  }
  template <class Rows>
  bool due(const Rows& rows, size_t row) const {
    return tick_at(rows, row) == tick_;
  }
  template <class Sink>
  void step_channel(size_t i, Sink& sink) {
    const Channel& channel = song_->channels[i];
    Cursor& at = channels_[i];
    const int number = static_cast<int>(i);
    if (due(channel.programs, at.program)) sink.program_change(number, channel.programs[at.program++].program);
    for (size_t k = 0; k < channel.controllers.size(); ++k) {
      const auto& rows = channel.controllers[k];
      if (due(rows, at.controllers[k]))
        sink.controller(number, static_cast<int>(k) + 1, rows[at.controllers[k]++].value);
    }
    if (due(channel.bends, at.bend)) ++at.bend;
    for (; due(channel.notes, at.note); ++at.note)
      sink.note(number, channel.notes[at.note].note, channel.notes[at.note].velocity, static_cast<uint32_t>(at.note));
    find_next(i);
  }
  void find_next(size_t channel);
  Wide us(uint64_t tick) const { return us_ + Wide{tick - tempo_tick_} * us_per_quarter_; }
  void step_tempo();
  uint64_t earliest() const;
  void advance();

  const Song* song_;
  size_t tempo_ = 0;
  uint64_t tempo_next_ = kNever;
  std::array<Cursor, 16> channels_{};
  uint64_t tick_ = 0, sample_ = 0;
  uint32_t lost_ = 0;  // remainders of the divisions, of which the original nearly loses all
  uint32_t us_per_quarter_ = kUsualTempo;
  uint64_t tempo_tick_ = 0;  // from where on that holds
  Wide us_ = 0;              // up to there
};

/// Second and exact sample of a tick by the tempo map.
struct TickTime {
  double seconds = 0;
  uint64_t samples = 0;
};
TickTime time_of(const Song& song, uint64_t tick);

/// Number of steps and the sample of the last one.
struct SongExtent {
  uint64_t steps = 0, last_sample = 0;
};
SongExtent measure(const Song& song);

struct NoteTime {
  double seconds = 0;   ///< by the tempo map
  uint64_t sample = 0;  ///< as the player counts
};
/// When each note row happens: a list for each channel, as long as its notes. LIMIT_MEMORY where they are too many for
/// `budget`.
using NoteTimes = std::array<std::vector<NoteTime>, 16>;
Result<NoteTimes> note_times(const Song& song, Budget& budget);

/// A note and its stretch of time.
struct TimedNote {
  uint8_t channel = 0, note = 0, velocity = 0;
  uint32_t row = 0;  ///< of its note on, among the rows of the channel
  NoteTime start, end;
};
/// All notes, channel by channel. A note ends at its note off, at the next note on of the same key, or with the song.
/// LIMIT_MEMORY likewise.
Result<std::vector<TimedNote>> timed_notes(const Song& song, Budget& budget);

}  // namespace vitrine::v2m
