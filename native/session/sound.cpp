#include "session/sound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "formats/v2m/song.h"
#include "formats/vfx/effects.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kSample = 5;              // notes shown from each end of a channel
constexpr uint32_t kMostRendered = 65536;  // samples the original player renders of one effect
constexpr double kEarly = 0.05;            // seconds before an effect in which its note may begin

Json note_json(const v2m::Song& song, const v2m::Note& note) {
  return {{"tick", note.tick}, {"seconds", song.seconds(note.tick)}, {"note", note.note}, {"velocity", note.velocity}};
}

Json channel_json(const v2m::Song& song, uint32_t number) {
  const v2m::Channel& channel = song.channels[number];
  const auto& notes = channel.notes;
  Json programs = Json::array(), first = Json::array(), last = Json::array();
  for (const v2m::Program& row : channel.programs) programs.push_back({{"tick", row.tick}, {"program", row.program}});
  const size_t shown = std::min(kSample, notes.size());
  for (size_t i = 0; i < shown; ++i) first.push_back(note_json(song, notes[i]));
  for (size_t i = notes.size() - shown; i < notes.size(); ++i) last.push_back(note_json(song, notes[i]));
  return {
      {"channel", number},
      {"events", notes.size()},
      {"noteOns", std::count_if(notes.begin(), notes.end(), [](const v2m::Note& note) { return note.velocity != 0; })},
      {"lastTick", channel.last_tick},
      {"programs", std::move(programs)},
      {"bends", channel.bends},
      {"controllers", channel.controllers},
      {"first", std::move(first)},
      {"last", std::move(last)}};
}

/// Bytes of a text as characters: songs are older than UTF-8.
std::string from_latin1(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

Json song_json(std::string_view name, const v2m::Song& song) {
  Json out = {{"file", name},
              {"bytes", song.bytes},
              {"version", song.version},
              {"division", song.division},
              {"maxTicks", song.max_ticks},
              {"lastTick", song.last_tick()}};
  Json tempo = Json::array(), channels = Json::array(), warnings = Json::array();
  for (const v2m::Tempo& row : song.tempo) {
    tempo.push_back({{"tick", row.tick},
                     {"usPerQuarter", row.us_per_quarter},
                     {"numerator", row.numerator},
                     {"denominator", row.denominator},
                     {"tpq", row.tpq}});
  }
  uint64_t events = 0, ons = 0;
  for (uint32_t i = 0; i < song.channels.size(); ++i) {
    if (song.channels[i].notes.empty()) continue;
    channels.push_back(channel_json(song, i));
    events += channels.back()["events"].get<uint64_t>();
    ons += channels.back()["noteOns"].get<uint64_t>();
  }
  for (const v2m::Warning& row : song.warnings) warnings.push_back({{"code", row.code->id}, {"channel", row.channel}});
  out["tempo"] = std::move(tempo);
  out["seconds"] = song.seconds(song.max_ticks);
  out["lastSeconds"] = song.seconds(song.last_tick());
  out["samples"] = song.samples();
  out["channelCount"] = channels.size();
  out["noteEvents"] = events;
  out["noteOns"] = ons;
  out["channels"] = std::move(channels);
  out["globals"] = {{"at", song.globals_at}, {"bytes", song.globals_bytes}};
  out["patches"] = {{"at", song.patches.at},
                    {"bytes", song.patches.bytes},
                    {"count", song.patches.sizes.size()},
                    {"sizes", song.patches.sizes},
                    {"modulations", song.patches.modulations}};
  out["speech"] = nullptr;
  if (song.speech) {
    Json texts = Json::array();
    for (const std::string& text : song.speech->texts) texts.push_back(from_latin1(text));
    out["speech"] = {{"at", song.speech->at}, {"bytes", song.speech->bytes}, {"texts", std::move(texts)}};
  }
  out["trailing"] = song.trailing;
  out["warnings"] = std::move(warnings);
  return out;
}

struct NoteOn {
  double seconds = 0;
  uint32_t channel = 0;
  uint8_t note = 0;
};

std::vector<NoteOn> note_ons(const v2m::Song& song) {
  std::vector<NoteOn> list;
  for (uint32_t i = 0; i < song.channels.size(); ++i) {
    for (const v2m::Note& note : song.channels[i].notes) {
      if (note.velocity != 0) list.push_back({song.seconds(note.tick), i, note.note});
    }
  }
  std::stable_sort(list.begin(), list.end(), [](const NoteOn& a, const NoteOn& b) { return a.seconds < b.seconds; });
  return list;
}

Json nearest_note(const std::vector<NoteOn>& notes, double seconds) {
  const NoteOn* best = nullptr;
  for (const NoteOn& note : notes) {
    if (best == nullptr || std::abs(note.seconds - seconds) < std::abs(best->seconds - seconds)) best = &note;
  }
  if (best == nullptr) return nullptr;
  return {{"seconds", best->seconds},
          {"channel", best->channel},
          {"note", best->note},
          {"distance", std::abs(best->seconds - seconds)}};
}

}  // namespace

