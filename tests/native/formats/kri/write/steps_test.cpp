// The exporter's steps against an independent computation in double precision, and their invariants on random meshes.

#include "formats/kri/write/steps_support.h"

namespace vitrine::geometry {
namespace {

template <class F>
void for_each_mesh(F&& body) {
  const Reference reference = test::data_json("kri/reference/quaternions.json");
  ASSERT_EQ(reference["meshes"].size(), 10u);
  for (const Reference& item : reference["meshes"]) {
    SCOPED_TRACE(item["name"].get<std::string>());
    body(item, mesh_of(item["input"]));
  }
}

TEST(KriStages, MergeAndFramesEqualTheReference) {
  for_each_mesh([](const Reference& item, const Mesh& mesh) {
    const MergedMesh merged = merge_with_frames(mesh);
    const Reference& facts = item["orderIndependent"];
    ASSERT_EQ(merged.source.size(), facts["mergedVertices"].get<size_t>());
    EXPECT_EQ(merged.pure_vertices, facts["pureVertices"].get<uint64_t>());
    EXPECT_NEAR(merged.average_hand, facts["averageHandednessOverTriangles"].get<double>(), 1e-8);
    EXPECT_NEAR(merged.tangent_accuracy, facts["tangentAccuracy"]["overAllMerged"].get<double>(), 1e-6);
    for (size_t v = 0; v < merged.source.size(); ++v) {
      const Reference& expected = item["merged"][v];
      EXPECT_EQ(merged.hands[v], expected["hand"].get<int>());
      // Without a tangent the reference has no rotation; the exporter stores this one.
      const glm::quat frame = expected["hand"] == 0 ? glm::quat(0, 0, 0, 1) : quat_of(expected["quaternion"]);
      expect_same_rotation(merged.frames[v], frame, true, v);
    }
    for (size_t t = 0; t < merged.triangles.size() / 3; ++t) {
      EXPECT_EQ(merged.hands[merged.triangles[3 * t]], item["triangles"]["hand"][t].get<int>());
      for (size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(merged.triangles[3 * t + c], item["triangles"]["corners"][t][c].get<uint32_t>());
      }
    }
  });
}

TEST(KriStages, ProcessingEqualsTheReferenceInItsOrder) {
  for_each_mesh([](const Reference& item, const Mesh& mesh) {
    const Reference& expected = item["orderDependent"]["W"];
    const KriPreparedMesh prepared = prepare_for_kri(mesh, {.close_t_junctions = false});
    const KriMeshStatistics& s = prepared.statistics;
    EXPECT_EQ(s.clones, expected["clones"].get<uint64_t>());
    EXPECT_EQ(s.middles, expected["midVertices"].get<uint64_t>());
    EXPECT_EQ(s.extra_triangles, expected["extraFaces"].get<uint64_t>());
    EXPECT_EQ(s.extra_faces(), item["orderIndependent"]["oddTriangles"].get<uint64_t>());
    EXPECT_EQ(s.extra_vertices(), expected["extraVertices"].get<uint64_t>());
    EXPECT_EQ(s.t_junctions, expected["tJunctions"].get<uint64_t>());
    EXPECT_NEAR(s.vertex_usage(), expected["vertexUsage"].get<double>(), 1e-8);
    ASSERT_EQ(s.vertices, expected["verticesAfter"].get<uint64_t>());
    ASSERT_EQ(s.triangles, expected["facesAfter"].get<uint64_t>());
    for (size_t n = 0; n < 4; ++n) {
      // `casesSeen` counts while twins are made; before the step the histogram is this one.
      EXPECT_EQ(count_negative_products({merge_with_frames(mesh).triangles, merge_with_frames(mesh).frames})[n],
                item["signConventionDependent"]["negativeProductsBefore"]["W"][n].get<uint64_t>());
    }
    for (size_t t = 0; t < s.triangles; ++t) {
      for (size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(prepared.mesh.indices[3 * t + c], expected["finalTriangles"][t][c].get<uint32_t>()) << t;
      }
    }
    for (size_t v = 0; v < s.vertices; ++v) {
      expect_same_rotation(prepared.mesh.tangent_frames[v], quat_of(expected["finalQuaternions"][v]), true, v);
    }
    EXPECT_NEAR(area_of(prepared.mesh), expected["surfaceArea"].get<double>(), 1e-5);
    EXPECT_GE(smallest_product(prepared.mesh), 0);
  });
}

/// The description weights tangents by areas: counts of the same computation with that weight.
TEST(KriStages, AsDescribedEqualTheReferenceWithAreas) {
  size_t others = 0;
  for_each_mesh([&](const Reference& item, const Mesh& mesh) {
    const MergedMesh merged = merge_with_frames(mesh, true);
    others += std::abs(merged.tangent_accuracy - merge_with_frames(mesh).tangent_accuracy) > 1e-5;
    EXPECT_NEAR(merged.tangent_accuracy,
                item["orderIndependent"]["tangentAccuracy"]["seedWeightOverAllMerged"].get<double>(), 1e-6);
    const auto before = count_negative_products({merged.triangles, merged.frames});
    const Reference& expected_before = item["signConventionDependent"]["negativeProductsBefore"];
    for (size_t n = 0; n < 4; ++n) EXPECT_EQ(before[n], expected_before["W_seedWeight"][n].get<uint64_t>());
    const KriPreparedMesh prepared = prepare_for_kri(mesh, {.close_t_junctions = false, .as_described = true});
    if (!item["orderDependent"].contains("W_seedWeight")) return;
    const Reference& expected = item["orderDependent"]["W_seedWeight"];
    EXPECT_EQ(prepared.statistics.clones, expected["clones"].get<uint64_t>());
    EXPECT_EQ(prepared.statistics.middles, expected["midVertices"].get<uint64_t>());
    EXPECT_EQ(prepared.statistics.vertices, expected["verticesAfter"].get<uint64_t>());
    EXPECT_EQ(prepared.statistics.triangles, expected["facesAfter"].get<uint64_t>());
  });
  EXPECT_GT(others, 0u);
}

TEST(KriStages, AProductOfZeroIsNotAboveZero) {
  // A quarter and a half turn about x: at right angles as quaternions are the first and the last.
  const QuaternionMesh mesh{{0, 1, 2}, {{1, 0, 0, 0}, {std::sqrt(0.5f), std::sqrt(0.5f), 0, 0}, {0, 1, 0, 0}}};
  const std::vector<glm::vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  EXPECT_EQ(count_negative_products(mesh)[0], 1u);
  EXPECT_EQ(count_negative_products(mesh, true)[1], 1u);
  QuaternionMesh source = mesh, described = mesh;
  EXPECT_EQ(process_quaternions(source, positions, false).middles, 0u);
  EXPECT_EQ(process_quaternions(described, positions, false, true).middles, 1u);
  EXPECT_EQ(count_negative_products(described, true)[0], 2u);
}

TEST(KriStages, ClosedTJunctionsEqualTheReference) {
  size_t junctions = 0;
  for_each_mesh([&](const Reference& item, const Mesh& mesh) {
    const Reference& expected = item["orderDependent"]["W"]["closed"];
    const KriPreparedMesh prepared = prepare_for_kri(mesh, {});
    EXPECT_EQ(prepared.statistics.closing_vertices, expected["extraVertices"].get<uint64_t>());
    EXPECT_EQ(prepared.statistics.closing_triangles, expected["extraFaces"].get<uint64_t>());
    EXPECT_EQ(prepared.statistics.vertices, expected["vertices"].get<uint64_t>());
    EXPECT_EQ(prepared.statistics.triangles, expected["faces"].get<uint64_t>());
    EXPECT_NEAR(smallest_product(prepared.mesh), expected["smallestProduct"].get<double>(), 1e-5);
    EXPECT_NEAR(area_of(prepared.mesh), expected["surfaceArea"].get<double>(), 1e-5);
    junctions += prepared.statistics.t_junctions;
  });
  if (!testing::Test::IsSkipped()) {
    EXPECT_EQ(junctions, 13u);
  }
}

TEST(KriStages, HandWorkedCasesOfTheProcessing) {
  const Reference reference = test::data_json("kri/reference/quaternions.json");
  ASSERT_EQ(reference["micro"].size(), 8u);
  for (const Reference& item : reference["micro"]) {
    SCOPED_TRACE(item["name"].get<std::string>());
    QuaternionMesh mesh;
    for (const Reference& q : item["quaternions"]) mesh.frames.push_back(quat_of(q));
    for (const Reference& t : item["triangles"]) {
      for (const Reference& v : t) mesh.triangles.push_back(v.get<uint32_t>());
    }
    std::vector<glm::vec3> positions;
    for (size_t v = 0; v < mesh.frames.size(); ++v) positions.emplace_back(v, v * v, 0);
    const auto before = count_negative_products(mesh);
    const QuaternionStep step = process_quaternions(mesh, positions, false);
    for (size_t n = 0; n < 4; ++n) EXPECT_EQ(before[n], item["before"][n].get<uint64_t>());
    EXPECT_EQ(step.clones, item["clones"].get<uint64_t>());
    EXPECT_EQ(step.middles, item["midVertices"].get<uint64_t>());
    EXPECT_EQ(step.extra_triangles, item["extraFaces"].get<uint64_t>());
    ASSERT_EQ(mesh.triangles.size() / 3, item["finalTriangles"].size());
    for (size_t k = 0; k < mesh.triangles.size(); ++k) {
      EXPECT_EQ(mesh.triangles[k], item["finalTriangles"][k / 3][k % 3].get<uint32_t>()) << k;
    }
    ASSERT_EQ(mesh.frames.size(), item["finalQuaternions"].size());
    for (size_t v = 0; v < mesh.frames.size(); ++v) {
      expect_same_rotation(mesh.frames[v], quat_of(item["finalQuaternions"][v]), true, v);
    }
  }
}

TEST(KriStages, InvariantsHoldOnRandomMeshes) {
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Mesh mesh = random_mesh(seed, 4 + seed, 20 + 5 * seed);
    for (const bool close : {false, true}) {
      const KriPreparedMesh prepared = prepare_for_kri(mesh, {.close_t_junctions = close});
      const KriMeshStatistics& s = prepared.statistics;
      const Mesh& out = prepared.mesh;
      EXPECT_GE(smallest_product(out), -1e-6);
      EXPECT_EQ(s.negatives_after[0], s.triangles);
      EXPECT_NEAR(area_of(out), area_of(mesh), 1e-6 * area_of(mesh));
      EXPECT_NEAR(uv_areas_of(out).first, uv_areas_of(mesh).first, 1e-6 * uv_areas_of(mesh).second);
      EXPECT_NEAR(uv_areas_of(out).second, uv_areas_of(mesh).second, 1e-6 * uv_areas_of(mesh).second);
      EXPECT_EQ(s.triangles, s.source_triangles + s.middles + s.closing_triangles);
      EXPECT_EQ(s.vertices, s.merged_vertices + s.clones + s.middles + s.closing_vertices);
      EXPECT_LE(s.clones, s.merged_vertices);
      if (!close) {
        EXPECT_EQ(s.closing_triangles, 0u);
      }
      // Parity: as many divisions as triangles with an odd number of negative products.
      const MergedMesh merged = merge_with_frames(mesh);
      const auto before = count_negative_products({merged.triangles, merged.frames});
      EXPECT_EQ(s.middles, before[1] + before[3]);
      for (const glm::quat& q : out.tangent_frames) EXPECT_NEAR(glm::dot(q, q), 1, 1e-5);
      for (size_t k = 0; k < out.indices.size(); ++k) {
        EXPECT_EQ(out.tangents[out.indices[k]].w, out.tangents[out.indices[k - k % 3]].w);
      }
      for (size_t v = 0; v < out.positions.size(); ++v) {
        int sum = 0;
        for (uint32_t k = out.influence_first[v]; k < out.influence_first[v + 1]; ++k) {
          sum += static_cast<int>(std::lround(out.influences[k].weight * 255));
        }
        EXPECT_TRUE(sum == 255 || out.influence_first[v] == out.influence_first[v + 1]) << sum;
        EXPECT_LE(out.influence_first[v + 1] - out.influence_first[v], 4u);
      }
      // The materials' triangles keep their areas apart.
      Mesh first_in = mesh, first_out = out;
      first_in.indices.resize(mesh.primitives[0].index_count);
      first_out.indices.resize(out.primitives[0].index_count);
      EXPECT_NEAR(area_of(first_in), area_of(first_out), 1e-6 * area_of(mesh));
    }
  }
}

TEST(KriStages, AMiddleIsTheMeanOfItsEnds) {
  // Turns about z by 0, 100 and -100 degrees: only the product of the last two is negative, so their edge is divided.
  const float cosine = std::cos(glm::radians(50.0f)), sine = std::sin(glm::radians(50.0f));
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {2, 0, 0}, {0, 4, 0}};
  mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  mesh.tangent_frames = {{1, 0, 0, 0}, {cosine, 0, 0, sine}, {cosine, 0, 0, -sine}};
  mesh.uv_layers = {{"", {{0, 0}, {1, 0}, {0, 1}}}};
  mesh.color_layers = {{"", {{0, 0, 0, 0}, {10, 11, 0, 255}, {20, 20, 255, 0}}}};
  mesh.influence_first = {0, 1, 2, 4};
  mesh.influences = {{0, 1, {}}, {0, 1, {2, 0, 0}}, {0, 0.25f, {0, 4, 0}}, {1, 0.75f, {0, 3, 0}}};
  mesh.indices = {0, 1, 2};
  mesh.primitives = {{0, 3, kNone, {}}};
  const Mesh out = prepare_for_kri(mesh, {}).mesh;
  ASSERT_EQ(out.positions.size(), 4u);
  EXPECT_EQ(out.positions[3], glm::vec3(1, 2, 0));
  EXPECT_EQ(out.uv_layers[0].uv[3], glm::vec2(0.5f));
  EXPECT_EQ(out.color_layers[0].color[3], glm::u8vec4(15, 16, 128, 128));  // halves go up
  ASSERT_EQ(out.influence_first[4] - out.influence_first[3], 2u);
  // The first joint holds it by 1/2 at (2, 0, 0) and by 1/8 at (0, 4, 0), the second by 3/8.
  const Influence &first = out.influences[out.influence_first[3]], &second = out.influences[out.influence_first[3] + 1];
  EXPECT_NEAR(first.weight, 0.625, 0.002);  // bytes
  EXPECT_NEAR(glm::length(first.position - glm::vec3(1.6f, 0.8f, 0)), 0, 1e-6);
  EXPECT_EQ(second.position, glm::vec3(0, 3, 0));
}

