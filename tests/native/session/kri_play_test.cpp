// Actions of KRI scenes as a document plays them, against numbers computed elsewhere; and the frames that stored
// quaternions give.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/quaternion.hpp>
#include <map>

#include "formats/kri/kri_support.h"
#include "session/document.h"
#include "support/reference.h"

namespace vitrine {
namespace {

using test::Bytes;
using test::KriFile;
using test::Writer;
using Reference = nlohmann::json;

std::unique_ptr<Document> open(const Bytes& bytes) {
  auto document = std::make_unique<Document>();
  document->add_file("test.scene", bytes);
  EXPECT_TRUE(document->load());
  document->set_play_options({.loop = false});
  return document;
}

template <class T>
std::vector<T> buffer(const Document& document, BufferKind kind, uint32_t index = 0) {
  const BufferView view = document.buffer(kind, index);
  std::vector<T> out(view.bytes / sizeof(T));
  if (view.bytes != 0) std::memcpy(out.data(), view.data, view.bytes);
  return out;
}

uint32_t node_called(const Document& document, std::string_view name) {
  const auto& nodes = document.scene().nodes;
  const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.name == name; });
  return found == nodes.end() ? kNone : static_cast<uint32_t>(found - nodes.begin());
}

/// What the page would draw for one curve of the reference, component by component; empty where a curve moves a node.
std::vector<float> drawn(const Document& document, std::string_view path, uint32_t element) {
  const auto materials = buffer<float>(document, BufferKind::kMaterials);
  const auto lights = buffer<float>(document, BufferKind::kLights);
  if (path.ends_with("diffuse_color")) return {materials[0], materials[1], materials[2]};
  if (path.find("offse") != path.npos) {
    const auto slots = buffer<float>(document, BufferKind::kTextureSlots);
    const uint32_t slot = element == 0 ? 0 : element - 1;
    return {slots[4 * slot], slots[4 * slot + 1]};
  }
  if (path == "l.energy") return {lights[3]};
  if (path == "l.color") return {lights[0], lights[1], lights[2]};
  if (path == "v.value") return {buffer<float>(document, BufferKind::kShapeValues, 0)[element - 1]};
  return {};
}

double stated_intensity(const Scene& scene) {
  for (const Property& p : scene.materials[0].properties) {
    if (p.name == "m_diff.intensity" || p.name == "mat.diffuseIntensity") return p.numbers[0];
  }
  return 1;
}

TEST(KriPlay, MaterialsTexturesLampsAndShapesTakeTheValuesOfTheReference) {
  const Reference reference = test::data_json("kri/reference/content.json");
  std::map<std::string, int> seen;
  for (const Reference& file : reference["files"]) {
    if (file["actions"].empty()) continue;
    SCOPED_TRACE(file["file"].get<std::string>());
    const auto bytes = test::read_file(test::kData / "kri/reference" / file["file"].get<std::string>());
    const auto document = open(bytes);
    for (const Reference& action : file["actions"]) {
      const uint32_t clip = document->find_clip(action["name"].get<std::string>());
      if (!document->select_clip(clip)) continue;
      for (const Reference& curve : action["curves"]) {
        const auto path = curve["path"].get<std::string>();
        const double factor = path.ends_with("diffuse_color") ? stated_intensity(document->scene()) : 1;
        for (const Reference& sample : curve["samples"]) {
          const double t = sample["t"].get<double>();
          if (t < 0 || t > document->duration_s()) continue;  // past the action, where it holds
          document->evaluate(t, {});
          const auto values = drawn(*document, path, curve["element"].get<uint32_t>());
          for (size_t c = 0; c < values.size(); ++c)
            EXPECT_NEAR(values[c], factor * sample["engine"][c].get<double>(), 2e-6) << path << " " << c << " at " << t;
          if (!values.empty()) ++seen[path.substr(0, 7)];
        }
      }
    }
  }
  EXPECT_GE(seen.size(), 6u);
  for (const auto& [path, count] : seen) EXPECT_GE(count, 2) << path;
}

