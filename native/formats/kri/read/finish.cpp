// The second half of the builder: names, parents, worlds, skins; then everything moves into the scene.

#include <algorithm>
#include <cmath>

#include "base/generated.h"
#include "formats/kri/codes.h"
#include "formats/kri/read/builder.h"
#include "formats/kri/sentences.h"
#include "scene/append.h"
#include "scene/stored_worlds.h"
#include "scene/transform.h"

namespace vitrine::kri {
namespace {

/// The exporter writes (0, 0, 1, 0) where it found no tangent, with handedness 0, or in early files any handedness when
/// there is no texture layer; anything far from unit length is no rotation either.
bool is_frame(const glm::quat& q, float square, float hand, bool has_uv) {
  const bool pure = q.x == 0 && q.y == 0 && q.z == 1 && q.w == 0 && (hand == 0 || !has_uv);
  return !pure && std::abs(square - 1) < 0.02f;
}

glm::vec3 any_perpendicular(const glm::vec3& n) {
  const glm::vec3 axis = std::abs(n.x) < 0.6f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
  return glm::normalize(glm::cross(axis, n));
}

std::vector<glm::vec3> face_normals_at_vertices(const Mesh& mesh) {
  std::vector<glm::vec3> sums(mesh.positions.size(), glm::vec3(0));
  for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const uint32_t* t = &mesh.indices[i];
    const glm::vec3 n =
        glm::cross(mesh.positions[t[1]] - mesh.positions[t[0]], mesh.positions[t[2]] - mesh.positions[t[0]]);
    for (int c = 0; c < 3; ++c) sums[t[c]] += n;
  }
  return sums;
}

}  // namespace

glm::quat usable_rotation(const glm::quat& rotation) {
  const float square = glm::dot(rotation, rotation);
  if (!(square > 1e-12f) || !std::isfinite(square)) return glm::quat(1, 0, 0, 0);
  // A quaternion that is off by more than rounding would scale; the exporter wrote unit quaternions.
  return std::abs(square - 1) < 1e-3f ? rotation : rotation / std::sqrt(square);
}

void Builder::number_names() {
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (node_numbers_.find_or_add(nodes_[i].name, i) == i) continue;
    context_.diagnostics.add(messages::kSecondNode, nodes_[i].offset, {nodes_[i].name});
  }
  const std::vector<Material>& materials = part_.materials;
  for (uint32_t i = 0; i < materials.size(); ++i) {
    if (material_numbers_.find_or_add(materials[i].name, i) == i) continue;
    context_.diagnostics.add(messages::kSecondMaterial, materials[i].source.offset, {materials[i].name});
  }
}

/// Puts a node and those of its ancestors that are not there yet into the scene, parents first.
void Builder::place_node(uint32_t raw) {
  std::vector<uint32_t> chain;
  uint32_t above = kNone;
  for (uint32_t at = raw; nodes_[at].scene_node == kNone;) {
    RawNode& node = nodes_[at];
    chain.push_back(at);
    node.placing = true;
    if (node.parent.empty()) break;
    const uint32_t parent = node_numbers_.find(node.parent);
    if (parent == kNone) {
      context_.diagnostics.add(messages::kNodeParentMissing, node.offset, {node.name, node.parent});
      break;
    }
    if (nodes_[parent].scene_node != kNone) {
      above = nodes_[parent].scene_node;
    } else if (nodes_[parent].placing) {
      context_.diagnostics.add(messages::kOwnAncestor, node.offset, {node.name});
      break;
    }
    at = parent;
  }
  for (size_t i = chain.size(); i-- > 0;) {
    RawNode& from = nodes_[chain[i]];
    from.scene_node = add_scene_node(from.name, above, {context_.file, from.offset, from.length});
    above = from.scene_node;
    Node& node = part_.nodes.back();
    node.local = from.local;
    node.camera = from.camera;
    node.light = from.light;
    if (from.camera != kNone) node.kind = NodeKind::kCamera;
    if (from.light != kNone) node.kind = NodeKind::kLight;
    if (from.skeleton != kNone) place_bones(skeletons_[from.skeleton]);
  }
}

