#pragma once
// Where the scene itself has its nodes and vertices while its actions play.

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "convert/space.h"
#include "play/poser.h"
#include "pose/sample.h"
#include "scene/scene.h"

namespace vitrine {

/// The scene's own nodes at a time. Of thousands of nodes each of thousands of actions may move a few: only these are
/// posed.
class SourcePose {
 public:
  /// `wanted`: nodes whose matrices are asked for while clips play; empty = all.
  explicit SourcePose(const Scene& scene, const std::vector<bool>& wanted = {});
  /// One matrix per node, valid until the next call. `clip` kNone = as the scene stands.
  const std::vector<glm::dmat4>& at(uint32_t clip, double time_s);
  /// Wanted nodes and those on the way to them that the clip of the last call may have moved, parents first.
  const std::vector<uint32_t>& moved() const { return moved_; }

 private:
  void choose(uint32_t clip);

  const Scene& scene_;
  pose::LocalPose local_;
  std::vector<glm::dmat4> still_, exact_;
  std::vector<std::vector<uint32_t>> children_;  ///< that are wanted or lead to such
  std::vector<bool> leads_;
  uint32_t clip_ = kNone;
  std::vector<uint32_t> driven_, moved_;
};

// Where the scene itself has its vertices, in the space of what is written.

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
