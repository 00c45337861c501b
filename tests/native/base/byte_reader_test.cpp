#include "base/byte_reader.h"

#include <gtest/gtest.h>

#include <vector>

namespace vitrine {
namespace {

const std::vector<uint8_t> kBytes = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08};

TEST(ByteReader, ReadsLittleEndianScalarsInOrder) {
  ByteReader reader(kBytes);
  EXPECT_EQ(reader.u8(), 0x01);
  EXPECT_EQ(reader.u16(), 0x0302);
  EXPECT_EQ(reader.u32(), 0x07060504u);
  EXPECT_EQ(reader.remaining(), 1u);
  EXPECT_TRUE(reader.ok());
}

TEST(ByteReader, ReadsBigEndianWhereAFormatWantsIt) {
  ByteReader reader(kBytes, 0, true);
  EXPECT_EQ(reader.u16(), 0x0102);
  EXPECT_EQ(reader.u32(), 0x03040506u);
}

TEST(ByteReader, ReadsFloatsAndSignedNumbersByTheirBits) {
  const std::vector<uint8_t> bytes = {0x00, 0x00, 0xC0, 0xBF, 0xFE, 0xFF, 0xFF, 0xFF};
  ByteReader reader(bytes);
  EXPECT_EQ(reader.f32(), -1.5f);
  EXPECT_EQ(reader.i32(), -2);
}

TEST(ByteReader, AReadPastTheEndFailsForGoodAndKeepsItsOffset) {
  ByteReader reader(kBytes, 100);
  reader.skip(6);
  EXPECT_EQ(reader.u32(), 0u);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.offset(), 106u);
  EXPECT_EQ(reader.remaining(), 0u);
  EXPECT_EQ(reader.u8(), 0);  // one byte is there, but the reader has failed
  EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, LengthsThatWouldWrapAreRefused) {
  ByteReader reader(kBytes);
  reader.skip(4);
  EXPECT_TRUE(reader.bytes(~uint64_t{0}).empty());
  EXPECT_FALSE(reader.ok());
  ByteReader other(kBytes);
  uint32_t value = 7;
  EXPECT_FALSE(other.array(&value, uint64_t{1} << 62));
  EXPECT_EQ(value, 7u);
}

TEST(ByteReader, CopiesArraysInOneStepOrNotAtAll) {
  ByteReader reader(kBytes);
  uint16_t values[4] = {};
  EXPECT_TRUE(reader.array(values, 4));
  EXPECT_EQ(values[3], 0x0807);
  EXPECT_TRUE(reader.at_end());
  EXPECT_TRUE(reader.array(values, 0));
  EXPECT_TRUE(reader.ok());
}

TEST(ByteReader, SeeksInsideTheSpanOnly) {
  ByteReader reader(kBytes, 10);
  reader.seek(7);
  EXPECT_EQ(reader.offset(), 17u);
  EXPECT_EQ(reader.u8(), 0x08);
  reader.seek(8);
  EXPECT_TRUE(reader.ok());
  reader.seek(9);
  EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, GivesTextWithoutCopying) {
  const std::vector<uint8_t> bytes = {'a', 'b', 0, 'c'};
  ByteReader reader(bytes);
  EXPECT_EQ(reader.text(4), std::string_view("ab\0c", 4));
  EXPECT_EQ(reader.text(1), "");
  EXPECT_FALSE(reader.ok());
}

}  // namespace
}  // namespace vitrine
