// Real md5 animations through sampling, hierarchy and the skinning kernel, against an independent skinner in double
// precision. Positions to 1e-5 of the model's size.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "pose/hierarchy.h"
#include "session/document.h"
#include "support/reference.h"

namespace vitrine {
namespace {

using nlohmann::json;

std::vector<uint8_t> corpus(const std::string& name) {
  std::ifstream in(std::filesystem::path(VITRINE_SHARED) / "corpus" / "md5" / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

glm::dvec3 vec(const json& value) { return {value[0].get<double>(), value[1].get<double>(), value[2].get<double>()}; }
double size_of(const json& box) {
  const glm::dvec3 size = vec(box[1]) - vec(box[0]);
  return std::max({size.x, size.y, size.z});
}

std::span<const glm::vec3> vectors(const Document& document, BufferKind kind, uint32_t instance) {
  const BufferView view = document.buffer(kind, instance);
  return {static_cast<const glm::vec3*>(view.data), view.bytes / sizeof(glm::vec3)};
}

uint32_t largest_instance(const Document& document) {
  uint32_t largest = 0;
  for (uint32_t i = 1; i < document.instance_count(); ++i) {
    if (vectors(document, BufferKind::kPositions, i).size() > vectors(document, BufferKind::kPositions, largest).size())
      largest = i;
  }
  return largest;
}

void expect_pose(Document& document, double time_s, const json& box, const json& samples, double tolerance) {
  document.evaluate(time_s, {true, true, false});
  const Bounds bounds = document.bounds();
  EXPECT_LE(glm::length(glm::dvec3(bounds.min) - vec(box[0])), tolerance);
  EXPECT_LE(glm::length(glm::dvec3(bounds.max) - vec(box[1])), tolerance);
  const auto positions = vectors(document, BufferKind::kPositions, largest_instance(document));
  for (const auto& [vertex, want] : samples.items()) {
    const size_t v = std::stoul(vertex);
    ASSERT_LT(v, positions.size());
    EXPECT_LE(glm::length(glm::dvec3(positions[v]) - vec(want)), tolerance) << "vertex " << v;
  }
  EXPECT_LE(document.gpu_difference(), tolerance);
}

TEST(Md5Pose, FramesAndPosesBetweenThemEqualTheReference) {
  VITRINE_REFERENCE(reference, "md5_reference.json");
  size_t frames = 0, between = 0;
  for (const auto& [name, pair] : reference["pairs"].items()) {
    SCOPED_TRACE(name);
    const auto mesh = pair["mesh"].get<std::string>();
    Document document;
    document.stage("a.md5mesh", corpus(mesh));
    document.stage("b.md5anim", corpus(name));
    ASSERT_TRUE(document.load());
    ASSERT_TRUE(document.select_clip(0));
    const double rate = document.scene().clips[0].frame_rate;
    document.set_play_options({RootMotion::kKeep, false, false});
    const double tolerance = 1e-5 * size_of(reference["files"][mesh]["bind_bbox"]);
    for (const auto& [frame, want] : pair["frames"].items()) {
      SCOPED_TRACE("frame " + frame);
      expect_pose(document, std::stod(frame) / rate, want["bbox"], want["sample_verts_of_largest_mesh"], tolerance);
      ++frames;
    }
    if (!pair.contains("interpolated") || pair["interpolated"].is_null()) continue;
    const json& want = pair["interpolated"];
    expect_pose(document, (want["frame"].get<double>() + want["t"].get<double>()) / rate, want["bbox_slerp"],
                want["sample_verts_of_largest_mesh"], tolerance);
    ++between;
  }
  EXPECT_GT(frames, 200u);
  EXPECT_GT(between, 50u);
}

/// Lowest triangle at the place of a vertex: rounding a position by e turns such a face's normal by e / height.
double lowest_height(const Mesh& mesh, size_t vertex) {
  double lowest = HUGE_VAL;
  for (size_t t = 0; t + 2 < mesh.indices.size(); t += 3) {
    glm::dvec3 p[3];
    bool touches = false;
    for (size_t k = 0; k < 3; ++k) {
      p[k] = mesh.positions[mesh.indices[t + k]];
      touches |= mesh.positions[mesh.indices[t + k]] == mesh.positions[vertex];
    }
    if (!touches) continue;
    const double longest = std::max({glm::length(p[1] - p[0]), glm::length(p[2] - p[1]), glm::length(p[0] - p[2])});
    lowest = std::min(lowest, longest > 0 ? glm::length(glm::cross(p[1] - p[0], p[2] - p[0])) / longest : 0);
  }
  return lowest;
}

TEST(Md5Pose, BindNormalsAreTheUnitFaceSumOfTheFullWeld) {
  VITRINE_REFERENCE(reference, "md5_reference.json");
  size_t exact = 0, thin = 0;
  for (const auto& [name, file] : reference["files"].items()) {
    if (file["kind"] != "md5mesh" || !file.contains("per_mesh") || !file.contains("bind_bbox")) continue;
    const auto bytes = corpus(name);
    Document document;
    document.stage("a.md5mesh", bytes);
    if (!document.load()) continue;  // files that contradict themselves are another test's matter
    SCOPED_TRACE(name);
    const double size = size_of(file["bind_bbox"]);
    for (uint32_t m = 0; m < document.instance_count(); ++m) {
      const auto normals = vectors(document, BufferKind::kNormals, m);
      for (const auto& [vertex, sample] : file["per_mesh"][m]["sample_verts"].items()) {
        if (!sample.contains("n") || sample["n"].is_null()) continue;
        const size_t v = std::stoul(vertex);
        const double height = lowest_height(document.scene().meshes[m], v);
        const bool is_thin = height < 0.02 * size;
        (is_thin ? thin : exact) += 1;
        const double tolerance = is_thin ? 2e-3 : 1e-5;
        EXPECT_LE(glm::length(glm::dvec3(normals[v]) - vec(sample["n"])), tolerance)
            << "mesh " << m << " vertex " << v << " height/size " << height / size;
      }
    }
  }
  EXPECT_GT(exact, 20u);
  EXPECT_GT(thin, 20u);
}

}  // namespace
}  // namespace vitrine
