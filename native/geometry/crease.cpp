#include "geometry/crease.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/for_speed.h"
#include "base/generated.h"
#include "base/portable_math.h"
#include "base/sort.h"
#include "geometry/points.h"

namespace vitrine::geometry {
namespace {

constexpr uint32_t kNoGroup = kNone;
/// A triangle looks at no more edge-sharing neighbours around a position than an edge-manifold surface has.
constexpr size_t kNeighbours = 2;
/// From here on neighbours are looked up by sorting.
constexpr size_t kManyCorners = 24;
/// Angles this near to the limit (as a part of the squared cosine) are settled with roots, in the tools' own way.
constexpr double kNearLimit = 1e-9;
/// Products of squared lengths below this lose digits.
constexpr double kTinySquares = 1e-200;

/// `from` and `to`: the positions at the far ends of its two edges, in the order of the triangle's corners.
struct Corner {
  uint32_t index, from, to;  ///< index: among the corners of all triangles
  uint32_t triangle() const { return index / 3; }
};

struct Face {
  glm::dvec3 vector;
  double square;  ///< of its length
};

/// Works on the triangles around one position after the other.
class Smoother {
 public:
  Smoother(std::span<const glm::vec3> positions, std::span<const uint32_t> indices, float angle_rad)
      : indices_(indices),
        cosine_(portable::cos(static_cast<double>(angle_rad))),
        signed_square_cosine_(cosine_ * std::abs(cosine_)),
        welded_(first_equal_positions(positions)) {
    faces_ = generated<Face>(indices.size() / 3, [&](size_t t) {
      const uint32_t* corner = &indices[3 * t];
      const glm::dvec3 a(positions[corner[0]]), b(positions[corner[1]]), c(positions[corner[2]]);
      const glm::dvec3 vector = glm::cross(b - a, c - a);
      return Face{vector, glm::dot(vector, vector)};
    });
    out_.indices.assign(indices.begin(), indices.end());
    out_.source.resize(positions.size());
    std::iota(out_.source.begin(), out_.source.end(), 0u);
    out_.normals.assign(positions.size(), glm::vec3(0));
    taken_by_.assign(positions.size(), kNoGroup);
    copy_.resize(positions.size());
  }

  CreaseNormals run(std::span<const glm::vec3> positions) {
    collect_corners(positions.size());
    // Duplicates are numbered by place; positions without a hard edge make none and need no order.
    std::vector<uint32_t> hard;
    for (uint32_t v = 0; v < welded_.size(); ++v) {
      if (welded_[v] != v || first_corner_[v] == first_corner_[v + 1]) continue;
      const std::span<const Corner> around = corners_around(v);
      if constexpr (kForSpeed) {
        if (take_smooth_ring(around)) continue;
      }
      if (find_groups(around) == 1)
        take_one_group(around);
      else
        hard.push_back(v);
    }
    sort_different(hard, [&](uint32_t a, uint32_t b) {
      const glm::vec3 &p = positions[a], &q = positions[b];
      return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
    });
    for (const uint32_t v : hard) {
      const std::span<const Corner> around = corners_around(v);
      take_groups(around, find_groups(around));
    }
    return std::move(out_);
  }

 private:
  /// Corners of each welded position, in triangle order.
  void collect_corners(size_t vertex_count) {
    first_corner_.assign(vertex_count + 1, 0);
    for (const uint32_t v : indices_) ++first_corner_[welded_[v] + 1];
    std::partial_sum(first_corner_.begin(), first_corner_.end(), first_corner_.begin());
    corners_.resize(indices_.size());
    std::vector<uint32_t> next(first_corner_.begin(), first_corner_.end() - 1);
    for (uint32_t i = 0; i + 2 < indices_.size(); i += 3) {
      const uint32_t a = welded_[indices_[i]], b = welded_[indices_[i + 1]], c = welded_[indices_[i + 2]];
      corners_[next[a]++] = {i, b, c};
      corners_[next[b]++] = {i + 1, c, a};
      corners_[next[c]++] = {i + 2, a, b};
    }
  }

  std::span<const Corner> corners_around(uint32_t v) const {
    return {corners_.data() + first_corner_[v], corners_.data() + first_corner_[v + 1]};
  }

  const Face& face(const Corner& corner) const { return faces_[corner.triangle()]; }

  bool smooth_across(const Face& u, const Face& v) const {
    const double along = glm::dot(u.vector, v.vector), squares = u.square * v.square;
    if (squares > kTinySquares) {
      const double over = along * std::abs(along) - signed_square_cosine_ * squares;
      if (std::abs(over) > kNearLimit * squares) return over > 0;
    }
    const double lengths = std::sqrt(squares);
    if (lengths > 0) return along / lengths >= cosine_;
    return u.vector == v.vector;  // two triangles without area always join
  }

