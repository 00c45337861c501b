#include "formats/v2m/read/events.h"

namespace vitrine::v2m {
namespace {

struct TimesOfNotes : NoEvents {
  const EventStepper& stepper;
  NoteTimes times;

  explicit TimesOfNotes(const EventStepper& s) : stepper(s) {}
  void note(int channel, uint8_t, uint8_t, uint32_t) {
    times[static_cast<size_t>(channel)].push_back({stepper.seconds(), stepper.sample()});
  }
};

}  // namespace

EventStepper::EventStepper(const Song& song) : song_(&song), tempo_next_(tick_at(song.tempo, 0)) {
  for (size_t i = 0; i < channels_.size(); ++i) find_next(i);
  tick_ = earliest();
}

void EventStepper::find_next(size_t i) {
  const Channel& channel = song_->channels[i];
  Cursor& at = channels_[i];
  at.next = std::min(
      {tick_at(channel.programs, at.program), tick_at(channel.bends, at.bend), tick_at(channel.notes, at.note)});
  for (size_t k = 0; k < channel.controllers.size(); ++k)
    at.next = std::min(at.next, tick_at(channel.controllers[k], at.controllers[k]));
}

uint64_t EventStepper::earliest() const {
  uint64_t next = tempo_next_;
  for (const Cursor& channel : channels_) next = std::min(next, channel.next);
  return next;
}

void EventStepper::step_tempo() {
  us_ = us(tick_);
  tempo_tick_ = tick_;
  us_per_quarter_ = song_->tempo[tempo_].us_per_quarter;
  tempo_next_ = tick_at(song_->tempo, ++tempo_);
}

double EventStepper::seconds(uint64_t tick) const { return static_cast<double>(us(tick)) / (1e6 * song_->division); }

uint64_t EventStepper::exact_samples(uint64_t tick) const {
  return static_cast<uint64_t>(us(tick) * (kSampleRate / 100) / (Wide{10000} * song_->division));
}

void EventStepper::advance() {
  const uint64_t next = earliest();
  if (next != kNever) {
    // (ticks * us * 441) / unit without its overflow: ticks are 24 bits, us 32.
    const uint64_t unit = 10000ull * song_->division, us = (next - tick_) * us_per_quarter_;
    const uint64_t rest = us % unit * (kSampleRate / 100);
    sample_ = std::min(sample_ + us / unit * (kSampleRate / 100) + rest / unit, kLastSample);
    const auto lost = static_cast<uint32_t>(rest % unit);
    lost_ += lost;
    if (lost_ < lost && sample_ < kLastSample) ++sample_;
  }
  tick_ = next;
}

TickTime time_of(const Song& song, uint64_t tick) {
  NoEvents silent;
  EventStepper stepper(song);
  while (!stepper.done() && stepper.tick() <= tick) stepper.step(silent);
  return {stepper.seconds(tick), stepper.exact_samples(tick)};
}

SongExtent measure(const Song& song) {
  SongExtent extent;
  NoEvents silent;
  for (EventStepper stepper(song); !stepper.done(); ++extent.steps) {
    extent.last_sample = stepper.sample();
    stepper.step(silent);
  }
  return extent;
}

Result<NoteTimes> note_times(const Song& song, Budget& budget) {
  EventStepper stepper(song);
  TimesOfNotes sink(stepper);
  for (size_t i = 0; i < song.channels.size(); ++i) {
    const size_t count = song.channels[i].notes.size();
    VITRINE_CHECK(budget.charge(count, sizeof(NoteTime), song.channels[i].offset));
    sink.times[i].reserve(count);
  }
  while (!stepper.done()) stepper.step(sink);
  return std::move(sink.times);
}

Result<std::vector<TimedNote>> timed_notes(const Song& song, Budget& budget) {
  constexpr size_t kNone = ~size_t{0};
  VITRINE_TRY(const NoteTimes times, note_times(song, budget));
  uint64_t count = 0;
  for (const auto& rows : times) count += rows.size();
  VITRINE_CHECK(budget.charge(count, sizeof(TimedNote), 0));
  std::vector<TimedNote> list;
  list.reserve(static_cast<size_t>(count));
  const NoteTime end{time_of(song, std::max<uint64_t>(song.max_ticks, song.last_tick())).seconds,
                     measure(song).last_sample};
  for (size_t i = 0; i < times.size(); ++i) {
    std::array<size_t, 256> held;
    held.fill(kNone);
    for (size_t row = 0; row < times[i].size(); ++row) {
      const Note& note = song.channels[i].notes[row];
      size_t& open = held[note.note];
      if (open != kNone) list[open].end = times[i][row];
      open = note.velocity == 0 ? kNone : list.size();
      if (note.velocity != 0)
        list.push_back(
            {static_cast<uint8_t>(i), note.note, note.velocity, static_cast<uint32_t>(row), times[i][row], end});
    }
  }
  return list;
}

}  // namespace vitrine::v2m
