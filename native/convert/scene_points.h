#pragma once
// Where the scene itself has its vertices, in the space of what is written.

#include <span>
#include <vector>

#include "convert/space.h"
#include "play/poser.h"

namespace vitrine {

/// A vertex of a node with a mesh.
struct NodeVertex {
  uint32_t node = 0, vertex = 0;
};

class ScenePoints {
 public:
  /// `normals`: those are asked for as well.
  ScenePoints(const Scene& scene, const Space& space, bool normals = false);
  /// `clip` kNone = as the scene stands; `with_normals` only where they are asked for.
  void pose(uint32_t clip, double time_s, bool with_normals = true);
  /// The vertices of one node with a mesh, valid until the next pose.
  class OfNode {
   public:
    glm::dvec3 at(uint32_t vertex) const {
      const glm::dvec3 p(positions_[vertex]);
      return space_->point(is_placed_ ? p : glm::dvec3(matrix_ * glm::dvec4(p, 1)));
    }

   private:
    friend class ScenePoints;
    const Space* space_ = nullptr;
    const glm::vec3* positions_ = nullptr;
    glm::dmat4 matrix_{1};
    bool is_placed_ = false;
  };
  OfNode of(uint32_t node) const;
  /// Points of a node with a mesh.
  glm::dvec3 at(uint32_t node, uint32_t vertex) const { return of(node).at(vertex); }
  /// Those of `vertices`, of which those of one node stand together; `out` is as long.
  void points(std::span<const NodeVertex> vertices, std::span<glm::dvec3> out) const;
  /// Of length 1, or 0 where the scene has none.
  glm::dvec3 normal(uint32_t node, uint32_t vertex) const;
  void normals(std::span<const NodeVertex> vertices, std::span<glm::dvec3> out) const;
  /// Node to scene, in the scene's own space.
  glm::dmat4 matrix(uint32_t node) const;

 private:
  bool is_placed(uint32_t node) const;
  const Scene& scene_;
  const Space& space_;
  bool normals_;
  Poser poser_;
  uint32_t clip_ = kNone;
  std::vector<uint32_t> instance_of_node_;
  std::vector<glm::dmat3> normal_matrices_;  ///< per instance; a normal goes with the inverse transposed
};

}  // namespace vitrine
