#include "formats/vfx/full/table.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "formats/v2m/full/table.h"
#include "formats/v2m/read/events.h"

namespace vitrine::vfx {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint32_t kMostRendered = 65536;  // samples the original player renders of one effect
constexpr double kEarly = 0.05;            // seconds before an effect in which its note may begin

struct NoteOn {
  double seconds = 0;
  uint32_t channel = 0;
  uint8_t note = 0;
};

Result<std::vector<NoteOn>> note_ons(const v2m::Song& song, Budget& budget) {
  VITRINE_TRY(const v2m::NoteTimes times, v2m::note_times(song, budget));
  std::vector<NoteOn> list;
  for (uint32_t i = 0; i < times.size(); ++i) {
    for (size_t row = 0; row < times[i].size(); ++row) {
      const v2m::Note& note = song.channels[i].notes[row];
      if (note.velocity != 0) list.push_back({times[i][row].seconds, i, note.note});
    }
  }
  std::stable_sort(list.begin(), list.end(), [](const NoteOn& a, const NoteOn& b) { return a.seconds < b.seconds; });
  return list;
}

size_t first_from(const std::vector<NoteOn>& notes, double seconds) {
  const auto found = std::lower_bound(notes.begin(), notes.end(), seconds,
                                      [](const NoteOn& note, double at) { return note.seconds < at; });
  return static_cast<size_t>(found - notes.begin());
}

/// The nearest note, the first of several equally near ones.
Json nearest_note(const std::vector<NoteOn>& notes, double seconds) {
  if (notes.empty()) return nullptr;
  size_t best = std::min(first_from(notes, seconds), notes.size() - 1);
  if (best > 0 && std::abs(notes[best - 1].seconds - seconds) <= std::abs(notes[best].seconds - seconds))
    best = first_from(notes, notes[best - 1].seconds);
  const NoteOn& note = notes[best];
  return {{"seconds", note.seconds},
          {"channel", note.channel},
          {"note", note.note},
          {"distance", std::abs(note.seconds - seconds)}};
}

}  // namespace

Result<EffectFile> read_with_song(std::span<const uint8_t> bytes, Budget* budget) {
  EffectFile file;
  VITRINE_TRY(file.effects, read(bytes));
  auto song = v2m::read(file.effects.music, budget);
  if (!song) {
    Error error = song.error();
    if (error.offset() != kNoOffset) error = error.at(error.offset() + file.effects.music_at);
    return error;
  }
  file.song = std::move(*song);
  const double music_seconds = v2m::time_of(file.song, file.song.max_ticks).seconds;
  for (uint32_t i = 0; i < file.effects.rows.size(); ++i) {
    if (file.effects.rows[i].start / static_cast<double>(file.effects.rate) > music_seconds)
      file.effects.warnings.push_back({&kStart, i});
  }
  return file;
}

Result<Json> table(std::string_view name, uint64_t bytes, const EffectFile& file, Budget& budget) {
  const Effects& effects = file.effects;
  VITRINE_TRY(Json music, v2m::table(name, file.song, budget));
  VITRINE_TRY(const std::vector<NoteOn> notes, note_ons(file.song, budget));
  Json rows = Json::array(), warnings = Json::array(), sections = Json::array();
  for (const Warning& row : effects.warnings)
    warnings.push_back({{"code", row.code->id},
                        {"row", row.code == &kUnusualRate || row.code == &kSizeDiffers ? Json() : Json(row.row)}});
  for (uint32_t i = 0; i < effects.rows.size(); ++i) {
    const Effect& row = effects.rows[i];
    const double rate = effects.rate, start = row.start / rate, end = row.end / rate;
    const size_t first = first_from(notes, start - kEarly), last = first_from(notes, end);
    rows.push_back({{"row", i},
                    {"major", row.major},
                    {"minor", row.minor},
                    {"gain", row.gain},
                    {"gainDb", row.gain / 5.0},
                    {"factor", gain_factor(row.gain)},
                    {"start", row.start},
                    {"end", row.end},
                    {"loop", row.loop},
                    {"length", row.length()},
                    {"startSeconds", start},
                    {"endSeconds", end},
                    {"seconds", row.length() / rate},
                    {"rendered", std::min(row.length(), kMostRendered)},
                    {"stereo", (row.major & 1) != 0},
                    {"noteOns", last > first ? last - first : 0},
                    {"nearestNoteOn", nearest_note(notes, start)}});
  }
  const auto add = [&](const char* what, uint64_t at, uint64_t end) {
    sections.push_back({{"what", what}, {"at", at}, {"bytes", end - at}});
  };
  add("header", 0, effects.music_at);
  add("music", effects.music_at, effects.music_end());
  add("rate and count", effects.music_end(), effects.table_at());
  add("effects", effects.table_at(), effects.table_end());
  if (effects.table_end() < bytes) add("tail", effects.table_end(), bytes);
  return Json{{"file", to_utf8(name)},
              {"bytes", bytes},
              {"musicBytes", effects.music.size()},
              {"rate", effects.rate},
              {"count", effects.rows.size()},
              {"effects", std::move(rows)},
              {"sections", std::move(sections)},
              {"warnings", std::move(warnings)},
              {"music", std::move(music)}};
}

}  // namespace vitrine::vfx
