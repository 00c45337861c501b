#include "formats/vfx/read/effects.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "formats/v2m/song_builder.h"
#include "formats/vfx/full/map_record.h"

namespace vitrine::test {
namespace {

struct Row {
  uint8_t major = 0, minor = 0;
  int8_t gain = 0;
  uint8_t reserved = 0;
  uint32_t start = 0, end = 0, loop = 0;
};

Bytes file(const Bytes& music, const std::vector<Row>& rows, uint32_t rate = 44100) {
  Bytes out{'V', 'F', 'X', '0'};
  put_u32(out, static_cast<uint32_t>(music.size()));
  out.insert(out.end(), music.begin(), music.end());
  put_u32(out, rate);
  put_u32(out, static_cast<uint32_t>(rows.size()));
  for (const Row& row : rows) {
    out.insert(out.end(), {row.major, row.minor, static_cast<uint8_t>(row.gain), row.reserved});
    for (const uint32_t value : {row.start, row.end, row.loop}) put_u32(out, value);
  }
  return out;
}

TEST(Effects, AreReadRowByRow) {
  const Bytes music(10, 9);
  const auto effects = vfx::read(file(music, {{0, 5, -100, 0, 100, 300, 0}, {1, 6, 127, 0, 100, 300, 50}}));
  ASSERT_TRUE(effects);
  EXPECT_EQ(effects->music.size(), 10u);
  EXPECT_EQ(effects->rate, 44100u);
  ASSERT_EQ(effects->rows.size(), 2u);
  EXPECT_EQ(effects->rows[0].gain, -100);
  EXPECT_EQ(effects->rows[0].length(), 200u);
  EXPECT_EQ(effects->rows[1].length(), 50u);  // the loop
  EXPECT_TRUE(effects->warnings.empty());
}

TEST(Effects, GainIsAFifthOfADecibel) {
  const std::pair<int, double> wanted[] = {{-128, 0.052481}, {-100, 0.1}, {-1, 0.977237},  {0, 1},
                                           {5, 1.122018},    {100, 10},   {127, 18.620871}};
  for (const auto& [gain, factor] : wanted)
    EXPECT_NEAR(vfx::gain_factor(static_cast<int8_t>(gain)), factor, 1e-6 * factor + 5e-7) << gain;
}

TEST(Effects, FadesAreLinear) {
  const std::pair<uint32_t, double> wanted[] = {{0, 0},         {500, 0.5},     {1000, 1}, {9662, 1},
                                                {10161, 0.501}, {10661, 0.001}, {10662, 0}};
  for (const auto& [sample, volume] : wanted) EXPECT_NEAR(vfx::fade(sample, 10662), volume, 1e-12) << sample;
}

TEST(Effects, UnusualFilesGiveWarnings) {
  const auto effects = vfx::read(file({}, {{0, 5, 0, 1, 0, 1, 0}}, 22050));
  ASSERT_TRUE(effects);
  ASSERT_EQ(effects->warnings.size(), 2u);
  EXPECT_EQ(effects->warnings[0].code, &vfx::kUnusualRate);
  EXPECT_EQ(effects->warnings[1].code, &vfx::kReserved);
}

TEST(EffectsErrors, NameCodeAndOffset) {
  const Bytes music(10, 9), good = file(music, {{0, 5, 0, 0, 100, 300, 0}, {0, 6, 0, 0, 100, 300, 0}});
  const auto expect = [](const Bytes& bytes, const char* id, uint64_t offset) {
    const auto effects = vfx::read(bytes);
    ASSERT_FALSE(effects);
    EXPECT_STREQ(effects.error().code()->id, id);
    EXPECT_EQ(effects.error().offset(), offset);
  };
  Bytes bytes = good;
  bytes[3] = '1';
  expect(bytes, "VFX_TAG", 0);
  bytes = good;
  bytes.resize(25);  // within the count
  expect(bytes, "VFX_SIZE", 22);
  bytes = good;
  bytes[7] = 0xFF;  // a song longer than the file
  expect(bytes, "VFX_SIZE", 8);
  expect(file(music, {}, 0), "VFX_RATE", 18);
  expect(file(music, {{0, 5, 0, 0, 301, 300, 0}}), "VFX_ROW", 26);
  expect(file(music, {{0, 5, 0, 0, 100, 300, 201}}), "VFX_ROW", 26);
  expect(file(music, {{0, 5, 0, 0, 1, 2, 0}, {0, 5, 0, 0, 1, 2, 0}}), "VFX_ROW", 42);
}

/// Of a table that is cut the whole rows play, and what follows one is left out: the song and the other rows are whole.
TEST(Effects, ATableOfAnotherSizeLosesOnlyWhatIsNotWhole) {
  const Bytes good = file(Bytes(10, 9), {{0, 5, 0, 0, 100, 300, 0}, {0, 6, 0, 0, 100, 300, 0}});
  struct Case {
    Bytes bytes;
    size_t rows;
    bool told;
    uint64_t table_end;
  };
  const auto with_count = [&](uint8_t count) {
    Bytes bytes = good;
    bytes[22] = count;
    return bytes;
  };
  const auto cut = [&](size_t bytes) { return Bytes(good.begin(), good.end() - static_cast<std::ptrdiff_t>(bytes)); };
  Bytes longer = good;
  longer.insert(longer.end(), {1, 2, 3});
  for (const Case& c :
       {Case{good, 2, false, 58}, Case{longer, 2, true, 58}, Case{cut(1), 1, true, 42}, Case{cut(16), 1, true, 42},
        Case{cut(17), 0, true, 26}, Case{cut(32), 0, true, 26}, Case{with_count(1), 1, true, 42},
        Case{with_count(0), 0, true, 26}, Case{with_count(255), 2, true, 58}}) {
    const auto effects = vfx::read(c.bytes);
    ASSERT_TRUE(effects);
    EXPECT_EQ(effects->rows.size(), c.rows);
    EXPECT_EQ(effects->table_end(), c.table_end);
    EXPECT_EQ(!effects->warnings.empty() && effects->warnings[0].code == &vfx::kSizeDiffers, c.told);
    for (const vfx::Effect& row : effects->rows) EXPECT_EQ(row.end, 300u);
    // Records still name each byte once.
    uint64_t at = 26;
    while (at < c.bytes.size()) {
      EXPECT_EQ(vfx::record_start(c.bytes, at), at);
      const auto map = vfx::map_record(c.bytes, at);
      ASSERT_FALSE(map.is_null()) << at;
      const auto size = map["size"].get<uint64_t>();
      EXPECT_EQ(vfx::record_start(c.bytes, at + size - 1), at);
      at += size;
    }
    EXPECT_EQ(at, c.bytes.size());
  }
}

TEST(EffectsSweep, NoTruncationIsTakenForAWholeFile) {
  const Bytes good = file(Bytes(10, 9), {{0, 5, 0, 0, 100, 300, 0}, {0, 6, 0, 0, 100, 300, 0}});
  for (size_t size = 0; size <= good.size(); ++size) {
    const std::unique_ptr<uint8_t[]> block(new uint8_t[size]);
    if (size != 0) std::memcpy(block.get(), good.data(), size);
    const auto effects = vfx::read({block.get(), size});
    EXPECT_EQ(effects.ok(), size >= 26) << size;
    if (effects) {
      EXPECT_EQ(effects->warnings.empty(), size == good.size()) << size;
    }
  }
}

}  // namespace
}  // namespace vitrine::test
