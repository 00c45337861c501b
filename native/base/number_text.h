#pragma once
#include <cstddef>

namespace vitrine {

inline constexpr size_t kLongestNumberText = 64;

/// Writes the shortest text that reads back as the finite `number`; returns its end. View cores ask their host
/// (native/wasm/view/numbers.cpp).
char* write_number(char* to, double number);

}  // namespace vitrine
