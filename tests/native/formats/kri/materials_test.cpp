// What texture units of the first exporters give: numbers where later ones wrote words.

#include "kri_support.h"

namespace vitrine {
namespace {

using namespace test;

/// March 2010: 1 diffuse, 2 normal, 3 emission, 4 specular, 5 reflection.
TEST(KriMaterials, TargetsWereNumbersOnce) {
  constexpr TextureRole kRoles[] = {TextureRole::kDiffuse,  TextureRole::kNormal,     TextureRole::kEmissive,
                                    TextureRole::kSpecular, TextureRole::kReflection, TextureRole::kOther};
  KriFile file;
  file.chunk("mat", Writer().fixed("Mat", 24).raw(std::string(12, '\1')).u8(0).u8(0).f32({1, 1, 1, 1}));
  for (uint32_t target = 1; target <= 6; ++target)
    file.chunk("tex", Writer().u8(target).raw("\4\3").raw("\1\1\1").fixed("/" + std::to_string(target) + ".tga", 64));
  const Loaded loaded = load_kri(file.bytes());
  ASSERT_EQ(loaded.scene.materials.size(), 1u) << loaded.texts();
  const std::vector<TextureSlot>& slots = loaded.scene.materials[0].slots;
  ASSERT_EQ(slots.size(), 6u) << loaded.texts();
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(slots[i].role, kRoles[i]) << i;
    EXPECT_EQ(loaded.scene.textures[slots[i].texture].candidates, std::vector{std::to_string(i + 1) + ".tga"});
  }
}

}  // namespace
}  // namespace vitrine
