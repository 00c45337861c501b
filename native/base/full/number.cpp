// Numbers that one multiplication cannot round; view cores have a smaller way (native/wasm/view/numbers.cpp).

#include <limits>
#include <nlohmann/detail/conversions/to_chars.hpp>
#include <system_error>

#include "base/number.h"
#include "fast_float/fast_float.h"

namespace vitrine::number_detail {
namespace {

/// fast_float reads the same text again; only numbers out of range need a word of our own, because its releases differ
/// in what they store then (older ones give infinity or 0 without an error, newer ones an error).
template <class T>
T slow(const char* first, const char* end) {
  T value = 0;
  const auto result = fast_float::from_chars(first, end, value);
  if (result.ec != std::errc::result_out_of_range) return value;
  // Out of range is either too large or below the smallest; a value of at least 1 can only be too large. The sign of
  // the decimal exponent alone does not show it (400 digits, or 400 zeros behind the point), the place of the first
  // digit does.
  int64_t magnitude = scan_other_decimal(first, end).exponent;  // of the last digit written
  const char* p = first;
  while (p != end && (*p == '0' || *p == '.')) ++p;
  for (; p != end && (is_digit(*p) || *p == '.'); ++p) magnitude += *p != '.';
  return magnitude > 0 ? std::numeric_limits<T>::infinity() : T{0};
}

}  // namespace

float slow_float(const char* first, const char* end) { return slow<float>(first, end); }
double slow_double(const char* first, const char* end) { return slow<double>(first, end); }

}  // namespace vitrine::number_detail

namespace vitrine {

char* write_number(char* to, double number) { return nlohmann::detail::to_chars(to, to + kLongestNumberText, number); }

}  // namespace vitrine
