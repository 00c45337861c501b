#pragma once
// Correct rounding of decimals whose power of ten is small, in a few hundred bytes of code: by division of whole
// numbers, bit by bit. For a core that has no room for fast_float and its tables.

#include <bit>
#include <cstdint>
#include <limits>

#include "base/number.h"

namespace vitrine::number_detail {

/// The nearest T (half to even) to mantissa * 10^exponent, as a double. False where this way does not reach: more
/// digits than a u64 holds, powers beyond 10^27, values beyond T.
template <class T>
bool small_decimal(const Decimal& decimal, double& value) {
  constexpr int kBits = std::numeric_limits<T>::digits, kMostPower = 27;  // 5^27 is the last below 2^63
  if (!decimal.exact || decimal.exponent < -kMostPower || decimal.exponent > kMostPower) return false;
  value = 0;
  if (decimal.mantissa == 0) return true;
  uint64_t power = 1;
  for (int i = decimal.exponent < 0 ? -decimal.exponent : decimal.exponent; i > 0; --i) power *= 5;

  // The value is (whole + a fraction below 1) * 2^scale, whole with its top bit set; is there a fraction?
  uint64_t whole = 0;
  bool fraction = false;
  int scale = decimal.exponent;
  if (decimal.exponent < 0) {
    uint64_t rest = decimal.mantissa % power;  // below 2^63: doubling it stays inside
    for (whole = decimal.mantissa / power; whole >> 63 == 0; --scale) {
      rest <<= 1;
      const bool bit = rest >= power;
      if (bit) rest -= power;
      whole = whole << 1 | (bit ? 1u : 0u);
    }
    fraction = rest != 0;
  } else {
    const auto product = static_cast<unsigned __int128>(decimal.mantissa) * power;
    const auto high = static_cast<uint64_t>(product >> 64), low = static_cast<uint64_t>(product);
    const int over = high != 0 ? 64 - std::countl_zero(high) : -std::countl_zero(low);
    whole = over > 0 ? static_cast<uint64_t>(product >> over) : low << -over;
    fraction = over > 0 && low << (64 - over) != 0;
    scale += over;
  }

  constexpr int kDropped = 64 - kBits;
  constexpr uint64_t kHalf = uint64_t{1} << (kDropped - 1);
  const uint64_t dropped = whole & (2 * kHalf - 1);
  whole >>= kDropped;
  if (dropped > kHalf || (dropped == kHalf && (fraction || (whole & 1) != 0))) ++whole;
  scale += kDropped;
  if (scale + kBits >= std::numeric_limits<T>::max_exponent) return false;
  value = static_cast<double>(whole) * __builtin_bit_cast(double, static_cast<uint64_t>(1023 + scale) << 52);
  return true;
}

}  // namespace vitrine::number_detail
