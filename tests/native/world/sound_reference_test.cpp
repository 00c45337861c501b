// Songs and effects of the corpus against the reference tables.

#include <gtest/gtest.h>

#include "formats/v2m/read/song.h"
#include "formats/vfx/read/effects.h"
#include "session/sound.h"
#include "world/support.h"

namespace vitrine::test {
namespace {

/// One line "channel tick note velocity" per note event, channels in order.
std::string notes_digest(std::span<const uint8_t> bytes) {
  const auto song = v2m::read(bytes);
  if (!song) return song.error().message();
  std::string text;
  for (size_t i = 0; i < song->channels.size(); ++i) {
    for (const v2m::Note& note : song->channels[i].notes) {
      text += std::to_string(i) + " " + std::to_string(note.tick) + " " + std::to_string(note.note) + " " +
              std::to_string(note.velocity) + "\n";
    }
  }
  return sha256(text);
}

/// What the reference says about the file itself is tested apart.
Json table_only(Json table) {
  table.erase("sha256");
  table.erase("notesDigest");
  if (table.contains("music")) table["music"] = table_only(table["music"]);
  return table;
}

Json reference(const char* file) { return Json::parse(read_text(kReference / file), nullptr, false); }

TEST(SongReference, EverySongGivesItsTable) {
  const Json tables = reference("v2m_tables.json");
  if (tables.is_discarded()) GTEST_SKIP() << "the reference material is not beside the checkout";
  for (const auto& [name, wanted] : tables["files"].items()) {
    const auto bytes = read_bytes(kCorpus / "v2m" / name);
    ASSERT_TRUE(bytes) << name;
    const auto table = sound_table(false, name, *bytes);
    ASSERT_TRUE(table) << name << ": " << table.error().message();
    EXPECT_EQ(difference(table_only(wanted), *table, 1e-9), "") << name;
    EXPECT_EQ(notes_digest(*bytes), wanted["notesDigest"]) << name;
  }
}

TEST(EffectsReference, EveryEffectFileGivesItsTable) {
  const Json tables = reference("vfx_table.json");
  if (tables.is_discarded()) GTEST_SKIP() << "the reference material is not beside the checkout";
  for (const auto& [name, wanted] : tables["files"].items()) {
    const auto bytes = read_bytes(kCorpus / "vfx" / name);
    ASSERT_TRUE(bytes) << name;
    const auto table = sound_table(true, name, *bytes);
    ASSERT_TRUE(table) << name << ": " << table.error().message();
    EXPECT_EQ(difference(table_only(wanted), *table, 1e-9), "") << name;
    const auto effects = vfx::read(*bytes);
    ASSERT_TRUE(effects);
    EXPECT_EQ(notes_digest(effects->music), wanted["music"]["notesDigest"]) << name;
  }
  for (const Json& row : tables["gains"])
    EXPECT_NEAR(vfx::gain_factor(row[0].get<int8_t>()), row[1].get<double>(), 1e-12);
  const Json& fade = tables["fade"];
  for (const Json& row : fade["values"]) {
    EXPECT_NEAR(vfx::fade(row[0].get<uint32_t>(), fade["length"].get<uint32_t>(), fade["ramp"].get<uint32_t>()),
                row[1].get<double>(), 1e-12);
  }
}

}  // namespace
}  // namespace vitrine::test
