#include "formats/v2m/read/events.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "formats/v2m/full/map_record.h"
#include "formats/v2m/full/table.h"
#include "formats/v2m/song_builder.h"

namespace vitrine::test {
namespace {

TEST(Song, IsWalkedToItsEnd) {
  const Bytes bytes = short_song().build();
  const auto song = v2m::read(bytes);
  ASSERT_TRUE(song) << song.error().message();
  EXPECT_EQ(song->version, 6);
  EXPECT_EQ(song->bytes, bytes.size());
  ASSERT_EQ(song->tempo.size(), 1u);
  EXPECT_EQ(song->tempo[0].us_per_quarter, 500000u);
  EXPECT_EQ(song->tempo[0].numerator, 4);
  EXPECT_EQ(song->tempo[0].denominator, 4);
  EXPECT_EQ(song->tempo[0].tpq, 8);
  ASSERT_EQ(song->channels[0].notes.size(), 3u);
  EXPECT_EQ(song->channels[0].notes[2].tick, 480u);
  EXPECT_EQ(song->channels[0].notes[2].note, 62);
  EXPECT_EQ(song->channels[0].notes[2].velocity, 90);
  EXPECT_EQ(song->channels[0].programs[0].program, 1);
  EXPECT_EQ(song->channels[0].bends.size(), 2u);
  EXPECT_EQ(song->channels[0].controllers[6].size(), 3u);
  EXPECT_EQ(song->last_tick(), 480u);
  EXPECT_EQ(song->patches.modulations, (std::vector<uint32_t>{0, 2}));
  ASSERT_TRUE(song->speech);
  EXPECT_EQ(song->speech->texts, (std::vector<std::string>{"!hello", "w3rld"}));
}

TEST(Song, SecondsFollowTheTempoMap) {
  SongBuilder builder = short_song();
  builder.tempo = {{96, 1000000}, {192, 250000}};
  builder.max_ticks = 480;
  const auto song = v2m::read(builder.build());
  ASSERT_TRUE(song);
  EXPECT_DOUBLE_EQ(v2m::time_of(*song, 48).seconds, 0.25);  // 500000 us before the first entry
  EXPECT_DOUBLE_EQ(v2m::time_of(*song, 96).seconds, 0.5);
  EXPECT_DOUBLE_EQ(v2m::time_of(*song, 144).seconds, 1.0);
  EXPECT_DOUBLE_EQ(v2m::time_of(*song, 480).seconds, 1.5 + 0.75);
  EXPECT_EQ(v2m::time_of(*song, song->max_ticks).samples, 99225u);  // 2.25 s
}

TEST(Song, EveryTickHasItsTime) {
  SongBuilder builder = short_song();
  builder.tempo = {{96, 1000000}, {96, 2000000}, {192, 250000}};
  const auto song = v2m::read(builder.build());
  ASSERT_TRUE(song);
  // At 96 ticks to the quarter: 0.5 s, then two seconds, then 0.25 s.
  for (const auto& [tick, seconds] :
       {std::pair{0u, 0.0}, {48u, 0.25}, {48u, 0.25}, {96u, 0.5}, {120u, 1.0}, {192u, 2.5}, {192u, 2.5}, {576u, 3.5}})
    EXPECT_DOUBLE_EQ(v2m::time_of(*song, tick).seconds, seconds) << tick;
}

TEST(Song, NotesLieOnTheSecondsOfTheTempoMapAndTheSamplesOfThePlayer) {
  SongBuilder builder = short_song();
  builder.tempo = {};
  builder.division = 100;
  builder.max_ticks = 1000;
  // The player begins with the first event, so these are 0.25 s earlier for it than for the tempo map; 7 ticks are
  // 1543.5 samples.
  builder.channels = {{{{50, 60, 1}, {57, 60, 0}, {64, 60, 2}, {64, 61, 3}}, {{50, 1}}}};
  const auto song = v2m::read(builder.build());
  ASSERT_TRUE(song);
  Budget budget(1 << 20);
  const auto notes = v2m::timed_notes(*song, budget);
  ASSERT_TRUE(notes);
  ASSERT_EQ(notes->size(), 3u);
  const auto expect = [&](size_t i, double start, uint64_t sample, double end, uint64_t end_sample) {
    const v2m::TimedNote& note = (*notes)[i];
    EXPECT_DOUBLE_EQ(note.start.seconds, start) << i;
    EXPECT_DOUBLE_EQ(note.end.seconds, end) << i;
    EXPECT_EQ(note.start.sample, sample) << i;
    EXPECT_EQ(note.end.sample, end_sample) << i;
  };
  expect(0, 0.25, 0, 0.285, 1543);
  expect(1, 0.32, 3086, 5, 3086);  // twice 1543.5, each rounded down; held to the last event
  expect(2, 0.32, 3086, 5, 3086);
  Budget little(100);
  EXPECT_FALSE(v2m::timed_notes(*song, little));
}

TEST(Song, SamplesAreRoundedDownExactly) {
  SongBuilder builder = short_song();
  builder.division = 7;
  builder.max_ticks = 0xFFFFFFFF;
  builder.tempo = {{0, 0xFFFFFFFF}};
  const auto song = v2m::read(builder.build());
  ASSERT_TRUE(song);
  // (2^32 - 1)^2 * 441 / 70000, in integers
  const auto exact = static_cast<unsigned __int128>(0xFFFFFFFFull) * 0xFFFFFFFFull * 441 / 70000;
  EXPECT_EQ(v2m::time_of(*song, song->max_ticks).samples, static_cast<uint64_t>(exact));
}

TEST(Song, EveryGenerationIsRecognisedBySize) {
  constexpr uint32_t kGlobals[] = {12, 21, 21, 21, 22, 22, 23};
  for (int version = 0; version < 7; ++version) {
    SongBuilder builder = short_song();
    builder.version = version;
    builder.globals = kGlobals[version];
    const auto song = v2m::read(builder.build());
    ASSERT_TRUE(song) << version << ": " << song.error().message();
    // Generations 3 and 4 have patches of one size and differ in their globals.
    EXPECT_EQ(song->version, version);
  }
}

TEST(Song, OldSongsEndWithTheirPatchesAndPadding) {
  for (const uint32_t zeros : {0u, 3u}) {
    SongBuilder builder = short_song();
    builder.with_speech = false;
    builder.trailing = zeros;
    const auto song = v2m::read(builder.build());
    ASSERT_TRUE(song) << zeros;
    EXPECT_FALSE(song->speech);
    EXPECT_EQ(song->trailing, zeros);
  }
}

TEST(Song, TextsThatAreSungAreLatin1) {
  SongBuilder builder = short_song();
  builder.texts = {"a\x7F\x80\xE9\xFF"};
  const auto song = v2m::read(builder.build());
  ASSERT_TRUE(song);
  Budget budget(1 << 20);
  const auto table = v2m::table("song.v2m", *song, budget);
  ASSERT_TRUE(table);
  EXPECT_EQ((*table)["speech"]["texts"][0], "a\x7F\xC2\x80\xC3\xA9\xC3\xBF");  // U+0080, U+00E9, U+00FF
}

TEST(Song, RowsOfItsTableArePaidFor) {
  SongBuilder builder = short_song();
  builder.tempo.assign(1000, {0, 500000});
  const auto song = v2m::read(builder.build());
  ASSERT_TRUE(song);
  Budget enough(8 << 20), little(100'000);  // five keys and their numbers do not go into 100 bytes
  EXPECT_TRUE(v2m::table("song.v2m", *song, enough));
  const auto table = v2m::table("song.v2m", *song, little);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code(), &kLimitMemory);
}

TEST(Song, NotesWithoutAProgramAreAWarning) {
  SongBuilder builder = short_song();
  builder.channels[0].programs.clear();
  const auto song = v2m::read(builder.build());
  ASSERT_TRUE(song);
  ASSERT_EQ(song->warnings.size(), 1u);
  EXPECT_EQ(song->warnings[0].message.code(), &v2m::kNoProgram);
  EXPECT_EQ(song->warnings[0].channel, 0u);
}

struct Told {
  std::string code;
  uint64_t offset = 0;
  bool operator==(const Told&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Told& told) { return out << told.code << " @" << told.offset; }

std::vector<Told> warnings_of(const v2m::Song& song) {
  std::vector<Told> out;
  for (const v2m::Warning& row : song.warnings) out.push_back({row.message.code()->id, row.message.offset()});
  return out;
}

/// Sections without a gap from the first byte to the last; the names of those behind the patches.
std::vector<std::string> ends_of(const v2m::Song& song) {
  std::vector<std::string> out;
  uint64_t at = 0;
  bool behind = false;
  for (const v2m::Section& section : song.sections) {
    EXPECT_EQ(section.at, at) << section.what;
    at += section.bytes;
    if (behind) out.push_back(section.what);
    behind |= std::string_view(section.what) == "patches";
  }
  EXPECT_EQ(at, song.bytes);
  return out;
}

/// A song of two texts, whose speech block of 4 + 4 + 2 * 4 + 3 + 5 bytes is written anew.
struct SpeechCase {
  const char* what;
  std::vector<uint32_t> numbers;  ///< of the block, its size first
  std::string letters;            ///< after them
  std::vector<Told> warnings;     ///< offsets from the size field
  std::vector<std::string> ends, texts;
};

TEST(Song, WhatFollowsThePatchesIsOptional) {
  using namespace std::string_literals;
  const SpeechCase cases[] = {
      {"whole", {20, 2, 12, 15}, "ab\0cdef\0"s, {}, {"speech"}, {"ab", "cdef"}},
      {"a tail", {0}, "note\0"s, {{"V2M_TRAILING", 4}}, {"speech", "tail"}, {}},
      {"five zeros", {0}, "\0\0\0\0\0"s, {{"V2M_TRAILING", 4}}, {"speech", "tail"}, {}},
      {"one byte that is not 0", {}, "\1"s, {{"V2M_TRAILING", 0}}, {"tail"}, {}},
      {"a text of another program", {}, "made with a tracker"s, {{"V2M_TRAILING", 0}}, {"tail"}, {}},
      {"a tail after the texts",
       {20, 2, 12, 15},
       "ab\0cdef\0tail"s,
       {{"V2M_TRAILING", 24}},
       {"speech", "tail"},
       {"ab", "cdef"}},
      {"no end", {19, 2, 12, 15}, "ab\0cdef"s, {{"V2M_SPEECH", 12}}, {"speech"}, {"ab", "cdef"}},
      {"no end, then padding",
       {19, 2, 12, 15},
       "ab\0cdef\0"s,
       {{"V2M_SPEECH", 12}},
       {"speech", "padding"},
       {"ab", "cdef"}},
      {"longer than the file", {5000, 2, 12, 15}, "ab\0cdef\0"s, {{"V2M_SPEECH", 0}}, {"speech"}, {"ab", "cdef"}},
      {"cut in its last text",
       {20, 2, 12, 15},
       "ab\0c"s,
       {{"V2M_SPEECH", 0}, {"V2M_SPEECH", 12}},
       {"speech"},
       {"ab", "c"}},
      {"cut before its last text",
       {20, 2, 12, 15},
       "ab\0"s,
       {{"V2M_SPEECH", 0}, {"V2M_SPEECH", 12}},
       {"speech"},
       {"ab", ""}},
      {"cut in its offsets", {20, 2, 12}, "\17"s, {{"V2M_SPEECH", 0}, {"V2M_SPEECH", 4}}, {"speech"}, {}},
      {"a count of another program", {8, 1000, 7}, ""s, {{"V2M_SPEECH", 4}}, {"speech"}, {}},
      {"a block of two bytes", {2}, "\0\0"s, {{"V2M_SPEECH", 4}}, {"speech"}, {}},
      {"an offset outside", {20, 2, 4000, 15}, "ab\0cdef\0"s, {{"V2M_SPEECH", 8}}, {"speech"}, {"", "cdef"}},
      {"an old song", {}, ""s, {}, {}, {}},
      {"padding", {}, "\0\0\0"s, {}, {"padding"}, {}},
  };
  for (const SpeechCase& row : cases) {
    SongBuilder builder = short_song();
    builder.with_speech = false;
    Bytes bytes = builder.build();
    const size_t behind = bytes.size();
    for (const uint32_t number : row.numbers) put_u32(bytes, number);
    bytes.insert(bytes.end(), row.letters.begin(), row.letters.end());
    const auto song = v2m::read(bytes);
    ASSERT_TRUE(song) << row.what << ": " << song.error().message();
    std::vector<Told> expected = row.warnings;
    for (Told& told : expected) told.offset += behind;
    EXPECT_EQ(warnings_of(*song), expected) << row.what;
    EXPECT_EQ(ends_of(*song), row.ends) << row.what;
    EXPECT_EQ(song->speech ? song->speech->texts : std::vector<std::string>{}, row.texts) << row.what;
    // Every byte has a record, and every record fields from its first byte to its last.
    for (uint64_t at = 0; at < bytes.size();) {
      EXPECT_EQ(v2m::record_start(bytes, at), at) << row.what;
      const auto record = v2m::map_record(bytes, at);
      ASSERT_TRUE(record.is_object()) << row.what << " @" << at;
      uint64_t end = at;
      for (const auto& part : record["parts"]) {
        EXPECT_EQ(part["offset"], end) << row.what << ": " << part;
        end += part.contains("size") ? part["size"].get<uint64_t>()
                                     : part["count"].get<uint64_t>() * part["stride"].get<uint64_t>();
      }
      EXPECT_EQ(end, at + record["size"].get<uint64_t>()) << row.what;
      at = end;
    }
  }
}

TEST(Song, TextsThatRepeatTheSameBytesAreCutOff) {
  SongBuilder builder = short_song();
  builder.with_speech = false;
  Bytes bytes = builder.build();
  constexpr uint32_t kCount = 1000, kLength = 500;
  put_u32(bytes, 4 + 4 * kCount + kLength + 1);
  put_u32(bytes, kCount);
  for (uint32_t i = 0; i < kCount; ++i) put_u32(bytes, 4 + 4 * kCount);
  bytes.insert(bytes.end(), kLength, 'a');
  bytes.push_back(0);
  const auto song = v2m::read(bytes);
  ASSERT_TRUE(song);
  ASSERT_EQ(song->warnings.size(), 1u);
  EXPECT_EQ(song->warnings[0].message.code(), &v2m::kSpeech);
  EXPECT_LE(song->speech->texts.size() * kLength, bytes.size());
}

void expect_error(const Bytes& bytes, const Code& code, uint64_t offset) {
  const auto song = v2m::read(bytes);
  ASSERT_FALSE(song);
  EXPECT_STREQ(song.error().code()->id, code.id) << song.error().message();
  EXPECT_EQ(song.error().offset(), offset);
}

TEST(SongErrors, NameCodeAndOffset) {
  SongBuilder base = short_song();
  const Bytes good = base.build();
  const size_t globals = base.globals_at, patches = base.patches_at;
  const auto with = [&](size_t at, uint32_t value) {
    Bytes bytes = good;
    for (size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<uint8_t>(value >> (8 * i));
    return bytes;
  };
  expect_error(with(0, 0), v2m::kDivision, 0);
  expect_error(with(8, 0xFFFFFFFF), v2m::kTruncated, 8);    // tempo entries
  expect_error(with(22, 0x40000000), v2m::kTruncated, 22);  // notes of the first channel
  expect_error(with(globals - 4, 131073), v2m::kGlobals, globals - 4);
  expect_error(with(patches, 0), v2m::kPatches, patches);          // no patch at all
  expect_error(with(patches, 6), v2m::kPatches, patches);          // no multiple of four
  expect_error(with(patches + 4, 4), v2m::kPatches, patches + 4);  // patch 1 before patch 0
  expect_error(with(patches + 4, 97), v2m::kVersion, globals);     // patch 0 is 89 bytes: none fits
  SongBuilder far = short_song();
  far.channels[0].programs = {{0, 2}};
  expect_error(far.build(), v2m::kProgram, 22);
}

/// The bytes in a heap block of their own size: reading past the end is a report of the sanitizer.
bool reads(std::span<const uint8_t> bytes) {
  const std::unique_ptr<uint8_t[]> block(new uint8_t[bytes.size()]);
  if (!bytes.empty()) std::memcpy(block.get(), bytes.data(), bytes.size());
  return v2m::read({block.get(), bytes.size()}).ok();
}

TEST(SongSweep, ACutBeforeTheEndOfThePatchesIsRefusedAndALaterOneIsNot) {
  SongBuilder builder = short_song();
  const Bytes good = builder.build();
  for (size_t size = 0; size <= good.size(); ++size)
    EXPECT_EQ(reads(std::span(good).first(size)), size >= builder.speech_at) << size;
}

TEST(SongSweep, AnyByteMayHoldAnything) {
  const Bytes good = short_song().build();
  for (size_t at = 0; at < good.size(); ++at) {
    for (const int value : {0, 1, 0x7F, 0x80, 0xFF, good[at] ^ 0xFF}) {
      Bytes bytes = good;
      bytes[at] = static_cast<uint8_t>(value);
      const auto song = v2m::read(bytes);
      if (song) {
        EXPECT_GE(v2m::time_of(*song, song->max_ticks).seconds, 0);
      }
    }
  }
}

}  // namespace
}  // namespace vitrine::test
