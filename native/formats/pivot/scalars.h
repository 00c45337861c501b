#pragma once
// Numbers at any address, in either byte order.

#include <cstdint>
#include <cstring>
#include <glm/glm.hpp>
#include <span>
#include <type_traits>

#include "base/for_speed.h"

namespace vitrine::pivot {

/// read(big_endian): compiled for each order, for speed.
template <class Read>
auto in_order(bool big_endian, const Read& read) {
  if constexpr (kForSpeed)
    return big_endian ? read(std::true_type{}) : read(std::false_type{});
  else
    return read(big_endian);
}

/// Scalars of a vertex or index array in the file's byte order.
class Scalars {
 public:
  Scalars(std::span<const uint8_t> bytes, bool big_endian) : at_(bytes.data()), big_endian_(big_endian) {}
  uint32_t u32(size_t offset) const {
    uint32_t value;
    std::memcpy(&value, at_ + offset, sizeof value);
    return big_endian_ ? __builtin_bswap32(value) : value;
  }
  uint16_t u16(size_t offset) const {
    uint16_t value;
    std::memcpy(&value, at_ + offset, sizeof value);
    return big_endian_ ? __builtin_bswap16(value) : value;
  }
  float f32(size_t offset) const { return __builtin_bit_cast(float, u32(offset)); }
  glm::vec3 vec3(size_t offset) const { return {f32(offset), f32(offset + 4), f32(offset + 8)}; }

 private:
  const uint8_t* at_;
  bool big_endian_;
};

}  // namespace vitrine::pivot
