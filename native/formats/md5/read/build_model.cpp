#include <algorithm>
#include <cmath>

#include "base/name_index.h"
#include "base/names.h"
#include "formats/md5/build.h"
#include "formats/md5/codes.h"
#include "formats/md5/full/describe.h"
#include "formats/md5/read.h"
#include "formats/md5/sentences.h"
#include "scene/append.h"
#include "scene/finite.h"

namespace vitrine::md5 {
namespace {

/// Remainder of a local matrix without T * R. Stored quaternions longer than 1 make matrices that are no
/// rotations; the game draws with those, so the bind pose keeps the exact remainder. Below this it is rounding.
constexpr double kRestTolerance = 1e-7;
constexpr double kSumTolerance = 1e-3;

glm::mat4 to_mat4(const Affine& a) {
  return {glm::vec4(glm::vec3(a.basis[0]), 0), glm::vec4(glm::vec3(a.basis[1]), 0), glm::vec4(glm::vec3(a.basis[2]), 0),
          glm::vec4(glm::vec3(a.origin), 1)};
}

double distance_to_identity(const Affine& a) {
  double worst = 0;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) worst = std::max(worst, std::abs(a.basis[c][r] - (c == r ? 1.0 : 0.0)));
  }
  return worst;
}

/// Joint nodes with local transforms; returns the node (counted from 0 here) of every joint.
Result<std::vector<uint32_t>> build_joints(const RawModel& raw, uint32_t file, Scene& part) {
  std::vector<uint32_t> node_of(raw.joints.size(), kNone);
  const std::vector<uint32_t> order = parents_first(parents_of(raw.joints));
  for (uint32_t i = 0; i < raw.joints.size(); ++i) {
    const uint32_t j = order[i];
    const RawJoint& joint = raw.joints[j];
    Node node;
    node.name = joint.name;
    node.kind = NodeKind::kJoint;
    node.source = {file, joint.offset, joint.length};
    Affine local = joint.pose;
    glm::dquat rotation = glm::normalize(joint.rotation);
    if (joint.parent >= 0) {
      const RawJoint& parent = raw.joints[static_cast<size_t>(joint.parent)];
      node.parent = node_of[static_cast<size_t>(joint.parent)];
      local = inverse(parent.pose) * joint.pose;
      rotation = glm::normalize(glm::conjugate(glm::normalize(parent.rotation)) * rotation);
      if (rotation.w < 0) rotation = -rotation;
    }
    node.local.translation = glm::vec3(local.origin);
    node.local.rotation = to_float(rotation);
    if (!is_finite(to_mat4(local)) || !std::isfinite(glm::length(rotation))) {
      return Error{messages::kJointBeyondFloat, joint.offset, {}, {"joints[{}]", {j}}};
    }
    const Affine carried{basis_of(glm::dquat(node.local.rotation)), glm::dvec3(node.local.translation)};
    const Affine rest = local * inverse(carried);
    if (distance_to_identity(Affine{local.basis * glm::transpose(basis_of(rotation)), {}}) > kRestTolerance) {
      node.rest = static_cast<uint32_t>(part.rest_matrices.size());
      node.rest_is_bind = true;
      part.rest_matrices.push_back(to_mat4(rest));
    }
    node_of[j] = static_cast<uint32_t>(part.nodes.size());
    part.nodes.push_back(std::move(node));
  }
  return node_of;
}

/// True when the vertices use every weight once, in order: the list is then the Scene's as it stands.
bool runs_cover(const RawMesh& raw) {
  uint64_t next = 0;
  for (const RawMesh::Run& run : raw.runs) {
    if (run.first != next) return false;
    next += run.count;
  }
  return next == raw.weights.size();
}

Status build_influences(LoadContext& context, RawMesh& raw, size_t number, Mesh& mesh) {
  const size_t vertex_count = raw.runs.size();
  VITRINE_CHECK(context.budget.charge(vertex_count + 1, sizeof(uint32_t), raw.offset));
  mesh.influence_first.resize(vertex_count + 1);
  uint64_t total = 0;
  for (size_t v = 0; v < vertex_count; ++v) {
    if (raw.runs[v].count > context.limits.influences_per_vertex) {
      return Error{messages::kTooManyWeights,
                   raw.verts_offset,
                   {raw.runs[v].count, context.limits.influences_per_vertex},
                   {"meshes[{}].vertices[{}]", {number, v}}};
    }
    mesh.influence_first[v] = static_cast<uint32_t>(total);
    total += raw.runs[v].count;  // at most 64 * 16 M
    if (total >= kNone) return Error{messages::kTooManyInfluences, raw.verts_offset, {}, {"meshes[{}]", {number}}};
  }
  mesh.influence_first[vertex_count] = static_cast<uint32_t>(total);
  if (runs_cover(raw)) {
    mesh.influences = std::move(raw.weights);
    return ok_status();
  }
  // Shared or unused weights: each vertex gets its own copy.
  VITRINE_CHECK(context.budget.charge(total, sizeof(Influence), raw.offset));
  mesh.influences.reserve(total);
  for (const RawMesh::Run& run : raw.runs) {
    for (uint32_t i = 0; i < run.count; ++i) mesh.influences.push_back(raw.weights[run.first + i]);
  }
  return ok_status();
}

