// What declarations add to materials: sides, filters, gloss, glow, edges of images, shadows with holes.

#include <gtest/gtest.h>

#include "render/light.h"
#include "support.h"

namespace vitrine::render {
namespace {

using Rgba = std::array<int, 4>;

Picture flat(const Still& still, int32_t size = 4) {
  return draw(still.subject(), flat_view(size), Framing{}, cut_out(size));
}
/// A slot besides the diffuse one, of one colour.
void add_slot(Still& still, uint32_t material, TextureRole role, std::array<uint8_t, 3> c, bool is_color = true) {
  TextureSlot slot;
  slot.role = role;
  slot.texture = static_cast<uint32_t>(still.scene.textures.size());
  still.scene.materials[material].slots.push_back(slot);
  still.scene.textures.push_back({});
  still.slots.push_back({});
  still.textures.emplace_back(1, 1, std::vector<uint8_t>{c[0], c[1], c[2], 255}, is_color);
}

TEST(Materials, TheSideThatIsCulledIsNotDrawn) {
  for (const auto& [culling, from_front, from_back] :
       {std::tuple{Culling::kNone, 255, 255}, std::tuple{Culling::kBack, 255, 0},
        std::tuple{Culling::kFront, 0, 255}}) {
    Still still;
    const uint32_t sheet = still.add_material({100, 100, 100, 1});
    still.scene.materials[sheet].culling = culling;
    still.add_rectangle({-2, -2}, {2, 2}, 0, sheet);
    EXPECT_EQ(pixel(flat(still), 1, 1)[3], from_front);
    for (size_t i = 0; i < still.mesh().indices.size(); i += 3)
      std::swap(still.mesh().indices[i], still.mesh().indices[i + 1]);
    EXPECT_EQ(pixel(flat(still), 1, 1)[3], from_back);
  }
}

TEST(Materials, AFilterMultipliesWhatIsBehindAsTheDisplayShowsIt) {
  Still still;
  still.add_rectangle({-2, -2}, {2, 2}, 0, still.add_material({100, 100, 100, 1}));  // white
  const uint32_t filter = still.add_material({1, 1, 1, 1}, AlphaMode::kFilter);
  still.add_texture(filter, 1, 1, {128, 64, 255, 7});
  still.add_rectangle({-2, -2}, {2, 2}, 1, filter);
  const Rgba seen = pixel(flat(still), 1, 1);
  EXPECT_NEAR(seen[0], 128, 1);
  EXPECT_NEAR(seen[1], 64, 1);
  EXPECT_NEAR(seen[2], 255, 1);
  EXPECT_EQ(seen[3], 255);
}

TEST(Materials, ABlackSpecularMapTakesTheGleamAndAColouredOneGivesItsColour) {
  const auto shown = [](int map) {
    Still still;
    const uint32_t skin = still.add_material({0, 0, 0, 1});
    still.scene.materials[skin].shadeless = false;
    if (map == 1) add_slot(still, skin, TextureRole::kSpecular, {0, 0, 0});
    if (map == 2) add_slot(still, skin, TextureRole::kSpecular, {255, 0, 0});
    still.add_rectangle({-2, -2}, {2, 2}, 0, skin);
    // Towards the middle between the key light and the eye.
    for (glm::vec3& n : still.mesh().normals) n = unit(unit(glm::vec3(-0.55f, 0.80f, 0.62f)) + glm::vec3(0, 0, 1));
    return pixel(flat(still), 1, 1);
  };
  const Rgba plain = shown(0), black = shown(1), red = shown(2);
  EXPECT_GT(plain[0], 20);
  EXPECT_LT(black[0] + black[1] + black[2], 3);
  EXPECT_GT(red[0], plain[0] + 60);
  EXPECT_LT(red[1] + red[2], 3);
}

TEST(Materials, AGlowMapShinesByItsFactor) {
  Still still;
  const uint32_t lamp = still.add_material({0, 0, 0, 1});
  add_slot(still, lamp, TextureRole::kEmissive, {255, 255, 0});
  still.add_rectangle({-2, -2}, {2, 2}, 0, lamp);
  const Rgba full = pixel(flat(still), 1, 1);
  EXPECT_GT(full[0], 200);
  EXPECT_EQ(full[0], full[1]);
  EXPECT_EQ(full[2], 0);
  still.scene.materials[lamp].slots[0].factor = 0.25f;
  EXPECT_LT(pixel(flat(still), 1, 1)[0], full[0] - 50);
}

TEST(Materials, AnImageThatIsClampedEndsAtItsEdge) {
  Still still;
  const uint32_t sign = still.add_material({1, 1, 1, 1});
  still.add_texture(sign, 2, 1, {255, 0, 0, 255, 0, 255, 0, 255});
  still.add_rectangle({-2, -2}, {2, 2}, 0, sign);
  for (glm::vec2& uv : still.mesh().uv_layers[0].uv) uv.x = 1.5f + uv.x * 0.5f;  // the left half again
  EXPECT_GT(pixel(flat(still), 0, 1)[1], 200) << "1.5 .. 2 repeats the right half";
  for (glm::vec2& uv : still.mesh().uv_layers[0].uv) uv.x -= 0.5f;
  EXPECT_GT(pixel(flat(still), 1, 1)[0], 200) << "1 .. 1.5 repeats the left half";
  still.scene.materials[sign].slots[0].clamp = true;
  EXPECT_GT(pixel(flat(still), 1, 1)[1], 200);
  EXPECT_LT(pixel(flat(still), 1, 1)[0], 50);
}

TEST(Materials, ADeclaredColourTintsTheImageAndClayStandsInForAMissingOne) {
  Still still;
  const uint32_t skin = still.add_material({1, 0, 0, 1});
  still.add_texture(skin, 1, 1, {255, 255, 255, 255});
  still.add_rectangle({-2, -2}, {2, 2}, 0, skin);
  EXPECT_GT(pixel(flat(still), 1, 1)[1], 200) << "an image stands in place of the file's colour";
  still.scene.materials[skin].declaration.line = 1;
  EXPECT_EQ(pixel(flat(still), 1, 1)[1], 0);
  still.textures[0] = Texture();
  const Rgba clay = pixel(flat(still), 1, 1);
  EXPECT_NEAR(clay[0], clay[1], 12);
  EXPECT_GT(clay[1], 40);
}

TEST(Materials, WhiteTintsAnImageAndClayStandsInForAMissingOne) {
  Still still;
  const uint32_t skin = still.add_material({1, 1, 1, 1});
  still.add_rectangle({-2, -2}, {2, 2}, 0, skin);
  const Rgba white = pixel(flat(still), 1, 1);
  still.add_texture(skin, 1, 1, {255, 255, 255, 255});
  EXPECT_EQ(pixel(flat(still), 1, 1), white);
  still.textures[0] = Texture();
  EXPECT_LT(pixel(flat(still), 1, 1)[1], white[1] - 30);
  still.scene.materials[skin].diffuse = still.materials[skin].diffuse = {1, 1, 0, 1};
  EXPECT_EQ(pixel(flat(still), 1, 1)[2], 0) << "a colour of its own stays";
}

TEST(Materials, HolesOfACutOutCastNoShadow) {
  const auto darkness = [](uint8_t alpha) {
    Still still;
    const uint32_t grate = still.add_material({1, 1, 1, 1}, AlphaMode::kMask);
    still.add_texture(grate, 1, 1, {255, 255, 255, alpha});
    still.add_rectangle({-1, -1}, {1, 1}, 0, grate);
    for (glm::vec3& p : still.mesh().positions) p = {p.x, 0.02f, p.y};
    const Framing framing = framing_of({{-1, 0, -1}, {1, 0.02f, 1}, false}, glm::dmat4(1));
    const Model model = build_model(still.subject(), glm::dmat4(1));
    return ContactShadow(model, framing).at(0, 0);
  };
  EXPECT_GT(darkness(255), 0.5f);
  EXPECT_EQ(darkness(0), 0);
}

}  // namespace
}  // namespace vitrine::render
