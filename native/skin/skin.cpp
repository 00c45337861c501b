#include "skin/skin.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "skin/kernels.h"

namespace vitrine::skin {

std::vector<glm::mat4> joint_from_bind(const Skin& skin, std::span<const glm::mat4> bind_world_from_node) {
  if (!skin.joint_from_bind.empty()) return skin.joint_from_bind;
  std::vector<glm::mat4> out;
  out.reserve(skin.joints.size());
  for (const uint32_t node : skin.joints) {
    const glm::dmat4 bind(bind_world_from_node[node]);
    // A joint scaled to nothing has no inverse; its vertices are summed term by term, so any finite stand-in will do.
    out.push_back(glm::determinant(bind) == 0 ? glm::mat4(1) : glm::mat4(glm::inverse(bind)));
  }
  return out;
}

Palette make_palette(const Skin& skin, std::span<const glm::mat4> bind_world_from_node) {
  Palette palette;
  palette.joint_from_bind = joint_from_bind(skin, bind_world_from_node);
  palette.world_from_joint.resize(skin.joints.size());
  palette.world_from_bind.resize(skin.joints.size());
  palette.rows.resize(skin.joints.size() * 12);
  return palette;
}

void update_palette(const Skin& skin, std::span<const glm::mat4> world_from_node, Palette& palette) {
  assert(palette.world_from_joint.size() == skin.joints.size());
  float* row = palette.rows.data();
  for (size_t i = 0; i < skin.joints.size(); ++i, row += 12) {
    const glm::mat4& m = world_from_node[skin.joints[i]];
    palette.world_from_joint[i] = m;
    palette.world_from_bind[i] = m * palette.joint_from_bind[i];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 4; ++c) row[4 * r + c] = m[c][r];
    }
  }
}

namespace {

/// True when every offset is its joint's image of the bind position, but for the rounding of single precision.
bool agrees_on_bind(const glm::vec3& bind, std::span<const Influence> influences,
                    std::span<const glm::mat4> joint_from_bind) {
  constexpr double kRounding = 5e-7;
  const glm::dvec4 p(bind, 1);
  for (const Influence& influence : influences) {
    const glm::mat4& m = joint_from_bind[influence.joint];
    for (int row = 0; row < 3; ++row) {
      double image = 0, size = 0;
      for (int c = 0; c < 4; ++c) {
        const double part = m[c][row] * p[c];
        image += part;
        size += std::abs(part);
      }
      if (!(std::abs(image - influence.position[row]) <= kRounding * size)) return false;
    }
  }
  return true;
}

void add_vertex(SkinPlan& plan, std::span<const Influence> influences, const glm::vec3& normal, bool blend,
                std::span<const glm::mat4> joint_from_bind) {
  const uint32_t vertex = plan.runs.empty() ? 0 : plan.runs.back().first_vertex + plan.runs.back().vertex_count;
  const auto count = uint32_t(influences.size());
  if (plan.runs.empty() || plan.runs.back().influences != count || plan.runs.back().blend != blend)
    plan.runs.push_back({vertex, 0, count, blend, blend ? plan.blend_weights.size() : plan.terms.size()});
  ++plan.runs.back().vertex_count;
  for (const Influence& influence : influences) {
    if (blend) {
      plan.blend_weights.push_back({influence.weight, influence.joint});
      continue;
    }
    plan.terms.emplace_back(influence.weight * influence.position, influence.weight);
    plan.term_joints.push_back(influence.joint);
    if (plan.weighted_normals)
      plan.normal_terms.emplace_back(influence.weight * (glm::mat3(joint_from_bind[influence.joint]) * normal), 0);
  }
}

/// Stored tangents rotated by the weighted matrices, as the normals are.
void rotate_tangents(const SkinPlan& plan, const Palette& palette, PosedMesh& out) {
  for (const SkinRun& run : plan.runs) {
    size_t term = run.first_term;
    for (uint32_t v = run.first_vertex; v < run.first_vertex + run.vertex_count; ++v) {
      const glm::vec4& bind = plan.bind_tangents[v];
      glm::vec3 sum(0);
      for (uint32_t i = 0; i < run.influences; ++i, ++term) {
        const uint32_t joint = run.blend ? plan.blend_weights[term].joint : plan.term_joints[term];
        const float weight = run.blend ? plan.blend_weights[term].weight : plan.terms[term].w;
        sum += weight * glm::vec3(palette.world_from_bind[joint] * glm::vec4(glm::vec3(bind), 0));
      }
      const float length = std::sqrt(glm::dot(sum, sum));
      out.tangents[v] = glm::vec4(length > 0 ? sum / length : sum, bind.w);
    }
  }
}

using SkinRuns = void (*)(const SkinPlan&, const Palette&, bool, PosedMesh&);
using RecomputeNormals = void (*)(const NormalPlan&, const glm::vec3*, glm::vec4*, glm::vec3*);

void skin_mesh_with(SkinRuns skin_runs, RecomputeNormals recompute, const SkinPlan& plan, const Palette& palette,
                    bool normals, bool tangents, PosedMesh& out) {
  assert(out.count == plan.vertex_count);
  if (!plan.rigid) {
    skin_runs(plan, palette, normals && plan.weighted_normals, out);
    if (normals && !plan.weighted_normals)
      recompute(plan.normals, out.position_buffer.data(), out.face_normals.data(), out.normal_buffer.data());
  }
  if (!tangents || !normals || out.tangents.empty()) return;
  if (plan.bind_tangents.empty())
    recompute_tangents(plan.tangents, out.position_buffer.data(), out.normal_buffer.data(), out.tangent_sums,
                       out.tangents);
  else if (!plan.rigid)
    rotate_tangents(plan, palette, out);
}

}  // namespace

