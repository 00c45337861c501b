#pragma once
// Between linear light and the display, as shaders/color.glsl: filmic curve and sRGB. Powers come from tables that are
// made with + - * / alone, so that every host has the same ones.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>

namespace vitrine::render {

struct ToneTables {
  static constexpr int kSteps = 4096;
  std::array<float, kSteps + 2> encode{};  ///< sRGB of i / kSteps
  std::array<float, 256> decode{};         ///< linear light of an sRGB byte
};
/// Made on first use.
const ToneTables& tone_tables();

/// sRGB of linear light 0..1.
inline float encode_srgb(const ToneTables& tables, float linear) {
  const float at = linear * ToneTables::kSteps;
  const int step = static_cast<int>(at);
  return tables.encode[step] + (tables.encode[step + 1] - tables.encode[step]) * (at - static_cast<float>(step));
}
/// The byte of linear light 0..1.
inline uint8_t encode_byte(const ToneTables& tables, float linear) {
  return static_cast<uint8_t>(encode_srgb(tables, linear) * 255 + 0.5f);
}

/// Narkowicz' fit of the ACES film response, 0..1; 0 for what is no number.
inline float filmic(float x) {
  const float y = (x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f);
  return y > 0 ? (y < 1 ? y : 1) : 0;
}

/// Linear light as the display shows it.
inline glm::vec3 display_color(const ToneTables& tables, const glm::vec3& linear) {
  // Beyond this the curve is at its end; its squares stay finite.
  const auto tame = [](float x) { return x > 0 ? (x < 1e6f ? x : 1e6f) : 0; };
  return {encode_srgb(tables, filmic(tame(linear.x))), encode_srgb(tables, filmic(tame(linear.y))),
          encode_srgb(tables, filmic(tame(linear.z)))};
}

}  // namespace vitrine::render