uint32_t Builder::add_scene_node(std::string_view name, uint32_t parent, const SourceRange& source) {
  part_.nodes.push_back({});
  Node& node = part_.nodes.back();
  node.name = name;
  node.parent = parent;
  node.source = source;
  return static_cast<uint32_t>(part_.nodes.size() - 1);
}

/// Bones stand under the armature's node. What an action gives is relative to the bind transform, so that is the rest
/// matrix and the node's own transform is none.
void Builder::place_bones(const RawSkeleton& skeleton) {
  const uint32_t armature = nodes_[skeleton.node].scene_node;
  const std::span<RawBone> bones(bones_.data() + skeleton.first_bone, skeleton.bone_count);
  size_t left = bones.size();
  while (left > 0) {  // at most 255 bones: rounds until nothing more fits, in file order
    const size_t before = left;
    for (RawBone& bone : bones) {
      if (bone.scene_node != kNone) continue;
      const uint32_t parent = bone.parent == kNone ? armature : bones[bone.parent].scene_node;
      if (parent == kNone) continue;
      bone.scene_node = add_scene_node(bone.name, parent, {context_.file, bone.offset, bone.length});
      part_.nodes.back().kind = NodeKind::kJoint;
      part_.nodes.back().rest = static_cast<uint32_t>(part_.rest_matrices.size());
      part_.rest_matrices.push_back(glm::mat4(local_matrix(bone.bind)));
      --left;
    }
    if (left != before) continue;
    context_.diagnostics.add(messages::kBonesInCircle, skeleton.offset);
    for (RawBone& bone : bones) {
      if (bone.scene_node == kNone) bone.parent = kNone;
    }
  }
}

/// Normals and tangents from the stored quaternions, v_nor where there is none.
void Builder::finish_frames(const RawMesh& raw, Mesh& mesh) {
  const size_t count = mesh.positions.size();
  const auto unit_normal = [](const glm::vec3& n) { return unit_or(n, glm::vec3(0, 0, 1)); };
  const auto stored_normal = [&](size_t v) {
    return unit_normal(load_packed<glm::vec3>(raw.normals + v * sizeof(glm::vec3)));
  };
  if (mesh.tangent_frames.empty()) {
    if (raw.normals != nullptr) mesh.normals = generated<glm::vec3>(count, stored_normal);
    return;
  }
  std::vector<glm::vec3> computed;
  const bool has_uv = !mesh.uv_layers.empty();
  // Columns of the rotation, as products of the components: rot(q, +X) is the tangent, rot(q, +Z) the normal.
  mesh.tangents.reserve(count);
  mesh.normals = generated<glm::vec3>(count, [&](size_t v) {
    const glm::quat q = mesh.tangent_frames[v];
    const float hand = raw.hands == nullptr ? 1.0f : load_packed<float>(raw.hands + v * raw.hand_stride);
    const float square = glm::dot(q, q), s = 2 / square;
    if (is_frame(q, square, hand, has_uv)) {
      mesh.tangents.emplace_back(1 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y + q.w * q.z),
                                 s * (q.x * q.z - q.w * q.y), hand);
      return glm::vec3(s * (q.x * q.z + q.w * q.y), s * (q.y * q.z - q.w * q.x), 1 - s * (q.x * q.x + q.y * q.y));
    }
    if (raw.normals == nullptr && computed.empty()) computed = face_normals_at_vertices(mesh);
    const glm::vec3 normal = raw.normals == nullptr ? unit_normal(computed[v]) : stored_normal(v);
    mesh.tangents.emplace_back(any_perpendicular(normal), hand);
    return normal;
  });
}

