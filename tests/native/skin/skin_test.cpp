#include "skin/skin.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

#include "skin/gpu_layout.h"
#include "support/count_allocations.h"

namespace vitrine::skin {
namespace {

/// Joints turned, moved and scaled at random, and a mesh whose vertices have `count(v)` influences on them. Offsets
/// come from one bind position unless `scatter`.
struct Case {
  Scene scene;
  std::vector<glm::mat4> bind, posed;
  std::vector<uint32_t> first_equal;
};

glm::mat4 random_matrix(std::mt19937& random) {
  std::uniform_real_distribution<float> unit(-1, 1);
  const glm::quat q = glm::normalize(glm::quat(unit(random), unit(random), unit(random), unit(random)));
  glm::mat4 m = glm::mat4_cast(q);
  for (int c = 0; c < 3; ++c) m[c] *= 1 + 0.3f * unit(random);
  m[3] = glm::vec4(3 * unit(random), 3 * unit(random), 3 * unit(random), 1);
  return m;
}

template <class Count>
Case make_case(uint32_t vertex_count, NormalRule rule, bool scatter, Count count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> unit(-1, 1);
  constexpr uint32_t kJoints = 12;
  Case out;
  Skin skin;
  for (uint32_t j = 0; j < kJoints; ++j) {
    out.bind.push_back(random_matrix(random));
    out.posed.push_back(random_matrix(random));
    out.scene.nodes.emplace_back();
    skin.joints.push_back(kJoints - 1 - j);
  }
  for (const uint32_t node : skin.joints) skin.joint_from_bind.push_back(glm::inverse(out.bind[node]));
  Mesh mesh;
  mesh.normal_rule = rule;
  mesh.influence_first.push_back(0);
  for (uint32_t v = 0; v < vertex_count; ++v) {
    const glm::vec3 position(unit(random), unit(random), unit(random));
    mesh.positions.push_back(position);
    mesh.normals.push_back(glm::normalize(glm::vec3(unit(random), unit(random), 1.5f)));
    for (uint32_t i = 0; i < count(v); ++i) {
      const auto joint = uint32_t(random() % kJoints);
      glm::vec3 offset(skin.joint_from_bind[joint] * glm::vec4(position, 1));
      if (scatter) offset += glm::vec3(unit(random), 0, 0);
      mesh.influences.push_back({joint, (1 + unit(random)) / float(count(v)), offset});
    }
    mesh.influence_first.push_back(uint32_t(mesh.influences.size()));
  }
  for (uint32_t v = 0; v + 2 < vertex_count; ++v) mesh.indices.insert(mesh.indices.end(), {v, v + 1, v + 2});
  out.first_equal.resize(vertex_count);
  std::iota(out.first_equal.begin(), out.first_equal.end(), 0u);
  out.scene.skins.push_back(skin);
  out.scene.meshes.push_back(mesh);
  return out;
}

struct Prepared {
  SkinPlan plan;
  Palette palette;
  PosedMesh posed;
};
Prepared prepare(const Case& c) {
  Prepared run;
  run.plan = plan_skin(c.scene, 0, 0, c.first_equal, c.bind);
  run.palette = make_palette(c.scene.skins[0], c.bind);
  run.posed = make_posed_mesh(run.plan);
  update_palette(c.scene.skins[0], c.posed, run.palette);
  return run;
}

/// The definition, in double: sum of weight * (matrix * offset), and for normals weight * (matrix * inverse bind) * n.
glm::dvec3 expected_position(const Case& c, uint32_t v) {
  const Mesh& mesh = c.scene.meshes[0];
  glm::dvec3 sum(0);
  for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
    const Influence& influence = mesh.influences[i];
    const glm::dmat4 m(c.posed[c.scene.skins[0].joints[influence.joint]]);
    sum += double(influence.weight) * glm::dvec3(m * glm::dvec4(influence.position, 1));
  }
  return sum;
}
glm::dvec3 expected_normal(const Case& c, uint32_t v) {
  const Mesh& mesh = c.scene.meshes[0];
  glm::dvec3 sum(0);
  for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
    const Influence& influence = mesh.influences[i];
    const glm::dmat4 m = glm::dmat4(c.posed[c.scene.skins[0].joints[influence.joint]]) *
                         glm::dmat4(c.scene.skins[0].joint_from_bind[influence.joint]);
    sum += double(influence.weight) * (glm::dmat3(m) * glm::dvec3(mesh.normals[v]));
  }
  const double length = glm::length(sum);
  return length > 0 ? sum / length : sum;
}

