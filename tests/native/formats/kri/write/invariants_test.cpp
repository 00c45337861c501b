// What every correct processing of quaternions has in common, whatever the order of the triangles, the signs it starts
// with and the corner a triangle begins at.

#include <set>

#include "formats/kri/write/steps_support.h"

namespace vitrine::geometry {
namespace {

/// The mesh with its triangles in another order, each begun at another corner, and some quaternions turned to the other
/// sign.
struct Shuffled {
  QuaternionMesh mesh;
  std::vector<glm::vec3> positions;
};

Shuffled shuffled(const Mesh& mesh, const MergedMesh& merged, uint32_t seed) {
  std::mt19937 random(seed);
  Shuffled out;
  std::vector<uint32_t> order(merged.triangles.size() / 3);
  for (uint32_t t = 0; t < order.size(); ++t) order[t] = t;
  if (seed != 0) {
    for (size_t t = order.size(); t > 1; --t) std::swap(order[t - 1], order[random() % t]);
  }
  for (const uint32_t t : order) {
    const size_t turn = seed == 0 ? 0 : random() % 3;
    for (size_t c = 0; c < 3; ++c) out.mesh.triangles.push_back(merged.triangles[3 * t + (c + turn) % 3]);
  }
  for (size_t v = 0; v < merged.source.size(); ++v) {
    const bool negate = seed != 0 && random() % 2 == 0;
    out.mesh.frames.push_back(negate ? -merged.frames[v] : merged.frames[v]);
    out.positions.push_back(mesh.positions[merged.source[v]]);
  }
  return out;
}

float smallest_of_products(const QuaternionMesh& mesh) {
  float smallest = 1;
  for (size_t k = 0; k < mesh.triangles.size(); ++k) {
    const size_t next = k % 3 == 2 ? k - 2 : k + 1;
    smallest = std::min(smallest, glm::dot(mesh.frames[mesh.triangles[k]], mesh.frames[mesh.triangles[next]]));
  }
  return smallest;
}

void expect_invariants(const Shuffled& given, const MergedMesh& merged, bool close) {
  Shuffled work = given;
  const auto before = count_negative_products(given.mesh);
  const QuaternionStep step = process_quaternions(work.mesh, given.positions, close);
  const size_t base = given.mesh.frames.size();
  // 1: no triangle interpolates the long way.
  EXPECT_GE(smallest_of_products(work.mesh), -1e-6f);
  // 3, 8: parity decides how many triangles are divided.
  EXPECT_EQ(step.middles, before[1] + before[3]);
  EXPECT_EQ(step.extra_triangles, step.middles);
  EXPECT_EQ(work.mesh.frames.size(), base + step.clones + step.middles + step.closing_vertices);
  EXPECT_EQ(work.mesh.triangles.size() / 3,
            given.mesh.triangles.size() / 3 + step.extra_triangles + step.closing_triangles);
  // 4: at most one negated twin of a merged vertex, none of a twin.
  std::set<uint32_t> cloned;
  for (size_t v = base; v < step.origins.size(); ++v) {
    const auto [a, b] = step.origins[v];
    ASSERT_LT(a, v);
    ASSERT_LT(b, v);
    if (a != b) continue;
    EXPECT_LT(a, base);
    EXPECT_TRUE(cloned.insert(a).second) << "two twins of " << a;
    EXPECT_EQ(work.mesh.frames[v], -work.mesh.frames[a]);
  }
  EXPECT_EQ(cloned.size(), step.clones);
  // 6: unit quaternions. 7: no index out of range, and every vertex still serves, by itself or by its twin.
  for (const glm::quat& q : work.mesh.frames) EXPECT_NEAR(glm::dot(q, q), 1, 1e-5);
  std::vector<bool> serves(base, false);
  for (const uint32_t v : work.mesh.triangles) {
    ASSERT_LT(v, work.mesh.frames.size());
    if (step.origins[v].a == step.origins[v].b) serves[step.origins[v].a] = true;
  }
  EXPECT_EQ(std::count(serves.begin(), serves.end(), false), 0);
  // 2, 7: each part of a triangle has the corners it had, or a middle of two of them.
  for (size_t t = 0; t < work.mesh.triangles.size() / 3; ++t) {
    const uint32_t source = step.triangle_source[t];
    std::set<uint32_t> corners;
    for (size_t c = 0; c < 3; ++c) corners.insert(given.mesh.triangles[3 * source + c]);
    for (size_t c = 0; c < 3; ++c) {
      std::vector<uint32_t> ends = {work.mesh.triangles[3 * t + c]};
      while (!ends.empty()) {
        const uint32_t v = ends.back();
        ends.pop_back();
        const auto [a, b] = step.origins[v];
        if (a == b) {
          EXPECT_TRUE(corners.contains(a));
        } else {
          ends.push_back(a), ends.push_back(b);
        }
      }
    }
  }
  // 8: a second time changes nothing.
  std::vector<glm::vec3> positions = given.positions;
  for (size_t v = base; v < step.origins.size(); ++v) {
    positions.push_back((positions[step.origins[v].a] + positions[step.origins[v].b]) * 0.5f);
  }
  QuaternionMesh again = work.mesh;
  const QuaternionStep second = process_quaternions(again, positions, close);
  EXPECT_EQ(second.clones + second.middles, 0u);
  EXPECT_EQ(again.triangles, work.mesh.triangles);
  EXPECT_EQ(again.frames, work.mesh.frames);
  // 6: corners of one triangle share their handedness.
  for (size_t k = 0; k < merged.triangles.size(); k += 3) {
    EXPECT_EQ(merged.hands[merged.triangles[k]], merged.hands[merged.triangles[k + 1]]);
    EXPECT_EQ(merged.hands[merged.triangles[k]], merged.hands[merged.triangles[k + 2]]);
  }
}

TEST(KriInvariants, HoldInEveryOrderOnTheMeshesOfTheReference) {
  const Reference reference = test::data_json("kri/reference/quaternions.json");
  size_t strips = 0;
  for (const Reference& item : reference["meshes"]) {
    const auto name = item["name"].get<std::string>();
    const Mesh mesh = mesh_of(item["input"]);
    const MergedMesh merged = merge_with_frames(mesh);
    for (uint32_t seed = 0; seed < 30; ++seed) {
      SCOPED_TRACE(name + ", order " + std::to_string(seed));
      const Shuffled given = shuffled(mesh, merged, seed);
      const auto before = count_negative_products(given.mesh);
      // The number of odd triangles depends on nothing.
      EXPECT_EQ(before[1] + before[3], item["orderIndependent"]["oddTriangles"].get<uint64_t>());
      for (const bool close : {false, true}) expect_invariants(given, merged, close);
      if (name == "twisted_strip_seamless") {
        Shuffled work = given;
        EXPECT_GE(process_quaternions(work.mesh, work.positions, false).clones, 3u) << "one in each row at least";
        ++strips;
      }
      if (name == "branch_disc") {
        EXPECT_EQ((before[1] + before[3]) % 2, 1u);
      }
    }
  }
  EXPECT_EQ(strips, 30u);
}

TEST(KriInvariants, HoldOnRandomMeshes) {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Mesh mesh = random_mesh(seed, 6 + seed, 30 + 4 * seed);
    const MergedMesh merged = merge_with_frames(mesh);
    for (const bool close : {false, true}) expect_invariants(shuffled(mesh, merged, seed), merged, close);
  }
}

/// 5: the frame's normal is the vertex's, and its tangent goes where u grows.
TEST(KriInvariants, FramesFollowNormalAndTexture) {
  const Reference reference = test::data_json("kri/reference/quaternions.json");
  for (const Reference& item : reference["meshes"]) {
    SCOPED_TRACE(item["name"].get<std::string>());
    const Mesh mesh = mesh_of(item["input"]);
    const MergedMesh merged = merge_with_frames(mesh);
    std::vector<glm::dvec3> along_u(merged.source.size(), glm::dvec3(0));
    for (size_t k = 0; k < merged.triangles.size(); k += 3) {
      const auto p = [&](size_t c) { return glm::dvec3(mesh.positions[mesh.indices[k + c]]); };
      const auto uv = [&](size_t c) { return glm::dvec2(mesh.uv_layers[0].uv[mesh.indices[k + c]]); };
      const glm::dvec3 e1 = p(1) - p(0), e2 = p(2) - p(0), cross = glm::cross(e1, e2);
      const glm::dvec3 tangent = e1 * (uv(2) - uv(0)).y - e2 * (uv(1) - uv(0)).y;
      const int hand = merged.hands[merged.triangles[k]];
      if (hand == 0) continue;
      for (size_t c = 0; c < 3; ++c) {
        along_u[merged.triangles[k + c]] +=
            (0.1 + glm::dot(cross, cross)) * static_cast<double>(hand) * glm::normalize(tangent);
      }
    }
    for (size_t v = 0; v < merged.source.size(); ++v) {
      if (merged.hands[v] == 0) {
        EXPECT_EQ(merged.frames[v], glm::quat(0, 0, 0, 1)) << "none: half a turn about z";
        continue;
      }
      const glm::dquat q(merged.frames[v]);
      const glm::dvec3 normal = glm::normalize(glm::dvec3(mesh.normals[merged.source[v]]));
      EXPECT_LT(glm::length(q * glm::dvec3(0, 0, 1) - normal), 1e-6) << v;
      EXPECT_GT(glm::dot(q * glm::dvec3(1, 0, 0), along_u[v]), 0) << v;
    }
  }
}

/// 9: switched off, the merged mesh stands as it is.
TEST(KriInvariants, SwitchedOffLeavesTheMergedMesh) {
  const Reference reference = test::data_json("kri/reference/quaternions.json");
  for (const Reference& item : reference["meshes"]) {
    SCOPED_TRACE(item["name"].get<std::string>());
    const Mesh mesh = mesh_of(item["input"]);
    const MergedMesh merged = merge_with_frames(mesh);
    const KriPreparedMesh prepared = prepare_for_kri(mesh, {.process_quaternions = false});
    EXPECT_EQ(prepared.mesh.indices, merged.triangles);
    EXPECT_EQ(prepared.mesh.tangent_frames, merged.frames);
    for (size_t n = 0; n < 4; ++n) {
      EXPECT_EQ(prepared.statistics.negatives_before[n],
                item["signConventionDependent"]["negativeProductsBefore"]["W"][n].get<uint64_t>());
    }
  }
}

}  // namespace
}  // namespace vitrine::geometry
