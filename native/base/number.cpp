#include "base/number.h"

namespace vitrine {
namespace number_detail {

namespace {

/// The number behind the letter at `mark`; `end` is `mark` where there is none.
struct Exponent {
  const char* end;
  int value;
};
Exponent scan_exponent(const char* mark, const char* last) {
  const char* p = mark + 1;
  bool negative = false;
  if (p != last && (*p == '+' || *p == '-')) negative = *p++ == '-';
  if (p == last || !is_digit(*p)) return {mark, 0};
  int value = 0;
  for (; p != last && is_digit(*p); ++p) value = value < 100000000 ? value * 10 + (*p - '0') : value;
  return {p, negative ? -value : value};
}

}  // namespace

Decimal scan_other_decimal(const char* first, const char* last) {
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
      if (count != 0) d.mantissa = with_digits(d.mantissa, word, count);
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

Digits scan_other_digits(const char* first, const char* last) {
  if (last - first > 18) last = first + 18;
  Digits digits{first, 0};
  for (; digits.end != last && is_digit(*digits.end); ++digits.end)
    digits.value = digits.value * 10 + static_cast<uint64_t>(*digits.end - '0');
  return digits;
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
