// The log against one that the original exporter wrote, and the chunks of a file that is read and written again.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "formats/kri/kri_support.h"
#include "formats/kri/write/export.h"

namespace vitrine {
namespace {

using namespace test;

Bytes revision(const char* name) { return read_file(std::string(VITRINE_TEST_DATA) + "/kri/reference/" + name); }

KriExport export_with_log(const Scene& scene, const KriExportOptions& options = {}) {
  LossReport loss_report;
  auto result = export_kri(scene, options, loss_report);
  EXPECT_TRUE(result.ok());
  return result.ok() ? std::move(*result) : KriExport{};
}

/// Lists of names separated by ", " in the order of the alphabet: dictionaries of the original gave no order.
std::string sorted_list(const std::string& line) {
  std::string text = line.substr(line.find_first_not_of('\t'));
  if (text.find("], ") == std::string::npos || text.starts_with("+") || text.starts_with("A, ")) return line;
  std::vector<std::string> parts;
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find(", ", from), text.size());
    parts.push_back(text.substr(from, end - from));
    from = end + 2;
  }
  std::sort(parts.begin(), parts.end());
  std::string out = line.substr(0, line.find_first_not_of('\t'));
  for (const std::string& part : parts) out += part + ",";
  return out;
}

std::multiset<std::string> lines_of(const std::string& text) {
  std::multiset<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) lines.insert(sorted_list(line));
  }
  return lines;
}

/// What the author's editor knew and the file does not say, and what stands under other words here.
bool is_recoverable(const std::string& line) {
  for (const char* lost : {"is not finalized", "weird bone", "avg tangent accuracy", "extra ", "gravity", "collision",
                           "+map: slot", "path cut to", "FILE: ", "A, dist: "}) {
    if (line.find(lost) != std::string::npos) return false;
  }
  return true;
}

TEST(KriExportLog, HasEveryLineOfTheOriginalsThatTheFileCanGive) {
  const Bytes bytes = revision("105-3a30012-rich.scene");
  const Bytes log = revision("105-3a30012-rich.log");
  ASSERT_FALSE(bytes.empty() || log.empty());
  const Loaded loaded = load_kri(bytes);
  const std::multiset<std::string> have = lines_of(export_with_log(loaded.scene).log.text());
  size_t compared = 0;
  std::set<std::string> seen;
  for (const std::string& line : lines_of(std::string(log.begin(), log.end()))) {
    if (!is_recoverable(line)) continue;
    EXPECT_TRUE(have.contains(line)) << line;
    ++compared;
    seen.insert(line);
  }
  EXPECT_GT(compared, 60u);
  EXPECT_GT(seen.size(), 40u);
}

/// Name and fields of the chunks that follow nothing but materials, particles and objects.
std::vector<std::string> described(const Json& info) {
  std::vector<std::string> out;
  for (const Json& chunk : info["chunks"]) {
    const auto name = chunk["name"].get<std::string>();
    const bool wanted = name == "mat" || name == "unit" || name == "u_apply" || name == "part" || name == "node" ||
                        name == "skel" || name == "cam" || name == "lamp" || name == "action" || name == "entity" ||
                        name.starts_with("m_") || name.starts_with("t_") || name.starts_with("p_") ||
                        name.starts_with("pr_");
    if (wanted) out.push_back(name + " " + chunk.value("fields", Json::object()).dump());
  }
  return out;
}

TEST(KriExportLog, ChunksOfTheLastGenerationComeBackFieldByField) {
  for (const char* name : {"105-3a30012-rich.scene", "x-twist-105-3a30012-False.scene"}) {
    SCOPED_TRACE(name);
    const Bytes bytes = revision(name);
    ASSERT_FALSE(bytes.empty());
    const Loaded first = load_kri(bytes);
    const Loaded again = load_kri(export_with_log(first.scene, {.process_quaternions = false}).bytes);
    const auto before = described(first.info), after = described(again.info);
    EXPECT_EQ(after.size(), before.size());
    for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) EXPECT_EQ(after[i], before[i]);
  }
}

