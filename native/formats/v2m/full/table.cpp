#include "formats/v2m/full/table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "formats/v2m/read/events.h"

namespace vitrine::v2m {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kSample = 5;         // notes shown from each end of a channel
constexpr uint64_t kRowBytes = 1024;  // of memory that a row of a table takes, generously
constexpr uint64_t kNumberBytes = 64;

Json note_json(const Note& note, const NoteTime& time) {
  return {{"tick", note.tick}, {"seconds", time.seconds}, {"note", note.note}, {"velocity", note.velocity}};
}

Json channel_json(const Song& song, const NoteTimes& times, uint32_t number) {
  const Channel& channel = song.channels[number];
  const auto& notes = channel.notes;
  Json programs = Json::array(), first = Json::array(), last = Json::array();
  for (const Program& row : channel.programs) programs.push_back({{"tick", row.tick}, {"program", row.program}});
  Json controllers = Json::array();
  for (const auto& rows : channel.controllers) controllers.push_back(rows.size());
  const size_t shown = std::min(kSample, notes.size());
  for (size_t i = 0; i < shown; ++i) first.push_back(note_json(notes[i], times[number][i]));
  for (size_t i = notes.size() - shown; i < notes.size(); ++i) last.push_back(note_json(notes[i], times[number][i]));
  return {{"channel", number},
          {"events", notes.size()},
          {"noteOns", std::count_if(notes.begin(), notes.end(), [](const Note& note) { return note.velocity != 0; })},
          {"lastTick", channel.last_tick},
          {"programs", std::move(programs)},
          {"bends", channel.bends.size()},
          {"controllers", std::move(controllers)},
          {"first", std::move(first)},
          {"last", std::move(last)}};
}

/// Bytes of a text as characters: songs are older than UTF-8.
std::string from_latin1(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) append_utf8(text, static_cast<uint8_t>(c));
  return text;
}

Status charge(const Song& song, Budget& budget) {
  uint64_t rows = song.tempo.size(), numbers = song.patches.sizes.size() * 2;
  for (const Channel& channel : song.channels) rows += channel.programs.size();
  if (song.speech) numbers += song.speech->texts.size();
  VITRINE_CHECK(budget.charge(rows, kRowBytes, 0));
  return budget.charge(numbers, kNumberBytes, song.patches.at);
}

}  // namespace

Result<Json> table(std::string_view name, const Song& song, Budget& budget) {
  VITRINE_CHECK(charge(song, budget));
  VITRINE_TRY(const NoteTimes times, note_times(song, budget));
  const TickTime end = time_of(song, song.max_ticks);
  Json out = {{"file", to_utf8(name)},     {"bytes", song.bytes},        {"version", song.version},
              {"division", song.division}, {"maxTicks", song.max_ticks}, {"lastTick", song.last_tick()}};
  Json tempo = Json::array(), channels = Json::array(), warnings = Json::array(), sections = Json::array();
  for (const Tempo& row : song.tempo) {
    tempo.push_back({{"tick", row.tick},
                     {"usPerQuarter", row.us_per_quarter},
                     {"numerator", row.numerator},
                     {"denominator", row.denominator},
                     {"tpq", row.tpq}});
  }
  uint64_t events = 0, ons = 0;
  for (uint32_t i = 0; i < song.channels.size(); ++i) {
    if (song.channels[i].notes.empty()) continue;
    channels.push_back(channel_json(song, times, i));
    events += channels.back()["events"].get<uint64_t>();
    ons += channels.back()["noteOns"].get<uint64_t>();
  }
  for (const Warning& row : song.warnings) {
    warnings.push_back({{"code", row.message.code()->id}, {"at", row.message.offset()}});
    if (row.channel) warnings.back()["channel"] = *row.channel;
  }
  for (const Section& row : song.sections)
    sections.push_back({{"what", row.what}, {"at", row.at}, {"bytes", row.bytes}});
  out["tempo"] = std::move(tempo);
  out["seconds"] = end.seconds;
  out["lastSeconds"] = time_of(song, song.last_tick()).seconds;
  out["samples"] = end.samples;
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
  out["sections"] = std::move(sections);
  out["warnings"] = std::move(warnings);
  return out;
}

Result<Json> notes(const Song& song, Budget& budget) {
  VITRINE_TRY(const std::vector<TimedNote> timed, timed_notes(song, budget));
  VITRINE_CHECK(budget.charge(timed.size(), kRowBytes, 0));
  Json list = Json::array();
  for (const TimedNote& note : timed) {
    list.push_back({{"channel", note.channel},
                    {"note", note.note},
                    {"velocity", note.velocity},
                    {"start", note.start.seconds},
                    {"end", note.end.seconds}});
  }
  return list;
}

}  // namespace vitrine::v2m
