// Joints with smooth weights that are found for vertices stored frame by frame: of models whose joints and weights are
// known, of motions that no joints explain, and in the files that are written.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "convert/export.h"
#include "convert/skinning/decompose.h"
#include "convert/skinning/fit_rigid.h"

namespace vitrine {
namespace {

/// Even numbers from -1 to 1 that are the same on every machine.
class Numbers {
 public:
  double next() { return static_cast<double>(engine_()) / 2147483648.0 - 1; }

 private:
  std::mt19937 engine_{7};
};

/// A tube along x with a chain of joints at whole numbers, each turned at random in every frame; weights change
/// smoothly from a joint to the next one.
VertexMotion tube(int joints, int vertices, int frames) {
  VertexMotion out;
  std::vector<int> first;
  std::vector<double> share;
  for (int v = 0; v < vertices; ++v) {
    const double x = (joints - 1) * (v + 0.5) / vertices, around = 2.39996 * v;
    out.rest.push_back({x, 0.3 * std::cos(around), 0.3 * std::sin(around)});
    first.push_back(std::min(joints - 2, static_cast<int>(x)));
    const double s = x - first.back();
    share.push_back(s * s * (3 - 2 * s));
  }
  Numbers numbers;
  for (int f = 0; f < frames; ++f) {
    std::vector<Rigid> chain;
    for (int j = 0; j < joints; ++j) {
      const double x = numbers.next(), y = numbers.next(), z = numbers.next(), angle = 0.8 * numbers.next();
      const glm::dquat turn = glm::angleAxis(angle, glm::normalize(glm::dvec3(x, y, z + 1e-3)));
      const Rigid about{turn, glm::dvec3(j, 0, 0) - turn * glm::dvec3(j, 0, 0)};
      chain.push_back(j == 0 ? about : chain.back() * about);
    }
    for (int v = 0; v < vertices; ++v) {
      const auto j = static_cast<size_t>(first[static_cast<size_t>(v)]);
      const glm::dvec3& p = out.rest[static_cast<size_t>(v)];
      const double s = share[static_cast<size_t>(v)];
      out.frames.emplace_back((1 - s) * (chain[j] * p) + s * (chain[j + 1] * p));
    }
  }
  return out;
}

/// How far the result is from the motion, by the formula of skinning alone; infinite where a weight breaks a rule.
double off_by(const VertexMotion& motion, const Skinning& found) {
  double largest = 0;
  for (size_t f = 0; f < motion.frame_count(); ++f) {
    for (size_t v = 0; v < motion.rest.size(); ++v) {
      const SparseWeights& held = found.weights[v];
      glm::dvec3 at(0);
      double sum = 0;
      for (uint32_t k = 0; k < held.count; ++k) {
        if (!(held.weight[k] > 0)) return std::numeric_limits<double>::infinity();
        sum += held.weight[k];
        at += held.weight[k] * (found.motions[f * found.centres.size() + held.joint[k]] * motion.rest[v]);
      }
      if (!(std::abs(sum - 1) < 1e-9)) return std::numeric_limits<double>::infinity();
      const double off = glm::distance(at, glm::dvec3(motion.frames[f * motion.rest.size() + v]));
      if (!(off <= largest)) largest = off;
    }
  }
  return largest;
}

TEST(Skinning, KnownJointsAndWeightsAreFoundAgain) {
  for (const int joints : {2, 4}) {
    const VertexMotion motion = tube(joints, 80, 40);
    const SkinningLimits limits{static_cast<uint32_t>(joints), 0, 1e-3 * (joints - 1)};
    const Skinning found = decompose_skinning(motion, limits);
    EXPECT_LE(found.centres.size(), static_cast<size_t>(joints));
    EXPECT_LE(off_by(motion, found), limits.tolerance) << joints;
  }
}

TEST(Skinning, ErrorsOfFramesAreThoseOfTheResult) {
  const VertexMotion motion = tube(6, 60, 12);
  const Skinning found = decompose_skinning(motion, {3, 0, 1e-3});
  ASSERT_EQ(found.errors.size(), 12u);
  double largest = 0;
  for (const Skinning::FrameError& one : found.errors) {
    largest = std::max(largest, one.largest);
    EXPECT_LE(one.mean, one.largest);
  }
  EXPECT_NEAR(largest, off_by(motion, found), 1e-12);
  EXPECT_GT(largest, 0.05) << "three joints do not do for a chain of six";
}

TEST(Skinning, TheSameInputGivesTheSameResult) {
  const VertexMotion motion = tube(5, 50, 10);
  const Skinning a = decompose_skinning(motion, {4, 0, 1e-4}), b = decompose_skinning(motion, {4, 0, 1e-4});
  ASSERT_EQ(a.centres, b.centres);
  for (size_t i = 0; i < a.motions.size(); ++i) EXPECT_EQ(a.motions[i].translation, b.motions[i].translation);
}

TEST(Skinning, ARigidMotionHasOneJointAndALooserToleranceFewer) {
  EXPECT_EQ(decompose_skinning(tube(6, 60, 12), {20, 0, 100}).centres.size(), 1u);
  const size_t loose = decompose_skinning(tube(6, 60, 12), {20, 0, 0.5}).centres.size();
  EXPECT_LT(loose, decompose_skinning(tube(6, 60, 12), {20, 0, 0.01}).centres.size());
}

TEST(Skinning, FramesWithoutExtentHaveFiniteJoints) {
  const auto line = [](size_t v) { return glm::dvec3(static_cast<double>(v), 0, 0); };
  const auto point = [](size_t) { return glm::dvec3(3, 2, 1); };
  for (const size_t vertices : {size_t{1}, size_t{2}, size_t{7}, size_t{60}}) {
    for (const bool is_line : {false, true}) {
      VertexMotion motion;
      for (size_t v = 0; v < vertices; ++v) motion.rest.push_back(is_line ? line(v) : point(v));
      for (size_t f = 0; f < 4; ++f)
        for (size_t v = 0; v < vertices; ++v)
          motion.frames.emplace_back(f % 2 == 0 ? glm::vec3(1) : glm::vec3(0, static_cast<float>(v), 0));
      const Skinning found = decompose_skinning(motion, {8, 0, 1e-3});
      EXPECT_TRUE(std::isfinite(off_by(motion, found))) << vertices;
      for (const Rigid& one : found.motions) {
        EXPECT_TRUE(std::isfinite(glm::length(one.translation))) << vertices;
        EXPECT_NEAR(glm::length(one.rotation), 1, 1e-9) << vertices;
      }
      if (vertices == 1) {
        EXPECT_LE(off_by(motion, found), 1e-6);
      }
    }
  }
}

TEST(Skinning, WeightsInStepsKeepTheirSumAndJointsMakeUpForThem) {
  const VertexMotion motion = tube(3, 60, 12);
  const Skinning found = decompose_skinning(motion, {3, 255, 1e-3});
  for (const SparseWeights& held : found.weights)
    for (uint32_t k = 0; k < held.count; ++k) EXPECT_NEAR(held.weight[k] * 255, std::round(held.weight[k] * 255), 1e-9);
  EXPECT_LT(off_by(motion, found), 0.02);
  SparseWeights thirds;
  thirds.count = 3;
  thirds.joint = {4, 5, 6};
  thirds.weight = {0.001, 0.4985, 0.5005};
  const SparseWeights stepped = in_steps(thirds, 10);
  ASSERT_EQ(stepped.count, 2u) << "a weight of less than half a step leaves";
  EXPECT_EQ(stepped.joint[0], 5u);
  EXPECT_DOUBLE_EQ(stepped.weight[0], 0.5);
  EXPECT_DOUBLE_EQ(stepped.weight[1], 0.5);
}

TEST(Skinning, ARotationIsFoundInTheMomentOfItsPoints) {
  const glm::dquat turn = glm::angleAxis(2.5, glm::normalize(glm::dvec3(1, -2, 0.5)));
  const glm::dmat3 matrix = glm::mat3_cast(turn);
  glm::dmat3 moment(0), mirrored(0);
  for (const glm::dvec3& p : {glm::dvec3(1, 0, 0), glm::dvec3(0, 2, 0), glm::dvec3(0.3, 0, 3)}) {
    moment += glm::outerProduct(p, matrix * p);
    mirrored += glm::outerProduct(p, glm::dvec3(-p.x, p.y, p.z));
  }
  EXPECT_NEAR(std::abs(glm::dot(best_rotation(moment), turn)), 1, 1e-12);
  EXPECT_NEAR(glm::determinant(glm::mat3_cast(best_rotation(mirrored))), 1, 1e-12);
  EXPECT_EQ(best_rotation(glm::dmat3(0)), glm::dquat(1, 0, 0, 0));
}

/// A strip of triangles along x that a shape key bends up, the far end most.
Scene bending() {
  Scene scene;
  scene.axes = kIdTechAxes;
  Node node;
  node.name = "strip";
  node.kind = NodeKind::kMesh;
  node.mesh = 0;
  scene.nodes.push_back(node);
  Mesh mesh;
  for (int x = 0; x <= 6; ++x)
    for (int y = 0; y < 2; ++y) mesh.positions.emplace_back(x, y, 0);
  for (uint32_t x = 0; x < 6; ++x) {
    const uint32_t at = 2 * x;
    mesh.indices.insert(mesh.indices.end(), {at, at + 1, at + 2, at + 2, at + 1, at + 3});
  }
  mesh.primitives.push_back({.first_index = 0, .index_count = 36, .material = kNone, .name = ""});
  mesh.uv_layers.push_back({"uv", std::vector<glm::vec2>(14)});
  ShapeKey basis, up;
  basis.positions = up.positions = mesh.positions;
  for (glm::vec3& p : up.positions) p.z += 0.1f * p.x * p.x;
  mesh.shapes = {basis, up};
  scene.meshes.push_back(mesh);
  Clip clip;
  clip.name = "bend";
  clip.duration_s = 1;
  Curve lift;
  lift.target_kind = TargetKind::kShape;
  lift.target = 0, lift.sub_target = 1;
  lift.path = "value";
  lift.keys = {{.time_s = 0, .value = 0}, {.time_s = 1, .value = 1}};
  clip.curves.push_back(lift);
  scene.clips.push_back(clip);
  return scene;
}

TEST(Skinning, FilesHoldTheMotionOfTheSourceWithinWhatTheReportSays) {
  for (const char* kind : {"glb", "md5mesh", "iqm", "iqe"}) {
    double before = std::numeric_limits<double>::infinity();
    for (const int joints : {1, 6}) {
      const auto file = export_scene(bending(), kind, "{\"joints\": " + std::to_string(joints) + "}");
      ASSERT_TRUE(file) << kind << ": " << file.error().code()->id;
      const nlohmann::ordered_json& found = file->report["skinning"];
      EXPECT_LE(found["joints"], joints) << kind;
      ASSERT_EQ(found["actions"].size(), 1u) << kind;
      EXPECT_EQ(found["actions"][0]["name"], "bend");
      const double stated = found["largest"].get<double>();
      const nlohmann::ordered_json& read_back = file->report["readBack"];
      ASSERT_EQ(read_back["actions"].size(), 1u) << kind;
      const double off = read_back["actions"][0]["largest"].get<double>();
      EXPECT_LT(stated, before) << kind;
      EXPECT_LE(off, stated * 1.1 + 1e-3) << kind << joints;
      if (joints == 1) {
        EXPECT_GT(off, 0.1) << kind << ": one joint cannot bend";
      }
      before = stated / 4;
    }
  }
}

TEST(Skinning, TheReportHasTheDistanceHalfWayBetweenFrames) {
  // A quarter of a turn about the middle: vertices go along the chord, one joint along the arc.
  Scene scene = bending();
  Mesh& mesh = scene.meshes[0];
  for (glm::vec3& p : mesh.positions) p -= glm::vec3(3, 0.5f, 0);
  mesh.shapes[0].positions = mesh.shapes[1].positions = mesh.positions;
  for (glm::vec3& p : mesh.shapes[1].positions) p = {-p.y, p.x, p.z};
  Clip& clip = scene.clips[0];
  clip.duration_s = clip.curves[0].keys[1].time_s = 1.0 / 30;
  const auto file = export_scene(scene, "glb", "{\"joints\": 1}");
  ASSERT_TRUE(file);
  const nlohmann::ordered_json& found = file->report["skinning"];
  const double corner = std::hypot(3, 0.5), expected = corner * (1 - std::sqrt(0.5));
  EXPECT_LT(found["largest"].get<double>(), 1e-5);
  EXPECT_NEAR(found["between"].get<double>(), expected, 1e-5);
  ASSERT_EQ(found["actions"][0]["between"].size(), 1u);
  EXPECT_NEAR(found["actions"][0]["between"][0].get<double>(), expected, 1e-5);
  std::vector<double> lost;
  for (const auto& loss : file->report["losses"])
    if (loss["what"] == "skinning") lost.push_back(loss["largest"].get<double>());
  ASSERT_EQ(lost.size(), 2u);
  EXPECT_NEAR(lost[1], expected, 1e-5);
}

TEST(Skinning, NumbersOfJointsThatAreNoneAreRefused) {
  for (const char* wrong : {"0", "1.5", "513", "\"few\""}) {
    const auto file = export_scene(bending(), "glb", std::string("{\"joints\": ") + wrong + "}");
    ASSERT_FALSE(file) << wrong;
    EXPECT_STREQ(file.error().code()->id, "EXPORT_OPTION") << wrong;
  }
}

}  // namespace
}  // namespace vitrine
