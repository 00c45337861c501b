// Conversions between QMSH binaries and text: what a file says must come back.

#include "formats/qmsh/write/convert.h"

#include <cmath>
#include <numbers>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/read/binary_read.h"
#include "formats/qmsh/support.h"
#include "scene/summary.h"
#include "session/load/finish_model.h"

namespace vitrine::qmsh::test {
namespace {

struct Fit {
  const char* name;
  float degrees;
};
// The smoothing angles that give back all corner normals of these files.
constexpr Fit kFits[] = {{"Campfire", 30},   {"Castle", 30},    {"Craft01", 30},     {"Craft02", 5},
                         {"DxSdkDwarf", 30}, {"DxSdkTiny", 45}, {"Exclamation", 30}, {"FppMonster", 45},
                         {"Gem", 30},        {"Ghost", 30},     {"Gun", 30},         {"Pacman", 30},
                         {"Rock1", 30},      {"Rock2", 30},     {"Swordsman", 45},   {"Worm", 30}};

/// Loads a file as a session does.
Loaded load_finished(std::span<const uint8_t> bytes, std::string name, const ReadOptions& options = {}) {
  Loaded loaded = load(bytes, std::move(name), options);
  Budget budget(Limits{}.heap_bytes);
  if (loaded.ok) loaded.ok = finish_model(loaded.scene, 0, 0, budget, loaded.diagnostics).ok();
  EXPECT_TRUE(!loaded.ok || validate(loaded.scene).ok());
  return loaded;
}

class Convert : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(root_)) GTEST_SKIP() << "no corpus at " << root_;
  }
  const std::filesystem::path root_ = kShared / "corpus/qmsh";
};

TEST_F(Convert, BinaryToBinaryGivesTheSameDigest) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root_)) {
    if (entry.path().extension() != ".qmsh") continue;
    SCOPED_TRACE(entry.path().filename());
    const auto bytes = read_bytes(entry.path());
    if (borrows_skeleton(bytes)) continue;
    const Loaded first = load_finished(bytes, "model.qmsh");
    ASSERT_TRUE(first.ok);
    QmshOptions options;
    options.version = first.info["version"].get<uint8_t>();
    LossReport loss_report;
    const auto written = export_qmsh(first.scene, options, loss_report);
    ASSERT_TRUE(written.ok()) << written.error().message();
    const Loaded second = load_finished(*written, "model.qmsh");
    ASSERT_TRUE(second.ok);
    EXPECT_EQ(digest(second.scene), digest(first.scene));
    EXPECT_EQ(loss_report.losses().size(), 0u) << loss_report.json().dump();
    ++files;
  }
  EXPECT_GE(files, 50u);
}

glm::vec3 largest(const glm::vec3& a, const glm::vec3& b) { return glm::max(a, glm::abs(b)); }

