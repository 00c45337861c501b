// Whole pictures whose pixels are known: coverage, depth, alpha, order, backgrounds.

#include <gtest/gtest.h>

#include "support.h"

namespace vitrine::render {
namespace {

using Rgba = std::array<int, 4>;

Picture picture_of(const Still& still, int32_t size, Style style) {
  return draw(still.subject(), flat_view(size), Framing{}, style);
}
Picture picture_of(const Still& still, int32_t size) { return picture_of(still, size, cut_out(size)); }

TEST(Picture, AHalfCoveredPixelIsHalfThere) {
  Still still;
  // From half a pixel into the first column to the end of the third, the two middle rows.
  still.add_rectangle({-1.5f, -1}, {1, 1}, 0);
  const Picture picture = picture_of(still, 4);
  for (int y = 0; y < 4; ++y) {
    const bool row = y == 1 || y == 2;
    EXPECT_EQ(pixel(picture, 0, y)[3], row ? 128 : 0) << y;
    EXPECT_EQ(pixel(picture, 1, y)[3], row ? 255 : 0) << y;
    EXPECT_EQ(pixel(picture, 2, y)[3], row ? 255 : 0) << y;
    EXPECT_EQ(pixel(picture, 3, y)[3], 0) << y;
  }
}

TEST(Picture, ColoursOfACutOutAreNotMultipliedByAlpha) {
  Still still;
  still.add_rectangle({-1.5f, -1}, {1, 1}, 0, still.add_material({0.2f, 0.4f, 0.6f, 1}));
  const Picture picture = picture_of(still, 4);
  const Rgba edge = pixel(picture, 0, 1), inner = pixel(picture, 1, 1);
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(edge[c], inner[c], 1);
}

TEST(Picture, AShadelessColourGoesThroughTheFilmCurveAndToTheDisplay) {
  Still still;
  still.add_rectangle({-2, -2}, {2, 2}, 0, still.add_material({0.18f, 1, 0, 1}));
  // 0.18: 0.086724 / 0.324932 = 0.26690, 1.055 * 0.2669^(1/2.4) - 0.055 = 0.55360, 141. 1: 2.54 / 3.16 = 0.80380,
  // 0.90816, 232.
  EXPECT_EQ(pixel(picture_of(still, 4), 1, 1), (Rgba{141, 232, 0, 255}));
}

TEST(Picture, TheNearerSurfaceWinsWhateverTheOrder) {
  for (const bool near_first : {true, false}) {
    Still still;
    const uint32_t red = still.add_material({1, 0, 0, 1}), green = still.add_material({0, 1, 0, 1});
    still.add_rectangle({-2, -2}, {2, 2}, near_first ? 1.f : -1.f, near_first ? red : green);
    still.add_rectangle({-2, -2}, {2, 2}, near_first ? -1.f : 1.f, near_first ? green : red);
    const Rgba seen = pixel(picture_of(still, 4), 2, 1);
    EXPECT_GT(seen[0], 200);
    EXPECT_EQ(seen[1], 0);
  }
}

TEST(Picture, ACrossingOfTwoPlanesIsFoundPerSample) {
  Still still;
  const uint32_t red = still.add_material({1, 0, 0, 1}), green = still.add_material({0, 1, 0, 1});
  still.add_rectangle({-2, -2}, {2, 2}, 0, red);
  still.add_rectangle({-2, -2}, {2, 2}, 0, green);
  // Tilted about the vertical through the middle of the third column: in front on its left.
  for (size_t i = 4; i < 8; ++i) still.mesh().positions[i].z = 0.5f - still.mesh().positions[i].x;
  const Picture picture = picture_of(still, 4);
  EXPECT_EQ(pixel(picture, 1, 1)[0], 0);
  EXPECT_EQ(pixel(picture, 3, 1)[1], 0);
  EXPECT_EQ(pixel(picture, 2, 1)[0], pixel(picture, 2, 1)[1]);
}

TEST(Picture, GlassLetsThroughWhatItsAlphaLeaves) {
  Still still;
  const uint32_t white = still.add_material({100, 100, 100, 1}),
                 black = still.add_material({0, 0, 0, 0.25f}, AlphaMode::kBlend);
  still.add_rectangle({-2, -2}, {2, 2}, 1, black);
  still.add_rectangle({-2, -2}, {2, 2}, 0, white);
  // White is 1 through the curve's end; a quarter of black over it is three quarters of 255.
  EXPECT_EQ(pixel(picture_of(still, 4), 1, 1), (Rgba{191, 191, 191, 255}));
}

TEST(Picture, GlassIsLaidOverFromBackToFront) {
  for (const bool near_first : {true, false}) {
    Still still;
    const uint32_t black = still.add_material({0, 0, 0, 0.5f}, AlphaMode::kBlend),
                   white = still.add_material({100, 100, 100, 0.5f}, AlphaMode::kBlend);
    still.add_rectangle({-2, -2}, {2, 2}, near_first ? 1.f : -1.f, near_first ? black : white);
    still.add_rectangle({-2, -2}, {2, 2}, near_first ? -1.f : 1.f, near_first ? white : black);
    // White below black: (1 * 0.5) * 0.5 = 0.25 of 0.75 alpha.
    const Rgba seen = pixel(picture_of(still, 4), 1, 1);
    EXPECT_EQ(seen[3], 191);
    EXPECT_NEAR(seen[0], 85, 1);
  }
}

TEST(Picture, GlassBehindASolidThingIsNotThere) {
  Still still;
  still.add_rectangle({-2, -2}, {2, 2}, 0, still.add_material({0, 1, 0, 1}));
  still.add_rectangle({-2, -2}, {2, 2}, -1, still.add_material({100, 0, 0, 0.5f}, AlphaMode::kBlend));
  EXPECT_EQ(pixel(picture_of(still, 4), 1, 1)[0], 0);
}

TEST(Picture, LightIsAddedToWhatIsBehind) {
  Still still;
  still.add_rectangle({-2, -2}, {2, 2}, 0, still.add_material({0, 100, 0, 1}));
  still.add_rectangle({-2, -2}, {2, 2}, 1, still.add_material({100, 0, 0, 0.5f}, AlphaMode::kAdd));
  EXPECT_EQ(pixel(picture_of(still, 4), 1, 1), (Rgba{128, 255, 0, 255}));
}

TEST(Picture, TheAlphaTestDecidesForEverySample) {
  Still still;
  const uint32_t cloth = still.add_material({1, 1, 1, 1}, AlphaMode::kMask);
  // Left half opaque, right half a hole; wide texels, so that the border is sharp against the picture's pixels.
  std::vector<uint8_t> rgba;
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 64; ++x) rgba.insert(rgba.end(), {255, 255, 255, static_cast<uint8_t>(x < 32 ? 255 : 0)});
  still.add_texture(cloth, 64, 2, rgba);
  still.add_rectangle({-2, -2}, {2, 2}, 0, cloth);
  // Bilinear around the border: alpha falls through 0.5 exactly there, at the edge of the third column; and it rises
  // again at the outer edges, where the texture repeats.
  const Picture picture = picture_of(still, 4);
  EXPECT_EQ(pixel(picture, 1, 1)[3], 255);
  EXPECT_EQ(pixel(picture, 2, 1)[3], 0);
}

TEST(Picture, AHoleOfAnOpaqueMaterialIsNone) {
  Still still;
  const uint32_t metal = still.add_material({1, 1, 1, 1});
  still.add_texture(metal, 1, 1, {255, 255, 255, 0});
  still.add_rectangle({-2, -2}, {2, 2}, 0, metal);
  EXPECT_EQ(pixel(picture_of(still, 4), 1, 1)[3], 255);
}

TEST(Picture, TexturesStandUprightAndFaceTheViewer) {
  Still still;
  const uint32_t sign = still.add_material({1, 1, 1, 1});
  // Red green over blue black.
  still.add_texture(sign, 2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 255});
  still.add_rectangle({-8, -8}, {8, 8}, 0, sign);
  const Picture picture = picture_of(still, 16);
  EXPECT_GT(pixel(picture, 4, 4)[0], 200);
  EXPECT_GT(pixel(picture, 11, 4)[1], 200);
  EXPECT_GT(pixel(picture, 4, 11)[2], 200);
  EXPECT_LT(pixel(picture, 11, 11)[2], 100);
  still.scene.axes.uv_origin_top = false;
  EXPECT_GT(pixel(picture_of(still, 16), 4, 11)[0], 200);
}