  /// One closed ring of triangles without a hard edge, as around most positions: summed in the order of `grow`, without
  /// its lists. False where there is anything else.
  bool take_smooth_ring(std::span<const Corner> around) {
    const size_t count = around.size();
    if (count < 3 || count > kManyCorners) return false;
    // The first whose edge begins (or ends) at a position; `count` when there is none.
    const auto find = [&](uint32_t Corner::*edge, uint32_t position) {
      size_t i = 0;
      while (i < count && around[i].*edge != position) ++i;
      return i;
    };
    const size_t after = find(&Corner::from, around[0].to), before = find(&Corner::to, around[0].from);
    const auto [near_end, far_end] =
        after < before ? std::pair(&Corner::from, &Corner::to) : std::pair(&Corner::to, &Corner::from);
    // Whoever comes back to the first after as many steps as there are triangles has met each of them once, so that no
    // others share an edge.
    const Face* last = &face(around[0]);
    glm::dvec3 sum = glm::dvec3(0) + last->vector;
    size_t at = std::min(after, before);
    for (size_t left = count - 1; left > 0; --left) {
      if (at == 0 || at == count) return false;
      const Face& next = face(around[at]);
      if (!smooth_across(next, *last)) return false;
      sum += next.vector;
      last = &next;
      at = find(near_end, around[at].*far_end);
    }
    if (at != 0 || !smooth_across(*last, face(around[0]))) return false;
    sum += last->vector;  // it joins across both of its edges
    set_normals(around, sum);
    return true;
  }

  /// For every corner up to two others whose triangles share an edge that ends here, lowest first.
  void find_neighbours(std::span<const Corner> around) {
    const size_t count = around.size();
    for (size_t i = 0; i < count; ++i) {
      ends_[i] = {around[i].from, around[i].to};
    }
    std::fill_n(neighbours_.begin(), count, std::array<uint32_t, kNeighbours>{kNone, kNone});
    if (count > kManyCorners) return find_neighbours_of_many(count);
    // Pairs in order give each corner its neighbours in order: first those before it, then those behind.
    std::array<uint32_t, kManyCorners> found{};
    for (uint32_t i = 0; i + 1 < count; ++i) {
      const auto [a, b] = ends_[i];
      for (uint32_t j = i + 1; j < count; ++j) {
        const auto [c, d] = ends_[j];
        if (((a == c) | (a == d) | (b == c) | (b == d)) == 0) continue;
        if (found[i] < kNeighbours) neighbours_[i][found[i]++] = j;
        if (found[j] < kNeighbours) neighbours_[j][found[j]++] = i;
      }
    }
  }

  /// The same without comparing all with all.
  void find_neighbours_of_many(size_t count) {
    spokes_.clear();
    for (uint32_t i = 0; i < count; ++i) {
      for (const uint32_t far_end : ends_[i]) spokes_.push_back({far_end, i});
    }
    sort_different(spokes_);
    for (uint32_t i = 0; i < count; ++i) {
      std::array<uint32_t, kNeighbours>& lowest = neighbours_[i];
      for (const uint32_t far_end : ends_[i]) {
        auto spoke = std::lower_bound(spokes_.begin(), spokes_.end(), std::pair(far_end, 0u));
        for (; spoke != spokes_.end() && spoke->first == far_end && spoke->second < lowest[1]; ++spoke) {
          const uint32_t other = spoke->second;
          if (other == i || other == lowest[0]) continue;
          if (other < lowest[0])
            lowest = {other, lowest[0]};
          else
            lowest[1] = other;
        }
      }
    }
  }

  /// Fills `memberships_`; returns the number of groups.
  uint32_t find_groups(std::span<const Corner> around) {
    if (around.size() > group_.size()) make_room(around.size());
    find_neighbours(around);
    std::fill_n(group_.begin(), around.size(), kNoGroup);
    membership_count_ = 0;
    uint32_t group_count = 0;
    for (uint32_t seed = 0; seed < around.size(); ++seed) {
      if (group_[seed] == kNoGroup) grow(around, seed, group_count);
    }
    return group_count;
  }

  /// For so many triangles around one position. Each joins at most two groups and names two neighbours.
  void make_room(size_t count) {
    ends_.resize(count);
    neighbours_.resize(count);
    group_.resize(count);
    memberships_.resize(count * kNeighbours);
    stack_.resize(count * kNeighbours + 1);
  }
  std::span<const std::pair<uint32_t, uint32_t>> memberships() const {
    return {memberships_.data(), membership_count_};
  }

