#include "session/compare.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "geometry/nearest_surface.h"
#include "scene/axis_map.h"
#include "session/posed_meshes.h"

namespace vitrine {
namespace {

constexpr std::string_view kAxes = "xyz", kAngles[] = {"90", "-90", "180"};

/// Whole numbers throughout, so that a turn adds no rounding.
glm::dmat3 quarter(int axis, int quarters) {
  glm::dmat3 out(1);
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  glm::dmat3 once(1);
  once[a][a] = once[b][b] = 0;
  once[a][b] = 1, once[b][a] = -1;
  for (int k = 0; k < quarters; ++k) out = once * out;
  return out;
}

std::optional<QuarterTurn> single(std::string_view name) {
  const size_t axis = name.empty() ? kAxes.npos : kAxes.find(name[0]);
  if (axis == kAxes.npos) return {};
  const auto angle = std::find(std::begin(kAngles), std::end(kAngles), name.substr(1)) - std::begin(kAngles);
  constexpr int kQuarters[] = {1, 3, 2, 0};
  if (kQuarters[angle] == 0) return {};
  return QuarterTurn{std::string(name), quarter(static_cast<int>(axis), kQuarters[angle])};
}

std::vector<QuarterTurn> all_turns() {
  std::vector<QuarterTurn> out;
  for (const char axis : {'y', 'x', 'z'}) {
    for (const std::string_view angle : kAngles) out.push_back(*single(axis + std::string(angle)));
  }
  const size_t singles = out.size();
  for (size_t i = 0; i < singles; ++i) {
    for (size_t k = 0; k < singles; ++k) {
      QuarterTurn both{out[i].name + "," + out[k].name, out[k].matrix * out[i].matrix};
      const auto same = [&](const QuarterTurn& other) { return other.matrix == both.matrix; };
      if (both.matrix != glm::dmat3(1) && std::none_of(out.begin(), out.end(), same)) out.push_back(std::move(both));
    }
  }
  return out;
}

}  // namespace

std::optional<QuarterTurn> quarter_turn(std::string_view name) {
  const size_t comma = name.find(',');
  const auto first = single(name.substr(0, comma));
  if (!first || comma == name.npos) return first;
  const auto second = single(name.substr(comma + 1));
  if (!second) return {};
  return QuarterTurn{std::string(name), second->matrix * first->matrix};
}

const std::vector<QuarterTurn>& quarter_turns() {
  static const std::vector<QuarterTurn> all = all_turns();
  return all;
}

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

glm::dmat4 world_of_second(const Axes& here, const Axes& there, Match match) {
  return match == Match::kAsConverted ? world_facing(here, there) : world_from_file(there);
}

constexpr size_t kMostTried = 4000;  // vertices, for each turn
constexpr double kAgreement = 1e-3;  // of the size

/// Points of the first, and of each the counterpart in the second where they go by number.
class Tries {
 public:
  Tries(const std::vector<PosedMesh>& ours, const std::vector<PosedMesh>& theirs, bool by_number) {
    size_t count = 0;
    for (const PosedMesh& mesh : ours) count += mesh.count();
    const size_t stride = count / kMostTried + 1;
    size_t number = 0;
    for (size_t m = 0; m < ours.size(); ++m) {
      for (size_t v = 0; v < ours[m].count(); ++v) {
        const glm::dvec3 at = ours[m].at(v);
        low_ = number == 0 ? at : glm::min(low_, at), high_ = number == 0 ? at : glm::max(high_, at);
        if (number++ % stride != 0) continue;
        points_.push_back(at);
        if (by_number) others_.push_back(theirs[m].at(v));
      }
    }
    if (by_number) return;
    std::vector<glm::dvec3> corners;
    for (const PosedMesh& mesh : theirs) {
      for (const uint32_t index : mesh.mesh->indices) corners.push_back(mesh.at(index));
    }
    surface_.emplace(std::move(corners));
  }

  double size() const { return glm::length(high_ - low_); }
  /// True if every point has its counterpart within `reach` after the turn.
  bool agree(const glm::dmat3& turn, double reach) const {
    const glm::dmat3 back = glm::transpose(turn);
    for (size_t i = 0; i < points_.size(); ++i) {
      const glm::dvec3 at = back * points_[i];
      const double off = others_.empty() ? (surface_->empty() ? reach + 1 : surface_->nearest(at).distance)
                                         : glm::distance(at, others_[i]);
      if (!(off <= reach)) return false;
    }
    return !points_.empty();
  }

 private:
  std::vector<glm::dvec3> points_, others_;
  std::optional<geometry::NearestSurface> surface_;
  glm::dvec3 low_{0}, high_{0};
};

Json point_json(const glm::dvec3& p) { return Json::array({p.x, p.y, p.z}); }

}  // namespace

std::optional<LargestDistance> largest_distance(const Document& first, const Document& second, Match match,
                                                const glm::dmat3& turn) {
  const Axes &here = first.scene().axes, &there = second.scene().axes;
  const bool converted = match == Match::kAsConverted;
  const std::vector<PosedMesh> ours = posed_meshes(first.scene(), first.poser(), world_from_file(here)),
                               theirs = posed_meshes(second.scene(), second.poser(),
                                                     glm::dmat4(turn) * world_of_second(here, there, match));
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

std::optional<FoundTurn> find_turn(const Document& first, const Document& second, Match match) {
  const std::vector<PosedMesh> ours = posed_meshes(first.scene(), first.poser(), world_from_file(first.scene().axes)),
                               theirs = posed_meshes(second.scene(), second.poser(),
                                                     world_of_second(first.scene().axes, second.scene().axes, match));
  if (ours.empty() || theirs.empty()) return {};
  const bool counts = same_counts(ours, theirs);
  // Files with the same number of vertices may have them in another order.
  for (const bool by_number : {true, false}) {
    if (by_number && !counts) continue;
    const Tries tries(ours, theirs, by_number);
    const double reach = kAgreement * tries.size();
    if (!(reach > 0) || tries.agree(glm::dmat3(1), reach)) return {};
    for (const QuarterTurn& turn : quarter_turns()) {
      if (!tries.agree(turn.matrix, reach)) continue;
      const auto distance = largest_distance(first, second, match, turn.matrix);
      if (distance && distance->distance <= 2 * reach) return FoundTurn{turn, distance->distance};
    }
  }
  return {};
}

Json turn_json(const std::optional<FoundTurn>& found) {
  if (!found) return nullptr;
  return {{"turn", found->turn.name}, {"distance", found->distance}};
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
