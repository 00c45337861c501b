// Numbers of any text against the standard library's own reader.

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/number.h"

namespace {

using namespace vitrine;

/// std::from_chars takes signs, "inf" and "nan" as well; this reader must not.
bool starts_as_number(std::string_view text) {
  const size_t digit = !text.empty() && text[0] == '.' ? 1 : 0;
  return digit < text.size() && text[digit] >= '0' && text[digit] <= '9';
}

template <class T>
void compare(const char* first, const char* last, const char* (*parse)(const char*, const char*, T&)) {
  T ours = 0, theirs = 0;
  const char* end = parse(first, last, ours);
  const char* expected_end = first;
  std::errc error{};
  if (starts_as_number({first, size_t(last - first)})) {
    const auto [place, code] = std::from_chars(first, last, theirs, std::chars_format::general);
    expected_end = place;
    error = code;
  }
  // Out of range: from_chars leaves its value alone, ours is 0 or infinity.
  const bool same = end == expected_end && (end == first || (error == std::errc::result_out_of_range
                                                                 ? ours == 0 || std::isinf(ours)
                                                                 : std::memcmp(&ours, &theirs, sizeof ours) == 0));
  if (same) return;
  std::fprintf(stderr, "'%.*s': read %td bytes as %.17g, expected %td bytes as %.17g\n", int(last - first), first,
               end - first, double(ours), expected_end - first, double(theirs));
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const char* first = reinterpret_cast<const char*>(data);
  const char* last = first + size;
  // At the front and behind every blank, so that a whole text file is many numbers.
  for (const char* at = first; at != last; ++at) {
    if (at != first && at[-1] != ' ' && at[-1] != '\t') continue;
    compare<float>(at, last, parse_float);
    compare<double>(at, last, parse_double);
  }
  return 0;
}
