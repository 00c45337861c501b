#pragma once
// Exact skinning on the CPU: position = sum over influences of weight * (world_from_joint * offset). This is what
// picking, bounds, export and the check of the GPU rely on.
//
// A vertex whose influences agree on one bind point may be skinned by the blended matrix instead (the same sum, other
// rounding); all others, md5's above all, are summed term by term.

#include <cstdint>
#include <span>
#include <vector>

#include "scene/scene.h"
#include "skin/normals.h"

namespace vitrine::skin {

/// Inverse bind matrices: the skin's own, or the inverse of the joints' matrices in the bind pose where it has none.
std::vector<glm::mat4> joint_from_bind(const Skin& skin, std::span<const glm::mat4> bind_world_from_node);

/// Matrices are columns for the kernels; `rows` is what the GPU reads.
struct Palette {
  std::vector<glm::mat4> joint_from_bind;
  std::vector<glm::mat4> world_from_joint;  ///< one per joint of the skin
  std::vector<glm::mat4> world_from_bind;   ///< world_from_joint * joint_from_bind
  std::vector<float> rows;                  ///< 12 per joint: three rows of world_from_joint
};

Palette make_palette(const Skin& skin, std::span<const glm::mat4> bind_world_from_node);
/// Fills `palette` (made for this skin) from one matrix per node. Allocates nothing.
void update_palette(const Skin& skin, std::span<const glm::mat4> world_from_node, Palette& palette);

/// Vertices one after the other that take the same loop.
struct SkinRun {
  uint32_t first_vertex = 0, vertex_count = 0;
  uint32_t influences = 0;  ///< per vertex
  bool blend = false;
  size_t first_term = 0;  ///< into terms (exact) or blend_weights
};

/// Data that is equal for all poses, in the order in which the kernels read it.
struct SkinPlan {
  uint32_t vertex_count = 0;
  bool rigid = true;              ///< no influences: the bind values stand, in node space
  bool weighted_normals = false;  ///< kStored; false: recomputed from triangles
  std::vector<SkinRun> runs;

  // Exact runs, one element per influence.
  std::vector<glm::vec4> terms;         ///< weight * offset, weight
  std::vector<glm::vec4> normal_terms;  ///< weight * normal in joint space, 0; empty unless weighted_normals
  std::vector<uint32_t> term_joints;

  // Blend runs.
  struct JointWeight {
    float weight = 0;
    uint32_t joint = 0;
  };
  std::vector<JointWeight> blend_weights;  ///< one per influence

  std::vector<glm::vec3> bind_positions;
  std::vector<glm::vec3> bind_normals;   ///< recomputed where the file has none
  std::vector<glm::vec4> bind_tangents;  ///< stored tangents, else empty

  NormalPlan normals;
  TangentPlan tangents;
};

/// True when the mesh shows its stored normals, which then need no plan: `first_equal` is not read.
bool keeps_normals(const Mesh& mesh, uint32_t skin);

/// Plans mesh `mesh` under skin `skin` (kNone for a rigid mesh). `first_equal` as in plan_normals.
/// `bind_world_from_node`: one matrix per node in the bind pose, as for make_palette; not read for a rigid mesh.
SkinPlan plan_skin(const Scene& scene, uint32_t mesh, uint32_t skin, std::span<const uint32_t> first_equal,
                   std::span<const glm::mat4> bind_world_from_node, WeldRule weld = WeldRule::kFull);

/// Posed arrays of one mesh instance, with room for kernels that move 16 bytes at a time.
struct PosedMesh {
  uint32_t count = 0;
  std::vector<glm::vec3> position_buffer, normal_buffer;  ///< count + 1 elements
  std::vector<glm::vec4> tangents;                        ///< empty when the mesh has none stored and none are prepared
  std::vector<glm::vec4> face_normals;                    ///< work space, as is
  std::vector<TangentSum> tangent_sums;

  std::span<const glm::vec3> positions() const { return {position_buffer.data(), count}; }
  std::span<const glm::vec3> normals() const { return {normal_buffer.data(), count}; }
};
/// Holds the bind values at first, which is what a rigid mesh keeps.
PosedMesh make_posed_mesh(const SkinPlan& plan);

/// Before the first pose with tangents: what computing them needs, for meshes that have texture coordinates and no
/// tangents of their own. Few things want tangents, and a plan costs as much as reading the mesh.
void prepare_tangents(const Mesh& mesh, SkinPlan& plan, PosedMesh& out);

/// Skins positions, and on demand normals and tangents (tangents need normals). Allocates nothing. SSE2 (wasm: simd128)
/// unless VITRINE_SCALAR is defined.
void skin_mesh(const SkinPlan& plan, const Palette& palette, bool normals, bool tangents, PosedMesh& out);
/// The same in plain C++: the reference of the kernels and the baseline of the benchmark.
void skin_mesh_scalar(const SkinPlan& plan, const Palette& palette, bool normals, bool tangents, PosedMesh& out);

}  // namespace vitrine::skin
