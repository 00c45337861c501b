#pragma once
// FNV-1a over canonical little-endian bytes: the digest of scenes and poses. Not for security.

#include <cstdint>
#include <cstring>
#include <string_view>

namespace vitrine {

class Hash64 {
 public:
  void bytes(const void* data, size_t count) {
    const auto* p = static_cast<const unsigned char*>(data);
    for (size_t i = 0; i < count; ++i) state_ = (state_ ^ p[i]) * 0x100000001B3ull;
  }
  void u32(uint32_t value) { bytes(&value, sizeof value); }
  void u64(uint64_t value) { bytes(&value, sizeof value); }
  /// Equal numbers hash equally: -0 counts as 0, every NaN as one.
  void f32(float value) {
    if (value == 0) value = 0;
    uint32_t bits = 0x7FC00000;
    if (value == value) std::memcpy(&bits, &value, sizeof bits);
    u32(bits);
  }
  void f64(double value) {
    if (value == 0) value = 0;
    uint64_t bits = 0x7FF8000000000000ull;
    if (value == value) std::memcpy(&bits, &value, sizeof bits);
    u64(bits);
  }
  void text(std::string_view value) {
    u64(value.size());
    bytes(value.data(), value.size());
  }
  uint64_t value() const { return state_; }

 private:
  uint64_t state_ = 0xCBF29CE484222325ull;
};

}  // namespace vitrine
