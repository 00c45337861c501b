#include "session/compare.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

#include "base/utf8.h"
#include "geometry/nearest_surface.h"
#include "play/poser.h"
#include "scene/axis_map.h"

namespace vitrine {
namespace {

/// A mesh that is drawn, with its vertices as world points.
struct Posed {
  uint32_t instance = 0;
  std::span<const float> positions;
  glm::dmat4 world{1};
  const Mesh* mesh = nullptr;

  size_t count() const { return positions.size() / 3; }
  glm::dvec3 at(size_t vertex) const {
    const float* p = positions.data() + vertex * 3;
    return glm::dvec3(world * glm::dvec4(p[0], p[1], p[2], 1));
  }
};

std::vector<Posed> posed(const Document& document, const glm::dmat4& root) {
  const Scene& scene = document.scene();
  const BufferView matrices = document.buffer(BufferKind::kNodeMatrices, 0);
  std::vector<Posed> out;
  for (uint32_t i = 0; i < document.instance_count(); ++i) {
    const uint32_t index = document.instance_node(i);
    const Node& node = scene.nodes[index];
    if (node.hidden) continue;
    const BufferView view = document.buffer(BufferKind::kPositions, i);
    Posed mesh;
    mesh.instance = i;
    mesh.positions = {static_cast<const float*>(view.data), view.bytes / sizeof(float)};
    mesh.mesh = &scene.meshes[node.mesh];
    mesh.world = root;
    const bool skinned = node.skin != kNone && !mesh.mesh->influence_first.empty();
    if (!skinned && matrices.bytes >= (size_t{index} + 1) * sizeof(glm::mat4)) {
      glm::mat4 own;
      std::memcpy(&own, static_cast<const uint8_t*>(matrices.data) + size_t{index} * sizeof(glm::mat4), sizeof(own));
      mesh.world = root * glm::dmat4(own);
    }
    if (mesh.count() > 0) out.push_back(mesh);
  }
  return out;
}

bool same_counts(const std::vector<Posed>& a, const std::vector<Posed>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].count() != b[i].count()) return false;
  }
  return true;
}

/// True if meshes with equal counts have the same triangles.
bool same_triangles(const std::vector<Posed>& a, const std::vector<Posed>& b) {
  return std::equal(a.begin(), a.end(), b.begin(),
                    [](const Posed& x, const Posed& y) { return x.mesh->indices == y.mesh->indices; });
}

/// Transform to the world of `first`, facing as it does there.
glm::dmat4 world_facing(const Axes& first, const Axes& second) {
  Axes sizeless = first;
  sizeless.unit_m = 1;
  glm::dmat4 size(second.unit_m);
  size[3][3] = 1;
  return size * world_from_file(sizeless) * glm::dmat4(axis_map(second, first).matrix);
}

/// `other_of(mesh, vertex)` is the place that a vertex is compared with.
template <class OtherOf>
LargestDistance farthest(const std::vector<Posed>& ours, OtherOf&& other_of) {
  LargestDistance out;
  double largest = -1;
  for (size_t m = 0; m < ours.size(); ++m) {
    const Posed& mesh = ours[m];
    for (size_t v = 0; v < mesh.count(); ++v) {
      const glm::dvec3 at = mesh.at(v);
      const glm::dvec3 other = other_of(m, v);
      const double distance = glm::length(other - at);
      if (!(distance > largest)) continue;
      largest = distance;
      out.distance = distance;
      out.instance = mesh.instance;
      out.vertex = static_cast<uint32_t>(v);
      out.at = at;
      out.other = other;
    }
    out.vertices += mesh.count();
  }
  return out;
}

std::optional<LargestDistance> by_surface(const std::vector<Posed>& ours, const std::vector<Posed>& theirs) {
  std::vector<glm::dvec3> corners;
  for (const Posed& mesh : theirs) {
    for (const uint32_t index : mesh.mesh->indices) corners.push_back(mesh.at(index));
  }
  const geometry::NearestSurface surface(std::move(corners));
  if (surface.empty()) return {};
  return farthest(ours, [&](size_t m, size_t v) { return surface.nearest(ours[m].at(v)).point; });
}

Json point_json(const glm::dvec3& p) { return Json::array({p.x, p.y, p.z}); }

}  // namespace

std::optional<LargestDistance> largest_distance(const Document& first, const Document& second, Match match) {
  const Axes &here = first.scene().axes, &there = second.scene().axes;
  const bool converted = match == Match::kAsConverted;
  const std::vector<Posed> ours = posed(first, world_from_file(here)),
                           theirs = posed(second, converted ? world_facing(here, there) : world_from_file(there));
  if (ours.empty() || theirs.empty()) return {};
  if (!same_counts(ours, theirs)) return by_surface(ours, theirs);
  LargestDistance out = farthest(ours, [&](size_t m, size_t v) { return theirs[m].at(v); });
  out.by_vertex = true;
  // Triangles that go round the other way and have the same numbers nevertheless were renumbered.
  const bool corresponds = same_triangles(ours, theirs) && !axis_map(there, here).flips_winding;
  if (!converted || out.distance == 0 || corresponds) return out;
  const auto surface = by_surface(ours, theirs);
  return surface && surface->distance < out.distance ? *surface : out;
}

Json distance_json(const Document& first, const std::optional<LargestDistance>& distance) {
  if (!distance) return nullptr;
  const uint32_t node = first.instance_node(distance->instance);
  const Scene& scene = first.scene();
  return {{"by", distance->by_vertex ? "vertex" : "surface"},
          {"distance", distance->distance},
          {"node", node},
          {"name", to_utf8(scene.nodes[node].name)},
          {"mesh", to_utf8(scene.meshes[scene.nodes[node].mesh].name)},
          {"instance", distance->instance},
          {"vertex", distance->vertex},
          {"at", point_json(distance->at)},
          {"other", point_json(distance->other)},
          {"vertices", distance->vertices}};
}

}  // namespace vitrine
