// Posed joints, vertices and boxes of real files against an independent computation (reference/qmsh_poses.json).

#include <algorithm>

#include "formats/qmsh/codes.h"
#include "pose/hierarchy.h"
#include "pose/sample.h"
#include "support.h"

namespace vitrine::qmsh::test {
namespace {

using nlohmann::json;

class Poses : public ::testing::Test {
 protected:
  void SetUp() override {
    reference_ = read_json(kShared / "reference/qmsh_poses.json");
    if (!reference_.is_object()) GTEST_SKIP() << "no reference poses at " << kShared;
  }
  bool load_file(const std::string& path) {
    const auto bytes = read_bytes(kShared / "corpus/qmsh" / path);
    if (bytes.empty()) return false;
    load_into(loaded_, bytes, path);
    return loaded_.ok;
  }
  void pose(const Clip& clip, double time_s) {
    const Scene& scene = loaded_.scene;
    pose::LocalPose local = pose::make_local_pose(scene);
    pose::PlayOptions options;
    options.loop = false;
    pose::sample_clip(scene, clip, time_s, options, local);
    exact_.resize(scene.nodes.size());
    rounded_.resize(scene.nodes.size());
    pose::world_matrices(scene, local, exact_, rounded_);
  }
  glm::dvec3 vertex(const Mesh& mesh, const Skin& skin, size_t v) const {
    glm::dvec3 sum(0);
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      const Influence& influence = mesh.influences[i];
      sum += double(influence.weight) *
             glm::dvec3(exact_[skin.joints[influence.joint]] * glm::dvec4(influence.position, 1));
    }
    return sum;
  }
  /// One sample of the reference: joints (numbers of bones), vertices, box.
  void check(const json& sample, uint32_t mesh_node, double size) {
    const Scene& scene = loaded_.scene;
    const Node& node = scene.nodes[mesh_node];
    const Mesh& mesh = scene.meshes[node.mesh];
    const Skin& skin = scene.skins[node.skin];
    const double tolerance = 2e-5 * size;
    if (sample.contains("joints")) {
      for (const auto& [number, want] : sample["joints"].items()) {
        const glm::dmat4& have = exact_[skin.joints[std::stoul(number) + 1]];
        for (int c = 0; c < 4; ++c) {
          for (int r = 0; r < 3; ++r) {
            EXPECT_NEAR(have[c][r], want[static_cast<size_t>(4 * c + r)].get<double>(), c < 3 ? 1e-5 : tolerance)
                << "joint " << number << " column " << c << " row " << r;
          }
        }
        ++joints_;
      }
    }
    for (const auto& [number, want] : sample["vertices"].items()) {
      const glm::dvec3 have = vertex(mesh, skin, std::stoul(number));
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(have[k], want[static_cast<size_t>(k)].get<double>(), tolerance) << "vertex " << number;
      ++vertices_;
    }
    glm::dvec3 low(1e30), high(-1e30);
    for (size_t v = 0; v < mesh.positions.size(); ++v) {
      const glm::dvec3 p = vertex(mesh, skin, v);
      low = glm::min(low, p), high = glm::max(high, p);
    }
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(low[k], sample["box"][static_cast<size_t>(k)].get<double>(), tolerance);
      EXPECT_NEAR(high[k], sample["box"][static_cast<size_t>(k) + 3].get<double>(), tolerance);
    }
  }
  static double size_of(const json& box) {
    double size = 0;
    for (size_t k = 0; k < 3; ++k) size = std::max(size, box[k + 3].get<double>() - box[k].get<double>());
    return size;
  }
  uint32_t last_mesh_node() const {
    uint32_t found = kNone;
    for (uint32_t i = 0; i < loaded_.scene.nodes.size(); ++i) {
      if (loaded_.scene.nodes[i].mesh != kNone) found = i;
    }
    return found;
  }

  json reference_;
  Loaded loaded_;
  std::vector<glm::dmat4> exact_;
  std::vector<glm::mat4> rounded_;
  size_t joints_ = 0, vertices_ = 0;
};

TEST_F(Poses, OfFilesWithTheirOwnSkeletonEqualTheReference) {
  size_t files = 0;
  for (const json& want : reference_["files"]) {
    SCOPED_TRACE(want["path"].get<std::string>());
    loaded_ = Loaded();
    if (!load_file(want["path"].get<std::string>())) continue;
    const Scene& scene = loaded_.scene;
    ASSERT_EQ(scene.clips.size(), want["animations_in_file"]);
    for (const json& animation : want["animations"]) {
      const Clip& clip = scene.clips[animation["index"].get<size_t>()];
      SCOPED_TRACE(clip.name);
      EXPECT_EQ(clip.name, animation["name"]);
      EXPECT_EQ(clip.duration_s, animation["length"].get<double>());
      EXPECT_EQ(clip.poses->times_s.size(), animation["keys"]);
      for (const json& sample : animation["samples"]) {
        SCOPED_TRACE(sample["label"].get<std::string>());
        pose(clip, sample["t"].get<double>());
        check(sample, last_mesh_node(), size_of(want["header_box"]));
      }
    }
    ++files;
  }
  EXPECT_EQ(files, reference_["files"].size());
  EXPECT_GT(joints_, 800u);
  EXPECT_GT(vertices_, 500u);
}

