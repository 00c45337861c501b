#include "music/roll.h"

#include <algorithm>
#include <array>

#include "formats/v2m/read/events.h"
#include "formats/vfx/read/effects.h"
#include "music/song_of.h"

namespace vitrine::music {
namespace {

RollTime roll_time(uint64_t sample) { return static_cast<RollTime>(std::min<uint64_t>(sample, UINT32_MAX)); }

struct Programs : v2m::NoEvents {
  const v2m::EventStepper& stepper;
  std::vector<RollProgram>& rows;

  Programs(const v2m::EventStepper& s, std::vector<RollProgram>& r) : stepper(s), rows(r) {}
  void program_change(int channel, uint8_t program) {
    rows.push_back({roll_time(stepper.sample()), static_cast<uint32_t>(channel), program & 127u});
  }
};

/// The program of a channel at each of its notes: changes at the sample of a note come before it.
void name_programs(Roll& roll) {
  std::array<size_t, 16> next{};
  std::array<uint8_t, 16> current{};
  for (RollNote& note : roll.notes) {
    size_t& at = next[note.channel];
    for (; at < roll.programs.size() && roll.programs[at].at <= note.start; ++at) {
      if (roll.programs[at].channel == note.channel)
        current[note.channel] = static_cast<uint8_t>(roll.programs[at].program);
    }
    note.program = current[note.channel];
  }
}

}  // namespace

Result<Roll> read_roll(std::span<const uint8_t> file, const v2m::Song& song, Budget& budget) {
  Roll roll;
  VITRINE_TRY(const std::vector<v2m::TimedNote> timed, v2m::timed_notes(song, budget));
  uint64_t changes = 0;
  for (const v2m::Channel& channel : song.channels) changes += channel.programs.size();
  VITRINE_CHECK(budget.charge(timed.size() + changes + song.tempo.size(), sizeof(RollNote)));
  roll.notes.reserve(timed.size());
  for (const v2m::TimedNote& note : timed)
    roll.notes.push_back({roll_time(note.start.sample), roll_time(note.end.sample), note.channel, note.note,
                          note.velocity, 0, note.row});
  roll.programs.reserve(static_cast<size_t>(changes));
  roll.tempo.reserve(song.tempo.size());
  v2m::EventStepper stepper(song);
  for (Programs sink(stepper, roll.programs); !stepper.done(); stepper.step(sink)) {
    // One row of tempo in each step, as the stepper takes them.
    const size_t next = roll.tempo.size();
    if (next < song.tempo.size() && song.tempo[next].tick == stepper.tick())
      roll.tempo.push_back({roll_time(stepper.sample()), song.tempo[next].us_per_quarter});
  }
  name_programs(roll);
  if (file.size() >= 4 && std::equal(file.begin(), file.begin() + 4, "VFX0")) {
    VITRINE_TRY(const vfx::Effects effects, vfx::read(file));
    VITRINE_CHECK(budget.charge(effects.rows.size(), sizeof(RollEffect)));
    for (const vfx::Effect& row : effects.rows)
      roll.effects.push_back({row.start, row.end, row.loop, row.major, row.minor, row.gain, 0});
  }
  return roll;
}

}  // namespace vitrine::music