TEST(Picture, BothSidesOfATriangleAreDrawnAndLit) {
  Still still;
  still.add_rectangle({-2, -2}, {2, 2}, 0);
  const Rgba front = pixel(picture_of(still, 4), 1, 1);
  for (glm::vec3& n : still.mesh().normals) n = -n;
  for (size_t i = 0; i < still.mesh().indices.size(); i += 3)
    std::swap(still.mesh().indices[i], still.mesh().indices[i + 1]);
  EXPECT_EQ(pixel(picture_of(still, 4), 1, 1), front);
}

TEST(Picture, NormalsThatAreMissingComeFromTheFace) {
  Still still;
  still.add_rectangle({-2, -2}, {2, 2}, 0);
  const Rgba lit = pixel(picture_of(still, 4), 1, 1);
  for (glm::vec3& n : still.mesh().normals) n = glm::vec3(0);
  EXPECT_EQ(pixel(picture_of(still, 4), 1, 1), lit);
}

TEST(Picture, ANormalMapTurnsTheNormal) {
  // 0.0039 along the first axis and 0.6 along the second, as bytes can say it.
  const auto relief = [](glm::vec4 tangent, bool v_from_below) {
    Still still;
    const uint32_t stone = still.add_material({0.5f, 0.5f, 0.5f, 1});
    still.scene.materials[stone].shadeless = false;
    still.add_rectangle({-2, -2}, {2, 2}, 0, stone);
    still.scene.materials[stone].slots.push_back({});
    still.scene.materials[stone].slots.back().role = TextureRole::kNormal;
    still.scene.materials[stone].slots.back().texture = 0;
    still.scene.textures.push_back({});
    still.slots.push_back({});
    still.textures.emplace_back(1, 1, std::vector<uint8_t>{128, 204, 230, 255}, false);
    still.tangents.assign(4, tangent);
    still.scene.axes.uv_origin_top = !v_from_below;
    return pixel(picture_of(still, 4), 1, 1);
  };
  const auto plain = [](glm::vec3 normal) {
    Still still;
    const uint32_t stone = still.add_material({0.5f, 0.5f, 0.5f, 1});
    still.scene.materials[stone].shadeless = false;
    still.add_rectangle({-2, -2}, {2, 2}, 0, stone);
    still.mesh().normals.assign(4, glm::normalize(normal));
    return pixel(picture_of(still, 4), 1, 1);
  };
  // Green points up in the image: against v where v counts from the top row.
  const float x = 128 / 127.5f - 1, y = 204 / 127.5f - 1, z = 230 / 127.5f - 1;
  EXPECT_EQ(relief({1, 0, 0, 1}, false), plain({x, -y, z}));
  EXPECT_EQ(relief({1, 0, 0, -1}, false), plain({x, y, z}));
  EXPECT_EQ(relief({0, 1, 0, 1}, false), plain({y, x, z}));
  EXPECT_EQ(relief({1, 0, 0, 1}, true), plain({x, y, z}));
  // A tangent of no handedness says nothing.
  EXPECT_EQ(relief({1, 0, 0, 0}, false), plain({0, 0, 1}));
}