bool keeps_normals(const Mesh& mesh, uint32_t skin_index) {
  const bool rigid = mesh.influence_first.empty() || skin_index == kNone;
  return !mesh.normals.empty() && mesh.shapes.empty() && (rigid || mesh.normal_rule == NormalRule::kStored);
}

SkinPlan plan_skin(const Scene& scene, uint32_t mesh_index, uint32_t skin_index, std::span<const uint32_t> first_equal,
                   std::span<const glm::mat4> bind_world_from_node, WeldRule weld) {
  const Mesh& mesh = scene.meshes[mesh_index];
  SkinPlan plan;
  plan.vertex_count = uint32_t(mesh.positions.size());
  plan.rigid = mesh.influence_first.empty() || skin_index == kNone;
  plan.weighted_normals = !plan.rigid && mesh.normal_rule == NormalRule::kStored;
  if (!keeps_normals(mesh, skin_index)) plan.normals = plan_normals(mesh, scene.axes.front_face, first_equal, weld);

  plan.bind_positions = mesh.positions;
  plan.bind_normals = mesh.normals;
  plan.bind_tangents = mesh.tangents;
  if (plan.bind_normals.empty()) {
    std::vector<glm::vec3> positions = mesh.positions;
    positions.emplace_back(0);  // the kernels' slack
    plan.bind_normals.resize(positions.size());
    std::vector<glm::vec4> face_normals(plan.normals.corners.size() / 3);
    recompute_normals(plan.normals, positions.data(), face_normals, plan.bind_normals.data());
    plan.bind_normals.pop_back();
  }
  if (plan.rigid) return plan;

  const std::vector<glm::mat4> inverse_bind = joint_from_bind(scene.skins[skin_index], bind_world_from_node);
  const auto counts = [](const Influence& influence) { return influence.weight != 0; };
  const bool all_count = std::all_of(mesh.influences.begin(), mesh.influences.end(), counts);
  std::vector<Influence> some;
  if (plan.weighted_normals) plan.blend_weights.reserve(mesh.influences.size());
  for (uint32_t v = 0; v < plan.vertex_count; ++v) {
    std::span<const Influence> kept(mesh.influences.data() + mesh.influence_first[v],
                                    mesh.influences.data() + mesh.influence_first[v + 1]);
    if (!all_count) {
      some.clear();
      std::copy_if(kept.begin(), kept.end(), std::back_inserter(some), counts);
      kept = some;
    }
    const bool blend =
        plan.weighted_normals && kept.size() > 1 && agrees_on_bind(mesh.positions[v], kept, inverse_bind);
    add_vertex(plan, kept, plan.bind_normals[v], blend, inverse_bind);
  }
  return plan;
}

PosedMesh make_posed_mesh(const SkinPlan& plan) {
  PosedMesh out;
  out.count = plan.vertex_count;
  out.position_buffer.reserve(plan.vertex_count + 1);
  out.position_buffer = plan.bind_positions;
  out.normal_buffer.reserve(plan.vertex_count + 1);
  out.normal_buffer = plan.bind_normals;
  out.position_buffer.emplace_back(0);
  out.normal_buffer.emplace_back(0);
  out.face_normals.resize(plan.normals.corners.size() / 3);
  out.tangents = plan.bind_tangents;
  return out;
}

void prepare_tangents(const Mesh& mesh, SkinPlan& plan, PosedMesh& out) {
  if (!out.tangents.empty() || mesh.uv_layers.empty()) return;
  plan.tangents = plan_tangents(mesh);
  out.tangents.resize(plan.vertex_count);
  out.tangent_sums.resize(plan.vertex_count);
}

void skin_mesh(const SkinPlan& plan, const Palette& palette, bool normals, bool tangents, PosedMesh& out) {
#ifdef VITRINE_SIMD
  skin_mesh_with(skin_runs_simd, recompute_normals_simd, plan, palette, normals, tangents, out);
#else
  skin_mesh_scalar(plan, palette, normals, tangents, out);
#endif
}

void skin_mesh_scalar(const SkinPlan& plan, const Palette& palette, bool normals, bool tangents, PosedMesh& out) {
  skin_mesh_with(skin_runs_scalar, recompute_normals_scalar, plan, palette, normals, tangents, out);
}

}  // namespace vitrine::skin
