#include "formats/kri/write/quaternions.h"

#include <algorithm>
#include <cmath>

#include "geometry/hash_table.h"

namespace vitrine::geometry {
namespace {

/// Products of the two corners other than each corner.
struct Products {
  float opposite[3];

  int negatives(bool with_zero) const {
    return static_cast<int>(
        std::count_if(opposite, opposite + 3, [&](float p) { return p < 0 || (with_zero && p == 0); }));
  }
  int largest() const { return static_cast<int>(std::max_element(opposite, opposite + 3) - opposite); }
  int smallest() const { return static_cast<int>(std::min_element(opposite, opposite + 3) - opposite); }
};

Products products(const std::vector<glm::quat>& frames, const uint32_t* t) {
  return {{glm::dot(frames[t[1]], frames[t[2]]), glm::dot(frames[t[2]], frames[t[0]]),
           glm::dot(frames[t[0]], frames[t[1]])}};
}

glm::quat middle_frame(const glm::quat& a, const glm::quat& b) {
  const glm::quat sum = a + b;
  const float length = std::sqrt(glm::dot(sum, sum));
  return length > 1e-12f ? sum / length : a;  // opposite quaternions have no middle
}

class Processor {
 public:
  Processor(QuaternionMesh& mesh, const std::vector<glm::vec3>& positions, bool with_zero, QuaternionStep& step)
      : triangles_(mesh.triangles), frames_(mesh.frames), with_zero_(with_zero), step_(step), positions_(positions) {
    const auto count = static_cast<uint32_t>(frames_.size());
    step_.origins.resize(count);
    for (uint32_t v = 0; v < count; ++v) step_.origins[v] = {v, v};
    used_.assign(count, 0);
    clone_of_.assign(count, kNone);
    step_.triangle_source.resize(triangles_.size() / 3);
    for (uint32_t t = 0; t < step_.triangle_source.size(); ++t) step_.triangle_source[t] = t;
  }

  void run() {
    const size_t count = triangles_.size() / 3;
    for (size_t t = 0; t < count; ++t) triangle(t);
    triangles_.insert(triangles_.end(), extra_.begin(), extra_.end());
    step_.triangle_source.insert(step_.triangle_source.end(), extra_source_.begin(), extra_source_.end());
    step_.extra_triangles = extra_source_.size();
  }

  void find_t_junctions(bool close) {
    if (step_.middles == 0) return;
    find_places();
    for (const auto& [a, b] : divided_) {
      const glm::vec3 middle = middle_of(a, b);
      // An edge too short to have a middle of its own is closed as it is.
      if (middle == positions_[a] || middle == positions_[b]) continue;
      divided_edges_.find_or_add(edge(a, b));
    }
    for (size_t k = 0; k < triangles_.size(); ++k) step_.t_junctions += is_divided(k);
    if (close && step_.t_junctions > 0) close_t_junctions();
  }

 private:
  /// Turns the corner's quaternion round without a new vertex, if it can be done.
  bool make_good(uint32_t& corner) {
    if (used_[corner] == 0) {
      frames_[corner] = -frames_[corner];
      ++step_.negated;
      return true;
    }
    if (clone_of_[corner] == kNone) return false;
    corner = clone_of_[corner];
    return true;
  }

  void clone(uint32_t& corner) {
    const auto twin = static_cast<uint32_t>(frames_.size());
    frames_.push_back(-frames_[corner]);
    positions_.push_back(positions_[corner]);
    step_.origins.push_back({corner, corner});
    clone_of_[corner] = twin;
    corner = twin;
    ++step_.clones;
  }

  void triangle(size_t number) {
    uint32_t* t = &triangles_[3 * number];
    const uint32_t base[3] = {t[0], t[1], t[2]};
    Products p = products(frames_, t);
    int negatives = p.negatives(with_zero_);
    ++step_.negatives_before[static_cast<size_t>(negatives)];
    if (negatives == 2) {
      uint32_t& odd = t[p.largest()];
      if (!make_good(odd)) clone(odd);
      negatives = products(frames_, t).negatives(with_zero_);  // a product of 0 stays one
    } else if (negatives == 3) {
      if (!make_good(t[0]) && !make_good(t[1]) && !make_good(t[2])) clone(t[1]);
      negatives = products(frames_, t).negatives(with_zero_);
    }
    p = products(frames_, t);
    if (negatives == 1) divide(number, p.smallest());
    for (const uint32_t corner : base) used_[corner] = 1;
  }

  void divide(size_t number, int corner) {
    uint32_t* t = &triangles_[3 * number];
    uint32_t& next = t[(corner + 1) % 3];
    const uint32_t last = t[(corner + 2) % 3];
    const uint32_t middle = add_middle(next, last);
    ++step_.middles;
    divided_.push_back({next, last});
    uint32_t other[3] = {t[0], t[1], t[2]};
    other[(corner + 2) % 3] = middle;
    next = middle;
    extra_.insert(extra_.end(), other, other + 3);
    extra_source_.push_back(static_cast<uint32_t>(number));
  }

