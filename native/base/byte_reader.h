#pragma once
// Bounds-checked little-endian (or, for formats that need it, big-endian) reading. The reader is sticky: after the
// first read past the end it stays failed and every later read gives zero, so a record is read straight through and
// tested once.

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace vitrine {

class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes, uint64_t base_offset = 0, bool big_endian = false)
      : bytes_(bytes), base_(base_offset), big_endian_(big_endian) {}

  bool ok() const { return !failed_; }
  /// Offset in the file of the next byte; after a failure, of the read that failed.
  uint64_t offset() const { return base_ + at_; }
  size_t remaining() const { return failed_ ? 0 : bytes_.size() - at_; }
  bool at_end() const { return remaining() == 0; }
  void fail() { failed_ = true; }

  uint8_t u8() { return scalar<uint8_t>(); }
  uint16_t u16() { return scalar<uint16_t>(); }
  uint32_t u32() { return scalar<uint32_t>(); }
  int32_t i32() { return static_cast<int32_t>(scalar<uint32_t>()); }
  float f32() { return __builtin_bit_cast(float, scalar<uint32_t>()); }

  /// The next `count` bytes, or an empty span and failure.
  std::span<const uint8_t> bytes(uint64_t count) {
    if (failed_ || count > bytes_.size() - at_) {
      failed_ = true;
      return {};
    }
    const auto part = bytes_.subspan(at_, static_cast<size_t>(count));
    at_ += static_cast<size_t>(count);
    return part;
  }
  std::string_view text(uint64_t count) {
    const auto part = bytes(count);
    return {reinterpret_cast<const char*>(part.data()), part.size()};
  }
  /// Copies `count` little-endian scalars into `out` in one step; all or nothing.
  template <class T>
  bool array(T* out, uint64_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (failed_ || count > (bytes_.size() - at_) / sizeof(T)) {
      failed_ = true;
      return false;
    }
    if (count != 0) std::memcpy(out, bytes_.data() + at_, static_cast<size_t>(count) * sizeof(T));
    at_ += static_cast<size_t>(count) * sizeof(T);
    return true;
  }
  void skip(uint64_t count) { (void)bytes(count); }
  /// Moves to an offset counted from the start of the span given to the constructor.
  void seek(uint64_t at) {
    if (at > bytes_.size())
      failed_ = true;
    else
      at_ = static_cast<size_t>(at);
  }

 private:
  template <class T>
  T scalar() {
    if (failed_ || sizeof(T) > bytes_.size() - at_) {
      failed_ = true;
      return T{};
    }
    T value = 0;
    for (size_t i = 0; i < sizeof(T); ++i) {
      const size_t shift = 8 * (big_endian_ ? sizeof(T) - 1 - i : i);
      value = static_cast<T>(value | static_cast<T>(static_cast<T>(bytes_[at_ + i]) << shift));
    }
    at_ += sizeof(T);
    return value;
  }

  std::span<const uint8_t> bytes_;
  uint64_t base_;
  size_t at_ = 0;
  bool big_endian_;
  bool failed_ = false;
};

}  // namespace vitrine
