#include "skin/normals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace vitrine::skin {
namespace {

std::vector<glm::vec3> normals_of(const Mesh& mesh, FrontFace front, std::vector<uint32_t> first_equal,
                                  WeldRule rule = WeldRule::kFull) {
  const NormalPlan plan = plan_normals(mesh, front, first_equal, rule);
  std::vector<glm::vec3> positions = mesh.positions, normals(mesh.positions.size() + 1);
  positions.emplace_back(0);
  std::vector<glm::vec4> face_normals(plan.corners.size() / 3);
  recompute_normals(plan, positions.data(), face_normals, normals.data());
  normals.pop_back();
  return normals;
}

std::vector<uint32_t> unwelded(size_t count) {
  std::vector<uint32_t> out(count);
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

void expect_near(const glm::vec3& a, const glm::vec3& b, float tolerance = 1e-6f) {
  EXPECT_LT(glm::length(a - b), tolerance)
      << a.x << ' ' << a.y << ' ' << a.z << " against " << b.x << ' ' << b.y << ' ' << b.z;
}

/// Three faces of a corner at the origin: the one in the xy plane is cut into two triangles there and is much larger.
Mesh corner() {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {0, 9, 0}, {0, 0, 1}};
  mesh.indices = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1};
  return mesh;
}

TEST(Normals, AreThePlainSumOfUnitFaceNormals) {
  // z twice, x and y once each: (1, 1, 2) / sqrt 6, whatever the areas and angles.
  const auto normals = normals_of(corner(), FrontFace::kCounterClockwise, unwelded(5));
  expect_near(normals[0], glm::vec3(1, 1, 2) / std::sqrt(6.0f));
}

TEST(Normals, ClockwiseFacesPointTheOtherWay) {
  const auto normals = normals_of(corner(), FrontFace::kClockwise, unwelded(5));
  expect_near(normals[0], glm::vec3(-1, -1, -2) / std::sqrt(6.0f));
}

TEST(Normals, VerticesOfOnePositionShareTheirSum) {
  // Two triangles at a right angle along an edge whose vertices are doubled.
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.indices = {0, 2, 1, 3, 4, 5};  // +z and +x
  const auto normals = normals_of(mesh, FrontFace::kCounterClockwise, {0, 1, 2, 0, 1, 5});
  const glm::vec3 shared = glm::vec3(1, 0, 1) / std::sqrt(2.0f);
  for (const size_t v : {0, 1, 3, 4}) expect_near(normals[v], shared);
  expect_near(normals[2], {0, 0, 1});
  expect_near(normals[5], {1, 0, 0});
}

/// Three triangles around one position, each with a vertex of its own there: +x, +y and +z.
Mesh three_partners() {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.indices = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  return mesh;
}

TEST(Normals, TheEnginesWeldOfThreePartnersLeavesDuplicatesApart) {
  const std::vector<uint32_t> first_equal = {0, 1, 2, 0, 2, 5, 0, 5, 1};
  const auto full = normals_of(three_partners(), FrontFace::kCounterClockwise, first_equal);
  for (const size_t v : {0, 3, 6}) expect_near(full[v], glm::vec3(1, 1, 1) / std::sqrt(3.0f));
  const auto exact = normals_of(three_partners(), FrontFace::kCounterClockwise, first_equal, WeldRule::kIdExact);
  expect_near(exact[3], glm::vec3(1, 1, 0) / std::sqrt(2.0f));
  expect_near(exact[6], glm::vec3(1, 0, 1) / std::sqrt(2.0f));
  expect_near(exact[0], exact[6]);  // the first one takes the last duplicate's
  // With exactly two partners both rules agree.
  expect_near(exact[1], full[1]);
}

TEST(Normals, FacesWithoutAreaAndLooseVerticesGiveNoNormal) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 5, 5}};
  mesh.indices = {0, 1, 2};
  for (const glm::vec3& n : normals_of(mesh, FrontFace::kCounterClockwise, unwelded(4))) EXPECT_EQ(n, glm::vec3(0));
}

glm::vec3 plain_unit(const glm::vec3& v) {
  return v * (1 / std::sqrt((v.x * v.x + v.y * v.y) + v.z * v.z + std::numeric_limits<float>::min()));
}

/// The definition: face by face onto the first vertex of each corner's position.
std::vector<glm::vec3> added_up(const Mesh& mesh, const std::vector<uint32_t>& first_equal) {
  std::vector<glm::vec3> sums(mesh.positions.size(), glm::vec3(0)), normals;
  for (size_t i = 0; i < mesh.indices.size(); i += 3) {
    const uint32_t* corner = &mesh.indices[i];
    const glm::vec3 &a = mesh.positions[corner[0]], &b = mesh.positions[corner[1]], &c = mesh.positions[corner[2]];
    for (size_t k = 0; k < 3; ++k) sums[first_equal[corner[k]]] += plain_unit(glm::cross(b - a, c - a));
  }
  for (const uint32_t first : first_equal) normals.push_back(plain_unit(sums[first]));
  return normals;
}

