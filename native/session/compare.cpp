#include "session/compare.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "geometry/nearest_surface.h"
#include "scene/axis_map.h"
#include "session/posed_meshes.h"

namespace vitrine {
namespace {

/// True if meshes with equal counts have the same triangles.
bool same_triangles(const std::vector<PosedMesh>& a, const std::vector<PosedMesh>& b) {
  return std::equal(a.begin(), a.end(), b.begin(),
                    [](const PosedMesh& x, const PosedMesh& y) { return x.mesh->indices == y.mesh->indices; });
}

/// `other_of(mesh, vertex)` is the place that a vertex is compared with.
template <class OtherOf>
LargestDistance farthest(const std::vector<PosedMesh>& ours, OtherOf&& other_of) {
  LargestDistance out;
  double largest = -1;
  for (size_t m = 0; m < ours.size(); ++m) {
    const PosedMesh& mesh = ours[m];
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

std::optional<LargestDistance> by_surface(const std::vector<PosedMesh>& ours, const std::vector<PosedMesh>& theirs) {
  std::vector<glm::dvec3> corners;
  for (const PosedMesh& mesh : theirs) {
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
  const std::vector<PosedMesh> ours = posed_meshes(first.scene(), first.poser(), world_from_file(here)),
                               theirs = posed_meshes(second.scene(), second.poser(),
                                                     converted ? world_facing(here, there) : world_from_file(there));
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