TEST(KriPlay, ShapesDeformTheMeshBeforeItsBonesDo) {
  const Reference reference = test::data_json("kri/reference/content.json");
  const auto bytes = test::read_file(test::kData / "kri/reference/105-3a30012-rich.scene");
  const auto document = open(bytes);
  ASSERT_TRUE(document->select_clip(document->find_clip("Talk")));
  const Scene& scene = document->scene();
  const Mesh& mesh = scene.meshes[0];
  ASSERT_EQ(mesh.shapes.size(), 2u);
  // The reference has the value 0.6 at 0.24 s; the bones rest, so the mesh is the stored one and 0.6 of the difference.
  document->evaluate(0.24, {});
  const auto positions = buffer<glm::vec3>(*document, BufferKind::kPositions, 0);
  double moved = 0;
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    const glm::dvec3 by = glm::dvec3(mesh.shapes[1].positions[v]) - glm::dvec3(mesh.shapes[0].positions[v]);
    const glm::dvec3 expected = glm::dvec3(mesh.positions[v]) + 0.599999986 * by;
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(positions[v][c], expected[c], 1e-5) << v;
    moved = std::max(moved, glm::length(by));
  }
  EXPECT_GT(moved, 0.01);
}

TEST(KriPlay, EverythingAtOncePlaysEachThingsFirstAction) {
  const Reference reference = test::data_json("kri/reference/content.json");
  const auto bytes = test::read_file(test::kData / "kri/reference/105-3a30012-rich.scene");
  const auto document = open(bytes);
  const auto report = document->report();
  std::vector<std::string> names;
  for (const auto& index : report["info"]["together"])
    names.push_back(document->scene().clips[index.get<size_t>()].name);
  EXPECT_EQ(names, (std::vector<std::string>{"MatAct", "Walk", "Spin", "Talk", "Blink"}));
  ASSERT_TRUE(document->select_clip(kSimultaneousClips));
  EXPECT_NEAR(document->duration_s(), 0.84, 1e-6);
  document->evaluate(0.24, {});
  EXPECT_NEAR(buffer<float>(*document, BufferKind::kLights)[3], 1.59999999, 1e-6);
  EXPECT_NEAR(buffer<float>(*document, BufferKind::kShapeValues, 0)[1], 0.599999986, 1e-6);
  EXPECT_NEAR(document->scene().nodes[node_called(*document, "Body")].local.translation.x, 1, 1e-6);
  EXPECT_EQ(document->curves(kSimultaneousClips, 0)["curves"].size(),
            report["info"]["statistics"]["curves"].get<size_t>());
}

/// A lamp and a camera with actions of their own, written by hand.
Bytes lamp_and_camera() {
  const auto curve = [](std::string_view path, uint32_t size, std::initializer_list<float> keys) {
    const auto count = static_cast<uint32_t>(keys.size()) / (1 + 3 * size);
    return Writer().text(path).u8(size).u8(0).u16(count).u8(0).f32(keys);
  };
  KriFile file;
  file.node("Lamp")
      .chunk("lamp", Writer().u8(255).u8(0).u8(0).f32({1, 0, 0, 0}).text("SPOT").f32({1, 20, 0.5f, 0.25f}))
      .chunk("action", Writer().text("Flare").f32({2}))
      .chunk("curve", curve("l.energy", 1, {0, 1, 1, 1, 2, 5, 5, 5}))
      .chunk("curve", curve("l.clip_end", 1, {0, 20, 20, 20, 2, 40, 40, 40}))
      .node("Eye")
      .chunk("cam", Writer().u8(1).f32({0.5f, 50, 1}))
      .chunk("action", Writer().text("Zoom").f32({4}))
      .chunk("curve", curve("n.location", 3, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 8, 0, 0, 8, 0, 0, 8, 0, 0}))
      .chunk("curve", curve("c.angle", 1, {0, 1, 1, 1, 4, 2, 2, 2}))
      .chunk("curve", curve("c.clip_start", 1, {0, 1, 1, 1}));
  return file.bytes();
}

TEST(KriPlay, CamerasMoveAndZoom) {
  const auto document = open(lamp_and_camera());
  ASSERT_TRUE(document->select_clip(document->find_clip("Zoom")));
  document->evaluate(1, {});
  // A key's handles equal its value, so a + (b - a) * (u^2 (3 - 2 u))... the engine's nested lerps give
  // lerp(a, b, u) of equal handles: a quarter of the way after a quarter of the time.
  const auto camera = buffer<float>(*document, BufferKind::kCameras);
  EXPECT_NEAR(camera[0], 1.25, 1e-6);
  EXPECT_EQ(camera[1], 1);
  EXPECT_EQ(camera[2], 50);
  // The stored angle is horizontal: tan(y / 2) = tan(x / 2) / aspect.
  EXPECT_NEAR(document->camera_fov_y(0, 2), 2 * std::atan(std::tan(1.25 / 2) / 2), 1e-6);
  const auto matrices = buffer<float>(*document, BufferKind::kNodeMatrices);
  EXPECT_NEAR(matrices[16 * node_called(*document, "Eye") + 12], 2, 1e-6);
}

