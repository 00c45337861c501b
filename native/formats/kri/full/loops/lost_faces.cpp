#include "formats/kri/full/loops/lost_faces.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstring>
#include <unordered_map>

namespace vitrine::kri {
namespace {

struct PositionHash {
  size_t operator()(const glm::vec3& p) const {
    uint32_t bits[3];
    const glm::vec3 positive = p + glm::vec3(0.0f);  // -0 and 0 are one place
    std::memcpy(bits, &positive, sizeof bits);
    uint64_t h = bits[0] * 0x9E3779B97F4A7C15ull;
    h = (h ^ (h >> 29) ^ bits[1]) * 0xBF58476D1CE4E5B9ull;
    h = (h ^ (h >> 32) ^ bits[2]) * 0x94D049BB133111EBull;
    return static_cast<size_t>(h ^ (h >> 31));
  }
};

uint64_t edge_key(uint32_t a, uint32_t b) { return a < b ? uint64_t{a} << 32 | b : uint64_t{b} << 32 | a; }

/// A triangle (m, b, c) whose corner m no other triangle uses: m may be the middle of a divided edge that ends in b.
struct Candidate {
  uint32_t m, b, c;
};

float tolerance_of(const glm::vec3& middle, const glm::vec3& half) {
  return 1e-5f * (glm::length(half) + glm::length(middle));
}

/// The rim of the mesh around the corners that matter: edges of one triangle only, by place.
class Rim {
 public:
  Rim(const Mesh& mesh, const std::vector<Candidate>& candidates)
      : mesh_(mesh), place_of_(mesh.positions.size(), kNone) {
    for (const Candidate& candidate : candidates) {
      for (const uint32_t v : {candidate.m, candidate.c}) {
        place(v);
        near_[filter_bit(v)] = true;
      }
    }
    // Few places matter, so most vertices are told apart by the filter alone.
    std::vector<uint8_t> matters(mesh.positions.size(), 0);
    for (uint32_t v = 0; v < matters.size(); ++v)
      matters[v] = near_[filter_bit(v)] && places_.contains(mesh.positions[v]);
    for (size_t i = 0; i < mesh.indices.size(); i += 3) {
      const uint32_t* t = &mesh.indices[i];
      if ((matters[t[0]] | matters[t[1]] | matters[t[2]]) == 0) continue;
      for (size_t c = 0; c < 3; ++c) ++uses_[edge_key(place(t[c]), place(t[(c + 1) % 3]))];
    }
    for (const auto& [edge, uses] : uses_) {
      if (uses != 1) continue;
      const auto a = static_cast<uint32_t>(edge >> 32), b = static_cast<uint32_t>(edge);
      neighbours_[a].push_back(b);
      neighbours_[b].push_back(a);
    }
  }

  /// True when (a, m, c) is missing for some a.
  bool misses_half(const Candidate& candidate) const {
    const uint32_t m = place_of_[candidate.m], c = place_of_[candidate.c];
    const auto on_rim = uses_.find(edge_key(m, c));
    if (on_rim == uses_.end() || on_rim->second != 1) return false;
    const glm::vec3 middle = mesh_.positions[m], half = middle - mesh_.positions[candidate.b];
    const float tolerance = tolerance_of(middle, half);
    const auto around = neighbours_.find(c);
    // A rim vertex of a real hole has a handful of rim edges; many of them mean loose triangles, not a lost half.
    if (around == neighbours_.end() || around->second.size() > 16 || glm::length(half) <= tolerance) return false;
    return std::any_of(around->second.begin(), around->second.end(), [&](uint32_t a) {
      return a != m && glm::length(mesh_.positions[a] - (middle + half)) <= tolerance;
    });
  }

 private:
  static constexpr size_t kFilterBits = 1 << 12;

  size_t filter_bit(uint32_t v) const {
    uint32_t bits[3];
    const glm::vec3 positive = mesh_.positions[v] + glm::vec3(0.0f);  // -0 and 0 are one place
    std::memcpy(bits, &positive, sizeof bits);
    return (bits[0] * 0x9E3779B1u ^ bits[1] * 0x85EBCA77u ^ bits[2] * 0xC2B2AE3Du) >> 20;
  }
  /// The first vertex that asked from this position.
  uint32_t place(uint32_t v) {
    if (place_of_[v] == kNone) place_of_[v] = places_.try_emplace(mesh_.positions[v], v).first->second;
    return place_of_[v];
  }

  const Mesh& mesh_;
  std::bitset<kFilterBits> near_;
  std::vector<uint32_t> place_of_;
  std::unordered_map<glm::vec3, uint32_t, PositionHash> places_;
  std::unordered_map<uint64_t, uint32_t> uses_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> neighbours_;
};

constexpr size_t kFew = 16;

/// Leaves those candidates whose missing corner stands somewhere at all.
void leave_possible(const Mesh& mesh, std::vector<Candidate>& candidates) {
  std::erase_if(candidates, [&](const Candidate& candidate) {
    const glm::vec3 middle = mesh.positions[candidate.m], half = middle - mesh.positions[candidate.b];
    const glm::vec3 wanted = middle + half;
    const float tolerance = tolerance_of(middle, half);
    return std::none_of(mesh.positions.begin(), mesh.positions.end(), [&](const glm::vec3& p) {
      return std::abs(p.x - wanted.x) <= tolerance && glm::length(p - wanted) <= tolerance;
    });
  });
}

}  // namespace

uint32_t count_lost_faces(const Mesh& mesh) {
  // Per vertex the corner that uses it, if one alone does.
  constexpr uint32_t kUnused = kNone, kShared = kNone - 1;
  std::vector<uint32_t> corner_of(mesh.positions.size(), kUnused);
  for (uint32_t i = 0; i < mesh.indices.size(); ++i) {
    uint32_t& corner = corner_of[mesh.indices[i]];
    corner = corner == kUnused ? i : kShared;
  }
  std::vector<Candidate> candidates;
  for (uint32_t v = 0; v < corner_of.size(); ++v) {
    const uint32_t corner = corner_of[v];
    if (corner >= kShared) continue;
    const uint32_t first = corner - corner % 3;
    const uint32_t b = mesh.indices[first + (corner + 1 - first) % 3];
    const uint32_t c = mesh.indices[first + (corner + 2 - first) % 3];
    candidates.push_back({v, b, c});
    candidates.push_back({v, c, b});
  }
  // If no vertices are shared, nothing was merged or divided.
  if (candidates.size() >= 2 * mesh.indices.size()) return 0;
  if (candidates.size() <= kFew) leave_possible(mesh, candidates);
  if (candidates.empty()) return 0;
  const Rim rim(mesh, candidates);
  return static_cast<uint32_t>(
      std::count_if(candidates.begin(), candidates.end(), [&](const Candidate& c) { return rim.misses_half(c); }));
}

}  // namespace vitrine::kri
