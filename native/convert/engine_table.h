#pragma once
// A writer's table of engines, whose rows have a `key`, as the choices of an option.

#include <algorithm>
#include <array>
#include <string_view>

#include "convert/kind.h"

namespace vitrine {

/// None, then the keys.
template <typename Engine, size_t kCount>
constexpr std::array<ExportChoice, kCount + 1> engine_choices(const Engine (&engines)[kCount]) {
  std::array<ExportChoice, kCount + 1> out{};
  out[0] = {"", "Any (no limits)"};
  for (size_t k = 0; k < kCount; ++k) out[k + 1] = {engines[k].key, ""};
  return out;
}

/// Null for a key that no engine has.
template <typename Engine, size_t kCount>
const Engine* engine_of(const Engine (&engines)[kCount], std::string_view key) {
  const Engine* const end = engines + kCount;
  const Engine* const found = std::find_if(engines, end, [&](const Engine& engine) { return engine.key == key; });
  return found == end ? nullptr : found;
}

}  // namespace vitrine