TEST(KriPlay, LampsBrightenAndActionsOfDifferentLengthKeepTheirOwnTime) {
  const auto document = open(lamp_and_camera());
  ASSERT_TRUE(document->select_clip(kSimultaneousClips));
  EXPECT_EQ(document->duration_s(), 4);
  document->evaluate(1.5, {});
  EXPECT_NEAR(buffer<float>(*document, BufferKind::kLights)[3], 4, 1e-6);
  EXPECT_NEAR(buffer<float>(*document, BufferKind::kLights)[8], 35, 1e-5);
  document->set_play_options({.loop = true});
  document->evaluate(3, {});  // the lamp's second is in its second round
  EXPECT_NEAR(buffer<float>(*document, BufferKind::kLights)[3], 3, 1e-6);
  EXPECT_NEAR(buffer<float>(*document, BufferKind::kCameras)[0], 1.75, 1e-6);
}

TEST(KriPlay, ParticlesAloneAreSomethingToPlay) {
  KriFile file;
  file.node("Pot").triangle().chunk("part", Writer().u32(100).text("Steam").text(""));
  file.chunk("p_life", Writer().f32({0, 4, 1, 0})).chunk("p_vel", Writer().f32({0, 0, 0, 2, 0, 0, 0, 0}));
  const auto document = open(file.bytes());
  EXPECT_TRUE(document->report()["info"]["together"].empty());
  EXPECT_TRUE(document->report()["info"].contains("together"));
  ASSERT_TRUE(document->select_clip(kSimultaneousClips));
  EXPECT_EQ(document->duration_s(), 5);
  // 25 a second, each for one second: at 3 s those born after 2 s, and the one of that moment still.
  document->evaluate(3, {});
  const auto systems = buffer<uint32_t>(*document, BufferKind::kParticleSystems);
  ASSERT_EQ(systems, (std::vector<uint32_t>{node_called(*document, "Steam"), 0}));
  EXPECT_EQ(buffer<float>(*document, BufferKind::kParticles).size() / 8, 25u);
  document->evaluate(0.5, {});
  EXPECT_EQ(buffer<float>(*document, BufferKind::kParticles).size() / 8, 13u);
}

TEST(KriPlay, LayersHaveBuffersOfTheirOwn) {
  KriFile file;
  file.node("A").triangle();
  file.chunk("v_uv", Writer().text("first").f32({0, 0, 1, 0, 0, 1}));
  file.chunk("v_uv", Writer().text("second").f32({5, 5, 6, 5, 5, 6}));
  Writer red = Writer().text("red"), green = Writer().text("green");
  for (int v = 0; v < 3; ++v) red.u8(255).u8(0).u8(0), green.u8(0).u8(255).u8(0);
  file.chunk("v_color", red).chunk("v_color", green);
  file.node("B").triangle();
  const auto document = open(file.bytes());
  ASSERT_EQ(document->instance_count(), 2u);
  EXPECT_EQ(buffer<float>(*document, BufferKind::kUv, 0)[2], 1);
  EXPECT_EQ(buffer<float>(*document, BufferKind::kUv, 0 + 1 * 2)[2], 6);
  EXPECT_EQ(buffer<uint8_t>(*document, BufferKind::kColors, 0)[0], 255);
  EXPECT_EQ(buffer<uint8_t>(*document, BufferKind::kColors, 0 + 1 * 2)[1], 255);
  EXPECT_TRUE(buffer<float>(*document, BufferKind::kUv, 1).empty());
  EXPECT_TRUE(buffer<float>(*document, BufferKind::kUv, 0 + 2 * 2).empty());
}

// ---- frames from quaternions
// ----------------------------------------------------------------------------------------

struct Chunk {
  std::string name;
  const uint8_t* data;
  size_t size;
};
std::vector<Chunk> chunks_of(const Bytes& bytes) {
  std::vector<Chunk> out;
  for (size_t at = 0; at + 12 <= bytes.size();) {
    uint32_t size = 0;
    std::memcpy(&size, &bytes[at + 8], 4);
    out.push_back({std::string(reinterpret_cast<const char*>(&bytes[at])), bytes.data() + at + 12, size});
    at += 12 + size_t{size};
  }
  return out;
}
std::vector<double> floats_of(const Chunk& chunk) {
  std::vector<double> out;
  for (size_t at = 0; at + 4 <= chunk.size; at += 4) {
    float value = 0;
    std::memcpy(&value, chunk.data + at, 4);
    out.push_back(value);
  }
  return out;
}