TEST(KriStages, ProcessingTwiceChangesNothingTheSecondTime) {
  const KriPreparedMesh once = prepare_for_kri(random_mesh(7, 30, 200), {});
  const KriPreparedMesh twice = prepare_for_kri(once.mesh, {});
  EXPECT_TRUE(twice.statistics.kept_frames);
  EXPECT_EQ(twice.mesh.positions, once.mesh.positions);
  EXPECT_EQ(twice.mesh.indices, once.mesh.indices);
  EXPECT_EQ(twice.mesh.tangent_frames, once.mesh.tangent_frames);
  EXPECT_EQ(twice.statistics.clones + twice.statistics.middles, 0u);
}

TEST(KriStages, SwitchedOffLosesNoFace) {
  const Mesh mesh = random_mesh(3, 20, 200);
  const KriPreparedMesh prepared = prepare_for_kri(mesh, {.process_quaternions = false});
  EXPECT_EQ(prepared.statistics.triangles, 200u);
  EXPECT_EQ(prepared.statistics.vertices, prepared.statistics.merged_vertices);
  EXPECT_GT(prepared.statistics.negatives_after[1], 0u);
  EXPECT_EQ(prepared.statistics.negatives_after, prepared.statistics.negatives_before);
  EXPECT_NEAR(area_of(prepared.mesh), area_of(mesh), 1e-6 * area_of(mesh));
}

