#pragma once
// How far two posed documents lie apart, and the quarter turn that lays one over the other.

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/document.h"

namespace vitrine {

// Turns by quarters about the axes of the world, by name: "y90", "x-90,z180".

struct QuarterTurn {
  std::string name;
  glm::dmat3 matrix{1};
};

/// One or two turns, the first one first; nothing for other words.
std::optional<QuarterTurn> quarter_turn(std::string_view name);

/// The 23 that change something: about y, x and z, then those that take two turns.
const std::vector<QuarterTurn>& quarter_turns();

// How far two posed documents lie apart.

/// How the second document is laid over the first.
enum class Match : uint8_t {
  /// Both turned upright, as a view shows them. By number where the counts are equal.
  kAsShown,
  /// The second also turned to face where the first faces, as conversions turn models. With equal counts and other
  /// triangles the numbers may not correspond: by surface where that is nearer.
  kAsConverted,
};

/// The place where they are farthest apart. Lengths and places are in world space: y up, right-handed, in metres where
/// a file states its unit, else in file units.
struct LargestDistance {
  /// Vertex against vertex: every mesh of the first has as many as its counterpart (in the order of nodes). Otherwise
  /// each vertex of the first against the nearest point of the second's surface, one way only.
  bool by_vertex = false;
  double distance = 0;
  uint32_t instance = kNone, vertex = kNone;  ///< of the first
  glm::dvec3 at{0};                           ///< where that vertex is
  glm::dvec3 other{0};                        ///< and what it was compared with
  uint64_t vertices = 0;                      ///< compared
};

/// Distance of the poses evaluated last, without hidden objects; nothing when one of them has no vertices (or,
/// without equal counts, the second no triangles).
/// `turn` turns the second about the origin of the world, after `match`.
std::optional<LargestDistance> largest_distance(const Document& first, const Document& second,
                                                Match match = Match::kAsShown, const glm::dmat3& turn = glm::dmat3(1));

struct FoundTurn {
  QuarterTurn turn;
  double distance = 0;  ///< the largest one then
};
/// The turn of the second by quarters that makes both agree to 1/1000 of the size; nothing where they agree as they
/// are, or no turn helps.
std::optional<FoundTurn> find_turn(const Document& first, const Document& second, Match match = Match::kAsShown);

/// { "by": "vertex" | "surface", "distance", "node", "name", "mesh", "instance", "vertex", "at", "other", "vertices" }
/// or null.
nlohmann::ordered_json turn_json(const std::optional<FoundTurn>& found);  ///< { "turn", "distance" } or null
nlohmann::ordered_json distance_json(const Document& first, const std::optional<LargestDistance>& distance);

}  // namespace vitrine
