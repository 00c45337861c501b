#pragma once
// Decimal text to the nearest float or double, without locale, without allocation.
//
// The fast path is inline: digits are gathered into a u64 (up to eight at a time behind the point), and when mantissa
// and power of ten are both exact a single multiplication or division rounds once. Everything else goes to fast_float.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/for_speed.h"

namespace vitrine {

/// The parts of a decimal number as written: mantissa * 10^exponent. `end == first` when there is no number.
struct Decimal {
  const char* first = nullptr;
  const char* end = nullptr;
  uint64_t mantissa = 0;
  int exponent = 0;
  bool exact = true;          ///< mantissa holds every digit
  bool has_point = false;     ///< a '.' was written
  bool has_exponent = false;  ///< an 'e' or 'E' was written
};

/// Splits `digits [. digits] [e|E [+|-] digits]` (at least one digit before or after the point) at the front of
/// [first, last).
inline Decimal scan_decimal(const char* first, const char* last);

/// Correctly rounded (half to even) values of a scanned number. Beyond the type's range gives infinity, below its
/// smallest gives 0.
inline float to_float(const Decimal& decimal);
inline double to_double(const Decimal& decimal);

/// Reads one number as scan_decimal does (no sign, no inf/nan). Returns its end, or `first` when there is none.
/// `value` is correctly rounded; a number beyond the type's range gives infinity, one below its smallest gives 0:
/// callers that need finite numbers test for that.
const char* parse_float(const char* first, const char* last, float& value);
const char* parse_double(const char* first, const char* last, double& value);

// ---- implementation
// ---------------------------------------------------------------------------------------------------

namespace number_detail {

// Powers of ten that a double holds exactly.
inline constexpr double kPow10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr uint64_t kExactMantissa = uint64_t{1} << 53;
// The same for a float, and for up to seven digits as whole numbers.
inline constexpr float kFloatPow10[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
inline constexpr uint64_t kExactFloatMantissa = uint64_t{1} << 24;
inline constexpr uint64_t kWholePow10[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

/// The eight bytes at `p`, first byte lowest, whatever the host.
inline uint64_t load8(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}
/// How many of the eight bytes, from the first on, are digits.
inline int leading_digits(uint64_t word) {
  // Digits become 0..9; everything else gets its high bit set, and no byte carries into the next.
  word ^= 0x3030303030303030u;
  const uint64_t other = (((word & 0x7F7F7F7F7F7F7F7Fu) + 0x7676767676767676u) | word) & 0x8080808080808080u;
  return other == 0 ? 8 : __builtin_ctzll(other) >> 3;
}
/// Value of eight digits: pairs, then fours, then all, each in one multiplication.
inline uint32_t value_of_eight(uint64_t word) {
  word -= 0x3030303030303030u;
  word = word * 10 + (word >> 8);
  const uint64_t fours = ((word & 0x000000FF000000FFu) * (100 + (uint64_t{1000000} << 32)) +
                          ((word >> 16) & 0x000000FF000000FFu) * (1 + (uint64_t{10000} << 32))) >>
                         32;
  return static_cast<uint32_t>(fours);
}

// A Decimal whose address leaves the inline code would live in memory instead of registers: it goes by value and never
// comes back.
float slow_float(Decimal decimal);
double slow_double(Decimal decimal);
/// The number behind the letter at `mark`; `end` is `mark` where there is none.
struct Exponent {
  const char* end;
  int value;
};
Exponent scan_exponent(const char* mark, const char* last);

/// Exact in double: mantissa and power of ten are both representable, so one operation rounds once.
inline bool exact_double(const Decimal& d, double& value) {
  if (!d.exact || d.mantissa > kExactMantissa || d.exponent < -22 || d.exponent > 22) return false;
  // The signed conversion is one instruction where the unsigned one is several; the mantissa is below 2^54.
  value = static_cast<double>(static_cast<int64_t>(d.mantissa));
  value = d.exponent < 0 ? value / kPow10[-d.exponent] : value * kPow10[d.exponent];
  return true;
}

}  // namespace number_detail

// Always inline: the parts of a number then live in registers, which half the time of reading a large text is about.
VITRINE_HOT_INLINE inline Decimal scan_decimal(const char* first, const char* last) {
  using namespace number_detail;
  Decimal d;
  d.first = first;
  const char* p = first;
  for (; p != last && is_digit(*p); ++p) d.mantissa = d.mantissa * 10 + static_cast<uint64_t>(*p - '0');
  ptrdiff_t digits = p - first;
  if (p != last && *p == '.') {
    const char* fraction = ++p;
    while (last - p >= 8) {
      const uint64_t word = load8(p);
      const int count = leading_digits(word);
      if (count == 8) {
        d.mantissa = d.mantissa * 100000000 + value_of_eight(word);
        p += 8;
        if (p == last || !is_digit(*p)) break;
        continue;
      }
      p += count;
      // Fewer count as if zeros stood before them.
      if (count != 0) {
        const uint64_t padded = word << (64 - 8 * count) | 0x3030303030303030u >> 8 * count;
        d.mantissa = d.mantissa * kWholePow10[count] + value_of_eight(padded);
      }
      break;
    }
    if (last - p < 8) {  // else it is at no digit
      for (; p != last && is_digit(*p); ++p) d.mantissa = d.mantissa * 10 + static_cast<uint64_t>(*p - '0');
    }
    d.has_point = true;
    d.exponent = -static_cast<int>(p - fraction);
    digits += p - fraction;
  }
  d.exact = digits <= 19;  // 19 digits cannot wrap a u64
  d.end = digits == 0 ? first : p;
  if (digits != 0 && p != last && (*p == 'e' || *p == 'E')) {
    const Exponent written = scan_exponent(p, last);
    d.exponent += written.value;
    d.has_exponent = written.end != p;
    d.end = written.end;
  }
  return d;
}

inline double to_double(const Decimal& decimal) {
  double value = 0;
  return number_detail::exact_double(decimal, value) ? value : number_detail::slow_double(decimal);
}

inline float to_float(const Decimal& decimal) {
  using namespace number_detail;
  // The usual case of exporters: both parts are exact floats, so one division rounds once.
  if (decimal.exact && decimal.mantissa <= kExactFloatMantissa && decimal.exponent <= 0 && decimal.exponent >= -10)
    return static_cast<float>(static_cast<int32_t>(decimal.mantissa)) / kFloatPow10[-decimal.exponent];
  double wide = 0;
  if (number_detail::exact_double(decimal, wide)) {
    // Rounding twice (decimal -> double -> float) goes wrong only when the double sits on a midpoint of two floats, or
    // where floats lose bits (denormals) or end.
    const bool midpoint = (__builtin_bit_cast(uint64_t, wide) & 0x1FFFFFFF) == 0x10000000;
    if (wide == 0 || (!midpoint && wide >= 2.4e-38 && wide <= 3.4e38)) return static_cast<float>(wide);
  }
  return number_detail::slow_float(decimal);
}

}  // namespace vitrine