void expect_definition(const Case& c, const PosedMesh& posed, bool normals) {
  for (uint32_t v = 0; v < posed.count; ++v) {
    ASSERT_LT(glm::length(glm::dvec3(posed.positions()[v]) - expected_position(c, v)), 2e-5) << "vertex " << v;
    if (!normals) continue;
    ASSERT_LT(glm::length(glm::dvec3(posed.normals()[v]) - expected_normal(c, v)), 2e-5) << "vertex " << v;
  }
}

uint32_t mixed_count(uint32_t v) { return (v / 3) % 7; }

TEST(Skin, BlendedMatricesGiveTheSumOverInfluences) {
  const Case c = make_case(101, NormalRule::kStored, false, [](uint32_t) { return 4u; });
  Prepared run = prepare(c);
  ASSERT_EQ(run.plan.runs.size(), 1u);
  EXPECT_TRUE(run.plan.runs[0].blend);
  skin_mesh(run.plan, run.palette, true, false, run.posed);
  expect_definition(c, run.posed, true);
}

TEST(Skin, OffsetsThatDisagreeAreSummedTermByTerm) {
  const Case c = make_case(101, NormalRule::kStored, true, [](uint32_t) { return 4u; });
  Prepared run = prepare(c);
  for (const SkinRun& r : run.plan.runs) EXPECT_FALSE(r.blend);
  skin_mesh(run.plan, run.palette, true, false, run.posed);
  expect_definition(c, run.posed, true);
}

TEST(Skin, OffsetsThatDisagreeALittleAreSummedTermByTermToo) {
  // A blended matrix would move such a vertex by the disagreement, which is far above the rounding of a float.
  for (const float apart : {1e-4f, 1e-3f, 1e-2f}) {
    Case c = make_case(101, NormalRule::kStored, false, [](uint32_t) { return 4u; });
    for (Influence& influence : c.scene.meshes[0].influences) influence.position.x += apart;
    Prepared run = prepare(c);
    skin_mesh(run.plan, run.palette, true, false, run.posed);
    expect_definition(c, run.posed, true);
  }
}

TEST(Skin, AnyNumberOfInfluencesPerVertex) {
  for (const bool scatter : {false, true}) {
    const Case c = make_case(210, NormalRule::kStored, scatter, mixed_count);
    Prepared run = prepare(c);
    skin_mesh(run.plan, run.palette, true, false, run.posed);
    expect_definition(c, run.posed, true);
  }
}

TEST(Skin, AVertexWithoutInfluencesStaysAtTheOrigin) {
  const Case c = make_case(3, NormalRule::kRecompute, false, [](uint32_t v) { return v; });
  Prepared run = prepare(c);
  skin_mesh(run.plan, run.palette, true, false, run.posed);
  EXPECT_EQ(run.posed.positions()[0], glm::vec3(0));
}

TEST(Skin, ZeroWeightsAreLeftOutOfPlanAndGpu) {
  Case c = make_case(8, NormalRule::kRecompute, true, [](uint32_t) { return 2u; });
  for (size_t i = 1; i < c.scene.meshes[0].influences.size(); i += 2) c.scene.meshes[0].influences[i].weight = 0;
  const Prepared run = prepare(c);
  ASSERT_EQ(run.plan.runs.size(), 1u);
  EXPECT_EQ(run.plan.runs[0].influences, 1u);
  const GpuLayout gpu = build_gpu_layout(c.scene.meshes[0]);
  EXPECT_EQ(gpu.influences.size(), 8u);
  EXPECT_EQ(gpu.runs, (UnwrittenVector<GpuRun>{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}}));
}

