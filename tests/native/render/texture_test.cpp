#include "render/texture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "render/tone.h"
#include "render/view.h"

namespace vitrine::render {
namespace {

constexpr glm::vec2 kStill(0);

TEST(Tone, TheTablesAreSrgb) {
  const ToneTables& tone = tone_tables();
  for (int i = 0; i < 256; ++i) {
    const double c = i / 255.0, linear = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    EXPECT_NEAR(tone.decode[i], linear, 1e-7) << i;
    EXPECT_NEAR(encode_srgb(tone, static_cast<float>(linear)), c, 3e-5) << i;
    EXPECT_EQ(encode_byte(tone, static_cast<float>(linear)), i);
  }
}

TEST(Tone, TheFilmCurveEndsAtOneAndTakesWhatIsNoNumber) {
  EXPECT_NEAR(filmic(0.18f), 0.26690f, 1e-5f);
  EXPECT_EQ(filmic(1e5f), 1);
  const glm::vec3 shown = display_color(tone_tables(), {HUGE_VALF, -1, std::nanf("")});
  EXPECT_EQ(shown, glm::vec3(1, 0, 0));
}

TEST(Texture, SamplesBetweenTexelsAndRepeats) {
  const std::vector<uint8_t> rgba = {0, 0, 0, 255, 255, 255, 255, 255};
  const Texture texture(2, 1, rgba, false);
  EXPECT_FLOAT_EQ(texture.sample({0.25f, 0.5f}, kStill, kStill).x, 0);
  EXPECT_FLOAT_EQ(texture.sample({0.75f, 0.5f}, kStill, kStill).x, 1);
  EXPECT_FLOAT_EQ(texture.sample({0.5f, 0.5f}, kStill, kStill).x, 0.5f);
  EXPECT_FLOAT_EQ(texture.sample({0.375f, 0.5f}, kStill, kStill).x, 0.25f);
  EXPECT_FLOAT_EQ(texture.sample({0, 0.5f}, kStill, kStill).x, 0.5f);
  EXPECT_FLOAT_EQ(texture.sample({-0.25f, 7.5f}, kStill, kStill).x, 1);
  EXPECT_FLOAT_EQ(texture.sample({1000.25f, -3}, kStill, kStill).x, 0);
}

TEST(Texture, ColoursAreAveragedAsLight) {
  const std::vector<uint8_t> rgba = {0, 0, 0, 255, 255, 255, 255, 255};
  const Texture texture(2, 1, rgba, true);
  EXPECT_EQ(texture.level_count(), 2u);
  // The mean of black and white is half the light: byte 188, 0.5029.
  EXPECT_NEAR(texture.sample({0.5f, 0.5f}, {4, 0}, {0, 4}).x, 0.5029f, 1e-4f);
}

TEST(Texture, OddSizesKeepTheirMean) {
  std::vector<uint8_t> rgba;
  double sum = 0;
  for (int i = 0; i < 5 * 3; ++i) {
    const auto value = static_cast<uint8_t>(i * 17);
    rgba.insert(rgba.end(), {value, 0, 0, 255});
    sum += value / 255.0;
  }
  const Texture texture(5, 3, rgba, false);
  EXPECT_EQ(texture.level_count(), 3u);  // 5 x 3, 2 x 1, 1 x 1
  EXPECT_NEAR(texture.sample({0.5f, 0.5f}, {9, 0}, {0, 9}).x, sum / 15, 0.01);
}

TEST(Texture, AFootprintOfTwoTexelsReadsTheNextLevel) {
  // Stripes of one texel: at half the resolution they are grey.
  std::vector<uint8_t> rgba;
  for (int i = 0; i < 64; ++i) rgba.insert(rgba.end(), {static_cast<uint8_t>(i % 2 * 255), 0, 0, 255});
  const Texture texture(8, 8, rgba, false);
  const glm::vec2 dx(2 / 8.0f, 0), dy(0, 2 / 8.0f);
  EXPECT_NEAR(texture.sample({0.3f, 0.3f}, dx, dy).x, 0.5f, 0.01f);
}

TEST(Texture, AFootprintBetweenTwoLevelsReadsBoth) {
  // Stripes of two texels: as they are at half the resolution, grey at a fourth.
  std::vector<uint8_t> rgba;
  for (int i = 0; i < 64; ++i) rgba.insert(rgba.end(), {static_cast<uint8_t>(i / 2 % 2 * 255), 0, 0, 255});
  const Texture texture(8, 8, rgba, false);
  const glm::vec2 white(3 / 8.0f, 0.5f);
  for (const auto& [texels, seen] :
       {std::pair(2.0f, 1.0f), std::pair(4.0f, 0.5f), std::pair(2 * std::sqrt(2.0f), 0.75f)})
    EXPECT_NEAR(texture.sample(white, {texels / 8, 0}, {0, texels / 8}).x, seen, 0.01f) << texels;
}

TEST(Texture, WhatIsNoNumberStaysWithin) {
  const Texture texture(2, 2, std::vector<uint8_t>(16, 255), true);
  for (const float bad : {std::nanf(""), HUGE_VALF, -HUGE_VALF, 1e30f}) {
    const glm::vec4 seen = texture.sample({bad, 0.5f}, {bad, 0}, {0, bad});
    EXPECT_EQ(seen.x, 1) << bad;
  }
}

TEST(Texture, WithoutItsPixelsItIsEmpty) {
  EXPECT_TRUE(Texture(2, 2, std::vector<uint8_t>(15), true).empty());
  EXPECT_TRUE(Texture(0, 2, {}, true).empty());
}

TEST(View, FramesTheBoxWithAMargin) {
  // A cube from the front: at its near face a picture without perspective shows 1.06 times its size.
  const Framing framing = framing_of({{-1, -1, -1}, {1, 1, 1}, false}, glm::dmat4(1));
  EXPECT_NEAR(framing.radius, std::sqrt(3.0), 1e-12);
  const View flat = orbit_view({0, 0, 0.56, true, 0, {}}, framing, 1);
  const glm::dvec4 corner = flat.clip_from_world * glm::dvec4(1, 1, 1, 1);
  EXPECT_NEAR(corner.x / corner.w, 1 / 1.06, 1e-12);
  EXPECT_NEAR(corner.y / corner.w, 1 / 1.06, 1e-12);
  // With perspective every corner is inside, and the nearest ones touch the margin.
  for (const double yaw : {0.0, 0.6, 2.0}) {
    const View view = orbit_view({yaw, 0.2, 0.56, false, 0, {}}, framing, 1.5);
    double most = 0;
    for (int i = 0; i < 8; ++i) {
      const glm::dvec4 p = view.clip_from_world * glm::dvec4(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1, 1);
      most = std::max({most, std::abs(p.x / p.w), std::abs(p.y / p.w)});
      EXPECT_LE(std::abs(p.z), p.w);
    }
    EXPECT_LE(most, 1 / 1.05);
    EXPECT_GE(most, 0.7);
  }
}

TEST(View, AFileWithZUpStandsUprightAndFacesTheViewer) {
  Axes axes;
  axes.up = Up::kZ;
  axes.forward = {1, 0, 0};
  const glm::dmat4 m = world_from_file(axes);
  EXPECT_EQ(glm::dvec3(m * glm::dvec4(0, 0, 1, 0)), glm::dvec3(0, 1, 0));
  EXPECT_EQ(glm::dvec3(m * glm::dvec4(1, 0, 0, 0)), glm::dvec3(0, 0, 1));
  EXPECT_NEAR(glm::determinant(m), 1, 1e-12);
  axes.handedness = Handedness::kLeft;
  EXPECT_NEAR(glm::determinant(world_from_file(axes)), -1, 1e-12);
}

TEST(View, ACameraWithoutPerspectiveIsAsWideAsItSays) {
  Camera camera;
  camera.projection = Projection::kOrthographic;
  pose::CameraState state;
  state.ortho_scale = 6;
  const Framing framing = framing_of({{-1, -1, -1}, {1, 1, 1}, false}, glm::dmat4(1));
  const View view = camera_view(camera, state, glm::dmat4(1), 1, framing, 2);
  EXPECT_EQ(view.half_width, 3);
  EXPECT_EQ(view.half_height, 1.5);
}

TEST(View, FromAboveTheFrontPointsDownThePicture) {
  const Framing framing = framing_of({{-1, -1, -1}, {1, 1, 1}, false}, glm::dmat4(1));
  const View view = orbit_view({0, std::asin(1.0), 0.56, true, 0, {}}, framing, 1);
  const glm::dvec4 front = view.clip_from_world * glm::dvec4(0, 0, 1, 1);
  EXPECT_LT(front.y, -0.5);
  EXPECT_NEAR(front.x, 0, 1e-9);
}

}  // namespace
}  // namespace vitrine::render
