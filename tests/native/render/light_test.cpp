// The light of lamps, by Schlick's approximation.

#include "render/light.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vitrine::render {
namespace {

/// What a lamp adds to a black surface that mirrors it into the eye, `half_angle_deg` off either.
float gleam(float gloss, float half_angle_deg) {
  const float angle = half_angle_deg * 3.14159265f / 180;
  const glm::vec3 v(0, 0, 1), l(std::sin(2 * angle), 0, std::cos(2 * angle)), n(std::sin(angle), 0, std::cos(angle));
  FileLight lamp;
  lamp.kind = LightKind::kSun;
  lamp.aim = -l;
  lamp.color = glm::vec3(1);
  FileLight dark = lamp;
  dark.color = glm::vec3(0);
  const auto shown = [&](const FileLight& each) {
    return LightRig(0, {each}).shade(glm::vec3(0), glm::vec3(gloss), glm::vec3(0), n, v, 1).x;
  };
  return shown(lamp) - shown(dark);
}

TEST(Light, ReflectionGrowsTowardsGrazingAngles) {
  for (const float degrees : {10.0f, 60.0f, 80.0f}) {
    const double schlick = 0.04 + 0.96 * std::pow(1 - std::cos(degrees * 3.14159265 / 180), 5);
    EXPECT_NEAR(gleam(0.04f, degrees) / gleam(1, degrees), schlick, 1e-3) << degrees;
  }
}

}  // namespace
}  // namespace vitrine::render
