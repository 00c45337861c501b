#include "base/number.h"

#include <limits>
#include <system_error>

#if !VITRINE_VIEW_ONLY
#include "fast_float/fast_float.h"
#endif
#include "base/small_decimal.h"

namespace vitrine {
namespace number_detail {

#if VITRINE_VIEW_ONLY

// What these cannot round is rare enough to be left to the whole core: a trap sends the file there.
float slow_float(Decimal decimal) {
  double value = 0;
  if (!small_decimal<float>(decimal, value)) __builtin_trap();
  return static_cast<float>(value);
}
double slow_double(Decimal decimal) {
  double value = 0;
  if (!small_decimal<double>(decimal, value)) __builtin_trap();
  return value;
}

#else

namespace {

/// fast_float reads the same text again; only numbers out of range need a word of our own, because its releases differ
/// in what they store then (older ones give infinity or 0 without an error, newer ones an error).
template <class T>
T slow(Decimal d) {
  T value = 0;
  const auto result = fast_float::from_chars(d.first, d.end, value);
  if (result.ec != std::errc::result_out_of_range) return value;
  // Out of range is either too large or below the smallest; a value of at least 1 can only be too large. The sign of
  // the decimal exponent alone does not tell (400 digits, or 400 zeros behind the point), the place of the first digit
  // does.
  int64_t magnitude = d.exponent;  // of the last digit written
  const char* p = d.first;
  while (p != d.end && (*p == '0' || *p == '.')) ++p;
  for (; p != d.end && (is_digit(*p) || *p == '.'); ++p) magnitude += *p != '.';
  return magnitude > 0 ? std::numeric_limits<T>::infinity() : T{0};
}

}  // namespace

float slow_float(Decimal decimal) { return slow<float>(decimal); }
double slow_double(Decimal decimal) { return slow<double>(decimal); }

#endif

Decimal scan_exponent(Decimal decimal, const char* mark, const char* last) {
  decimal.end = mark;
  const char* p = mark + 1;
  bool negative = false;
  if (p != last && (*p == '+' || *p == '-')) negative = *p++ == '-';
  if (p == last || !is_digit(*p)) return decimal;
  int value = 0;
  for (; p != last && is_digit(*p); ++p) value = value < 100000000 ? value * 10 + (*p - '0') : value;
  decimal.exponent += negative ? -value : value;
  decimal.has_exponent = true;
  decimal.end = p;
  return decimal;
}

}  // namespace number_detail

const char* parse_float(const char* first, const char* last, float& value) {
  const Decimal d = scan_decimal(first, last);
  if (d.end != first) value = to_float(d);
  return d.end;
}

const char* parse_double(const char* first, const char* last, double& value) {
  const Decimal d = scan_decimal(first, last);
  if (d.end != first) value = to_double(d);
  return d.end;
}

}  // namespace vitrine
