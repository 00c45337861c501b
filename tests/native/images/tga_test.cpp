// TGA files written by hand, every type and depth; what is wrong is named with its place.

#include "images/tga.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "images/image.h"

namespace vitrine::images {
namespace {

using Bytes = std::vector<uint8_t>;

struct TgaHead {
  uint8_t type = 2, bits = 24, descriptor = 0x20;
  uint16_t width = 2, height = 2;
  uint8_t id_bytes = 0, has_palette = 0, palette_bits = 0;
  uint16_t palette_first = 0, palette_count = 0;
};

Bytes tga_file(const TgaHead& h, const Bytes& rest) {
  const auto low = [](uint16_t v) { return static_cast<uint8_t>(v & 255); };
  const auto high = [](uint16_t v) { return static_cast<uint8_t>(v >> 8); };
  Bytes out = {h.id_bytes,
               h.has_palette,
               h.type,
               low(h.palette_first),
               high(h.palette_first),
               low(h.palette_count),
               high(h.palette_count),
               h.palette_bits,
               0,
               0,
               0,
               0,
               low(h.width),
               high(h.width),
               low(h.height),
               high(h.height),
               h.bits,
               h.descriptor};
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

Bytes pixels(const Bytes& bytes) {
  const auto image = decode_tga(bytes, kMaxPixels);
  EXPECT_TRUE(image.ok()) << (image ? "" : image.error().message());
  return image ? image->rgba : Bytes{};
}

const Bytes kRedGreenBlueWhite = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};

TEST(Tga, TrueColourStandsBlueFirst) {
  EXPECT_EQ(pixels(tga_file({}, {0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255})), kRedGreenBlueWhite);
}

TEST(Tga, RowsStartAtTheBottomUnlessTheDescriptorSaysSo) {
  EXPECT_EQ(pixels(tga_file({.descriptor = 0}, {255, 0, 0, 255, 255, 255, 0, 0, 255, 0, 255, 0})), kRedGreenBlueWhite);
}

TEST(Tga, PixelsMayStartAtTheRight) {
  EXPECT_EQ(pixels(tga_file({.descriptor = 0x30}, {0, 255, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0})),
            kRedGreenBlueWhite);
}

TEST(Tga, TheTextBeforeThePixelsIsSkipped) {
  EXPECT_EQ(pixels(tga_file({.id_bytes = 3}, {'a', 'b', 'c', 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255})),
            kRedGreenBlueWhite);
}

TEST(Tga, SixteenBitsAreOneFiveFiveFive) {
  // 0x7C00 red, 0x03E0 green, 0x001F blue, 0x4210 half: 16 * 255 / 31 = 131.
  EXPECT_EQ(pixels(tga_file({.bits = 16}, {0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00, 0x10, 0x42})),
            (Bytes{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 131, 131, 131, 255}));
}

TEST(Tga, TheSixteenthBitIsAlphaWhereItIsCounted) {
  EXPECT_EQ(pixels(tga_file({.bits = 16, .descriptor = 0x21, .height = 1}, {0x00, 0xFC, 0x00, 0x7C})),
            (Bytes{255, 0, 0, 255, 255, 0, 0, 0}));
}

TEST(Tga, ThirtyTwoBitsCarryAlphaEvenWhereTheDescriptorIsSilent) {
  const auto image = decode_tga(tga_file({.bits = 32, .height = 1}, {1, 2, 3, 4, 5, 6, 7, 8}), kMaxPixels);
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->rgba, (Bytes{3, 2, 1, 4, 7, 6, 5, 8}));
  EXPECT_TRUE(image->has_alpha);
}

TEST(Tga, AlphaThatIsZeroEverywhereMeansNone) {
  const auto image = decode_tga(tga_file({.bits = 32, .height = 1}, {1, 2, 3, 0, 5, 6, 7, 0}), kMaxPixels);
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->rgba, (Bytes{3, 2, 1, 255, 7, 6, 5, 255}));
  EXPECT_FALSE(image->has_alpha);
}

TEST(Tga, TheExtensionAreaCanCallAlphaUndefined) {
  Bytes bytes = tga_file({.bits = 32, .descriptor = 0x28, .height = 1}, {1, 2, 3, 4, 5, 6, 7, 8});
  const auto extension = static_cast<uint8_t>(bytes.size());
  bytes.resize(bytes.size() + 494, 0);
  bytes.push_back(1);
  bytes.insert(bytes.end(), {extension, 0, 0, 0, 0, 0, 0, 0});
  const std::string signature("TRUEVISION-XFILE.\0", 18);
  bytes.insert(bytes.end(), signature.begin(), signature.end());
  EXPECT_EQ(pixels(bytes), (Bytes{3, 2, 1, 255, 7, 6, 5, 255}));
}

TEST(Tga, GreyOfEightAndWithAlphaOfSixteenBits) {
  EXPECT_EQ(pixels(tga_file({.type = 3, .bits = 8, .height = 1}, {0, 200})), (Bytes{0, 0, 0, 255, 200, 200, 200, 255}));
  EXPECT_EQ(pixels(tga_file({.type = 3, .bits = 16, .height = 1}, {0, 128, 200, 7})),
            (Bytes{0, 0, 0, 128, 200, 200, 200, 7}));
}

