#include "images/tga.h"

#include <algorithm>
#include <string>

#include "base/byte_reader.h"
#include "images/codes.h"
#include "images/sentences.h"

namespace vitrine::images {
namespace {

constexpr size_t kHeaderBytes = 18, kFooterBytes = 26, kAttributesOffset = 494;
constexpr std::string_view kSignature("TRUEVISION-XFILE.\0", 18);

struct Header {
  uint8_t id_bytes = 0, has_palette = 0, type = 0;
  uint16_t palette_first = 0, palette_count = 0;
  uint8_t palette_bits = 0;
  uint16_t width = 0, height = 0;
  uint8_t bits = 0, descriptor = 0;

  bool is_coded() const { return (type & 8) != 0; }
  bool is_indexed() const { return (type & 7) == 1; }
  bool is_grey() const { return (type & 7) == 3; }
  bool from_top() const { return (descriptor & 0x20) != 0; }
  bool from_right() const { return (descriptor & 0x10) != 0; }
  uint8_t alpha_bits() const { return descriptor & 15; }
};

Header read_header(ByteReader& reader) {
  Header h;
  h.id_bytes = reader.u8();
  h.has_palette = reader.u8();
  h.type = reader.u8();
  h.palette_first = reader.u16();
  h.palette_count = reader.u16();
  h.palette_bits = reader.u8();
  reader.skip(4);  // place on a screen
  h.width = reader.u16();
  h.height = reader.u16();
  h.bits = reader.u8();
  h.descriptor = reader.u8();
  return h;
}

bool is_colour_depth(uint8_t bits) { return bits == 15 || bits == 16 || bits == 24 || bits == 32; }

bool is_possible(const Header& h) {
  const bool known = h.type == 1 || h.type == 2 || h.type == 3 || h.type == 9 || h.type == 10 || h.type == 11;
  if (!known || h.has_palette > 1 || (h.descriptor & 0xC0) != 0) return false;
  if (h.is_indexed())
    return h.has_palette == 1 && (h.bits == 8 || h.bits == 16) && is_colour_depth(h.palette_bits) &&
           h.palette_count > 0;
  return h.is_grey() ? h.bits == 8 || h.bits == 16 : is_colour_depth(h.bits);
}

Status check(const Header& h) {
  if ((h.type & 0xF7) == 0) return Error{messages::kTypeWithoutPixels, 2};
  if (h.type == 32 || h.type == 33) return Error{messages::kHuffmanCoded, 2, {h.type}};
  if (!is_possible(h)) return Error{messages::kNoTga, 2, {h.type, h.bits, h.palette_count, h.palette_bits}};
  if (h.width == 0 || h.height == 0) return Error{messages::kNoPixels, 12};
  return ok_status();
}

struct Pixel {
  uint8_t rgba[4] = {0, 0, 0, 255};
};

uint8_t five_bits(uint32_t v) { return static_cast<uint8_t>((v & 31) * 255 / 31); }

/// One colour as it stands in the file: little-endian, blue first.
Pixel colour(const uint8_t* at, uint8_t bits, bool has_alpha) {
  Pixel p;
  if (bits <= 16) {
    const uint32_t v = at[0] | at[1] << 8;
    p.rgba[0] = five_bits(v >> 10), p.rgba[1] = five_bits(v >> 5), p.rgba[2] = five_bits(v);
    if (has_alpha) p.rgba[3] = (v & 0x8000) != 0 ? 255 : 0;
    return p;
  }
  p.rgba[0] = at[2], p.rgba[1] = at[1], p.rgba[2] = at[0];
  if (has_alpha) p.rgba[3] = at[3];
  return p;
}

class Decoder {
 public:
  Decoder(const Header& header, std::span<const uint8_t> file) : h_(header), file_(file), reader_(file) {
    const uint8_t bits = h_.is_indexed() ? h_.palette_bits : h_.bits;
    const bool may = h_.is_grey() ? bits == 16 : bits == 32 || (bits == 16 && h_.alpha_bits() > 0);
    has_alpha_ = may && !alpha_is_undefined();
  }

  Result<Image> run() {
    reader_.seek(kHeaderBytes + h_.id_bytes);
    VITRINE_CHECK(read_palette());
    Image image;
    image.width = h_.width, image.height = h_.height;
    // A run-length packet gives at most 128 pixels of two bytes or more: a short file cannot ask for a large image.
    const uint64_t pixels = uint64_t{h_.width} * h_.height;
    const uint64_t least = h_.is_coded() ? (pixels + 127) / 128 * 2 : pixels * pixel_bytes();
    if (reader_.remaining() < least) return truncated();
    image.rgba.resize(static_cast<size_t>(pixels) * 4);
    VITRINE_CHECK(h_.is_coded() ? read_runs(image) : read_plain(image));
    finish(image);
    return image;
  }

 private:
  size_t pixel_bytes() const { return (h_.bits + 7) / 8; }
  Error truncated() const { return {messages::kPixelsMissing, file_.size(), {h_.width, h_.height}}; }