  static glm::vec3 unit_or_zero(const glm::dvec3& sum) {
    const double length = glm::length(sum);
    return length > 0 ? glm::vec3(sum / length) : glm::vec3(0);
  }

  /// All around one position is smooth: no vertex needs a duplicate.
  void take_one_group(std::span<const Corner> around) {
    glm::dvec3 sum(0);
    for (const auto& [group, member] : memberships()) sum += face(around[member]).vector;
    set_normals(around, sum);
  }
  void set_normals(std::span<const Corner> around, const glm::dvec3& sum) {
    const glm::vec3 normal = unit_or_zero(sum);
    for (const Corner& at : around) out_.normals[indices_[at.index]] = normal;
  }

  /// Sums over memberships: a triangle that joined two groups counts in both, its corner goes to the later one.
  void take_groups(std::span<const Corner> around, uint32_t group_count) {
    sums_.assign(group_count, glm::dvec3(0));
    for (const auto& [group, member] : memberships()) {
      sums_[group] += face(around[member]).vector;
      group_[member] = std::max(group_[member], group);
    }
    by_group_.clear();
    for (uint32_t i = 0; i < around.size(); ++i) by_group_.push_back({group_[i], i});
    sort_different(by_group_);
    for (const auto& [group, member] : by_group_) assign(around[member], groups_ + group, unit_or_zero(sums_[group]));
    groups_ += group_count;
  }

  /// Depth first from `seed`: a triangle joins the groups of its neighbours across soft edges, else starts one, then
  /// its neighbours have their turn.
  void grow(std::span<const Corner> around, uint32_t seed, uint32_t& group_count) {
    size_t waiting = 0;
    stack_[waiting++] = seed;
    while (waiting > 0) {
      const uint32_t at = stack_[--waiting];
      if (group_[at] != kNoGroup) continue;
      uint32_t joined = kNoGroup;
      for (const uint32_t neighbour : neighbours_[at]) {
        if (neighbour == kNone || group_[neighbour] == kNoGroup) continue;
        if (!smooth_across(face(around[at]), face(around[neighbour]))) continue;
        joined = group_[neighbour];
        memberships_[membership_count_++] = {joined, at};
      }
      if (joined == kNoGroup) {
        joined = group_count++;
        memberships_[membership_count_++] = {joined, at};
      }
      group_[at] = joined;
      for (size_t k = kNeighbours; k-- > 0;) {
        const uint32_t next = neighbours_[at][k];
        if (next != kNone && group_[next] == kNoGroup) stack_[waiting++] = next;
      }
    }
  }

  /// A corner takes its vertex when no earlier group has it, else the group's duplicate. Groups come in order.
  void assign(const Corner& at, uint32_t group, const glm::vec3& normal) {
    const uint32_t vertex = indices_[at.index];
    if (taken_by_[vertex] != group) {
      uint32_t target = vertex;
      if (taken_by_[vertex] != kNoGroup) {
        target = static_cast<uint32_t>(out_.source.size());
        out_.source.push_back(vertex);
        out_.normals.emplace_back();
      }
      out_.normals[target] = normal;
      taken_by_[vertex] = group;
      copy_[vertex] = target;
    }
    out_.indices[at.index] = copy_[vertex];
  }

  std::span<const uint32_t> indices_;
  double cosine_;
  double signed_square_cosine_;  ///< grows with the cosine
  std::vector<uint32_t> welded_;
  std::vector<Face> faces_;
  std::vector<uint32_t> first_corner_;
  UnwrittenVector<Corner> corners_;
  CreaseNormals out_;

  uint32_t groups_ = 0;             ///< so far, of all positions
  std::vector<uint32_t> taken_by_;  ///< per vertex the last group that used it
  std::vector<uint32_t> copy_;      ///< and the vertex which that group uses

  // Work space of one position, for as many corners as any had so far.
  std::vector<std::array<uint32_t, 2>> ends_;          ///< per corner the far ends of its two edges
  std::vector<std::pair<uint32_t, uint32_t>> spokes_;  ///< far end of an edge, number of a triangle on it
  std::vector<std::array<uint32_t, kNeighbours>> neighbours_;
  std::vector<uint32_t> group_;
  std::vector<std::pair<uint32_t, uint32_t>> memberships_, by_group_;  ///< group, corner around the position
  size_t membership_count_ = 0;
  std::vector<glm::dvec3> sums_;
  std::vector<uint32_t> stack_;
};

}  // namespace

CreaseNormals crease_normals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices, float angle_rad) {
  return Smoother(positions, indices, angle_rad).run(positions);
}

}  // namespace vitrine::geometry
