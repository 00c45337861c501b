// Numbers of view cores, in less code than base/full/number.cpp takes.

#include <cstddef>

#include "base/number.h"
#include "base/small_decimal.h"

/// Scripts write numbers as JSON does anyway: the shortest text that reads back as `number`. Returns its length.
extern "C" __attribute__((import_module("env"), import_name("number_text"))) size_t number_text(double number,
                                                                                                char* to);

namespace vitrine {

char* write_number(char* to, double number) { return to + number_text(number, to); }

namespace number_detail {

// Numbers that these cannot round are rare: a trap hands the file to the full core.
float slow_float(const char* first, const char* end) {
  double value = 0;
  if (!small_decimal<float>(scan_other_decimal(first, end), value)) __builtin_trap();
  return static_cast<float>(value);
}
double slow_double(const char* first, const char* end) {
  double value = 0;
  if (!small_decimal<double>(scan_other_decimal(first, end), value)) __builtin_trap();
  return value;
}

}  // namespace number_detail
}  // namespace vitrine
