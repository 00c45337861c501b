#pragma once
// Decimal text to the nearest float or double, without locale, without allocation.
//
// The fast path is inline: digits are gathered into a u64, up to eight at a time, and when mantissa and power of ten
// are both exact a single multiplication or division rounds once. Everything else goes to fast_float.

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

/// The number that is written as `value` and then the first `count` bytes, all of them digits; 1 to 7.
inline uint64_t with_digits(uint64_t value, uint64_t word, int count) {
  // As if zeros stood before them.
  const uint64_t padded = word << (64 - 8 * count) | 0x3030303030303030u >> 8 * count;
  return value * kWholePow10[count] + value_of_eight(padded);
}

// What is rare is not inline, takes no address of a Decimal and is not come back from: its parts would live in memory
// instead of registers.
Decimal scan_other_decimal(const char* first, const char* last);
float slow_float(const char* first, const char* end);
double slow_double(const char* first, const char* end);
/// A whole number and where its digits end, 18 at most.
struct Digits {
  const char* end;
  uint64_t value;
};
Digits scan_other_digits(const char* first, const char* last);

/// As most numbers are written: at most 7 digits before the point and 15 behind it, no exponent, and not at the end of
/// the text. False for all others. There is no loop in it, which costs an engine for WebAssembly more to enter than to
/// run so few times.
VITRINE_HOT_INLINE inline bool scan_usual_decimal(const char* first, const char* last, Decimal& d) {
  constexpr ptrdiff_t kLongest = 24;
  constexpr uint64_t kTwelveDigits = 1000000000000;  // seven more fit
  if (last - first < kLongest) return false;
  const char* p = first;
  if (is_digit(p[0]) && !is_digit(p[1])) {
    d.mantissa = static_cast<uint64_t>(*p++ - '0');
  } else {
    const uint64_t word = load8(p);
    const int count = leading_digits(word);
    if (count == 0 || count == 8) return false;
    d.mantissa = with_digits(0, word, count);
    p += count;
  }
  if (*p == '.') {
    const char* const fraction = ++p;
    if (is_digit(*p)) {
      const uint64_t word = load8(p);
      const int count = leading_digits(word);
      d.mantissa = count == 8 ? d.mantissa * 100000000 + value_of_eight(word) : with_digits(d.mantissa, word, count);
      p += count;
      if (count == 8 && is_digit(*p)) {
        const uint64_t rest = load8(p);
        const int more = leading_digits(rest);
        if (more == 8 || d.mantissa >= kTwelveDigits) return false;
        d.mantissa = with_digits(d.mantissa, rest, more);
        p += more;
      }
    }
    d.has_point = true;
    d.exponent = -static_cast<int>(p - fraction);
  }
  d.first = first;
  d.end = p;
  return (*p | 0x20) != 'e';
}

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
  if (kForSpeed && scan_usual_decimal(first, last, d)) return d;
  const Decimal other = scan_other_decimal(first, last);  // an address that `d` does not have
  d = other;
  return d;
}

inline double to_double(const Decimal& decimal) {
  double value = 0;
  return number_detail::exact_double(decimal, value) ? value : number_detail::slow_double(decimal.first, decimal.end);
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
  return number_detail::slow_float(decimal.first, decimal.end);
}

inline constexpr size_t kLongestNumberText = 64;

/// Writes the shortest text that reads back as the finite `number`; returns its end. View cores ask their host
/// (native/wasm/view/numbers.cpp).
char* write_number(char* to, double number);

}  // namespace vitrine
