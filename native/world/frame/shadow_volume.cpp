#include "world/frame/shadow_volume.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "geometry/hash_table.h"
#include "geometry/points.h"

namespace vitrine::world {
namespace {

constexpr size_t kFacingsPerWord = 32;

/// The same where all are finite, which makes equal positions equal; else 0 in place of what is not.
std::vector<glm::vec3> finite(std::span<const glm::vec3> positions) {
  std::vector<glm::vec3> list(positions.begin(), positions.end());
  for (glm::vec3& p : list) {
    for (int i = 0; i < 3; ++i) p[i] = std::isfinite(p[i]) ? p[i] : 0.0f;
  }
  return list;
}

/// Numbers of edges, and how often each is passed in its own direction and against it.
class EdgeTable {
 public:
  uint32_t add(uint32_t from, uint32_t to) {
    const uint32_t edge = numbers_.find_or_add(geometry::pair_key(from, to));
    if (edge == ends_.size()) ends_.push_back({from, to}), passes_.push_back({});
    const bool against = ends_[edge][0] != from;
    ++passes_[edge][against ? 1 : 0];
    return edge * 2 + (against ? 1 : 0);
  }
  uint32_t open() const {
    uint32_t count = 0;
    for (const auto& passes : passes_) count += passes[0] == 1 && passes[1] == 1 ? 0 : 1;
    return count;
  }
  std::vector<std::array<uint32_t, 2>> take() { return std::move(ends_); }

 private:
  geometry::FlatMap numbers_;
  std::vector<std::array<uint32_t, 2>> ends_;
  std::vector<std::array<uint32_t, 2>> passes_;
};

bool is_triangle(const std::array<uint32_t, 3>& p) { return p[0] != p[1] && p[1] != p[2] && p[2] != p[0]; }

uint32_t open_edges(std::span<const uint32_t> first, std::span<const uint32_t> indices) {
  EdgeTable table;
  for (size_t i = 0; i + 2 < indices.size(); i += 3) {
    const std::array<uint32_t, 3> corner{first[indices[i]], first[indices[i + 1]], first[indices[i + 2]]};
    for (size_t k = 0; k < 3 && is_triangle(corner); ++k) table.add(corner[k], corner[(k + 1) % 3]);
  }
  return table.open();
}

}  // namespace

ShadowCaster build_shadow_caster(std::span<const glm::vec3> bind, std::span<const glm::vec3> posed,
                                 std::span<const uint32_t> indices) {
  const std::vector<uint32_t> together = geometry::first_equal_positions(finite(bind));
  const std::vector<glm::vec3> at = finite(posed);
  const std::vector<uint32_t> still_together = geometry::first_equal_positions(at);
  ShadowCaster caster;
  caster.open_edges = open_edges(together, indices);
  geometry::FlatMap numbers;
  std::vector<uint32_t> point(at.size());
  for (size_t v = 0; v < at.size(); ++v) {
    point[v] = numbers.find_or_add(uint64_t{together[v]} << 32 | still_together[v]);
    if (point[v] == caster.points.size()) caster.points.push_back(at[v]);
  }
  EdgeTable table;
  for (size_t i = 0; i + 2 < indices.size(); i += 3) {
    ShadowCaster::Triangle triangle{{point[indices[i]], point[indices[i + 1]], point[indices[i + 2]]}, {}};
    if (!is_triangle(triangle.points)) continue;
    for (size_t k = 0; k < 3; ++k) triangle.edges[k] = table.add(triangle.points[k], triangle.points[(k + 1) % 3]);
    caster.triangles.push_back(triangle);
  }
  caster.edges = table.take();
  return caster;
}

std::vector<ShadowPlane> place_caster(const ShadowCaster& caster, const glm::dmat4& world_from_mesh) {
  std::vector<glm::dvec3> points;
  points.reserve(caster.points.size());
  for (const glm::vec3& p : caster.points) points.emplace_back(world_from_mesh * glm::dvec4(p, 1));
  std::vector<ShadowPlane> planes;
  planes.reserve(caster.triangles.size());
  for (const ShadowCaster::Triangle& triangle : caster.triangles) {
    const auto& [a, b, c] = triangle.points;
    planes.push_back({points[a], glm::cross(points[b] - points[a], points[c] - points[a])});
  }
  return planes;
}

void find_facing(std::span<const ShadowPlane> planes, const glm::dvec3& light, std::vector<uint64_t>& facing) {
  for (size_t first = 0; first < planes.size(); first += kFacingsPerWord) {
    uint64_t word = 0;
    const size_t end = std::min(planes.size(), first + kFacingsPerWord);
    for (size_t i = first; i < end; ++i) {
      const double turned = glm::dot(planes[i].normal, light - planes[i].at);
      word |= uint64_t{(turned > 0 ? 1u : 0u) | (turned < 0 ? 2u : 0u)} << (i - first) * 2;
    }
    facing.push_back(word);
  }
}

ShadowVolume build_shadow_volume(const ShadowCaster& caster, std::span<const uint64_t> facing) {
  const auto beyond = static_cast<uint32_t>(caster.points.size());
  ShadowVolume volume;
  std::vector<int32_t> walls(caster.edges.size());  // how often each edge is passed, less how often against it
  for (size_t i = 0; i < caster.triangles.size(); ++i) {
    const ShadowCaster::Triangle& triangle = caster.triangles[i];
    const uint64_t turned = facing[i / kFacingsPerWord] >> (i % kFacingsPerWord) * 2 & 3;
    if (turned == 0) continue;
    const bool is_front = turned == 1;
    auto [a, b, c] = triangle.points;
    if (!is_front) std::swap(b, c);
    volume.indices.insert(volume.indices.end(), {a, b, c});
    for (const uint32_t edge : triangle.edges) walls[edge / 2] += ((edge & 1) == 0) == is_front ? 1 : -1;
  }
  volume.near_indices = static_cast<uint32_t>(volume.indices.size());
  for (uint32_t i = 0; i < volume.near_indices; i += 3) {
    const uint32_t a = volume.indices[i], b = volume.indices[i + 1], c = volume.indices[i + 2];
    volume.indices.insert(volume.indices.end(), {c + beyond, b + beyond, a + beyond});
  }
  for (size_t edge = 0; edge < walls.size(); ++edge) {
    auto [x, y] = caster.edges[edge];
    if (walls[edge] < 0) std::swap(x, y);
    for (int32_t i = std::abs(walls[edge]); i != 0; --i)
      volume.indices.insert(volume.indices.end(), {y, x, x + beyond, y, x + beyond, y + beyond});
  }
  return volume;
}

}  // namespace vitrine::world
