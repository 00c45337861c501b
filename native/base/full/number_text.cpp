#include "base/number_text.h"

#include <nlohmann/detail/conversions/to_chars.hpp>

namespace vitrine {

char* write_number(char* to, double number) { return nlohmann::detail::to_chars(to, to + kLongestNumberText, number); }

}  // namespace vitrine