/// The pose of the joints block, as the game makes it: biases as they are, summed in double, rounded once.
Status build_bind_positions(LoadContext& context, const RawModel& raw, const RawMesh& raw_mesh, size_t number,
                            Mesh& mesh) {
  const size_t vertex_count = mesh.influence_first.size() - 1;
  VITRINE_CHECK(context.budget.charge(vertex_count, sizeof(glm::vec3), raw_mesh.offset));
  mesh.positions.resize(vertex_count);
  WeightSums sums;
  for (size_t v = 0; v < vertex_count; ++v) {
    glm::dvec3 sum(0);
    double weights = 0;
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      const Influence& influence = mesh.influences[i];
      const Affine& joint = raw.joints[influence.joint].pose;
      sum += static_cast<double>(influence.weight) * (joint * glm::dvec3(influence.position));
      weights += static_cast<double>(influence.weight);
    }
    if (std::abs(weights - 1) > kSumTolerance && mesh.influence_first[v] != mesh.influence_first[v + 1] &&
        sums.off++ == 0)
      sums.first = v, sums.sum = weights;
    const glm::vec3 position(sum);
    if (!(std::abs(position.x) <= 3.4e38f && std::abs(position.y) <= 3.4e38f && std::abs(position.z) <= 3.4e38f)) {
      return Error{messages::kVertexBeyondFloat, raw_mesh.offset, {}, {"meshes[{}].vertices[{}]", {number, v}}};
    }
    mesh.positions[v] = position;
  }
  if (raw.version == 10 && sums.off != 0) report_weight_sums(context, raw_mesh, number, sums);
  return ok_status();
}

Status build_meshes(LoadContext& context, RawModel& raw, Scene& part) {
  const std::string file_base_name(file_stem(context.name));
  NameIndex materials;
  for (size_t m = 0; m < raw.meshes.size(); ++m) {
    RawMesh& raw_mesh = raw.meshes[m];
    Mesh mesh;
    mesh.name = mesh_name(raw_mesh, m);
    mesh.source = {context.file, raw_mesh.offset, raw_mesh.length};
    mesh.normal_rule = NormalRule::kRecompute;
    VITRINE_CHECK(build_influences(context, raw_mesh, m, mesh));
    VITRINE_CHECK(build_bind_positions(context, raw, raw_mesh, m, mesh));
    mesh.uv_layers.push_back({"st", std::move(raw_mesh.uv)});
    mesh.indices = std::move(raw_mesh.indices);
    const uint32_t material = materials.find_or_add(raw_mesh.shader, static_cast<uint32_t>(part.materials.size()));
    if (material == part.materials.size()) {
      VITRINE_CHECK(context.budget.charge(192, sizeof(std::string) + raw_mesh.shader.size(), raw_mesh.offset));
      add_material(raw_mesh.shader, file_base_name, part.materials, part.textures);
      part.materials.back().source = mesh.source;
      if (!raw_mesh.flags.empty()) part.materials.back().properties.push_back({"flags", {}, raw_mesh.flags});
    }
    if (!mesh.indices.empty()) mesh.primitives.push_back({0, static_cast<uint32_t>(mesh.indices.size()), material, {}});

    Node node;
    node.name = mesh.name;
    node.kind = NodeKind::kMesh;
    node.mesh = static_cast<uint32_t>(part.meshes.size());
    node.skin = 0;
    node.source = mesh.source;
    part.nodes.push_back(std::move(node));
    part.meshes.push_back(std::move(mesh));
  }
  return ok_status();
}

}  // namespace

std::string mesh_name(const RawMesh& raw, size_t index) {
  if (!raw.name.empty()) return raw.name;
  const std::string_view shader = shader_base_name(raw.shader);
  return shader.empty() ? "mesh " + std::to_string(index) : std::string(shader);
}

Status build_model(LoadContext& context, RawModel raw, Scene& scene) {
  describe(raw, context.info);
  Scene part;
  VITRINE_CHECK(context.budget.charge(raw.joints.size(), sizeof(Node) + sizeof(glm::mat4)));
  Skin skin;
  skin.name = file_stem(context.name);
  VITRINE_TRY(skin.joints, build_joints(raw, context.file, part));
  VITRINE_CHECK(build_meshes(context, raw, part));
  part.skins.push_back(std::move(skin));
  append(scene, std::move(part));
  scene.axes = kIdTechAxes;
  return ok_status();
}

}  // namespace vitrine::md5