TEST_F(Poses, AtEqualTimesOutsideTheKeysAndForOddQuaternionsEqualTheReference) {
  for (const json& want : reference_["extra"]) {
    loaded_ = Loaded();
    SCOPED_TRACE(want["path"].get<std::string>() + ": " + want["why"].get<std::string>());
    ASSERT_TRUE(load_file(want["path"].get<std::string>()));
    const auto why = want["why"].get<std::string>();
    if (why.starts_with("equal key times")) {
      EXPECT_NE(loaded_.find(kEqualKeys), nullptr);
    }
    if (why.find("stored quaternion") != std::string::npos) {
      EXPECT_NE(loaded_.find(kQuaternionLength), nullptr);
    }
    const Clip& clip = loaded_.scene.clips[want["animation_index"].get<size_t>()];
    for (const json& sample : want["samples"]) {
      const auto label = sample["label"].get<std::string>();
      if (label.find("first_of_equal") != std::string::npos) continue;
      SCOPED_TRACE(label);
      pose(clip, sample["t"].get<double>());
      check(sample, last_mesh_node(), 2.0);
    }
  }
}

TEST_F(Poses, OfBaseActionsAreTheRestPose) {
  // All but two: the ogre's base action is another pose, the spider's is off by its rounding.
  struct Base {
    const char* path;
    double off, tolerance;
  };
  const Base table[] = {
      {"human/human", 0, 1e-6},    {"traps/bear_trap", 0, 1e-6}, {"traps/spear_trap", 0, 1e-6},
      {"units/bear", 0, 1e-6},     {"units/golem", 0, 1e-6},     {"units/slime", 0, 1e-6},
      {"units/wolf", 0, 1e-6},     {"units/zombie", 0, 1e-6},    {"units/ogre", 0.14, 0.005},
      {"units/pajak", 1e-4, 5e-5},
  };
  for (const Base& base : table) {
    SCOPED_TRACE(base.path);
    loaded_ = Loaded();
    ASSERT_TRUE(load_file(std::string("carpgdata/meshes/") + base.path + ".qmsh"));
    const Scene& scene = loaded_.scene;
    const auto clip =
        std::find_if(scene.clips.begin(), scene.clips.end(), [](const Clip& c) { return c.name == "base"; });
    ASSERT_NE(clip, scene.clips.end());
    pose(*clip, 0);
    const std::vector<glm::dmat4> posed = exact_;
    pose::LocalPose rest = pose::make_local_pose(scene);
    pose::sample_bind(scene, rest);
    pose::world_matrices(scene, rest, exact_, rounded_);
    double largest = 0;
    for (size_t n = 0; n < posed.size(); ++n) {
      for (int i = 0; i < 16; ++i)
        largest = std::max(largest, std::abs(posed[n][i / 4][i % 4] - exact_[n][i / 4][i % 4]));
    }
    EXPECT_NEAR(largest, base.off, base.tolerance);
  }
}

TEST_F(Poses, OfFilesThatBorrowASkeletonEqualTheReference) {
  size_t files = 0;
  for (const json& want : reference_["borrowed_skeleton"]["files"]) {
    SCOPED_TRACE(want["path"].get<std::string>());
    loaded_ = Loaded();
    if (!load_file(want["skeleton"].get<std::string>())) continue;
    if (!load_file(want["path"].get<std::string>())) continue;
    EXPECT_NE(loaded_.find(kBorrowedSkeleton), nullptr);
    EXPECT_NE(loaded_.find(kNanWeight), nullptr);
    for (const json& animation : want["animations"]) {
      const Clip& clip = loaded_.scene.clips[animation["index"].get<size_t>()];
      EXPECT_EQ(clip.name, animation["name"]);
      for (const json& sample : animation["samples"]) {
        SCOPED_TRACE(clip.name + " " + sample["label"].get<std::string>());
        pose(clip, sample["t"].get<double>());
        check(sample, last_mesh_node(), size_of(want["header_box"]));
      }
    }
    ++files;
  }
  EXPECT_GE(files, 1u);
}

}  // namespace
}  // namespace vitrine::qmsh::test
