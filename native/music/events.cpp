#include "music/events.h"

#include <algorithm>

namespace vitrine::music {
namespace {

struct NobodyListens {
  void program_change(int, uint8_t) {}
  void controller(int, int, uint8_t) {}
  void note(int, uint8_t, uint8_t) {}
};

}  // namespace

uint64_t EventStepper::next_tick() const {
  uint64_t next = kNever;
  const auto consider = [&](size_t at, const auto& rows) {
    if (at < rows.size()) next = std::min(next, tick_of(rows[at]));
  };
  consider(tempo_, song_->tempo);
  for (size_t i = 0; i < channels_.size(); ++i) {
    const auto& channel = song_->channels[i];
    const Cursor& at = channels_[i];
    consider(at.note, channel.notes);
    consider(at.program, channel.programs);
    consider(at.bend, channel.bends);
    for (size_t k = 0; k < 7; ++k) consider(at.controllers[k], channel.controllers[k]);
  }
  return next;
}

void EventStepper::advance() {
  const uint64_t next = next_tick();
  if (next != kNever) {
    // (ticks * us * 441) / unit without its overflow: ticks are 24 bits, us 32.
    const uint64_t unit = 10000ull * song_->division, us = (next - tick_) * us_;
    const uint64_t rest = us % unit * (kRate / 100);
    sample_ += us / unit * (kRate / 100) + rest / unit;
    const auto lost = static_cast<uint32_t>(rest % unit);
    lost_ += lost;
    if (lost_ < lost) ++sample_;
  }
  tick_ = next;
}

SongExtent measure(const v2m::Song& song) {
  SongExtent extent;
  NobodyListens nobody;
  for (EventStepper stepper(song); !stepper.done(); ++extent.steps) {
    extent.last_sample = stepper.sample();
    stepper.step(nobody);
  }
  return extent;
}

}  // namespace vitrine::music