Result<Json> v2m_table(std::string_view name, std::span<const uint8_t> bytes) {
  VITRINE_TRY(const v2m::Song song, v2m::read(bytes));
  return song_json(name, song);
}

Result<Json> vfx_table(std::string_view name, std::span<const uint8_t> bytes) {
  VITRINE_TRY(const vfx::Effects effects, vfx::read(bytes));
  auto song = v2m::read(effects.music);
  if (!song) {
    Error error = song.error();
    error.offset += effects.music_at;
    return error;
  }
  const std::vector<NoteOn> notes = note_ons(*song);
  Json rows = Json::array(), warnings = Json::array();
  for (const vfx::Warning& row : effects.warnings) {
    warnings.push_back({{"code", row.code->id}, {"row", row.code == &vfx::kUnusualRate ? Json() : Json(row.row)}});
  }
  const double music_seconds = song->seconds(song->max_ticks);
  for (uint32_t i = 0; i < effects.rows.size(); ++i) {
    const vfx::Effect& row = effects.rows[i];
    const double rate = effects.rate, start = row.start / rate, end = row.end / rate;
    const auto first = std::lower_bound(notes.begin(), notes.end(), start - kEarly,
                                        [](const NoteOn& note, double at) { return note.seconds < at; });
    const auto last = std::lower_bound(notes.begin(), notes.end(), end,
                                       [](const NoteOn& note, double at) { return note.seconds < at; });
    if (start > music_seconds) warnings.push_back({{"code", vfx::kStart.id}, {"row", i}});
    rows.push_back({{"row", i},
                    {"major", row.major},
                    {"minor", row.minor},
                    {"gain", row.gain},
                    {"gainDb", row.gain / 5.0},
                    {"factor", vfx::gain_factor(row.gain)},
                    {"start", row.start},
                    {"end", row.end},
                    {"loop", row.loop},
                    {"length", row.length()},
                    {"startSeconds", start},
                    {"endSeconds", end},
                    {"seconds", row.length() / rate},
                    {"rendered", std::min(row.length(), kMostRendered)},
                    {"stereo", (row.major & 1) != 0},
                    {"noteOns", std::max<std::ptrdiff_t>(last - first, 0)},
                    {"nearestNoteOn", nearest_note(notes, start)}});
  }
  return Json{{"file", name},
              {"bytes", bytes.size()},
              {"musicBytes", effects.music.size()},
              {"rate", effects.rate},
              {"count", effects.rows.size()},
              {"effects", std::move(rows)},
              {"warnings", std::move(warnings)},
              {"music", song_json(name, *song)}};
}

Result<Json> v2m_notes(std::span<const uint8_t> bytes) {
  VITRINE_TRY(const v2m::Song song, v2m::read(bytes));
  Json list = Json::array();
  const double song_end = song.seconds(std::max<uint64_t>(song.max_ticks, song.last_tick()));
  for (uint32_t i = 0; i < song.channels.size(); ++i) {
    std::array<size_t, 256> open;
    open.fill(~size_t{0});
    for (const v2m::Note& note : song.channels[i].notes) {
      const double at = song.seconds(note.tick);
      if (size_t& held = open[note.note]; held != ~size_t{0}) {
        list[held]["end"] = at;
        held = ~size_t{0};
      }
      if (note.velocity == 0) continue;
      open[note.note] = list.size();
      list.push_back(
          {{"channel", i}, {"note", note.note}, {"velocity", note.velocity}, {"start", at}, {"end", song_end}});
    }
  }
  return list;
}

Result<Json> sound_report(std::string_view name, std::span<const uint8_t> bytes) {
  const bool is_vfx = bytes.size() >= 4 && std::equal(bytes.begin(), bytes.begin() + 4, "VFX0");
  VITRINE_TRY(Json table, is_vfx ? vfx_table(name, bytes) : v2m_table(name, bytes));
  const auto song = is_vfx ? bytes.subspan(8, table["musicBytes"].get<size_t>()) : bytes;
  VITRINE_TRY(Json notes, v2m_notes(song));
  return Json{{"kind", is_vfx ? "vfx" : "v2m"}, {"table", std::move(table)}, {"notes", std::move(notes)}};
}

}  // namespace vitrine