TEST_F(Convert, BinaryToTextToBinaryKeepsCornersBonesAndKeys) {
  for (const Fit& fit : kFits) {
    SCOPED_TRACE(fit.name);
    const auto bytes = read_bytes(root_ / "tfq-rebirth" / (std::string(fit.name) + ".qmsh"));
    const Loaded first = load_finished(bytes, "model.qmsh");
    ASSERT_TRUE(first.ok);
    QmshOptions options;
    options.version = 10;
    options.auto_smooth_deg = fit.degrees;
    LossReport loss_report;
    const std::string text = export_qmsh_text(first.scene, options, loss_report);
    const Loaded middle = load_finished(bytes_of(text), "model.qmsh.tmp");
    ASSERT_TRUE(middle.ok) << middle.diagnostics.messages().back().text;
    const auto binary = convert_to_qmsh(middle.scene, options, loss_report);
    ASSERT_TRUE(binary.ok()) << binary.error().message();

    const Limits limits;
    Budget budget(limits.heap_bytes);
    Diagnostics diagnostics;
    const auto original = read_binary(bytes, limits, budget, diagnostics);
    ASSERT_TRUE(original.ok());
    const BinaryModel &a = *original, &b = *binary;
    ASSERT_EQ(a.indices.size(), b.indices.size());
    ASSERT_EQ(a.submeshes.size(), b.submeshes.size());
    for (size_t s = 0; s < a.submeshes.size(); ++s) {
      EXPECT_EQ(a.submeshes[s].name, b.submeshes[s].name);
      EXPECT_EQ(a.submeshes[s].material, b.submeshes[s].material);
      EXPECT_EQ(a.submeshes[s].first_triangle, b.submeshes[s].first_triangle);
      EXPECT_EQ(a.submeshes[s].triangle_count, b.submeshes[s].triangle_count);
    }
    glm::vec3 positions(0), uv(0);
    size_t normals_off = 0, skins_off = 0;
    for (size_t i = 0; i < a.indices.size(); ++i) {
      const uint32_t v = a.indices[i], w = b.indices[i];
      positions = largest(positions, a.positions[v] - b.positions[w]);
      uv = largest(uv, glm::vec3(a.uv[v] - b.uv[w], 0));
      const glm::dvec3 n(a.normals[v]), m(b.normals[w]);
      const double lengths = glm::length(n) * glm::length(m);
      normals_off += lengths > 0 && glm::dot(n, m) < lengths * std::cos(1.8 * std::numbers::pi / 180);
      if (a.weights.empty()) continue;
      // Weight of each bone, however the two are ordered.
      double difference = 0;
      for (const uint8_t bone : {a.bone_bytes[v][0], a.bone_bytes[v][1], b.bone_bytes[w][0], b.bone_bytes[w][1]}) {
        const auto weight = [bone](const BinaryModel& model, uint32_t vertex) {
          const double first_weight = model.weights[vertex];
          return (model.bone_bytes[vertex][0] == bone ? first_weight : 0) +
                 (model.bone_bytes[vertex][1] == bone ? 1 - first_weight : 0);
        };
        difference = std::max(difference, std::abs(weight(a, v) - weight(b, w)));
      }
      skins_off += difference > 1e-6;
    }
    EXPECT_LE(std::max({positions.x, positions.y, positions.z}), 1e-6f);
    EXPECT_LE(std::max(uv.x, uv.y), 1e-6f);
    EXPECT_EQ(normals_off, 0u) << "of " << a.indices.size();
    EXPECT_EQ(skins_off, 0u);
    ASSERT_EQ(a.bones.size(), b.bones.size());
    for (size_t i = 0; i < a.bones.size(); ++i) {
      EXPECT_EQ(a.bones[i].name, b.bones[i].name);
      EXPECT_EQ(a.bones[i].parent, b.bones[i].parent);
      for (size_t k = 0; k < 12; ++k) EXPECT_NEAR(a.bones[i].rest[k], b.bones[i].rest[k], 1e-6);
    }
    ASSERT_EQ(a.animations.size(), b.animations.size());
    for (size_t i = 0; i < a.animations.size(); ++i) {
      const BinaryAnimation &x = a.animations[i], &y = b.animations[i];
      EXPECT_EQ(x.name, y.name);
      ASSERT_EQ(x.times_s.size(), y.times_s.size());
      EXPECT_NEAR(x.length_s, y.length_s, 1e-6);
      for (size_t k = 0; k < x.times_s.size(); ++k) EXPECT_NEAR(x.times_s[k], y.times_s[k], 1e-6);
      for (size_t k = 0; k < x.poses.size(); ++k) {
        const Transform &s = x.poses[k], &t = y.poses[k];
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(s.translation[c], t.translation[c], 1e-6);
        EXPECT_NEAR(s.rotation.x, t.rotation.x, 1e-6);
        EXPECT_NEAR(s.rotation.y, t.rotation.y, 1e-6);
        EXPECT_NEAR(s.rotation.z, t.rotation.z, 1e-6);
        EXPECT_NEAR(s.rotation.w, t.rotation.w, 1e-6);
        EXPECT_NEAR(s.scale.x, t.scale.x, 1e-6);
      }
    }
  }
}

TEST_F(Convert, DerivedTextsGiveTheBinariesTheyWereMadeFrom) {
  for (const auto& entry : std::filesystem::directory_iterator(root_ / "derived_tmp")) {
    const std::string name = entry.path().stem().stem().string();
    SCOPED_TRACE(name);
    const Loaded text = load_finished(read_bytes(entry.path()), "model.qmsh.tmp");
    ASSERT_TRUE(text.ok);
    QmshOptions options;
    options.version = 10;
    LossReport loss_report;
    const auto b = convert_to_qmsh(text.scene, options, loss_report);
    ASSERT_TRUE(b.ok());
    const Limits limits;
    Budget budget(limits.heap_bytes);
    Diagnostics diagnostics;
    const auto a = read_binary(read_bytes(root_ / "tfq-rebirth" / (name + ".qmsh")), limits, budget, diagnostics);
    ASSERT_TRUE(a.ok());
    ASSERT_EQ(a->indices.size(), b->indices.size());
    float worst = 0;
    for (size_t i = 0; i < a->indices.size(); ++i) {
      const glm::vec3 off = glm::abs(a->positions[a->indices[i]] - b->positions[b->indices[i]]);
      worst = std::max({worst, off.x, off.y, off.z});
    }
    EXPECT_LE(worst, 1e-6f);
    EXPECT_NEAR(a->radius, b->radius, 1e-5f * a->radius);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(a->box.min[k], b->box.min[k], 1e-6f);
      EXPECT_NEAR(a->box.max[k], b->box.max[k], 1e-6f);
    }
    ASSERT_EQ(a->animations.size(), b->animations.size());
    for (size_t i = 0; i < a->animations.size(); ++i)
      EXPECT_EQ(a->animations[i].times_s.size(), b->animations[i].times_s.size());
  }
}

TEST_F(Convert, TheSmoothingAngleIsFoundAgain) {
  for (const Fit& fit : kFits) {
    if (std::string(fit.name) != "DxSdkTiny" && std::string(fit.name) != "Craft02" &&
        std::string(fit.name) != "DxSdkDwarf")
      continue;
    const Loaded binary =
        load_finished(read_bytes(root_ / "tfq-rebirth" / (std::string(fit.name) + ".qmsh")), "model.qmsh");
    LossReport loss_report;
    const TextModel text = convert_to_qmsh_text(binary.scene, {}, loss_report);
    EXPECT_EQ(text.meshes.front().auto_smooth_deg, fit.degrees) << fit.name;
  }
}

}  // namespace
}  // namespace vitrine::qmsh::test
