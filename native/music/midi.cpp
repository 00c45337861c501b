#include "music/midi.h"

#include <bitset>
#include <initializer_list>
#include <string>

#include "base/byte_writer.h"
#include "formats/v2m/read/events.h"

namespace vitrine::music {
namespace {

constexpr uint32_t kMostDivision = 0x7FFF;      // 15 bits of ticks per quarter
constexpr uint64_t kLongestDelta = 0x0FFFFFFF;  // four bytes of seven bits
constexpr uint32_t kLongestQuarter = 0xFFFFFF;  // 24 bits of microseconds
constexpr uint64_t kEventBytes = 64;            // of memory per event, a program with its name, a note with its end
constexpr uint32_t kUsualRelease = 64;          // velocity of a note off that nobody measured
constexpr size_t kDrums = 9;                    // channel that General MIDI keeps for drums

struct Counts {
  uint64_t keys = 0, velocities = 0, values = 0, tempos = 0, gaps = 0, signatures = 0;
  double longest_quarter = 0;
};

class Track {
 public:
  Track() = default;
  Track(uint32_t division, Counts& counts) : division_(division), counts_(&counts) {}

  /// The distance to the event that follows.
  void to(uint64_t tick) {
    const uint64_t at = scaled(tick), distance = at - last_;
    if (distance > kLongestDelta) ++counts_->gaps;
    last_ = at;
    variable(std::min(distance, kLongestDelta));
  }
  void put(std::initializer_list<uint32_t> bytes) {
    for (const uint32_t byte : bytes) out_.u8(byte);
  }
  void meta(uint32_t type, std::string_view data) {
    put({0xFF, type});
    variable(data.size());
    out_.raw(data);
  }
  /// At the beginning.
  void name(std::string_view text) {
    to(0);
    meta(0x03, text);
  }
  /// The chunk of the track.
  void end(ByteWriter& file) {
    variable(0);
    meta(0x2F, "");
    const std::vector<uint8_t> body = out_.take();
    file.raw("MTrk");
    file.u32(static_cast<uint32_t>(body.size()));
    file.raw(body);
  }

 private:
  uint64_t scaled(uint64_t tick) const {
    if (division_ <= kMostDivision) return tick;
    return tick / division_ * kMostDivision + tick % division_ * kMostDivision / division_;
  }
  void variable(uint64_t value) {
    for (int shift = 21; shift > 0; shift -= 7) {
      if (value >> shift != 0) out_.u8(static_cast<uint32_t>(value >> shift & 0x7F) | 0x80);
    }
    out_.u8(static_cast<uint32_t>(value & 0x7F));
  }

  uint32_t division_ = 1;
  Counts* counts_ = nullptr;
  ByteWriter out_{true};
  uint64_t last_ = 0;
};

/// Channel of the song -> channel of the file. A channel of the song that is General MIDI's drums goes to the first one
/// without notes.
std::array<uint8_t, 16> channels_of(const v2m::Song& song) {
  std::array<uint8_t, 16> channels{};
  for (size_t i = 0; i < channels.size(); ++i) channels[i] = static_cast<uint8_t>(i);
  for (size_t i = channels.size(); i-- > 0;) {
    if (i != kDrums && song.channels[i].notes.empty()) channels[kDrums] = static_cast<uint8_t>(i);
  }
  return channels;
}

/// Writes each channel's events into its track. Every note ends: MIDI holds a key until it is told, and its readers
/// pair ends with beginnings.
class ChannelWriter {
 public:
  ChannelWriter(const v2m::Song& song, const v2m::EventStepper& stepper, Counts& counts)
      : stepper_(stepper), counts_(counts) {
    const std::array<uint8_t, 16> to = channels_of(song);
    for (size_t i = 0; i < lanes_.size(); ++i) {
      lanes_.at(i) = {Track(song.division, counts), to.at(i)};
      lanes_.at(i).track.name("V2 channel " + std::to_string(i));
    }
  }

  void program_change(int channel, uint8_t program) {
    Lane& lane = at(channel);
    program &= 127;
    // The original frees the voices of a channel whose program becomes another.
    if (program != lane.program) end_notes(lane, stepper_.tick());
    lane.program = program;
    if (!lane.named[program]) {
      lane.named.set(program);
      lane.track.to(stepper_.tick());
      lane.track.meta(0x08, "V2 program " + std::to_string(program));
    }
    put(lane, 0xC0, {program});
    // The original puts controllers 1 to 6 back with every program; MIDI needs messages for that.
    for (uint32_t i = 0; i < 6; ++i) {
      if (lane.values.at(i) != 0) put(lane, 0xB0, {i + 1, 0});
      lane.values.at(i) = 0;
    }
  }
  void controller(int channel, int number, uint8_t value) {
    Lane& lane = at(channel);
    lane.values.at(static_cast<size_t>(number - 1)) = value;
    put(lane, 0xB0, {static_cast<uint32_t>(number), held(value, counts_.values)});
  }
  void note(int channel, uint8_t note, uint8_t velocity, uint32_t) {
    if (note > 127) {
      ++counts_.keys;
      return;
    }
    Lane& lane = at(channel);
    // A key has one string in MIDI.
    if (velocity != 0 && lane.sounding[note]) end_note(lane, note, stepper_.tick());
    lane.sounding[note] = velocity != 0;
    put(lane, 0x90, {note, held(velocity, counts_.velocities)});
  }
  /// The chunk of a channel's track; what still sounds ends with the song.
  void end(size_t channel, uint64_t last_tick, ByteWriter& file) {
    Lane& lane = lanes_.at(channel);
    end_notes(lane, last_tick);
    lane.track.end(file);
  }

