#pragma once
// Normals and tangents of a deformed mesh, recomputed from its triangles as id Tech 4 does: unit face normals, neither
// area- nor angle-weighted, summed over vertices that share a bind position.

#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine::skin {

enum class WeldRule : uint8_t {
  kFull,     ///< all vertices of one bind position share their sum
  kIdExact,  ///< the engine's pass over duplicates: beyond two partners they do not see each other
};

/// Data that is equal for all poses. A row is the sum of the faces around one position; rows lie four by four, so that
/// four are added side by side.
struct NormalPlan {
  struct Copy {
    uint32_t to = 0, from = 0;
  };
  std::vector<uint32_t> corners;       ///< 3 per face, turned so that (b-a) x (c-a) points outwards; padded to 4 faces
  std::vector<uint32_t> row_lengths;   ///< per four rows: faces of the longest
  std::vector<uint32_t> row_faces;     ///< per four rows: a face of each, row_lengths times; in bytes of face normals
  std::vector<uint32_t> row_vertices;  ///< whose normal a row is, ascending; the last row is repeated up to a four
  std::vector<Copy> copies;            ///< then: vertices that have the normal of another
};

/// `first_equal[v]`: the first vertex of the same bind position (geometry::first_equal_positions).
NormalPlan plan_normals(const Mesh& mesh, FrontFace front_face, std::span<const uint32_t> first_equal,
                        WeldRule rule = WeldRule::kFull);

/// Unit normals of `positions`; a vertex without a face that has an area gets (0, 0, 0). `positions` and `normals` are
/// followed by one element of slack in memory (kernels move 16 bytes); `face_normals` holds one element for
/// every three corners.
void recompute_normals(const NormalPlan& plan, const glm::vec3* positions, std::span<glm::vec4> face_normals,
                       glm::vec3* normals);

/// Per face texture gradients, and which vertices the face counts for: those of its polarity (the engine duplicates
/// vertices that serve both texture polarities; here the positive faces count, as for the engine's original vertex).
struct TangentPlan {
  std::vector<uint32_t> corners;     ///< 3 per face, in the file's order
  std::vector<uint8_t> counts;       ///< per face: bit k for a vertex k that it counts for
  std::vector<glm::vec4> gradients;  ///< per face: uv edges (b - a), (c - a), times the sign of the uv area
  bool empty() const { return corners.empty(); }
};
/// Empty without texture coordinates.
TangentPlan plan_tangents(const Mesh& mesh);

/// Work space, one per vertex.
struct TangentSum {
  glm::vec3 along_s{0}, along_t{0};
};
/// xyz: unit tangent across the normal, w: handedness of the bitangent. (0, 0, 0, 1) where no face gives one.
void recompute_tangents(const TangentPlan& plan, const glm::vec3* positions, const glm::vec3* normals,
                        std::span<TangentSum> sums, std::span<glm::vec4> tangents);

/// The same numbers for a mesh as it stands, with `normals`: for once, where no pose follows.
std::vector<glm::vec4> tangents_of(const Mesh& mesh, std::span<const glm::vec3> normals);

}  // namespace vitrine::skin