  /// The extension area of TGA 2.0 states the meaning of the fourth channel.
  bool alpha_is_undefined() const {
    if (file_.size() < kHeaderBytes + kFooterBytes) return false;
    const auto footer = file_.last(kFooterBytes);
    if (std::string_view(reinterpret_cast<const char*>(footer.data()) + 8, 18) != kSignature) return false;
    const uint64_t extension = footer[0] | footer[1] << 8 | footer[2] << 16 | uint64_t{footer[3]} << 24;
    if (extension == 0 || extension + kAttributesOffset >= file_.size()) return false;
    const uint8_t attributes = file_[static_cast<size_t>(extension) + kAttributesOffset];
    return attributes == 1 || (attributes == 0 && h_.alpha_bits() == 0);
  }

  Status read_palette() {
    if (h_.has_palette == 0) return ok_status();
    const size_t entry = (h_.palette_bits + 7) / 8;
    const auto bytes = reader_.bytes(uint64_t{h_.palette_count} * entry);
    if (!reader_.ok()) return truncated();
    if (!h_.is_indexed()) return ok_status();
    for (size_t i = 0; i < h_.palette_count; ++i)
      palette_.push_back(colour(bytes.data() + i * entry, h_.palette_bits, has_alpha_));
    return ok_status();
  }

  uint32_t index_at(const uint8_t* at) const {
    return h_.bits == 8 ? at[0] : static_cast<uint32_t>(at[0] | at[1] << 8);
  }

  /// False for a colour that is not in the palette.
  bool take_pixel(const uint8_t* at, uint8_t* rgba) const {
    Pixel p;
    if (h_.is_indexed()) {
      const uint32_t index = index_at(at);
      if (index < h_.palette_first || index - h_.palette_first >= palette_.size()) return false;
      p = palette_[index - h_.palette_first];
    } else if (h_.is_grey()) {
      std::fill_n(p.rgba, 3, at[0]);
      if (has_alpha_) p.rgba[3] = at[1];
    } else {
      p = colour(at, h_.bits, has_alpha_);
    }
    std::copy_n(p.rgba, 4, rgba);
    return true;
  }

  Error bad_index(const uint8_t* at) const {
    return {messages::kNoSuchColour, static_cast<uint64_t>(at - file_.data()), {index_at(at), palette_.size()}};
  }

  uint8_t* place(Image& image, uint64_t row, uint64_t column) const {
    const uint64_t y = h_.from_top() ? row : h_.height - 1 - row;
    const uint64_t x = h_.from_right() ? h_.width - 1 - column : column;
    return image.rgba.data() + static_cast<size_t>(y * h_.width + x) * 4;
  }

  Status read_plain(Image& image) {
    const size_t step = pixel_bytes();
    const uint8_t* at = reader_.bytes(uint64_t{h_.width} * h_.height * step).data();
    for (uint64_t row = 0; row < h_.height; ++row) {
      for (uint64_t column = 0; column < h_.width; ++column, at += step) {
        if (!take_pixel(at, place(image, row, column))) return bad_index(at);
      }
    }
    return ok_status();
  }

  Status read_runs(Image& image) {
    const uint64_t pixels = uint64_t{h_.width} * h_.height;
    for (uint64_t i = 0; i < pixels;) {
      const uint8_t packet = reader_.u8();
      const uint64_t count = std::min<uint64_t>((packet & 127) + 1u, pixels - i);
      const bool repeats = (packet & 128) != 0;
      const auto bytes = reader_.bytes((repeats ? 1 : count) * pixel_bytes());
      if (!reader_.ok()) return truncated();
      for (uint64_t k = 0; k < count; ++k, ++i) {
        const uint8_t* at = bytes.data() + (repeats ? 0 : k * pixel_bytes());
        if (!take_pixel(at, place(image, i / h_.width, i % h_.width))) return bad_index(at);
      }
    }
    return ok_status();
  }

  /// Writers that know no alpha leave zeros there.
  void finish(Image& image) const {
    if (!has_alpha_) return;
    uint8_t any = 0, all = 255;
    for (size_t i = 3; i < image.rgba.size(); i += 4) any |= image.rgba[i], all &= image.rgba[i];
    if (any == 0) {
      for (size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    }
    image.has_alpha = any != 0 && all != 255;
  }

  const Header h_;
  std::span<const uint8_t> file_;
  ByteReader reader_;
  bool has_alpha_ = false;
  std::vector<Pixel> palette_;
};

}  // namespace

bool is_tga(std::span<const uint8_t> bytes) {
  ByteReader reader(bytes);
  const Header header = read_header(reader);
  return reader.ok() && is_possible(header) && header.width > 0 && header.height > 0;
}

Result<Image> decode_tga(std::span<const uint8_t> bytes, uint64_t max_pixels) {
  ByteReader reader(bytes);
  const Header header = read_header(reader);
  if (!reader.ok()) return Error{messages::kEndsInHeader, bytes.size()};
  VITRINE_CHECK(check(header));
  if (uint64_t{header.width} * header.height > max_pixels) return Error{messages::kTooManyPixels, 12, {max_pixels}};
  return Decoder(header, bytes).run();
}

}  // namespace vitrine::images
