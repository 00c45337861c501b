#include "skin/shapes.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace vitrine::skin {
namespace {

glm::vec3 unit_or(const glm::vec3& v, const glm::vec3& fallback) {
  const float square = glm::dot(v, v);
  return square > 1e-12f && std::isfinite(square) ? v / std::sqrt(square) : fallback;
}

/// The normal of a vertex whose computed normal is `computed` now: its own, turned with the surface.
glm::vec3 shaped_normal(const ShapePlan& shapes, size_t vertex) {
  const glm::vec3 change = shapes.computed[vertex] - shapes.computed_at_rest[vertex];
  const glm::vec3& rest = shapes.normals_at_rest[vertex];
  return change == glm::vec3(0) ? rest : unit_or(rest + change, rest);
}

void move(uint32_t shape, float value, ShapePlan& shapes) {
  for (uint32_t i = shapes.first[shape]; i < shapes.first[shape + 1]; ++i)
    shapes.positions[shapes.offsets[i].vertex] += value * shapes.offsets[i].by;
}

/// Terms of vertices that are summed influence by influence hold the bind shape too.
void move_terms(const ShapePlan& shapes, std::span<const glm::mat4> joint_from_bind, SkinPlan& plan) {
  for (const SkinRun& run : plan.runs) {
    if (run.blend) continue;
    size_t term = run.first_term;
    for (uint32_t v = run.first_vertex; v < run.first_vertex + run.vertex_count; ++v) {
      const glm::vec3 by = plan.bind_positions[v] - shapes.at_rest[v];
      const glm::vec3 difference = plan.bind_normals[v] - shapes.normals_at_rest[v];
      for (uint32_t i = 0; i < run.influences; ++i, ++term) {
        const glm::mat3 linear(joint_from_bind[plan.term_joints[term]]);
        const glm::vec4& rest = shapes.terms_at_rest[term];
        plan.terms[term] = rest + glm::vec4(rest.w * (linear * by), 0);
        if (plan.weighted_normals)
          plan.normal_terms[term] = shapes.normal_terms_at_rest[term] + glm::vec4(rest.w * (linear * difference), 0);
      }
    }
  }
}

}  // namespace

ShapePlan plan_shapes(const Mesh& mesh, const SkinPlan& plan) {
  ShapePlan shapes;
  const size_t count = mesh.positions.size();
  shapes.first.push_back(0);
  for (size_t k = 0; k < mesh.shapes.size(); ++k) {
    const ShapeKey& shape = mesh.shapes[k];
    const std::vector<glm::vec3>& from = mesh.shapes[shape.relative_to].positions;
    // The basis moves nothing, whatever it is relative to.
    for (uint32_t v = 0; k > 0 && v < count; ++v) {
      const glm::vec3 by = shape.positions[v] - from[v];
      if (by != glm::vec3(0)) shapes.offsets.push_back({v, by});
    }
    shapes.first.push_back(static_cast<uint32_t>(shapes.offsets.size()));
  }
  if (shapes.offsets.empty()) return {};
  shapes.applied.assign(mesh.shapes.size(), 0);
  shapes.at_rest = plan.bind_positions;
  shapes.normals_at_rest = plan.bind_normals;
  shapes.terms_at_rest = plan.terms;
  shapes.normal_terms_at_rest = plan.normal_terms;
  shapes.positions = plan.bind_positions;
  shapes.positions.emplace_back(0);  // the kernels' slack
  shapes.computed.resize(count + 1);
  shapes.face_normals.resize(plan.normals.corners.size() / 3);
  recompute_normals(plan.normals, shapes.positions.data(), shapes.face_normals, shapes.computed.data());
  shapes.computed_at_rest = shapes.computed;
  return shapes;
}

void apply_shapes(std::span<const float> values, std::span<const glm::mat4> joint_from_bind, ShapePlan& shapes,
                  SkinPlan& plan, PosedMesh& out) {
  assert(values.size() == shapes.applied.size());
  if (std::equal(values.begin(), values.end(), shapes.applied.begin())) return;
  std::copy(values.begin(), values.end(), shapes.applied.begin());
  std::copy(shapes.at_rest.begin(), shapes.at_rest.end(), shapes.positions.begin());
  for (uint32_t k = 0; k < values.size(); ++k) {
    if (values[k] != 0) move(k, values[k], shapes);
  }
  std::copy(shapes.positions.begin(), shapes.positions.end() - 1, plan.bind_positions.begin());
  recompute_normals(plan.normals, shapes.positions.data(), shapes.face_normals, shapes.computed.data());
  for (size_t v = 0; v < plan.bind_normals.size(); ++v) plan.bind_normals[v] = shaped_normal(shapes, v);
  if (plan.rigid) {
    std::copy(plan.bind_positions.begin(), plan.bind_positions.end(), out.position_buffer.begin());
    std::copy(plan.bind_normals.begin(), plan.bind_normals.end(), out.normal_buffer.begin());
  } else {
    move_terms(shapes, joint_from_bind, plan);
  }
}

std::vector<glm::vec3> normals_of_shape(uint32_t shape, float value, ShapePlan& shapes, const SkinPlan& plan) {
  std::copy(shapes.at_rest.begin(), shapes.at_rest.end(), shapes.positions.begin());
  move(shape, value, shapes);
  recompute_normals(plan.normals, shapes.positions.data(), shapes.face_normals, shapes.computed.data());
  std::vector<glm::vec3> out(shapes.at_rest.size());
  for (size_t v = 0; v < out.size(); ++v) out[v] = shaped_normal(shapes, v);
  return out;
}

}  // namespace vitrine::skin