TEST(KriStages, WithoutTextureLayerThereAreNoFrames) {
  Mesh mesh = random_mesh(3, 20, 50);
  mesh.uv_layers.clear();
  const KriPreparedMesh prepared = prepare_for_kri(mesh, {});
  EXPECT_FALSE(prepared.statistics.has_frames);
  EXPECT_TRUE(prepared.mesh.tangent_frames.empty());
  EXPECT_EQ(prepared.statistics.triangles, 50u);
  EXPECT_EQ(prepared.statistics.vertices, 20u);
}

TEST(KriStages, WeightsBecomeBytesWithTheLossStated) {
  Mesh mesh;
  mesh.influence_first = {0, 1, 4, 10, 10};
  mesh.influences = {{3, 0.2f, {}},                                // alone: all of it
                     {0, 1.0f, {}}, {1, 1.0f, {}}, {2, 1.0f, {}},  // 85 each
                     {0, 0.4f, {}}, {1, 0.3f, {}}, {2, 0.1f, {}}, {3, 0.1f, {}}, {4, 0.06f, {}}, {5, 0.04f, {}}};
  KriMeshStatistics s;
  round_weights(mesh, s);
  EXPECT_EQ(mesh.influence_first, (std::vector<uint32_t>{0, 1, 4, 8, 8}));
  const auto byte = [&](size_t k) { return std::lround(mesh.influences[k].weight * 255); };
  EXPECT_EQ(byte(0), 255);
  for (size_t k = 1; k < 4; ++k) EXPECT_EQ(byte(k), 85);
  // 0.4, 0.3, 0.1, 0.1 of 0.9: 113.33 85 28.33 28.33, and the one left over goes to the largest.
  EXPECT_EQ(byte(4), 114);
  EXPECT_EQ(byte(5), 85);
  EXPECT_EQ(byte(6), 28);
  EXPECT_EQ(byte(7), 28);
  EXPECT_EQ(s.reduced_vertices, 1u);
  EXPECT_EQ(s.unweighted_vertices, 1u);
  EXPECT_NEAR(s.largest_dropped_share, 0.1, 1e-6);
  EXPECT_NEAR(s.largest_rounding, 114 / 255.0 - 0.4 / 0.9, 1e-6);
}

