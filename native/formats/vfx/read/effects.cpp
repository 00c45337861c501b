#include "formats/vfx/read/effects.h"

#include <algorithm>
#include <cmath>

#include "formats/vfx/read/effect_reader.h"

namespace vitrine::vfx {

Result<Effects> read(std::span<const uint8_t> bytes) {
  NoTrace none;
  return read_effects(bytes, none);
}

double gain_factor(int8_t gain) { return std::pow(10.0, gain / 100.0); }

double fade(uint32_t j, uint32_t length, uint32_t ramp) {
  if (j >= length || ramp == 0) return j < length ? 1 : 0;
  return std::min({1.0, static_cast<double>(j) / ramp, static_cast<double>(length - j) / ramp});
}

}  // namespace vitrine::vfx