TEST(Normals, AreTheSameBitsAsAddedUpFaceByFace) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> unit(-1, 1);
  for (uint32_t vertices = 1; vertices < 40; ++vertices) {
    for (const uint32_t faces : {0u, 1u, vertices / 2, vertices, 3 * vertices + 1}) {
      Mesh mesh;
      std::vector<uint32_t> first_equal;
      for (uint32_t v = 0; v < vertices; ++v) {
        mesh.positions.push_back({unit(random), unit(random), 1e-3f * unit(random)});
        // A third shares the position of an earlier one, apart in the pose.
        first_equal.push_back(v > 0 && random() % 3 == 0 ? first_equal[random() % v] : v);
      }
      for (uint32_t i = 0; i < 3 * faces; ++i) mesh.indices.push_back(uint32_t(random() % vertices));
      EXPECT_EQ(normals_of(mesh, FrontFace::kCounterClockwise, first_equal), added_up(mesh, first_equal))
          << vertices << " vertices, " << faces << " faces";
    }
  }
}

TEST(Normals, APositionThatIsNoNumberOrHugeTouchesOnlyItsFaces) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38f}) {
    Mesh mesh = corner();
    const auto sound = normals_of(mesh, FrontFace::kCounterClockwise, unwelded(5));
    mesh.positions.insert(mesh.positions.begin(), glm::vec3(bad));
    mesh.positions.insert(mesh.positions.begin() + 3, glm::vec3(bad));
    mesh.positions.push_back(glm::vec3(bad));
    for (uint32_t& index : mesh.indices) index += index < 2 ? 1 : 2;
    const auto normals = normals_of(mesh, FrontFace::kCounterClockwise, unwelded(8));
    for (const size_t alone : {0, 3, 7}) EXPECT_EQ(normals[alone], glm::vec3(0));
    EXPECT_EQ(std::vector(normals.begin() + 1, normals.begin() + 3), std::vector(sound.begin(), sound.begin() + 2));
    EXPECT_EQ(std::vector(normals.begin() + 4, normals.begin() + 7), std::vector(sound.begin() + 2, sound.end()));
  }
}

TEST(Normals, AnEmptyMeshHasNone) { EXPECT_TRUE(normals_of(Mesh{}, FrontFace::kCounterClockwise, {}).empty()); }

// ---- tangents
// ---------------------------------------------------------------------------------------------------------

Mesh quad(std::vector<glm::vec2> uv) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}};
  mesh.indices = {0, 1, 2, 0, 2, 3};
  mesh.uv_layers.push_back({"", std::move(uv)});
  return mesh;
}

std::vector<glm::vec4> tangents_of(const Mesh& mesh, const std::vector<glm::vec3>& normals) {
  const TangentPlan plan = plan_tangents(mesh);
  std::vector<TangentSum> sums(mesh.positions.size());
  std::vector<glm::vec4> tangents(mesh.positions.size());
  recompute_tangents(plan, mesh.positions.data(), normals.data(), sums, tangents);
  return tangents;
}

TEST(Tangents, FollowTheTextureOnBothPolarities) {
  const std::vector<glm::vec3> up(4, {0, 0, 1});
  for (const glm::vec4& t : tangents_of(quad({{0, 0}, {1, 0}, {1, 1}, {0, 1}}), up))
    EXPECT_EQ(t, glm::vec4(1, 0, 0, 1));
  for (const glm::vec4& t : tangents_of(quad({{1, 0}, {0, 0}, {0, 1}, {1, 1}}), up))
    EXPECT_EQ(t, glm::vec4(-1, 0, 0, -1));
}

TEST(Tangents, AVertexOfBothPolaritiesServesThePositiveFaces) {
  // The second triangle's texture is mirrored; corners 0 and 2 are shared.
  Mesh mesh = quad({{0, 0}, {1, 0}, {1, 1}, {2, 0.5f}});
  const auto tangents = tangents_of(mesh, std::vector<glm::vec3>(4, {0, 0, 1}));
  EXPECT_EQ(tangents[0], glm::vec4(1, 0, 0, 1));
  EXPECT_EQ(tangents[2], glm::vec4(1, 0, 0, 1));
  EXPECT_EQ(tangents[3].w, -1);
}