TEST(KriStages, LargeMeshesAreSplitIntoPartsThatFit) {
  const Mesh mesh = prepare_for_kri(random_mesh(5, 300, 1000), {}).mesh;
  for (const uint32_t limit : {100u, 257u, 100000u}) {
    const std::vector<Mesh> parts = split_mesh(mesh, limit);
    double area = 0;
    size_t triangles = 0;
    uint32_t covered = 0;
    for (const Mesh& part : parts) {
      EXPECT_LE(part.positions.size(), limit);
      EXPECT_LE(part.indices.size() / 3, limit);
      EXPECT_EQ(part.tangent_frames.size(), part.positions.size());
      EXPECT_EQ(part.influence_first.size(), part.positions.size() + 1);
      covered = 0;
      for (const Primitive& primitive : part.primitives) {
        EXPECT_EQ(primitive.first_index, covered);
        covered += primitive.index_count;
      }
      EXPECT_EQ(covered, part.indices.size());
      for (const uint32_t index : part.indices) ASSERT_LT(index, part.positions.size());
      area += area_of(part);
      triangles += part.indices.size() / 3;
    }
    EXPECT_EQ(triangles, mesh.indices.size() / 3);
    EXPECT_NEAR(area, area_of(mesh), 1e-9 * area);
    EXPECT_EQ(parts.size() == 1, limit == 100000u);
  }
}

}  // namespace
}  // namespace vitrine::geometry