TEST(KriFrames, OfARealFileAreTheRotationsOfItsQuaternions) {
  const auto bytes =
      test::read_file(std::filesystem::path(VITRINE_SHARED) / "corpus" / "kri" / "real" / "asm_169a98a.scene");
  if (bytes.empty()) GTEST_SKIP() << "corpus/kri/real is absent";
  const auto document = open(bytes);
  document->evaluate(0, {true, true, true, false});
  uint32_t instance = kNone;
  size_t rotated = 0, plain = 0, mirrored = 0;
  std::vector<double> positions;
  for (const Chunk& chunk : chunks_of(bytes)) {
    if (chunk.name == "mesh") ++instance;
    if (chunk.name == "v_pos") positions = floats_of(chunk);
    if (chunk.name == "v_nor") {
      // Every mesh has stored normals; those of the quaternions agree with them within 3e-8 (and rounding).
      const auto stored = floats_of(chunk);
      const auto normals = buffer<float>(*document, BufferKind::kNormals, instance);
      ASSERT_EQ(stored.size(), normals.size());
      for (size_t i = 0; i < stored.size(); ++i) EXPECT_NEAR(normals[i], stored[i], 4e-7);
      plain += stored.size() / 3;
    }
    if (chunk.name != "v_quat") continue;
    const auto q = floats_of(chunk);
    const auto normals = buffer<float>(*document, BufferKind::kNormals, instance);
    const auto tangents = buffer<float>(*document, BufferKind::kTangents, instance);
    ASSERT_EQ(tangents.size(), q.size());
    for (size_t v = 0; v < q.size() / 4; ++v) {
      const double x = q[4 * v], y = q[4 * v + 1], z = q[4 * v + 2], w = q[4 * v + 3];
      const double normal[] = {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
      const double tangent[] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
      for (size_t c = 0; c < 3; ++c) {
        EXPECT_NEAR(normals[3 * v + c], normal[c], 1e-6);
        EXPECT_NEAR(tangents[4 * v + c], tangent[c], 1e-6);
      }
      EXPECT_EQ(tangents[4 * v + 3], positions[4 * v + 3]) << "handedness is the fourth of v_pos";
      mirrored += tangents[4 * v + 3] == -1;
      ++rotated;
    }
  }
  EXPECT_EQ(plain, 268u);
  EXPECT_EQ(rotated, 28u);
  EXPECT_EQ(mirrored, 12u);
}

/// A triangle with given quaternions (x, y, z, w) and handedness, stored normals along -y.
Bytes framed(std::initializer_list<float> quaternions, float hand) {
  KriFile file;
  file.node("A")
      .chunk("mesh", Writer().u16(3))
      .chunk("v_pos", Writer().f32({0, 0, 0, hand, 1, 0, 0, hand, 0, 1, 0, hand}))
      .chunk("v_nor", Writer().f32({0, -1, 0, 0, -1, 0, 0, -1, 0}))
      .chunk("v_quat", Writer().f32(quaternions))
      .chunk("v_uv", Writer().text("UV").f32({0, 0, 1, 0, 0, 1}))
      .chunk("v_ind", Writer().u16(1).u16(0).u16(1).u16(2));
  return file.bytes();
}

TEST(KriFrames, InvalidQuaternionsGiveWayToStoredNormals) {
  // No tangent (handedness 0 says so), no length, not a rotation.
  const auto document = open(framed({0, 0, 1, 0, 0, 0, 0, 0, 3, 0, 0, 4}, 0));
  const auto normals = buffer<glm::vec3>(*document, BufferKind::kNormals);
  for (const glm::vec3& n : normals) EXPECT_EQ(n, glm::vec3(0, -1, 0));
}

TEST(KriFrames, HalfATurnIsATangentWhereTheHandednessIsThere) {
  // 0.6 0 0 0.8 takes z to (0, -2 * 0.6 * 0.8, 1 - 2 * 0.36).
  const auto document = open(framed({0, 0, 1, 0, 0.6f, 0, 0, 0.8f, 0, 0, 0, 1}, -1));
  const auto normals = buffer<glm::vec3>(*document, BufferKind::kNormals);
  EXPECT_EQ(normals[0], glm::vec3(0, 0, 1));
  EXPECT_NEAR(normals[1].y, -0.96, 1e-6);
  EXPECT_NEAR(normals[1].z, 0.28, 1e-6);
  EXPECT_EQ(normals[2], glm::vec3(0, 0, 1));
  const auto tangents = buffer<glm::vec4>(*document, BufferKind::kTangents);
  EXPECT_NEAR(tangents[0].x, -1, 1e-6) << "half a turn about z";
  for (const glm::vec4& t : tangents) EXPECT_EQ(t.w, -1);
}

}  // namespace
}  // namespace vitrine