TEST(Picture, VertexColoursTintTheMaterial) {
  Still still;
  still.add_rectangle({-2, -2}, {2, 2}, 0, still.add_material({1, 1, 1, 1}));
  still.mesh().color_layers.push_back({"", std::vector<glm::u8vec4>(4, glm::u8vec4(255, 0, 188, 255))});
  const Rgba seen = pixel(picture_of(still, 4), 1, 1);
  EXPECT_EQ(seen[0], 232);
  EXPECT_EQ(seen[1], 0);
  // 188 is half the light: 0.5029 through the curve is 0.6197, 0.80942.
  EXPECT_NEAR(seen[2], 206, 1);
}

TEST(Picture, APlainBackgroundIsThatColourEverywhere) {
  Still still;
  still.add_rectangle({-1, -1}, {1, 1}, 0);
  Style style = cut_out(6);
  style.backdrop = Backdrop::kColor;
  style.color = glm::vec3(16, 32, 64) / 255.0f;
  const Picture picture = picture_of(still, 6, style);
  EXPECT_EQ(pixel(picture, 0, 0), (Rgba{16, 32, 64, 255}));
  EXPECT_EQ(pixel(picture, 5, 5), (Rgba{16, 32, 64, 255}));
}

TEST(Picture, HiddenThingsAreLeftOut) {
  Still still;
  still.add_rectangle({-2, -2}, {2, 2}, 0, still.add_material({1, 1, 1, 1}));
  still.scene.materials[0].hidden = true;
  EXPECT_EQ(pixel(picture_of(still, 4), 1, 1)[3], 0);
  still.scene.materials[0].hidden = false;
  still.scene.nodes[0].hidden = true;
  EXPECT_EQ(pixel(picture_of(still, 4), 1, 1)[3], 0);
}

