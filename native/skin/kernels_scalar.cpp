#include <cmath>
#include <limits>

#include "skin/kernels.h"

namespace vitrine::skin {
namespace {

constexpr float kTiny = std::numeric_limits<float>::min();

glm::vec3 unit(const glm::vec3& v) {
  const float square = (v.x * v.x + v.y * v.y) + v.z * v.z;
  return v * (1.0f / std::sqrt(square + kTiny));
}

glm::vec3 column(const glm::mat4& m, int c) { return {m[c].x, m[c].y, m[c].z}; }

void exact_run(const SkinPlan& plan, const SkinRun& run, std::span<const glm::mat4> joints, bool normals,
               PosedMesh& out) {
  size_t term = run.first_term;
  for (uint32_t v = run.first_vertex; v < run.first_vertex + run.vertex_count; ++v) {
    glm::vec3 position(0), normal(0);
    for (uint32_t i = 0; i < run.influences; ++i, ++term) {
      const glm::mat4& m = joints[plan.term_joints[term]];
      const glm::vec4& t = plan.terms[term];
      position += (column(m, 0) * t.x + column(m, 1) * t.y) + (column(m, 2) * t.z + column(m, 3) * t.w);
      if (!normals) continue;
      const glm::vec4& n = plan.normal_terms[term];
      normal += (column(m, 0) * n.x + column(m, 1) * n.y) + column(m, 2) * n.z;
    }
    out.position_buffer[v] = position;
    if (normals) out.normal_buffer[v] = unit(normal);
  }
}

void blend_run(const SkinPlan& plan, const SkinRun& run, std::span<const glm::mat4> joints, bool normals,
               PosedMesh& out) {
  size_t term = run.first_term;
  for (uint32_t v = run.first_vertex; v < run.first_vertex + run.vertex_count; ++v) {
    glm::vec3 c0(0), c1(0), c2(0), c3(0);
    for (uint32_t i = 0; i < run.influences; ++i, ++term) {
      const auto [weight, joint] = plan.blend_weights[term];
      const glm::mat4& m = joints[joint];
      c0 += column(m, 0) * weight;
      c1 += column(m, 1) * weight;
      c2 += column(m, 2) * weight;
      c3 += column(m, 3) * weight;
    }
    const glm::vec3& p = plan.bind_positions[v];
    out.position_buffer[v] = (c0 * p.x + c1 * p.y) + (c2 * p.z + c3);
    if (!normals) continue;
    const glm::vec3& n = plan.bind_normals[v];
    out.normal_buffer[v] = unit((c0 * n.x + c1 * n.y) + c2 * n.z);
  }
}

}  // namespace

void skin_runs_scalar(const SkinPlan& plan, const Palette& palette, bool weighted_normals, PosedMesh& out) {
  for (const SkinRun& run : plan.runs) {
    if (run.blend)
      blend_run(plan, run, palette.world_from_bind, weighted_normals, out);
    else
      exact_run(plan, run, palette.world_from_joint, weighted_normals, out);
  }
}

void recompute_normals_scalar(const NormalPlan& plan, const glm::vec3* positions, glm::vec4* face_normals,
                              glm::vec3* normals) {
  const size_t face_count = plan.corners.size() / 3;
  for (size_t f = 0; f < face_count; ++f) {
    const glm::vec3& a = positions[plan.corners[3 * f]];
    const glm::vec3 u = positions[plan.corners[3 * f + 1]] - a, v = positions[plan.corners[3 * f + 2]] - a;
    face_normals[f] = glm::vec4(unit({u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x}), 0);
  }
  if (face_count > 0) face_normals[face_count - 1] = glm::vec4(0);
  const uint32_t* face = plan.row_faces.data();
  for (size_t row = 0; row < plan.row_vertices.size(); ++row) {
    const uint32_t length = plan.row_lengths[row / 4];
    glm::vec3 sum(0);
    for (uint32_t i = 0; i < length; ++i) sum += glm::vec3(face_normals[face[4 * i + row % 4] / sizeof(glm::vec4)]);
    normals[plan.row_vertices[row]] = unit(sum);
    if (row % 4 == 3) face += size_t{4} * length;
  }
  for (const auto& [to, from] : plan.copies) normals[to] = normals[from];
}

}  // namespace vitrine::skin
