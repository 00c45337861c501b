#include "base/number.h"

namespace vitrine {
namespace number_detail {

Exponent scan_exponent(const char* mark, const char* last) {
  const char* p = mark + 1;
  bool negative = false;
  if (p != last && (*p == '+' || *p == '-')) negative = *p++ == '-';
  if (p == last || !is_digit(*p)) return {mark, 0};
  int value = 0;
  for (; p != last && is_digit(*p); ++p) value = value < 100000000 ? value * 10 + (*p - '0') : value;
  return {p, negative ? -value : value};
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