void Builder::finish_materials_of(const RawMesh& raw, Mesh& mesh) {
  uint32_t covered = 0, span = raw.first_span;
  for (Primitive& primitive : mesh.primitives) {
    const std::string_view name = span_materials_[span++];
    primitive.material = material_numbers_.find(name);
    covered = primitive.first_index + primitive.index_count;
    if (primitive.material == kNone && !name.empty()) {
      context_.diagnostics.add(messages::kMeshMaterialMissing, mesh.source.offset, {mesh.name, name});
    }
  }
  const auto total = static_cast<uint32_t>(mesh.indices.size());
  if (covered < total) mesh.primitives.push_back({covered, total - covered, kNone, {}});
}

Status Builder::finish_mesh(RawMesh& raw, Mesh& mesh) {
  if (raw.node == kNone) return ok_status();
  if (mesh.positions.size() != raw.vertex_count) {
    context_.diagnostics.add(messages::kNoPositions, mesh.source.offset, {mesh.name});
    return ok_status();
  }
  finish_frames(raw, mesh);
  finish_materials_of(raw, mesh);
  for (ShapeKey& shape : mesh.shapes) {
    if (shape.relative_to < mesh.shapes.size()) continue;
    context_.diagnostics.add(messages::kShapeMissing, mesh.source.offset, {shape.name});
    shape.relative_to = 0;
  }
  if (!mesh.tangent_frames.empty() && raw.normals != nullptr) report_lost_faces(mesh);
  VITRINE_CHECK(finish_skin(raw, mesh));
  Node& node = part_.nodes[nodes_[raw.node].scene_node];
  node.kind = NodeKind::kMesh;
  node.mesh = raw.scene_mesh = static_cast<uint32_t>(part_.meshes.size());
  node.skin = raw.scene_skin;
  part_.meshes.push_back(std::move(mesh));
  return ok_status();
}

void Builder::finish_clips() {
  for (Clip& clip : part_.clips) {
    double last_s = 0;
    clip.playable = false;
    for (Curve& curve : clip.curves) {
      if (curve.target != kNone && curve.target_kind == TargetKind::kNode) {
        const bool is_bone = (curve.target & kBoneTarget) != 0;
        curve.target = is_bone ? bones_[curve.target & ~kBoneTarget].scene_node : nodes_[curve.target].scene_node;
      }
      if (curve.target != kNone && curve.target_kind == TargetKind::kShape) {
        curve.target = raw_meshes_[curve.target].scene_mesh;
        if (curve.target == kNone) curve.sub_target = kNone;
      }
      // The other tables move as a whole.
      last_s = std::max(last_s, curve.keys.back().time_s);
      clip.playable |= curve.target != kNone;
    }
    if (clip.duration_s == 0) clip.duration_s = last_s;
    if (!clip.playable) clip.why_not = "no curve of it moves anything in this file";
  }
}

Status Builder::finish(Scene& scene) {
  number_names();
  for (uint32_t i = 0; i < nodes_.size(); ++i) place_node(i);
  worlds_ = stored_worlds(part_);
  for (size_t i = 0; i < meshes_.size(); ++i) {
    if (context_.cancelled()) return Error{messages::kCancelled, kNoOffset};
    VITRINE_CHECK(finish_mesh(raw_meshes_[i], meshes_[i]));
  }
  for (uint32_t i = 0; i < emitters_.size(); ++i) {
    const RawEmitter& raw = emitters_[i];
    Emitter& emitter = part_.emitters[i];
    emitter.material = material_numbers_.find(raw.material);
    if (emitter.material == kNone && !raw.material.empty()) {
      context_.diagnostics.add(messages::kPartMaterialMissing, raw.offset, {raw.material});
    }
    // A node can have several particle systems: each gets a node of its own below it.
    add_scene_node(emitter.name, nodes_[raw.node].scene_node, {context_.file, raw.offset, 0});
    part_.nodes.back().kind = NodeKind::kEmitter;
    part_.nodes.back().emitter = i;
  }
  finish_clips();
  append(scene, std::move(part_));
  return ok_status();
}

}  // namespace vitrine::kri
