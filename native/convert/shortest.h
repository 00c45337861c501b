#pragma once
#include <string>
#include <string_view>

#include "base/number_text.h"

namespace vitrine {

/// The shortest text that reads back as the finite number, whole ones without a point.
inline std::string shortest(double number) {
  char text[kLongestNumberText];
  std::string out(text, write_number(text, number));
  if (std::string_view(out).ends_with(".0")) out.resize(out.size() - 2);
  return out;
}

}  // namespace vitrine