TEST(KriExportLog, NamesWhatItHadToChange) {
  Scene scene;
  scene.axes.up = Up::kZ;
  scene.axes.forward = {0, -1, 0};
  Material material;
  material.name = "Wood";
  material.slots = {{TextureRole::kNormal, 0, 3, {0, 0}, {1, 1}, 0.5f},
                    {TextureRole::kDiffuse, kNone, 0, {0, 0}, {1, 1}, 1}};
  scene.materials.push_back(material);
  Texture wood;
  wood.name = "textures\\deep/wood.tga";
  scene.textures.push_back(wood);
  Node node;
  node.name = "Box";
  node.kind = NodeKind::kMesh;
  node.mesh = 0;
  node.local.scale = {1, 2, 3};
  scene.nodes.push_back(node);
  Mesh mesh;
  mesh.name = "Box";
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.normals.assign(3, {0, 0, 1});
  mesh.uv_layers.push_back({"UV", {{0, 0}, {0, 0}, {0, 0}}});  // no area: no tangent
  mesh.indices = {0, 1, 2};
  mesh.primitives = {{0, 3, 0, {}}};
  scene.meshes.push_back(mesh);
  const KriExport out = export_with_log(scene);
  const std::string text = out.log.text();
  for (const char* line :
       {"\t\taffects: normal(0.50),\n", "\t\t(i) normal space: TANGENT\n", "\t\t(w) failed to resolve UV layer\n",
        "\t\tFILE: textures\\deep/wood.tga\n", "\t\t(w) path cut to: /wood.tga\n", "\t\ttype: NONE\n",
        "\t(w) non-uniform scale: (1.000,2.000,3.000)\n", "\t(w) 3 pure vertices detected\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  scene.meshes[0].indices.clear();
  scene.meshes[0].primitives.clear();
  EXPECT_NE(export_with_log(scene).log.text().find("\t(e) object has no faces\n"), std::string::npos);
}

TEST(KriExportLog, WeightsAndSplitsAreStated) {
  Scene scene;
  scene.axes.up = Up::kZ;
  scene.axes.forward = {0, -1, 0};
  const auto add = [&](const char* name, NodeKind kind, uint32_t parent) {
    Node node;
    node.name = name;
    node.kind = kind;
    node.parent = parent;
    scene.nodes.push_back(node);
  };
  add("Rig", NodeKind::kEmpty, kNone);
  for (const char* bone : {"a", "b", "c", "d", "e"}) add(bone, NodeKind::kJoint, 0);
  add("Sheet", NodeKind::kMesh, 0);
  scene.nodes.back().mesh = 0;
  scene.nodes.back().skin = 0;
  Skin skin;
  skin.joints = {1, 2, 3, 4, 5};
  skin.joint_from_bind.assign(5, glm::mat4(1));
  scene.skins.push_back(skin);
  Mesh mesh;  // 300 x 300 vertices: two parts; the first vertex has five bones
  mesh.name = "Sheet";
  mesh.normal_rule = NormalRule::kStored;
  mesh.influence_first = {0};
  for (uint32_t v = 0; v < 300 * 300; ++v) {
    mesh.positions.emplace_back(v % 300, v / 300, 0);
    mesh.normals.emplace_back(0, 0, 1);
    for (uint32_t joint = 0; joint < (v == 0 ? 5 : 1); ++joint)
      mesh.influences.push_back({joint, v == 0 ? 0.2f : 1, mesh.positions.back()});
    mesh.influence_first.push_back(static_cast<uint32_t>(mesh.influences.size()));
  }
  for (uint32_t v = 0; v + 301 < 300 * 300; ++v) {
    if (v % 300 == 299) continue;
    for (const uint32_t corner : {v, v + 1, v + 301, v, v + 301, v + 300}) mesh.indices.push_back(corner);
  }
  mesh.primitives = {{0, static_cast<uint32_t>(mesh.indices.size()), kNone, {}}};
  scene.meshes.push_back(mesh);
  LossReport loss_report;
  const auto out = export_kri(scene, {}, loss_report);
  ASSERT_TRUE(out.ok());
  const std::string text = out->log.text();
  EXPECT_NE(text.find("\t(w) 1 vertex kept four bones, dropping at most 20.00 % of a vertex\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\t(w) split into 3 meshes of at most 65535 vertices and faces\n"), std::string::npos) << text;
  const Loaded back = load_kri(out->bytes);
  ASSERT_EQ(back.scene.meshes.size(), 3u);
  size_t triangles = 0;
  for (const Mesh& part : back.scene.meshes) {
    EXPECT_LE(part.positions.size(), 65535u);
    EXPECT_LE(part.indices.size() / 3, 65535u);
    EXPECT_FALSE(part.influence_first.empty());
    triangles += part.indices.size() / 3;
  }
  EXPECT_EQ(triangles, 2u * 299 * 299);
  EXPECT_EQ(loss_report.losses()[0].what, "influences");
  EXPECT_EQ(loss_report.losses()[0].count, 1u);
  EXPECT_NEAR(loss_report.losses()[0].largest, 0.2, 1e-6);
}

}  // namespace
}  // namespace vitrine
