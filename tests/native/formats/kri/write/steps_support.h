#pragma once
// Meshes of the reference and random ones, and what can be measured on them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "formats/kri/write/merge.h"
#include "formats/kri/write/steps.h"
#include "support/reference.h"

namespace vitrine::geometry {

using Reference = nlohmann::json;

inline glm::vec3 vec3_of(const Reference& v) { return {v[0].get<double>(), v[1].get<double>(), v[2].get<double>()}; }
inline glm::quat quat_of(const Reference& q) {
  return {static_cast<float>(q[3].get<double>()), static_cast<float>(q[0].get<double>()),
          static_cast<float>(q[1].get<double>()), static_cast<float>(q[2].get<double>())};
}

/// One vertex per corner, as the reference states its input.
inline Mesh mesh_of(const Reference& input) {
  Mesh mesh;
  mesh.uv_layers.push_back({"UV", {}});
  for (size_t t = 0; t < input["triangles"].size(); ++t) {
    for (size_t c = 0; c < 3; ++c) {
      const auto v = input["triangles"][t][c].get<size_t>();
      mesh.indices.push_back(static_cast<uint32_t>(mesh.positions.size()));
      mesh.positions.push_back(vec3_of(input["positions"][v]));
      const bool smooth = input["smooth"][t] == 1;
      mesh.normals.push_back(vec3_of(smooth ? input["vertexNormals"][v] : input["faceNormals"][t]));
      const Reference& uv = input["uvs"][t][c];
      mesh.uv_layers[0].uv.emplace_back(uv[0].get<double>(), uv[1].get<double>());
    }
  }
  mesh.primitives = {{0, static_cast<uint32_t>(mesh.indices.size()), kNone, {}}};
  return mesh;
}

inline double area_of(const Mesh& mesh) {
  double area = 0;
  for (size_t k = 0; k < mesh.indices.size(); k += 3) {
    const auto p = [&](size_t c) { return glm::dvec3(mesh.positions[mesh.indices[k + c]]); };
    area += glm::length(glm::cross(p(1) - p(0), p(2) - p(0))) / 2;
  }
  return area;
}

inline std::pair<double, double> uv_areas_of(const Mesh& mesh) {
  double net = 0, absolute = 0;
  for (size_t k = 0; k < mesh.indices.size(); k += 3) {
    const auto uv = [&](size_t c) { return glm::dvec2(mesh.uv_layers[0].uv[mesh.indices[k + c]]); };
    const glm::dvec2 a = uv(1) - uv(0), b = uv(2) - uv(0);
    net += (a.x * b.y - a.y * b.x) / 2;
    absolute += std::abs(a.x * b.y - a.y * b.x) / 2;
  }
  return {net, absolute};
}

inline double smallest_product(const Mesh& mesh) {
  double smallest = 1;
  for (size_t k = 0; k < mesh.indices.size(); k += 3) {
    for (size_t c = 0; c < 3; ++c) {
      const glm::quat& a = mesh.tangent_frames[mesh.indices[k + c]];
      const glm::quat& b = mesh.tangent_frames[mesh.indices[k + (c + 1) % 3]];
      smallest = std::min(smallest, double{glm::dot(a, b)});
    }
  }
  return smallest;
}

inline void expect_same_rotation(const glm::quat& have, const glm::quat& expected, bool sign_matters, size_t v) {
  const float sign = !sign_matters && glm::dot(have, expected) < 0 ? -1.0f : 1.0f;
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(sign * have[i], expected[i], 2e-6) << "vertex " << v;
}

/// `positions` shared by neighbours, texture coordinates of every corner its own, so that seams and mirrored parts
/// occur.
inline Mesh random_mesh(uint32_t seed, uint32_t vertices, uint32_t triangles) {
  std::mt19937 random(seed);
  const auto number = [&] { return static_cast<float>(static_cast<double>(random()) / 2147483648.0 - 1); };
  std::vector<glm::vec3> points(vertices), normals(vertices);
  std::vector<glm::vec2> uvs(vertices);
  for (uint32_t v = 0; v < vertices; ++v) {
    points[v] = {number(), number(), number()};
    normals[v] = glm::normalize(points[v] + glm::vec3(0.01f));
    uvs[v] = {number(), number()};
  }
  Mesh mesh;
  mesh.uv_layers.push_back({"UV", {}});
  mesh.influence_first = {0};
  for (uint32_t t = 0; t < triangles; ++t) {
    for (int c = 0; c < 3; ++c) {
      const uint32_t v = random() % vertices;
      mesh.indices.push_back(static_cast<uint32_t>(mesh.positions.size()));
      mesh.positions.push_back(points[v]);
      mesh.normals.push_back(normals[v]);
      mesh.uv_layers[0].uv.push_back(random() % 4 == 0 ? glm::vec2(number(), number()) : uvs[v]);
      const uint32_t run = v % 7;  // 0 to 6 influences, the same for all corners at a point
      for (uint32_t k = 0; k < run; ++k)
        mesh.influences.push_back({k, 0.1f + 0.13f * static_cast<float>((v + k) % 5), points[v]});
      mesh.influence_first.push_back(static_cast<uint32_t>(mesh.influences.size()));
    }
  }
  mesh.primitives = {{0, 3 * (triangles / 2), 0, {}}, {3 * (triangles / 2), 3 * (triangles - triangles / 2), 1, {}}};
  return mesh;
}

}  // namespace vitrine::geometry