 private:
  struct Lane {
    Track track;
    uint32_t channel = 0;  // of the file
    uint8_t program = 0;   // that of a channel before its first change
    std::bitset<128> sounding{}, named{};
    std::array<uint8_t, 7> values{};
  };

  static uint32_t held(uint8_t value, uint64_t& above) {
    if (value > 127) ++above;
    return std::min<uint32_t>(value, 127);
  }
  Lane& at(int channel) { return lanes_.at(static_cast<size_t>(channel)); }
  void put(Lane& lane, uint32_t kind, std::initializer_list<uint32_t> data) {
    lane.track.to(stepper_.tick());
    lane.track.put({kind | lane.channel});
    lane.track.put(data);
  }
  /// As note off, which rows of the song never are: theirs is velocity 0.
  static void end_note(Lane& lane, uint32_t note, uint64_t tick) {
    lane.track.to(tick);
    lane.track.put({0x80 | lane.channel, note, kUsualRelease});
  }
  static void end_notes(Lane& lane, uint64_t tick) {
    if (lane.sounding.none()) return;
    for (uint32_t note = 0; note < 128; ++note) {
      if (lane.sounding[note]) end_note(lane, note, tick);
    }
    lane.sounding.reset();
  }

  const v2m::EventStepper& stepper_;
  Counts& counts_;
  std::array<Lane, 16> lanes_{};
};

void put_tempo(Track& track, const v2m::Tempo& row, Counts& counts) {
  const uint32_t us = std::min(row.us_per_quarter, kLongestQuarter);
  if (us != row.us_per_quarter) {
    ++counts.tempos;
    counts.longest_quarter = std::max(counts.longest_quarter, static_cast<double>(row.us_per_quarter));
  }
  track.to(row.tick);
  track.put({0xFF, 0x51, 3, us >> 16, us >> 8 & 0xFF, us & 0xFF});
  const uint32_t beat = row.denominator;
  if (row.numerator == 0 || beat == 0 || (beat & (beat - 1)) != 0) {
    ++counts.signatures;
    return;
  }
  track.to(row.tick);
  track.put({0xFF, 0x58, 4, row.numerator, static_cast<uint32_t>(__builtin_ctz(beat)), 24, 8});
}

std::vector<MidiLoss> losses_of(const v2m::Song& song, const Counts& counts) {
  uint64_t bends = 0;
  for (const auto& channel : song.channels) bends += channel.bends.size();
  const bool rounded = song.division > kMostDivision;
  const bool drums = !song.channels[kDrums].notes.empty() && channels_of(song)[kDrums] == kDrums;
  const MidiLoss all[] = {
      {"patches", song.patches.sizes.size(), 0, "sounds of programs; another synthesizer has its own"},
      {"effects", 1, 0, "reverb, delay, filters and compressor of the song"},
      {"texts", song.speech ? song.speech->texts.size() : 0, 0, "texts that channel 15 speaks"},
      {"drums", drums ? 1u : 0u, 0,
       "channel 9 of the song, which is the drums of General MIDI: no other channel is free"},
      {"bends", bends, 0, "pitch bends, which the original synthesizer ignores"},
      {"keys", counts.keys, 0, "note events on keys above 127, left out"},
      {"velocities", counts.velocities, 0, "velocities above 127, held at it"},
      {"controllers", counts.values, 0, "controller values above 127, held at it"},
      {"tempos", counts.tempos, counts.longest_quarter, "quarters longer than MIDI allows, in microseconds"},
      {"signatures", counts.signatures, 0, "time signatures whose beat is not a power of two"},
      {"gaps", counts.gaps, 0, "distances of more than 268435455 ticks, shortened"},
      {"division", rounded ? 1u : 0u, static_cast<double>(song.division), "ticks per quarter, rounded to 32767"},
  };
  std::vector<MidiLoss> losses;
  for (const MidiLoss& loss : all) {
    if (loss.count != 0) losses.push_back(loss);
  }
  return losses;
}

uint64_t events_of(const v2m::Song& song) {
  uint64_t count = song.tempo.size() * 2;
  for (const auto& channel : song.channels) {
    count += channel.notes.size() + channel.programs.size() * 8;
    for (const auto& rows : channel.controllers) count += rows.size();
  }
  return count;
}

}  // namespace

Result<MidiFile> to_midi(const v2m::Song& song, Budget& budget) {
  VITRINE_CHECK(budget.charge(events_of(song), kEventBytes, 0));
  Counts counts;
  Track tempo(song.division, counts);
  tempo.name("Tempo");
  for (const v2m::Tempo& row : song.tempo) put_tempo(tempo, row, counts);
  v2m::EventStepper stepper(song);
  ChannelWriter channels(song, stepper, counts);
  uint64_t last_tick = 0;
  while (!stepper.done()) {
    last_tick = stepper.tick();
    stepper.step(channels);
  }

  uint32_t tracks = 1;
  for (const auto& channel : song.channels) tracks += channel.notes.empty() ? 0 : 1;
  ByteWriter file(true);
  file.raw("MThd");
  file.u32(6);
  file.u16(1);
  file.u16(tracks);
  file.u16(std::min(song.division, kMostDivision));
  tempo.end(file);
  for (size_t i = 0; i < song.channels.size(); ++i) {
    if (!song.channels[i].notes.empty()) channels.end(i, last_tick, file);
  }
  return MidiFile{file.take(), losses_of(song, counts)};
}

}  // namespace vitrine::music
