// DDS files written by hand; block values worked out from Direct3D's documentation of its block codings.

#include "images/dds.h"

#include <gtest/gtest.h>

#include <cstring>

namespace vitrine::images {
namespace {

using Bytes = std::vector<uint8_t>;

struct Head {
  uint32_t width = 4, height = 4, mips = 0;
  uint32_t flags = 4;  ///< of the pixel format
  const char* code = "DXT1";
  uint32_t bits = 0, masks[4] = {0, 0, 0, 0};
  uint32_t caps2 = 0;
};

void put(Bytes& out, uint32_t value) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<uint8_t>(value >> (8 * i) & 255));
}

Bytes file(const Head& h, const Bytes& rest) {
  Bytes out = {'D', 'D', 'S', ' '};
  for (const uint32_t value : {124u, 0x1007u, h.height, h.width, 0u, 0u, h.mips}) put(out, value);
  for (int i = 0; i < 11; ++i) put(out, 0);
  put(out, 32);
  put(out, h.flags);
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<uint8_t>(h.code[i]));
  put(out, h.bits);
  for (const uint32_t mask : h.masks) put(out, mask);
  put(out, 0x1000);
  put(out, h.caps2);
  for (int i = 0; i < 3; ++i) put(out, 0);
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

Image image(const Bytes& bytes, uint32_t face = 0, uint32_t mip = 0) {
  const auto info = read_dds(bytes, kMaxPixels);
  EXPECT_TRUE(info.ok()) << (info ? "" : info.error().message());
  if (!info) return {};
  auto decoded = decode_dds(bytes, *info, face, mip);
  EXPECT_TRUE(decoded.ok()) << (decoded ? "" : decoded.error().message());
  return decoded ? std::move(*decoded) : Image{};
}
Bytes pixel(const Image& decoded, size_t i) {
  return {decoded.rgba.begin() + static_cast<std::ptrdiff_t>(4 * i),
          decoded.rgba.begin() + static_cast<std::ptrdiff_t>(4 * i + 4)};
}

// Red 0xF800, blue 0x001F; the indices of the first row are 0 1 2 3.
const Bytes kRedBlue = {0x00, 0xF8, 0x1F, 0x00, 0xE4, 0, 0, 0};
const Bytes kBlueRed = {0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0};

TEST(Dds, Bc1BlendsThirdsWhenTheFirstColourIsLarger) {
  const Image decoded = image(file({}, kRedBlue));
  EXPECT_EQ(pixel(decoded, 0), (Bytes{255, 0, 0, 255}));
  EXPECT_EQ(pixel(decoded, 1), (Bytes{0, 0, 255, 255}));
  EXPECT_EQ(pixel(decoded, 2), (Bytes{170, 0, 85, 255}));
  EXPECT_EQ(pixel(decoded, 3), (Bytes{85, 0, 170, 255}));
  EXPECT_EQ(pixel(decoded, 4), (Bytes{255, 0, 0, 255}));
  EXPECT_FALSE(decoded.has_alpha);
}

TEST(Dds, Bc1HasAHalfAndATransparentColourOtherwise) {
  const Image decoded = image(file({}, kBlueRed));
  EXPECT_EQ(pixel(decoded, 2), (Bytes{128, 0, 128, 255}));
  EXPECT_EQ(pixel(decoded, 3), (Bytes{0, 0, 0, 0}));
  EXPECT_TRUE(decoded.has_alpha);
}

TEST(Dds, Bc2KeepsFourBitsOfAlphaAndAlwaysThirds) {
  Bytes block = {0x10, 0xF8, 0, 0, 0, 0, 0, 0};
  block.insert(block.end(), kBlueRed.begin(), kBlueRed.end());
  const Image decoded = image(file({.code = "DXT3"}, block));
  EXPECT_EQ(pixel(decoded, 0), (Bytes{0, 0, 255, 0}));
  EXPECT_EQ(pixel(decoded, 1), (Bytes{255, 0, 0, 17}));
  EXPECT_EQ(pixel(decoded, 2), (Bytes{85, 0, 170, 136}));
  EXPECT_EQ(pixel(decoded, 3), (Bytes{170, 0, 85, 255}));
}

TEST(Dds, Bc3InterpolatesAlphaInSeventhsOrFifths) {
  // Alpha 210 and 0; indices 0 1 2 7 in the first row: 210, 0, 180, 30.
  Bytes block = {210, 0, 0x88, 0x0E, 0, 0, 0, 0};
  block.insert(block.end(), kRedBlue.begin(), kRedBlue.end());
  const Image seven = image(file({.code = "DXT5"}, block));
  EXPECT_EQ(pixel(seven, 0)[3], 210);
  EXPECT_EQ(pixel(seven, 1)[3], 0);
  EXPECT_EQ(pixel(seven, 2)[3], 180);
  EXPECT_EQ(pixel(seven, 3)[3], 30);
  // 10 and 60: fifths, index 7 is 255.
  block[0] = 10, block[1] = 60;
  const Image five = image(file({.code = "DXT5"}, block));
  EXPECT_EQ(pixel(five, 2)[3], 20);
  EXPECT_EQ(pixel(five, 3)[3], 255);
}

