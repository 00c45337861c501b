// Every real file and every edge case against numbers that an independent reader and skinner in double precision made.

#include <cmath>
#include <map>

#include "formats/md5/support.h"
#include "scene/validate.h"

namespace vitrine::md5test {
namespace {

using nlohmann::json;

constexpr double kRelative = 1e-5;  // of the model's size: the tolerance the reference states for single precision

const json& reference() {
  static const json value = json::parse(read_input(shared("reference/md5_reference.json")).bytes);
  return value;
}
const json& synthetic() {
  static const json value = json::parse(data_file("reference/expected.json").bytes);
  return value;
}
Input corpus(const std::string& name) { return read_input(shared("corpus/md5/" + name)); }
Input edge_case(const std::string& name) { return data_file("reference/" + name); }

bool is_kind(const std::string& name, const char* extension) { return name.ends_with(extension); }

/// Real files that contradict themselves: they name a joint, vertex, triangle, weight or frame that is not there.
bool contradicts_itself(const std::string& name) {
  for (const char* file : {"InvalidBoneIndex", "InvalidCameraCut", "OverflowingTriangleIndex", "OverflowingVertexIndex",
                           "OverflowingWeightIndex", "empty.md5mesh"}) {
    if (name.find(file) != std::string::npos) return true;
  }
  return false;
}

Point point(const json& value) { return {value[0].get<double>(), value[1].get<double>(), value[2].get<double>()}; }

void expect_point(const Point& got, const json& want, double tolerance, const std::string& what) {
  const Point p = point(want);
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(got[i], p[i], tolerance) << what << " component " << i;
}
void expect_box(const Box& got, const json& want, double tolerance, const std::string& what) {
  expect_point(got.min, want[0], tolerance, what + " min");
  expect_point(got.max, want[1], tolerance, what + " max");
}
double size_of(const json& box) {
  const Point a = point(box[0]), b = point(box[1]);
  return std::max({b[0] - a[0], b[1] - a[1], b[2] - a[2], 1e-3});
}

size_t weight_count(const Document& document, size_t mesh) {
  return document.info[0]["meshes"][mesh]["weights"].get<size_t>();
}

TEST(Md5Reference, RealMeshesHaveTheirCountsAndBindPose) {
  SKIP_WITHOUT_SHARED();
  size_t files = 0;
  for (const auto& [name, want] : reference()["files"].items()) {
    if (!is_kind(name, "md5mesh") || contradicts_itself(name)) continue;
    SCOPED_TRACE(name);
    const Document document = load({corpus(name)});
    ASSERT_TRUE(document.opened()) << document.errors[0];
    ASSERT_TRUE(validate(document.scene)) << validate(document.scene).error().message();
    ++files;
    const Scene& scene = document.scene;
    EXPECT_EQ(scene.skins[0].joints.size(), want["joints"]);
    ASSERT_EQ(scene.meshes.size(), want["meshes"]);
    const double tolerance = kRelative * size_of(want["bind_bbox"]);
    const auto world = world_matrices(scene, nullptr, 0);
    const auto nodes = mesh_nodes(scene);
    Box stored, skinned;
    for (size_t m = 0; m < scene.meshes.size(); ++m) {
      const json& want_mesh = want["per_mesh"][m];
      const Mesh& mesh = scene.meshes[m];
      SCOPED_TRACE("mesh " + std::to_string(m));
      EXPECT_EQ(mesh.positions.size(), want_mesh["verts"]);
      EXPECT_EQ(mesh.indices.size() / 3, want_mesh["tris"]);
      EXPECT_EQ(weight_count(document, m), want_mesh["weights"]);
      if (want_mesh["name"].is_string()) {
        EXPECT_EQ(mesh.name, want_mesh["name"]);
      }
      if (want_mesh["shader"].is_string() && !mesh.primitives.empty()) {
        EXPECT_EQ(scene.materials[mesh.primitives[0].material].name, want_mesh["shader"]);
      }
      std::map<std::string, size_t> influences;
      for (size_t v = 0; v < mesh.positions.size(); ++v)
        ++influences[std::to_string(mesh.influence_first[v + 1] - mesh.influence_first[v])];
      EXPECT_EQ(json(influences), want_mesh["influences"]);
      const auto posed = skin(scene, nodes[m], world);
      Box mesh_box;
      for (size_t v = 0; v < posed.size(); ++v) {
        mesh_box.add(to_point(mesh.positions[v]));
        stored.add(to_point(mesh.positions[v]));
        skinned.add(posed[v]);
      }
      if (posed.empty()) continue;
      expect_box(mesh_box, want_mesh["bbox"], tolerance, "box");
      for (const auto& [vertex, sample] : want_mesh["sample_verts"].items()) {
        const size_t v = std::stoul(vertex);
        expect_point(to_point(mesh.positions[v]), sample["p"], tolerance, "stored vertex " + vertex);
        expect_point(posed[v], sample["p"], tolerance, "skinned vertex " + vertex);
      }
    }
    expect_box(stored, want["bind_bbox"], tolerance, "stored");
    expect_box(skinned, want["bind_bbox"], tolerance, "skinned");
  }
  EXPECT_GE(files, 25u);
}

TEST(Md5Reference, RealAnimationsHaveTheirCountsAndRates) {
  SKIP_WITHOUT_SHARED();
  size_t files = 0;
  for (const auto& [name, want] : reference()["files"].items()) {
    if (!is_kind(name, "md5anim")) continue;
    SCOPED_TRACE(name);
    const Document document = load({corpus(name)});
    ASSERT_TRUE(document.opened()) << document.errors[0];
    ASSERT_TRUE(validate(document.scene));
    ++files;
    const Clip& clip = document.scene.clips[0];
    EXPECT_TRUE(clip.playable);  // with joints of its own
    EXPECT_EQ(clip.frame_count, want["frames"]);
    EXPECT_EQ(clip.frames->track_count, want["joints"]);
    EXPECT_DOUBLE_EQ(clip.frame_rate, want["frameRate"].get<double>());
    EXPECT_NEAR(clip.duration_s, (want["frames"].get<double>() - 1) / want["frameRate"].get<double>(), 1e-12);
    std::map<std::string, int> flags;
    for (const uint8_t bits : clip.frames->animated_bits) ++flags[std::to_string(bits)];
    EXPECT_EQ(json(flags), want["flags"]);
  }
  EXPECT_GE(files, 70u);
}

TEST(Md5Reference, RealAnimationsPoseTheirMeshes) {
  SKIP_WITHOUT_SHARED();
  size_t pairs = 0;
  for (const auto& [name, want] : reference()["pairs"].items()) {
    SCOPED_TRACE(name);
    const Document document = load({corpus(want["mesh"].get<std::string>()), corpus(name)});
    ASSERT_TRUE(document.opened()) << document.errors[0];
    ASSERT_TRUE(validate(document.scene));
    ++pairs;
    const Scene& scene = document.scene;
    const Clip& clip = scene.clips[0];
    ASSERT_TRUE(clip.playable) << clip.why_not;
    EXPECT_EQ(document.info[1]["fit"][0]["how"], "name");
    EXPECT_EQ(document.info[1]["fit"][0]["matched"], scene.skins[0].joints.size());
    const auto nodes = mesh_nodes(scene);
    size_t largest = 0;
    for (size_t m = 0; m < nodes.size(); ++m) {
      if (scene.meshes[m].positions.size() > scene.meshes[largest].positions.size()) largest = m;
    }
    for (const auto& [frame_text, want_frame] : want["frames"].items()) {
      SCOPED_TRACE("frame " + frame_text);
      const auto frame = static_cast<uint32_t>(std::stoul(frame_text));
      const double tolerance = kRelative * size_of(want_frame["bbox"]);
      const auto world = world_matrices(scene, &clip, frame);
      Box box;
      for (size_t m = 0; m < nodes.size(); ++m) {
        const auto posed = skin(scene, nodes[m], world);
        for (const Point& p : posed) box.add(p);
        if (m != largest) continue;
        for (const auto& [vertex, sample] : want_frame["sample_verts_of_largest_mesh"].items())
          expect_point(posed[std::stoul(vertex)], sample, tolerance, "vertex " + vertex);
      }
      expect_box(box, want_frame["bbox"], tolerance, "box");
      if (want_frame["file_bounds"].is_array() && !clip.frames->bounds.empty()) {
        const auto& bounds = clip.frames->bounds[frame];
        for (int i = 0; i < 3; ++i) {
          const double low = want_frame["file_bounds"][0][static_cast<size_t>(i)].get<double>();
          const double high = want_frame["file_bounds"][1][static_cast<size_t>(i)].get<double>();
          EXPECT_NEAR(bounds.min[i], low, 1e-6 * (1 + std::abs(low)));
          EXPECT_NEAR(bounds.max[i], high, 1e-6 * (1 + std::abs(high)));
        }
      }
    }
  }
  EXPECT_GE(pairs, 70u);
}

TEST(Md5Reference, TheVerdictOfTheGameAgreesForEveryRealFileThatOpens) {
  SKIP_WITHOUT_SHARED();
  size_t refused = 0, accepted = 0;
  for (const auto& [name, want] : reference()["files"].items()) {
    if (contradicts_itself(name)) continue;
    SCOPED_TRACE(name);
    const Document document = load({corpus(name)});
    const bool accepts = want["id_loader"].is_null();
    EXPECT_EQ(!document.has("MD5_GAME_REFUSES"), accepts);
    EXPECT_EQ(document.info[0]["game"]["accepts"], accepts);
    if (accepts) {
      ++accepted;
      continue;
    }
    ++refused;
    // The reference writes "line 71: ...".
    const auto verdict = want["id_loader"].get<std::string>();
    EXPECT_EQ(document.find("MD5_GAME_REFUSES")->line, std::stoul(verdict.substr(5))) << verdict;
  }
  EXPECT_GE(refused, 12u);
  EXPECT_GE(accepted, 80u);
}

TEST(Md5Reference, RealFilesThatContradictThemselvesAreErrorsWithTheirPlace) {
  SKIP_WITHOUT_SHARED();
  const struct {
    const char* file;
    const char* code;
    uint32_t line, column;
  } cases[] = {{"test/models/MD5/invalid/InvalidBoneIndex.md5mesh", "MD5_INDEX", 23, 10},
               {"test/models/MD5/invalid/InvalidCameraCut.md5camera", "MD5_INDEX", 9, 1},
               {"test/models/MD5/invalid/OverflowingTriangleIndex.md5mesh", "MD5_INDEX", 18, 5},
               {"test/models/MD5/invalid/OverflowingVertexIndex.md5mesh", "MD5_INDEX", 15, 6},
               {"test/models/MD5/invalid/OverflowingWeightIndex.md5mesh", "MD5_INDEX", 21, 8}};
  for (const auto& one : cases) {
    SCOPED_TRACE(one.file);
    const Document document = load({corpus(std::string("assimp+assimp/") + one.file)});
    ASSERT_EQ(document.errors, std::vector<std::string>{one.code});
    EXPECT_EQ(document.find(one.code)->line, one.line);
    EXPECT_EQ(document.find(one.code)->column, one.column);
    EXPECT_TRUE(document.scene.nodes.empty());
  }
  EXPECT_EQ(load({corpus("assimp+assimp/test/models/invalid/empty.md5mesh")}).errors,
            std::vector<std::string>{"UNKNOWN_FORMAT"});
}

// ---- edge cases

const std::map<std::string, const char*>& edge_errors() {
  static const std::map<std::string, const char*> errors = {{"nan_msvc.md5mesh", "NOT_FINITE"},
                                                            {"nan_text.md5mesh", "NOT_FINITE"},
                                                            {"truncated.md5mesh", "TRUNCATED"},
                                                            {"declared_more_verts.md5mesh", "MD5_SYNTAX"},
                                                            {"weights_out_of_range.md5mesh", "MD5_INDEX"},
                                                            {"start_past_end.md5anim", "MD5_INDEX"},
                                                            {"version6_number.md5mesh", "MD5_VERSION"}};
  return errors;
}

TEST(Md5Synthetic, ExactlyTheFilesWithMissingOrContradictoryDataAreErrors) {
  for (const auto& [name, want] : synthetic().items()) {
    SCOPED_TRACE(name);
    const Document document = load({edge_case(name)});
    const auto error = edge_errors().find(name);
    if (error == edge_errors().end()) {
      EXPECT_TRUE(document.opened()) << document.errors[0];
      EXPECT_TRUE(validate(document.scene));
    } else {
      EXPECT_EQ(document.errors, std::vector<std::string>{error->second});
      EXPECT_TRUE(document.scene.nodes.empty());
    }
  }
}

TEST(Md5Synthetic, MeshesStandWhereTheReferenceHasThem) {
  size_t files = 0;
  for (const auto& [name, want] : synthetic().items()) {
    if (!is_kind(name, "md5mesh") || edge_errors().contains(name)) continue;
    SCOPED_TRACE(name);
    const Document document = load({edge_case(name)});
    const Scene& scene = document.scene;
    ++files;
    const json& ref = want["ref"];
    EXPECT_EQ(scene.skins[0].joints.size(), ref["joints"]);
    ASSERT_EQ(scene.meshes.size(), ref["positions"].size());
    const auto world = world_matrices(scene, nullptr, 0);
    const auto nodes = mesh_nodes(scene);
    for (size_t m = 0; m < nodes.size(); ++m) {
      const json& want_positions = ref["positions"][m];
      const auto posed = skin(scene, nodes[m], world);
      ASSERT_EQ(posed.size(), want_positions.size());
      for (size_t v = 0; v < posed.size(); ++v) {
        expect_point(to_point(scene.meshes[m].positions[v]), want_positions[v], 2 * kRelative,
                     "stored vertex " + std::to_string(v));
        expect_point(posed[v], want_positions[v], 2 * kRelative, "skinned vertex " + std::to_string(v));
      }
    }
  }
  EXPECT_GE(files, 43u);
}

TEST(Md5Synthetic, AnimationsPoseTheQuadAsTheReferenceDoes) {
  size_t files = 0;
  for (const auto& [name, want] : synthetic().items()) {
    if (!is_kind(name, "md5anim") || edge_errors().contains(name)) continue;
    SCOPED_TRACE(name);
    const Document document = load({edge_case("base.md5mesh"), edge_case(name)});
    ASSERT_TRUE(document.opened());
    ++files;
    const Scene& scene = document.scene;
    ASSERT_TRUE(scene.clips[0].playable);
    EXPECT_DOUBLE_EQ(scene.clips[0].frame_rate,
                     name == "framerate_zero.md5anim" ? 24 : want["ref"]["frameRate"].get<double>());
    for (const auto& [frame, positions] : want["ref"]["quad_positions"].items()) {
      const auto posed = skin(scene, mesh_nodes(scene)[0],
                              world_matrices(scene, &scene.clips[0], static_cast<uint32_t>(std::stoul(frame))));
      for (size_t v = 0; v < posed.size(); ++v)
        expect_point(posed[v], positions[v], 2 * kRelative, "frame " + frame + " vertex " + std::to_string(v));
    }
  }
  EXPECT_EQ(files, 12u);
}

TEST(Md5Synthetic, CamerasKeepTheirFramesAndCuts) {
  for (const char* name : {"base.md5camera", "cut_zero.md5camera", "cut_pos_rot.md5camera", "no_cuts.md5camera"}) {
    SCOPED_TRACE(name);
    const Document document = load({edge_case(name)});
    ASSERT_TRUE(document.opened());
    const json& want = synthetic()[name]["ref"];
    const Clip& clip = document.scene.clips[0];
    EXPECT_EQ(clip.frame_count, want["frames"]);
    EXPECT_DOUBLE_EQ(clip.frame_rate, want["frameRate"].get<double>());
    EXPECT_EQ(json(clip.frames->cuts), want["cuts"]);
  }
}

TEST(Md5Synthetic, TheVerdictOfTheGameAgreesForEveryEdgeCaseThatOpens) {
  for (const auto& [name, want] : synthetic().items()) {
    if (edge_errors().contains(name)) continue;
    SCOPED_TRACE(name);
    const Document document = load({edge_case(name)});
    EXPECT_EQ(!document.has("MD5_GAME_REFUSES"), want["id_loader"] == "accepts") << want["id_loader"];
  }
}

}  // namespace
}  // namespace vitrine::md5test
