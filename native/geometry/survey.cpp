#include "geometry/survey.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "geometry/hash_table.h"
#include "geometry/points.h"

namespace vitrine::geometry {
namespace {

constexpr double kFlat = 1e-6, kWeightTolerance = 1e-3;

using Corners = std::array<uint32_t, 3>;

Corners corners_at(std::span<const uint32_t> place, std::span<const uint32_t> indices, size_t at) {
  return {place[indices[at]], place[indices[at + 1]], place[indices[at + 2]]};
}
bool is_collapsed(const Corners& c) { return c[0] == c[1] || c[1] == c[2] || c[2] == c[0]; }

bool is_flat(std::span<const glm::vec3> positions, const Corners& c) {
  const glm::dvec3 a(positions[c[0]]), u = glm::dvec3(positions[c[1]]) - a, v = glm::dvec3(positions[c[2]]) - a;
  const double longest = std::max({glm::dot(u, u), glm::dot(v, v), glm::dot(v - u, v - u)});
  return glm::length(glm::cross(u, v)) <= kFlat * longest;
}

/// Edges between places, and how many triangles run along each from the lower number to the higher and back.
class Edges {
 public:
  /// The number of the edge.
  uint32_t add(uint32_t from, uint32_t to) {
    const uint32_t edge = numbers_.find_or_add(pair_key(from, to));
    if (edge == runs_.size()) runs_.push_back({});
    ++runs_[edge][from < to ? 0 : 1];
    return edge;
  }
  const std::vector<std::array<uint32_t, 2>>& runs() const { return runs_; }

 private:
  FlatMap numbers_;
  std::vector<std::array<uint32_t, 2>> runs_;
};

/// Disjoint sets of numbers.
class Sets {
 public:
  explicit Sets(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  uint32_t find(uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(uint32_t a, uint32_t b) { parent_[find(b)] = find(a); }

 private:
  std::vector<uint32_t> parent_;
};

}  // namespace

MeshSurvey survey_mesh(std::span<const glm::vec3> positions, std::span<const uint32_t> indices) {
  const std::vector<uint32_t> place = first_equal_positions(positions);
  MeshSurvey out;
  for (uint32_t v = 0; v < place.size(); ++v) out.places += place[v] == v;
  std::vector<bool> used(place.size(), false);
  Edges edges;
  for (size_t at = 0; at + 2 < indices.size(); at += 3) {
    for (size_t k = 0; k < 3; ++k) used[indices[at + k]] = true;
    const Corners c = corners_at(place, indices, at);
    if (is_collapsed(c)) {
      ++out.collapsed_faces;
      continue;
    }
    out.flat_faces += is_flat(positions, c);
    for (size_t k = 0; k < 3; ++k) edges.add(c[k], c[(k + 1) % 3]);
  }
  out.edges = static_cast<uint32_t>(edges.runs().size());
  for (const auto& [up, down] : edges.runs()) {
    if (up + down == 1)
      ++out.open_edges;
    else if (up + down > 2)
      ++out.non_manifold_edges;
    else if (up != down)
      ++out.turned_edges;
  }
  out.unused_vertices = static_cast<uint32_t>(std::count(used.begin(), used.end(), false));
  return out;
}

WeightSurvey survey_weights(const Mesh& mesh) {
  WeightSurvey out;
  for (size_t v = 0; v + 1 < mesh.influence_first.size(); ++v) {
    const uint32_t first = mesh.influence_first[v], last = mesh.influence_first[v + 1];
    if (first == last) {
      ++out.unweighted;
      continue;
    }
    double sum = 0;
    for (uint32_t i = first; i < last; ++i) sum += double{mesh.influences[i].weight};
    out.least = out.weighted == 0 ? sum : std::min(out.least, sum);
    out.most = out.weighted == 0 ? sum : std::max(out.most, sum);
    ++out.weighted;
    out.off += std::abs(sum - 1) > kWeightTolerance;
  }
  return out;
}

ClosedParts closed_parts(std::span<const glm::vec3> positions, std::span<const uint32_t> indices) {
  const std::vector<uint32_t> place = first_equal_positions(positions);
  Sets parts(place.size());
  Edges edges;
  std::vector<uint32_t> end_of;  // a place of each edge
  for (size_t at = 0; at + 2 < indices.size(); at += 3) {
    const Corners c = corners_at(place, indices, at);
    if (is_collapsed(c)) continue;
    parts.join(c[0], c[1]);
    parts.join(c[0], c[2]);
    for (size_t k = 0; k < 3; ++k) {
      if (edges.add(c[k], c[(k + 1) % 3]) == end_of.size()) end_of.push_back(c[k]);
    }
  }
  std::vector<bool> is_open(place.size(), false), is_part(place.size(), false);
  for (size_t edge = 0; edge < end_of.size(); ++edge) {
    const auto& [up, down] = edges.runs()[edge];
    if (up != down) is_open[parts.find(end_of[edge])] = true;
  }
  ClosedParts out;
  for (size_t at = 0; at + 2 < indices.size(); at += 3) {
    const Corners c = corners_at(place, indices, at);
    if (is_collapsed(c)) continue;
    const uint32_t part = parts.find(c[0]);
    if (!is_part[part]) {
      is_part[part] = true;
      ++out.of;
      out.closed += !is_open[part];
    }
    if (!is_open[part]) out.indices.insert(out.indices.end(), &indices[at], &indices[at] + 3);
  }
  return out;
}

}  // namespace vitrine::geometry
