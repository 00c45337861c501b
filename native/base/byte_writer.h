#pragma once
// Grows a file of little-endian (or, for formats that need it, big-endian) scalars.

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace vitrine {

class ByteWriter {
 public:
  explicit ByteWriter(bool big_endian = false) : big_endian_(big_endian) {}

  void u8(uint32_t value) { bytes_.push_back(static_cast<uint8_t>(value)); }
  void u16(uint32_t value) { scalar(value, 2); }
  void u32(uint32_t value) { scalar(value, 4); }
  void f32(float value) { u32(__builtin_bit_cast(uint32_t, value)); }
  void raw(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }
  void raw(std::span<const uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  /// `text` in an array of `width` bytes: cut, or padded with NULs.
  void padded(std::string_view text, size_t width) {
    text = text.substr(0, width);
    raw(text);
    bytes_.resize(bytes_.size() + (width - text.size()));
  }

  size_t size() const { return bytes_.size(); }
  void reserve(size_t bytes) { bytes_.reserve(bytes); }
  /// Overwrites the u32 at an earlier offset.
  void patch_u32(size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; ++i) bytes_[at + i] = static_cast<uint8_t>(value >> shift(i, 4));
  }
  std::vector<uint8_t> take() { return std::move(bytes_); }

 private:
  size_t shift(size_t i, size_t size) const { return 8 * (big_endian_ ? size - 1 - i : i); }
  void scalar(uint32_t value, size_t size) {
    for (size_t i = 0; i < size; ++i) bytes_.push_back(static_cast<uint8_t>(value >> shift(i, size)));
  }

  std::vector<uint8_t> bytes_;
  bool big_endian_;
};

}  // namespace vitrine
