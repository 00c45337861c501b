#pragma once
// Shape keys: what moves the bind shape of a mesh before it is skinned.
//
// position = stored position + sum of value_k * (shape_k - the shape that k is relative to). The first shape is the
// basis and moves nothing. Normals: the file has none per shape, so a stored normal is turned with the surface: the
// difference of the normals computed from the moved and the unmoved triangles is added to it.

#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.h"
#include "skin/skin.h"

namespace vitrine::skin {

struct ShapePlan {
  struct Offset {
    uint32_t vertex = 0;
    glm::vec3 by{0};
  };
  std::vector<Offset> offsets;     ///< of all shapes, those that are zero left out
  std::vector<uint32_t> first;     ///< per shape into `offsets`, and the end
  std::vector<float> applied;      ///< values that the bind shape has now
  std::vector<glm::vec3> at_rest;  ///< of the unmoved mesh: positions, normals and computed normals
  std::vector<glm::vec3> normals_at_rest, computed_at_rest;
  std::vector<glm::vec4> terms_at_rest, normal_terms_at_rest;

  // Work space.
  std::vector<glm::vec3> positions, computed;
  std::vector<glm::vec4> face_normals;

  bool empty() const { return first.empty(); }
};

/// Empty when no shape of the mesh moves a vertex. `plan` is the mesh's own, in its bind shape.
ShapePlan plan_shapes(const Mesh& mesh, const SkinPlan& plan);

/// Gives the bind shape of `plan` the values, one per shape of the mesh; of a rigid mesh also the posed arrays in
/// `out`. `joint_from_bind` is the palette's, empty for a rigid mesh. Does nothing when the values are those it has
/// already; allocates nothing.
void apply_shapes(std::span<const float> values, std::span<const glm::mat4> joint_from_bind, ShapePlan& shapes,
                  SkinPlan& plan, PosedMesh& out);

/// Normals of the bind shape with shape `shape` at `value` and the others at 0, one per vertex. Of `shapes` only the
/// work space changes.
std::vector<glm::vec3> normals_of_shape(uint32_t shape, float value, ShapePlan& shapes, const SkinPlan& plan);

}  // namespace vitrine::skin