TEST(Picture, TheSkeletonShowsThroughTheModel) {
  Still still;
  still.add_rectangle({-16, -16}, {16, 16}, 4, still.add_material({0, 0, 0, 1}));
  still.scene.nodes.resize(3);
  still.matrices.resize(3, glm::mat4(1));
  for (size_t i = 1; i < 3; ++i) still.scene.nodes[i].kind = NodeKind::kJoint;
  still.scene.nodes[2].parent = 1;
  still.matrices[1][3] = glm::vec4(0, -10, 0, 1);
  still.matrices[2][3] = glm::vec4(0, 10, 0, 1);
  Style style = cut_out(32);
  EXPECT_EQ(pixel(picture_of(still, 32, style), 16, 6)[0], 0);
  style.skeleton = true;
  const Picture picture = picture_of(still, 32, style);
  // The upper joint is a disc of five pixels around (16, 6), amber in its middle.
  const Rgba joint = pixel(picture, 16, 6);
  EXPECT_NEAR(joint[0], 250, 2);
  EXPECT_NEAR(joint[1], 176, 2);
  EXPECT_NEAR(joint[2], 56, 2);
  EXPECT_EQ(pixel(picture, 20, 6)[0], 0);
  // The bone between them.
  EXPECT_GT(pixel(picture, 16, 20)[0], 100);
}

TEST(Picture, PivotsAreShownWhereThereIsNothingElse) {
  Still still;
  still.scene.nodes.resize(3);
  still.matrices.resize(3, glm::mat4(1));
  still.scene.nodes[2].parent = 1;
  still.matrices[1][3] = glm::vec4(0, -10, 0, 1);
  still.matrices[2][3] = glm::vec4(0, 10, 0, 1);
  const Picture picture = picture_of(still, 32);
  EXPECT_NEAR(pixel(picture, 16, 6)[0], 250, 2);
  EXPECT_GT(pixel(picture, 16, 20)[0], 100);
  still.add_rectangle({12, 12}, {14, 14}, 0);
  EXPECT_EQ(pixel(picture_of(still, 32), 16, 6)[3], 0);
}

TEST(Picture, EveryRunGivesTheSameBytes) {
  Still still;
  still.add_rectangle({-0.8f, -1}, {1, 0.9f}, 0.3f);
  still.add_rectangle({-1, -0.5f}, {0.5f, 1}, 0, still.add_material({1, 0.5f, 0.2f, 0.6f}, AlphaMode::kBlend));
  Style style;
  style.width = 70, style.height = 50;
  style.grid = true;
  Framing framing = framing_of({{-1, -1, 0}, {1, 1, 0.3f}, false}, glm::dmat4(1));
  const View view = orbit_view({}, framing, 1.4);
  const Picture first = draw(still.subject(), view, framing, style);
  EXPECT_EQ(first.rgba, draw(still.subject(), view, framing, style).rgba);
  // The stage lies behind: no pixel is empty.
  for (size_t i = 3; i < first.rgba.size(); i += 4) ASSERT_EQ(first.rgba[i], 255);
}

TEST(Picture, TheFloorIsDarkerUnderTheModel) {
  Still still;
  // A plate just above the floor.
  still.add_rectangle({-1, -1}, {1, 1}, 0);
  for (glm::vec3& p : still.mesh().positions) p = {p.x, 0.02f, p.y};
  Style style;
  style.width = style.height = 64;
  const Framing framing = framing_of({{-1, 0, -1}, {1, 0.02f, 1}, false}, glm::dmat4(1));
  const View view = orbit_view({0, 0.8, 0.56, false, 0, {}}, framing, 1);
  Style bare = style;
  bare.shadow = false;
  const Picture shaded = draw(still.subject(), view, framing, style),
                plain = draw(still.subject(), view, framing, bare);
  int darker = 0, lighter = 0;
  for (size_t i = 0; i < plain.rgba.size(); ++i) {
    darker += shaded.rgba[i] + 4 < plain.rgba[i] ? 1 : 0;
    lighter += shaded.rgba[i] > plain.rgba[i] ? 1 : 0;
  }
  EXPECT_GT(darker, 100);
  EXPECT_EQ(lighter, 0);
}

}  // namespace
}  // namespace vitrine::render
