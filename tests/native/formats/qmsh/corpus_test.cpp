// The corpus of real binaries against numbers computed independently (reference/qmsh_models.tsv, qmsh_bounds.json).

#include <cmath>
#include <sstream>

#include "formats/qmsh/codes.h"
#include "support.h"

namespace vitrine::qmsh::test {
namespace {

struct Row {
  std::string path;
  uint64_t bytes;
  uint32_t version, flags, vertices, triangles, submeshes, bones, animations, points;
};

/// The rows of the table whose file lies in the corpus.
std::vector<Row> corpus() {
  std::vector<Row> all;
  std::ifstream in(kShared / "reference/qmsh_models.tsv");
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> f;
    std::stringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) f.push_back(cell);
    if (f.size() < 13 || !std::filesystem::exists(kShared / "corpus/qmsh" / f[0])) continue;
    const auto n = [&](size_t i) { return static_cast<uint32_t>(std::stoul(f[i], nullptr, 0)); };
    all.push_back({f[0], std::stoull(f[3]), n(5), n(6), n(7), n(8), n(9), n(10), n(11), n(12)});
  }
  return all;
}

nlohmann::json flag_words(uint32_t flags) {
  nlohmann::json words = nlohmann::json::array();
  for (const auto& [bit, word] : {std::pair(1u, "tangents"), std::pair(2u, "skinned"), std::pair(4u, "static"),
                                  std::pair(8u, "physics"), std::pair(16u, "split")}) {
    if ((flags & bit) != 0) words.push_back(word);
  }
  return words;
}

class Corpus : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kShared / "corpus/qmsh")) GTEST_SKIP() << "no corpus at " << kShared;
  }
};

TEST_F(Corpus, CountsEqualTheTableAndEveryByteIsAccountedFor) {
  size_t files = 0;
  for (const Row& row : corpus()) {
    SCOPED_TRACE(row.path);
    const auto bytes = read_bytes(kShared / "corpus/qmsh" / row.path);
    const Loaded file = load(bytes, row.path);
    ASSERT_TRUE(file.ok) << file.diagnostics.messages().back().text;
    const auto& info = file.info;
    EXPECT_EQ(bytes.size(), row.bytes);
    EXPECT_EQ(info["version"], row.version);
    EXPECT_EQ(info["flags"], flag_words(row.flags));
    EXPECT_EQ(info["counts"]["vertices"], row.vertices);
    EXPECT_EQ(info["counts"]["triangles"], row.triangles);
    EXPECT_EQ(info["counts"]["submeshes"], row.submeshes);
    EXPECT_EQ(info["counts"]["bones"], row.bones);
    EXPECT_EQ(info["counts"]["animations"], row.animations);
    EXPECT_EQ(info["counts"]["points"], row.points);
    EXPECT_EQ(info["bytesConsumed"], row.bytes);
    // Sections lie one behind the other.
    uint64_t next = 0;
    for (const auto& section : info["sections"]) {
      EXPECT_EQ(section["offset"], next);
      next += section["bytes"].get<uint64_t>();
    }
    EXPECT_EQ(next, row.bytes);
    EXPECT_EQ(file.find(kTrailing), nullptr);
    EXPECT_EQ(file.find(kOffset), nullptr);
    EXPECT_EQ(file.find(kBounds), nullptr);
    EXPECT_EQ(file.find(kFlags), nullptr);
    EXPECT_EQ(file.diagnostics.count(Severity::kError), 0u);
    EXPECT_EQ(file.scene.meshes[0].positions.size(), row.vertices);
    EXPECT_EQ(file.scene.meshes[0].indices.size(), row.triangles * 3);
    EXPECT_EQ(file.scene.clips.size(), row.animations);
    ++files;
  }
  EXPECT_EQ(files, 61u);
}

TEST_F(Corpus, BoxesSubmeshesAndPointsEqualTheReference) {
  const auto reference = read_json(kShared / "reference/qmsh_bounds.json");
  size_t files = 0;
  for (const char* list : {"files", "animated"}) {
    for (const auto& want : reference[list]) {
      const auto path = want["path"].get<std::string>();
      SCOPED_TRACE(path);
      if (!std::filesystem::exists(kShared / "corpus/qmsh" / path)) continue;
      const Loaded file = load(read_bytes(kShared / "corpus/qmsh" / path), path);
      ASSERT_TRUE(file.ok);
      Bounds box;
      float radius = 0;
      for (const glm::vec3& p : file.scene.meshes[0].positions) box.add(p), radius = std::max(radius, glm::length(p));
      for (int i = 0; i < 3; ++i) {
        EXPECT_FLOAT_EQ(box.min[i], want["box"][static_cast<size_t>(i)].get<float>());
        EXPECT_FLOAT_EQ(box.max[i], want["box"][static_cast<size_t>(i) + 3].get<float>());
      }
      if (want["kind"] != "physics") {
        EXPECT_NEAR(radius, want["radius"].get<float>(), 1e-5f * radius);
      }
      const Mesh& mesh = file.scene.meshes[0];
      ASSERT_EQ(mesh.primitives.size(), want["submesh_list"].size());
      for (size_t i = 0; i < mesh.primitives.size(); ++i) {
        const auto& s = want["submesh_list"][i];
        const Primitive& p = mesh.primitives[i];
        EXPECT_EQ(p.name, s["name"]);
        EXPECT_EQ(p.first_index, 3 * s["first_triangle"].get<uint32_t>());
        EXPECT_EQ(p.index_count, 3 * s["triangles"].get<uint32_t>());
        const std::string key = s.contains("material") ? "material" : "texture";
        if (s[key] != "") {
          EXPECT_EQ(file.scene.materials[p.material].name, s[key]);
        }
        if (s.contains("hardness")) {
          EXPECT_EQ(file.scene.materials[p.material].hardness, s["hardness"].get<float>());
        }
      }
      if (want.contains("points")) {
        ASSERT_EQ(file.info["points"].size(), want["points"].size());
        for (size_t i = 0; i < want["points"].size(); ++i) {
          const auto& a = file.info["points"][i];
          const auto& b = want["points"][i];
          EXPECT_EQ(a["name"], b["name"]);
          EXPECT_EQ(a["boneRaw"], b["bone_raw"]);
          EXPECT_EQ(a["bone"], b["bone"]);
          for (size_t k = 0; k < 3; ++k) {
            EXPECT_FLOAT_EQ(a["position"][k].get<float>(), b["position"][k].get<float>());
            EXPECT_FLOAT_EQ(a["size"][k].get<float>(), b["size"][k].get<float>());
            EXPECT_FLOAT_EQ(a["rotation"][k].get<float>(), b["rot"][k].get<float>());
          }
        }
      }
      ++files;
    }
  }
  EXPECT_GE(files, 40u);
}

}  // namespace
}  // namespace vitrine::qmsh::test
