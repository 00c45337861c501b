// Corner normals: real version 10 binaries, smoothed again at the angle they were made with, give back the normals that
// the original tools stored.

#include <cmath>
#include <numbers>

#include "geometry/crease.h"
#include "support.h"

namespace vitrine::qmsh::test {
namespace {

struct Case {
  const char* name;
  double degrees;  ///< angle found by fitting all corner normals of the binary
};
constexpr Case kCases[] = {{"Campfire", 30},   {"Castle", 30},    {"Craft01", 30},     {"Craft02", 5},
                           {"DxSdkDwarf", 30}, {"DxSdkTiny", 45}, {"Exclamation", 30}, {"FppMonster", 45},
                           {"Gem", 30},        {"Ghost", 30},     {"Gun", 30},         {"Pacman", 30},
                           {"Rock1", 30},      {"Rock2", 30},     {"Swordsman", 45},   {"Worm", 30}};

TEST(Creases, GiveTheCornerNormalsOfTheOriginalTools) {
  const auto root = kShared / "corpus/qmsh";
  if (!std::filesystem::exists(root)) GTEST_SKIP() << "no corpus at " << root;
  constexpr double kTolerance = 1.8 * std::numbers::pi / 180;
  size_t corners = 0;
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Loaded binary = load(read_bytes(root / "tfq-rebirth" / (std::string(c.name) + ".qmsh")));
    ASSERT_TRUE(binary.ok);
    const Mesh& mesh = binary.scene.meshes[0];
    // Left-handed numbers need no turning: the rule only asks for (b - a) x (c - a) to point outwards.
    const auto smooth =
        geometry::crease_normals(mesh.positions, mesh.indices, static_cast<float>(c.degrees * std::numbers::pi / 180));
    size_t off = 0;
    for (size_t i = 0; i < mesh.indices.size(); ++i) {
      const glm::dvec3 want(mesh.normals[mesh.indices[i]]), have(smooth.normals[smooth.indices[i]]);
      const double cosine = glm::dot(want, have) / std::max(1e-12, glm::length(want) * glm::length(have));
      off += !(std::acos(std::min(1.0, cosine)) <= kTolerance) && glm::length(want) > 0;
    }
    EXPECT_EQ(off, 0u) << "of " << mesh.indices.size();
    corners += mesh.indices.size();
  }
  EXPECT_EQ(corners, 59742u);
}

}  // namespace
}  // namespace vitrine::qmsh::test
