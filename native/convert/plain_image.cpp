#include "convert/plain_image.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace vitrine {
namespace {

/// Engines make mip maps, some of them from powers of two only.
constexpr uint32_t kSide = 4;
constexpr uint8_t kRgb = 2, kRgba = 6;  // colour types of PNG

uint8_t byte_of(float value) {
  return static_cast<uint8_t>(std::lround(255 * (value > 0 ? std::min(value, 1.0f) : 0.0f)));
}
uint8_t srgb_byte(float linear) {
  if (!(linear > 0.0031308f)) return byte_of(12.92f * linear);
  return byte_of(1.055f * std::pow(std::min(linear, 1.0f), 1 / 2.4f) - 0.055f);
}

void add_u32(std::string& out, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
}

uint32_t png_crc(const std::string& bytes) {
  uint32_t crc = 0xFFFFFFFFu;
  for (const char byte : bytes) {
    crc ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

void add_chunk(std::string& out, const std::string& type, const std::string& data) {
  add_u32(out, static_cast<uint32_t>(data.size()));
  out += type + data;
  add_u32(out, png_crc(type + data));
}

/// A zlib stream of one stored block (RFC 1950, RFC 1951 3.2.4).
std::string stored_block(const std::string& data) {
  uint32_t a = 1, b = 0;  // Adler-32
  for (const char byte : data) {
    a = (a + static_cast<uint8_t>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  const auto size = static_cast<uint16_t>(data.size()), other = static_cast<uint16_t>(~size);
  std::string out = {0x78, 0x01, 0x01};
  for (const uint16_t word : {size, other}) {
    out += static_cast<char>(word & 0xFF);
    out += static_cast<char>(word >> 8);
  }
  out += data;
  add_u32(out, b << 16 | a);
  return out;
}

}  // namespace

std::string plain_png(const glm::vec4& color, bool with_alpha) {
  std::string pixel;
  for (int k = 0; k < 3; ++k) pixel += static_cast<char>(srgb_byte(color[k]));
  if (with_alpha) pixel += static_cast<char>(byte_of(color.w));
  std::string row(1, '\0'), rows;  // a row begins with its filter
  for (uint32_t x = 0; x < kSide; ++x) row += pixel;
  for (uint32_t y = 0; y < kSide; ++y) rows += row;

  std::string header;
  add_u32(header, kSide);
  add_u32(header, kSide);
  for (const uint8_t byte : {uint8_t{8}, with_alpha ? kRgba : kRgb, uint8_t{0}, uint8_t{0}, uint8_t{0}})
    header += static_cast<char>(byte);

  std::string out = "\x89PNG\r\n\x1A\n";
  add_chunk(out, "IHDR", header);
  add_chunk(out, "IDAT", stored_block(rows));
  add_chunk(out, "IEND", "");
  return out;
}

const char* image_ending(const std::vector<uint8_t>& bytes) {
  if (bytes.size() > 2 && bytes[0] == 0x89 && bytes[1] == 'P') return ".png";
  if (bytes.size() > 2 && bytes[0] == 0xFF && bytes[1] == 0xD8) return ".jpg";
  return ".tga";
}

}  // namespace vitrine