TEST(Tangents, AreAddedUpFromTheFacesOfOnePolarity) {
  std::mt19937 random(9);
  std::uniform_real_distribution<float> unit(-1, 1);
  for (uint32_t vertices = 3; vertices < 30; ++vertices) {
    Mesh mesh;
    std::vector<glm::vec2> uv;
    for (uint32_t v = 0; v < vertices; ++v) {
      mesh.positions.push_back({unit(random), unit(random), unit(random)});
      mesh.normals.push_back(glm::normalize(glm::vec3(unit(random), unit(random), 1.5f)));
      uv.push_back({unit(random), unit(random)});
    }
    for (uint32_t i = 0; i < 3 * vertices; ++i) mesh.indices.push_back(uint32_t(random() % vertices));
    mesh.uv_layers.push_back({"", uv});
    const auto area = [&](size_t i) {
      const glm::dvec2 a = uv[mesh.indices[i]], b = uv[mesh.indices[i + 1]], c = uv[mesh.indices[i + 2]];
      return (b - a).x * (c - a).y - (c - a).x * (b - a).y;
    };
    const auto tangents = tangents_of(mesh, mesh.normals);
    for (uint32_t v = 0; v < vertices; ++v) {
      double sign = -1;
      for (size_t i = 0; i < mesh.indices.size(); ++i) {
        if (mesh.indices[i] == v && area(i / 3 * 3) >= 0) sign = 1;
      }
      // s and t are linear over a triangle: edge b = b.s * S + b.t * T, edge c likewise.
      glm::dvec3 along_s(0), along_t(0);
      for (size_t i = 0; i < mesh.indices.size(); ++i) {
        const size_t f = i / 3 * 3;
        if (mesh.indices[i] != v || area(f) * sign <= 0) continue;
        const auto edge = [&](size_t k) {
          return glm::dvec3(mesh.positions[mesh.indices[f + k]]) - glm::dvec3(mesh.positions[mesh.indices[f]]);
        };
        const glm::dvec2 a = uv[mesh.indices[f]], b = glm::dvec2(uv[mesh.indices[f + 1]]) - a,
                         c = glm::dvec2(uv[mesh.indices[f + 2]]) - a;
        const auto add = [](glm::dvec3& sum, const glm::dvec3& to) {
          if (glm::length(to) > 0) sum += glm::normalize(to);
        };
        add(along_s, (edge(1) * c.y - edge(2) * b.y) / area(f));
        add(along_t, (edge(2) * b.x - edge(1) * c.x) / area(f));
      }
      const glm::dvec3 n(mesh.normals[v]), across = along_s - n * glm::dot(n, along_s);
      if (glm::length(across) < 1e-2) continue;  // too near the normal for single precision
      expect_near(glm::vec3(tangents[v]), glm::vec3(glm::normalize(across)), 1e-3f);
      const double side = glm::dot(glm::cross(n, across), along_t);
      if (std::abs(side) > 1e-3) {
        EXPECT_EQ(tangents[v].w, side < 0 ? -1 : 1);
      }
    }
  }
}

TEST(Tangents, LieAcrossTheNormal) {
  const glm::vec3 leaning = glm::normalize(glm::vec3(1, 0, 1));
  for (const glm::vec4& t : tangents_of(quad({{0, 0}, {1, 0}, {1, 1}, {0, 1}}), std::vector<glm::vec3>(4, leaning)))
    expect_near(glm::vec3(t), glm::normalize(glm::vec3(1, 0, -1)));
}

TEST(Tangents, AtOnceAreTheSameNumbers) {
  // A bent strip whose texture turns back half-way, with a triangle of no area and one without texture.
  Mesh mesh;
  for (int i = 0; i < 40; ++i) {
    const auto x = static_cast<float>(i / 2), y = static_cast<float>(i % 2);
    mesh.positions.push_back({x, y, std::sin(x)});
    mesh.normals.push_back(glm::normalize(glm::vec3(-std::cos(x), 0.1f * y, 1)));
  }
  std::vector<glm::vec2> uv;
  for (const glm::vec3& p : mesh.positions) uv.push_back({std::abs(p.x - 7.5f), p.y + 0.3f * p.x});
  uv[11] = uv[12] = uv[13] = {0.25f, 0.5f};
  mesh.uv_layers.push_back({"", std::move(uv)});
  for (uint32_t i = 0; i + 3 < 40; i += 2) {
    for (const uint32_t k : {0, 2, 3, 0, 3, 1}) mesh.indices.push_back(i + k);
  }
  for (const uint32_t k : {4, 4, 5}) mesh.indices.push_back(k);
  EXPECT_EQ(skin::tangents_of(mesh, mesh.normals), tangents_of(mesh, mesh.normals));
}

TEST(Tangents, NeedTextureCoordinates) { EXPECT_TRUE(plan_tangents(corner()).empty()); }

}  // namespace
}  // namespace vitrine::skin