template <class T>
bool same_bits(std::span<const T> a, std::span<const T> b) {
  return a.size_bytes() == b.size_bytes() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

TEST(Skin, TheScalarTwinComputesTheSameBits) {
  for (const NormalRule rule : {NormalRule::kStored, NormalRule::kRecompute}) {
    for (const bool scatter : {false, true}) {
      const Case c = make_case(233, rule, scatter, mixed_count);
      Prepared a = prepare(c), b = prepare(c);
      skin_mesh(a.plan, a.palette, true, true, a.posed);
      skin_mesh_scalar(b.plan, b.palette, true, true, b.posed);
      EXPECT_TRUE(same_bits(a.posed.positions(), b.posed.positions()));
      for (uint32_t v = 0; v < a.posed.count; ++v)  // -0 equals 0
        ASSERT_EQ(a.posed.normals()[v], b.posed.normals()[v]) << v;
    }
  }
}

TEST(Skin, SkinningAllocatesNothing) {
  Case c = make_case(100, NormalRule::kRecompute, true, mixed_count);
  c.scene.meshes[0].uv_layers.push_back({"", std::vector<glm::vec2>(100, glm::vec2(0.5f))});
  Prepared run = prepare(c);
  const size_t before = test::allocation_count;
  update_palette(c.scene.skins[0], c.bind, run.palette);
  skin_mesh(run.plan, run.palette, true, true, run.posed);
  skin_mesh_scalar(run.plan, run.palette, true, true, run.posed);
  EXPECT_EQ(test::allocation_count, before);
}

TEST(Skin, ARigidMeshKeepsItsBindValues) {
  Scene scene;
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.indices = {0, 1, 2};
  scene.meshes.push_back(mesh);
  const uint32_t first_equal[] = {0, 1, 2};
  const SkinPlan plan = plan_skin(scene, 0, kNone, first_equal, {});
  PosedMesh posed = make_posed_mesh(plan);
  skin_mesh(plan, {}, true, true, posed);
  EXPECT_EQ(posed.positions()[1], glm::vec3(1, 0, 0));
  EXPECT_EQ(posed.normals()[2], glm::vec3(0, 0, 1));
  EXPECT_TRUE(posed.tangents.empty());
}

TEST(Skin, ASkinWithoutBindMatricesTurnsStoredNormalsFromItsBindPose) {
  Case c = make_case(40, NormalRule::kStored, true, [](uint32_t) { return 3u; });
  const Prepared with = prepare(c);
  Case without = c;
  without.scene.skins[0].joint_from_bind.clear();
  Prepared a = prepare(c), b = prepare(without);
  skin_mesh(a.plan, a.palette, true, false, a.posed);
  skin_mesh(b.plan, b.palette, true, false, b.posed);
  for (uint32_t v = 0; v < a.posed.count; ++v)
    EXPECT_LT(glm::length(a.posed.normals()[v] - b.posed.normals()[v]), 1e-5f);
}

TEST(Skin, StoredTangentsTurnWithTheMatrices) {
  Case c = make_case(9, NormalRule::kStored, false, [](uint32_t) { return 1u; });
  Mesh& mesh = c.scene.meshes[0];
  for (const glm::vec3& n : mesh.normals) mesh.tangents.emplace_back(n, -1);  // turned as the normal is
  for (Influence& influence : mesh.influences) influence.weight = 1;
  Prepared run = prepare(c);
  skin_mesh(run.plan, run.palette, true, true, run.posed);
  for (uint32_t v = 0; v < 9; ++v) {
    EXPECT_LT(glm::length(glm::vec3(run.posed.tangents[v]) - run.posed.normals()[v]), 1e-6f);
    EXPECT_EQ(run.posed.tangents[v].w, -1);
  }
}

TEST(Gpu, TheShadersArithmeticAgreesWithTheKernel) {
  const Case c = make_case(120, NormalRule::kStored, false, mixed_count);
  Prepared run = prepare(c);
  skin_mesh(run.plan, run.palette, true, false, run.posed);
  const GpuLayout gpu = build_gpu_layout(c.scene.meshes[0]);
  const double gap = gpu_difference(gpu, run.palette.rows, run.posed.positions());
  EXPECT_LT(gap, 1e-5);
  for (uint32_t v = 0; v < 120; ++v)
    EXPECT_LT(glm::length(glm::dvec3(gpu_position(gpu, run.palette.rows, v)) - expected_position(c, v)), 2e-5);
  std::vector<glm::vec3> moved(run.posed.positions().begin(), run.posed.positions().end());
  moved[60].y += 0.5f;
  EXPECT_NEAR(gpu_difference(gpu, run.palette.rows, moved), 0.5, 1e-4);
}

}  // namespace
}  // namespace vitrine::skin