TEST(Tga, PalettesMayStartAboveZero) {
  const TgaHead head{
      .type = 1, .bits = 8, .height = 1, .has_palette = 1, .palette_bits = 24, .palette_first = 4, .palette_count = 2};
  EXPECT_EQ(pixels(tga_file(head, {0, 0, 255, 255, 0, 0, 4, 5})), (Bytes{255, 0, 0, 255, 0, 0, 255, 255}));
  const auto outside = decode_tga(tga_file(head, {0, 0, 255, 255, 0, 0, 4, 3}), kMaxPixels);
  ASSERT_FALSE(outside.ok());
  EXPECT_STREQ(outside.error().code()->id, "BAD_INDEX");
  EXPECT_EQ(outside.error().offset(), 25u);
}

TEST(Tga, RunsRepeatAndCrossRows) {
  // Three times red, then one raw white: the run goes on in the second row.
  EXPECT_EQ(pixels(tga_file({.type = 10}, {0x82, 0, 0, 255, 0x00, 255, 255, 255})),
            (Bytes{255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 255, 255}));
}

TEST(Tga, CodedPalettesAndGreys) {
  EXPECT_EQ(pixels(tga_file({.type = 11, .bits = 8}, {0x83, 9})),
            (Bytes{9, 9, 9, 255, 9, 9, 9, 255, 9, 9, 9, 255, 9, 9, 9, 255}));
  const TgaHead head{.type = 9, .bits = 8, .height = 1, .has_palette = 1, .palette_bits = 32, .palette_count = 1};
  EXPECT_EQ(pixels(tga_file(head, {1, 2, 3, 4, 0x81, 0})), (Bytes{3, 2, 1, 4, 3, 2, 1, 4}));
}

struct Bad {
  const char* name;
  Bytes bytes;
  const char* code;
  uint64_t offset;
};

TEST(Tga, WhatIsWrongIsNamedWithItsPlace) {
  const Bad rows[] = {
      {"short header", Bytes(17, 0), "TRUNCATED", 17},
      {"no image", tga_file({.type = 0}, {}), "IMAGE_HEADER", 2},
      {"Huffman", tga_file({.type = 32}, {}), "IMAGE_FORMAT", 2},
      {"depth", tga_file({.bits = 20}, {}), "IMAGE_HEADER", 2},
      {"palette without entries", tga_file({.type = 1, .bits = 8, .has_palette = 1, .palette_bits = 24}, {}),
       "IMAGE_HEADER", 2},
      {"no width", tga_file({.width = 0}, {}), "IMAGE_HEADER", 12},
      {"pixels missing", tga_file({}, {1, 2, 3}), "TRUNCATED", 21},
      {"run missing", tga_file({.type = 10}, {0x80, 1, 2, 3, 0x82, 1}), "TRUNCATED", 24},
      {"palette missing",
       tga_file({.type = 1, .bits = 8, .has_palette = 1, .palette_bits = 24, .palette_count = 9}, {1, 2}), "TRUNCATED",
       20},
      {"a small file cannot ask for much", tga_file({.type = 10, .width = 8000, .height = 8000}, {0xFF, 1, 2, 3}),
       "TRUNCATED", 22},
      {"over the limit", tga_file({.width = 65535, .height = 65535}, {}), "LIMIT_COUNT", 12},
  };
  for (const Bad& row : rows) {
    const auto image = decode_tga(row.bytes, kMaxPixels);
    ASSERT_FALSE(image.ok()) << row.name;
    EXPECT_STREQ(image.error().code()->id, row.code) << row.name;
    EXPECT_EQ(image.error().offset(), row.offset) << row.name;
    EXPECT_FALSE(image.error().message().empty()) << row.name;
  }
}

TEST(Tga, EveryTruncationAndEveryByteValueEndsWell) {
  const Bytes files[] = {
      tga_file({}, {0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255}),
      tga_file({.type = 10}, {0x82, 0, 0, 255, 0x00, 255, 255, 255}),
      tga_file({.type = 9, .bits = 8, .height = 1, .has_palette = 1, .palette_bits = 32, .palette_count = 1},
               {1, 2, 3, 4, 0x81, 0}),
  };
  size_t refused = 0;
  for (const Bytes& whole : files) {
    for (size_t length = 0; length < whole.size(); ++length) {
      const auto cut = decode_tga(std::span(whole).first(length), kMaxPixels);
      EXPECT_FALSE(cut.ok()) << length;
    }
    for (size_t at = 0; at < whole.size(); ++at) {
      for (const int value : {0, 1, 2, 7, 8, 15, 16, 31, 32, 64, 127, 128, 254, 255}) {
        Bytes changed = whole;
        changed[at] = static_cast<uint8_t>(value);
        const auto image = decode_tga(changed, 1 << 20);
        if (image)
          EXPECT_EQ(image->rgba.size(), size_t{image->width} * image->height * 4);
        else
          ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100u);
}

TEST(Tga, ContainersOfGraphicsCardsAreNamed) {
  for (const std::string_view magic : {"\xABKTX 20\xBB\r\n\x1A\n", "\xABKTX 11\xBB\r\n\x1A\n"}) {
    const auto read = decode(Bytes(magic.begin(), magic.end()), 100);
    ASSERT_FALSE(read);
    EXPECT_STREQ(read.error().code()->id, "IMAGE_FORMAT");
    EXPECT_NE(read.error().message().find("KTX"), std::string::npos) << read.error().message();
  }
}

}  // namespace
}  // namespace vitrine::images