TEST(Dds, RxgbKeepsRedInAlpha) {
  Bytes block = {99, 0, 0, 0, 0, 0, 0, 0};
  block.insert(block.end(), kRedBlue.begin(), kRedBlue.end());
  EXPECT_EQ(pixel(image(file({.code = "RXGB"}, block)), 1), (Bytes{99, 0, 255, 255}));
}

TEST(Dds, Bc4IsGreyAndBc5ANormal) {
  const Bytes value = {200, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(pixel(image(file({.code = "ATI1"}, value)), 5), (Bytes{200, 200, 200, 255}));
  // x = 128 / 127.5 - 1 = 0.004, y likewise: z = 1 to three digits.
  const Bytes flat = {128, 0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(pixel(image(file({.code = "ATI2"}, flat)), 0), (Bytes{128, 128, 255, 255}));
  // x = 0.6 and y = -0.6: z = sqrt(0.28) = 0.529, (z + 1) * 127.5 = 194.97.
  const Bytes leaning = {204, 0, 0, 0, 0, 0, 0, 0, 51, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(pixel(image(file({.code = "ATI2"}, leaning)), 0), (Bytes{204, 51, 195, 255}));
}

TEST(Dds, SignedChannelsMapMinusOneToZero) {
  // -127 and 127; index 0 is the first.
  EXPECT_EQ(pixel(image(file({.code = "BC4S"}, {0x81, 0x7F, 0, 0, 0, 0, 0, 0})), 0)[0], 0);
  EXPECT_EQ(pixel(image(file({.code = "BC4S"}, {0x7F, 0x81, 0, 0, 0, 0, 0, 0})), 0)[0], 255);
  EXPECT_EQ(pixel(image(file({.code = "BC4S"}, {0x80, 0x7F, 0, 0, 0, 0, 0, 0})), 0)[0], 0);
  // 64 / 127 = 0.504: (0.504 + 1) / 2 of 255 is 191.75.
  EXPECT_EQ(pixel(image(file({.code = "BC4S"}, {0x40, 0x81, 0, 0, 0, 0, 0, 0})), 0)[0], 192);
}

TEST(Dds, MasksInAnyOrderAndWidth) {
  const Head bgra{.width = 1,
                  .height = 1,
                  .flags = 0x41,
                  .code = "\0\0\0",
                  .bits = 32,
                  .masks = {0xFF0000, 0xFF00, 0xFF, 0xFF000000}};
  EXPECT_EQ(pixel(image(file(bgra, {1, 2, 3, 4})), 0), (Bytes{3, 2, 1, 4}));
  const Head rgb565{
      .width = 1, .height = 1, .flags = 0x40, .code = "\0\0\0", .bits = 16, .masks = {0xF800, 0x7E0, 0x1F, 0}};
  EXPECT_EQ(pixel(image(file(rgb565, {0x1F, 0xF8})), 0), (Bytes{255, 0, 255, 255}));
  const Head grey{.width = 2, .height = 1, .flags = 0x20000, .code = "\0\0\0", .bits = 8, .masks = {255, 0, 0, 0}};
  EXPECT_EQ(pixel(image(file(grey, {7, 80})), 1), (Bytes{80, 80, 80, 255}));
}

TEST(Dds, Dx10NamesItsFormatByNumber) {
  Bytes rest;
  for (const uint32_t value : {28u, 3u, 0u, 1u, 0u}) put(rest, value);
  rest.insert(rest.end(), {1, 2, 3, 4});
  EXPECT_EQ(pixel(image(file({.width = 1, .height = 1, .code = "DX10"}, rest)), 0), (Bytes{1, 2, 3, 4}));
}

TEST(Dds, SizesNeedNotBeMultiplesOfFour) {
  Bytes blocks = kRedBlue;
  blocks.insert(blocks.end(), kBlueRed.begin(), kBlueRed.end());
  const Image decoded = image(file({.width = 5, .height = 3}, blocks));
  EXPECT_EQ(decoded.rgba.size(), 60u);
  EXPECT_EQ(pixel(decoded, 4), (Bytes{0, 0, 255, 255}));  // first pixel of the second block
}

TEST(Dds, LevelsFollowOneAnotherWithinTheirFace) {
  Bytes data;
  for (uint8_t face = 0; face < 6; ++face) {
    for (int i = 0; i < 4; ++i) data.push_back(static_cast<uint8_t>(10 * face));
    data.push_back(static_cast<uint8_t>(10 * face + 1));
  }
  const Bytes bytes = file({.width = 2,
                            .height = 2,
                            .mips = 2,
                            .flags = 0x20000,
                            .code = "\0\0\0",
                            .bits = 8,
                            .masks = {255, 0, 0, 0},
                            .caps2 = 0xFE00},
                           data);
  const auto info = read_dds(bytes, kMaxPixels);
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->faces, 6u);
  EXPECT_EQ(info->mips, 2u);
  EXPECT_EQ(pixel(image(bytes, 3, 0), 2)[0], 30);
  EXPECT_EQ(pixel(image(bytes, 5, 1), 0)[0], 51);
}

TEST(Dds, WhatIsWrongIsNamedWithItsPlace) {
  struct Bad {
    const char* name;
    Bytes bytes;
    const char* code;
    uint64_t offset;
  };
  Bytes header_size = file({}, kRedBlue);
  header_size[4] = 100;
  Bytes dxgi;
  for (const uint32_t value : {98u, 3u, 0u, 1u, 0u}) put(dxgi, value);
  const Bad rows[] = {
      {"short header", {'D', 'D', 'S', ' '}, "TRUNCATED", 4},
      {"header size", header_size, "IMAGE_HEADER", 4},
      {"no pixels", file({.width = 0}, {}), "IMAGE_HEADER", 12},
      {"too large", file({.width = 1u << 31, .height = 1u << 31}, {}), "LIMIT_COUNT", 12},
      {"unknown code", file({.code = "JUNK"}, {}), "IMAGE_FORMAT", 84},
      {"BC7", file({.code = "DX10"}, dxgi), "IMAGE_FORMAT", 128},
      {"DX10 cut", file({.code = "DX10"}, {28, 0}), "TRUNCATED", 128},
      {"volume", file({.caps2 = 0x200000}, {}), "IMAGE_FORMAT", 112},
      {"bits", file({.flags = 0x40, .bits = 12}, {}), "IMAGE_HEADER", 88},
      {"no format", file({.flags = 0}, {}), "IMAGE_FORMAT", 80},
      {"blocks missing", file({.width = 8}, kRedBlue), "TRUNCATED", 136},
  };
  for (const Bad& row : rows) {
    const auto info = read_dds(row.bytes, kMaxPixels);
    const auto decoded = info ? decode_dds(row.bytes, *info, 0, 0) : Result<Image>(info.error());
    ASSERT_FALSE(decoded.ok()) << row.name;
    EXPECT_STREQ(decoded.error().code()->id, row.code) << row.name;
    EXPECT_EQ(decoded.error().offset(), row.offset) << row.name;
  }
}

TEST(Dds, EveryTruncationAndEveryByteValueEndsWell) {
  Bytes blocks = kRedBlue;
  blocks.insert(blocks.end(), kBlueRed.begin(), kBlueRed.end());
  const Bytes files[] = {file({.mips = 1}, kRedBlue), file({.code = "DXT5"}, blocks),
                         file({.width = 1,
                               .height = 4,
                               .flags = 0x41,
                               .code = "\0\0\0",
                               .bits = 32,
                               .masks = {0xFF0000, 0xFF00, 0xFF, 0xFF000000}},
                              blocks)};
  for (const Bytes& whole : files) {
    for (size_t length = 0; length < whole.size(); ++length)
      EXPECT_FALSE(decode(std::span(whole).first(length)).ok()) << length;
    for (size_t at = 0; at < whole.size(); ++at) {
      for (const int value : {0, 1, 2, 4, 8, 32, 64, 127, 128, 255}) {
        Bytes changed = whole;
        changed[at] = static_cast<uint8_t>(value);
        if (const auto decoded = decode(changed, 1 << 20)) {
          EXPECT_EQ(decoded->rgba.size(), size_t{decoded->width} * decoded->height * 4);
        }
      }
    }
  }
}

TEST(Images, AreTakenByTheirFirstBytes) {
  EXPECT_EQ(sniff(file({}, kRedBlue)), Container::kDds);
  EXPECT_EQ(sniff(Bytes{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}), Container::kPng);
  EXPECT_EQ(sniff(Bytes{0xFF, 0xD8, 0xFF, 0xE0}), Container::kJpeg);
  EXPECT_EQ(sniff(Bytes{}), Container::kUnknown);
  const auto png = decode(Bytes{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
  ASSERT_FALSE(png.ok());
  EXPECT_STREQ(png.error().code()->id, "IMAGE_HEADER");
}

}  // namespace
}  // namespace vitrine::images