  uint32_t add_middle(uint32_t a, uint32_t b) {
    const auto middle = static_cast<uint32_t>(frames_.size());
    frames_.push_back(middle_frame(frames_[a], frames_[b]));
    positions_.push_back(middle_of(a, b));
    step_.origins.push_back({a, b});
    return middle;
  }

  glm::vec3 middle_of(uint32_t a, uint32_t b) const { return (positions_[a] + positions_[b]) * 0.5f; }

  /// Places of the vertices at which divided edges end; all other vertices have none. Few edges are divided, so most
  /// vertices are told apart by a filter that stays in the cache.
  void find_places() {
    places_.assign(positions_.size(), kNone);
    const auto ends = [&](auto&& visit) {
      for (const auto& [a, b] : divided_) visit(a), visit(b);
    };
    size_t slots = 64;
    while (slots < 8 * divided_.size()) slots *= 2;
    std::vector<uint32_t> table(slots, kNone);
    const auto slot_of = [&](const glm::vec3& p) {
      size_t slot = hash_position(p) & (slots - 1);
      while (table[slot] != kNone && positions_[table[slot]] != p) slot = (slot + 1) & (slots - 1);
      return slot;
    };
    ends([&](uint32_t v) {
      uint32_t& first = table[slot_of(positions_[v])];
      if (first == kNone) first = v;
    });
    for (size_t v = 0; v < positions_.size(); ++v) places_[v] = table[slot_of(positions_[v])];
  }

  /// Keyed by position instead of vertex, because the neighbour has other vertices there.
  uint64_t edge(uint32_t a, uint32_t b) const { return pair_key(places_[a], places_[b]); }
  /// The edge from corner `k` to the next corner of the same triangle.
  bool is_divided(size_t k) const {
    const size_t next = k % 3 == 2 ? k - 2 : k + 1;
    const uint32_t a = triangles_[k], b = triangles_[next];
    return places_[a] != kNone && places_[b] != kNone && divided_edges_.find(edge(a, b)) != kNone;
  }

  void close_t_junctions() {
    FlatMap shared;  // a middle per pair of vertices
    std::vector<uint32_t> middles;
    for (size_t t = 0; t < triangles_.size() / 3; ++t) {  // grows: what is divided is looked at again
      for (size_t c = 0; c < 3;) {
        const size_t k = 3 * t + c;
        if (!is_divided(k)) {
          ++c;
          continue;
        }
        const size_t next = 3 * t + (c + 1) % 3;
        const uint32_t a = triangles_[k], b = triangles_[next];
        const uint32_t slot = shared.find_or_add(pair_key(a, b));
        if (slot == middles.size()) {
          middles.push_back(add_middle(a, b));
          ++step_.closing_vertices;
          places_.push_back(kNone);  // no edge that is divided ends there
        }
        const uint32_t middle = middles[slot];
        uint32_t other[3] = {triangles_[3 * t], triangles_[3 * t + 1], triangles_[3 * t + 2]};
        other[c] = middle;
        triangles_[next] = middle;
        triangles_.insert(triangles_.end(), other, other + 3);
        step_.triangle_source.push_back(step_.triangle_source[t]);
        ++step_.closing_triangles;
        c = 0;
      }
    }
  }

  std::vector<uint32_t>& triangles_;
  std::vector<glm::quat>& frames_;
  bool with_zero_;
  QuaternionStep& step_;
  std::vector<glm::vec3> positions_;
  std::vector<uint8_t> used_;
  std::vector<uint32_t> clone_of_;  ///< of the vertices before the step
  std::vector<uint32_t> extra_, extra_source_;
  std::vector<std::pair<uint32_t, uint32_t>> divided_;
  std::vector<uint32_t> places_;
  FlatMap divided_edges_;
};

}  // namespace

std::array<uint64_t, 4> count_negative_products(const QuaternionMesh& mesh, bool with_zero) {
  std::array<uint64_t, 4> counts{};
  for (size_t k = 0; k + 2 < mesh.triangles.size(); k += 3) {
    ++counts[static_cast<size_t>(products(mesh.frames, &mesh.triangles[k]).negatives(with_zero))];
  }
  return counts;
}

QuaternionStep process_quaternions(QuaternionMesh& mesh, const std::vector<glm::vec3>& positions,
                                   bool close_t_junctions, bool with_zero) {
  QuaternionStep step;
  Processor processor(mesh, positions, with_zero, step);
  processor.run();
  processor.find_t_junctions(close_t_junctions);
  return step;
}

}  // namespace vitrine::geometry
