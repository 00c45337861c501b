// The second half of the builder: names, parents, worlds, skins; then everything moves into the scene.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/generated.h"
#include "formats/kri/builder.h"
#include "formats/kri/codes.h"
#include "formats/kri/lost_faces.h"
#include "scene/transform.h"

namespace vitrine::kri {
namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

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
  // What is off by more than rounding would scale; the exporter wrote unit quaternions.
  return std::abs(square - 1) < 1e-3f ? rotation : rotation / std::sqrt(square);
}

uint32_t Builder::find_node(const std::string& name) const {
  const auto found = node_numbers_.find(name);
  return found == node_numbers_.end() ? kNone : found->second;
}

uint32_t Builder::find_material(const std::string& name) const {
  const auto found = material_numbers_.find(name);
  return found == material_numbers_.end() ? kNone : found->second;
}

void Builder::number_names() {
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (!node_numbers_.try_emplace(nodes_[i].name, i).second) {
      context_.diagnostics.add(kDuplicate, nodes_[i].offset, "chunk node: a second node '" + nodes_[i].name + "'");
    }
  }
  for (uint32_t i = 0; i < materials_.size(); ++i) {
    if (!material_numbers_.try_emplace(materials_[i].name, i).second) {
      context_.diagnostics.add(kDuplicate, materials_[i].source.offset,
                               "chunk mat: a second material '" + materials_[i].name + "'");
    }
  }
}

/// Puts a node and those of its ancestors that are not there yet into the scene, parents first.
void Builder::place_node(Scene& scene, uint32_t raw) {
  constexpr uint32_t kDeepest = 1024;
  std::vector<uint32_t> chain;
  uint32_t above = kNone, depth = 0;
  const auto unresolved = [&](const RawNode& node, const std::string& why) {
    context_.diagnostics.add(kUnresolved, node.offset,
                             "chunk node: '" + node.name + "' " + why + "; it becomes a root");
  };
  for (uint32_t at = raw; nodes_[at].scene_node == kNone;) {
    RawNode& node = nodes_[at];
    chain.push_back(at);
    node.placing = true;
    if (node.parent.empty()) break;
    const uint32_t parent = find_node(node.parent);
    if (parent == kNone) {
      unresolved(node, "has parent '" + node.parent + "', which is not in the file");
      break;
    }
    if (nodes_[parent].scene_node != kNone) {
      above = nodes_[parent].scene_node;
      depth = nodes_[parent].depth + 1;
    } else if (nodes_[parent].placing) {
      unresolved(node, "is its own ancestor");
      break;
    }
    at = parent;
  }
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    RawNode& from = nodes_[*it];
    if (depth > kDeepest) {
      unresolved(from, "has more than " + std::to_string(kDeepest) + " ancestors");
      above = kNone;
      depth = 0;
    }
    Node node;
    node.name = from.name;
    node.parent = above;
    node.local = from.local;
    node.source = {context_.file, from.offset, from.length};
    from.depth = depth++;
    above = from.scene_node = static_cast<uint32_t>(scene.nodes.size());
    scene.nodes.push_back(std::move(node));
    if (from.skeleton != kNone) place_bones(scene, skeletons_[from.skeleton]);
  }
}

/// Bones stand under the armature's node. What an action gives is relative to the bind transform, so that is the rest
/// matrix and the node's own transform is none.
void Builder::place_bones(Scene& scene, RawSkeleton& skeleton) {
  const uint32_t armature = nodes_[skeleton.node].scene_node;
  size_t left = skeleton.bones.size();
  while (left > 0) {  // at most 255 bones: rounds until nothing more fits, in file order
    const size_t before = left;
    for (RawBone& bone : skeleton.bones) {
      if (bone.scene_node != kNone) continue;
      const uint32_t parent = bone.parent == kNone ? armature : skeleton.bones[bone.parent].scene_node;
      if (parent == kNone) continue;
      Node node;
      node.name = bone.name;
      node.kind = NodeKind::kJoint;
      node.parent = parent;
      node.rest = static_cast<uint32_t>(scene.rest_matrices.size());
      node.source = {context_.file, bone.offset, bone.length};
      bone.scene_node = static_cast<uint32_t>(scene.nodes.size());
      scene.rest_matrices.push_back(glm::mat4(local_matrix(bone.bind)));
      scene.nodes.push_back(std::move(node));
      --left;
    }
    if (left != before) continue;
    context_.diagnostics.add(kChunkValue, skeleton.offset,
                             "chunk skel: bones are their own ancestors; they become roots");
    for (RawBone& bone : skeleton.bones) {
      if (bone.scene_node == kNone) bone.parent = kNone;
    }
  }
}

/// Normals and tangents from the stored quaternions, v_nor where there is none.
void Builder::finish_frames(RawMesh& raw) {
  Mesh& mesh = raw.mesh;
  const size_t count = mesh.positions.size();
  const auto unit_normal = [](const glm::vec3& n) { return unit_or(n, glm::vec3(0, 0, 1)); };
  if (mesh.tangent_frames.empty()) {
    for (glm::vec3& n : raw.stored_normals) n = unit_normal(n);
    mesh.normals = std::move(raw.stored_normals);
    return;
  }
  std::vector<glm::vec3> computed;
  const bool has_uv = !mesh.uv_layers.empty();
  const auto hand_of = [&](size_t v) { return raw.hands.empty() ? 1.0f : raw.hands[v]; };
  // Columns of the rotation, as products of the components: rot(q, +X) is the tangent, rot(q, +Z) the normal.
  mesh.tangents.reserve(count);
  mesh.normals = generated<glm::vec3>(count, [&](size_t v) {
    const glm::quat q = mesh.tangent_frames[v];
    const float hand = hand_of(v), square = glm::dot(q, q), s = 2 / square;
    if (is_frame(q, square, hand, has_uv)) {
      mesh.tangents.emplace_back(1 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y + q.w * q.z),
                                 s * (q.x * q.z - q.w * q.y), hand);
      return glm::vec3(s * (q.x * q.z + q.w * q.y), s * (q.y * q.z - q.w * q.x), 1 - s * (q.x * q.x + q.y * q.y));
    }
    if (raw.stored_normals.empty() && computed.empty()) computed = face_normals_at_vertices(mesh);
    const glm::vec3 normal = unit_normal(raw.stored_normals.empty() ? computed[v] : raw.stored_normals[v]);
    mesh.tangents.emplace_back(any_perpendicular(normal), hand);
    return normal;
  });
}

void Builder::finish_materials_of(RawMesh& raw) {
  Mesh& mesh = raw.mesh;
  for (size_t i = 0; i < mesh.primitives.size(); ++i) {
    const std::string& name = raw.span_materials[i];
    mesh.primitives[i].material = find_material(name);
    if (mesh.primitives[i].material == kNone && !name.empty()) {
      context_.diagnostics.add(kUnresolved, mesh.source.offset,
                               "mesh '" + mesh.name + "': material '" + name + "' is not in the file");
    }
  }
  const uint32_t covered =
      mesh.primitives.empty() ? 0 : mesh.primitives.back().first_index + mesh.primitives.back().index_count;
  const auto total = static_cast<uint32_t>(mesh.indices.size());
  if (covered < total) mesh.primitives.push_back({covered, total - covered, kNone, {}});
}

Status Builder::finish_mesh(Scene& scene, RawMesh& raw) {
  Mesh& mesh = raw.mesh;
  if (raw.node == kNone) return ok_status();
  if (mesh.positions.size() != raw.vertex_count) {
    context_.diagnostics.add(kChunkValue, mesh.source.offset,
                             "chunk mesh: '" + mesh.name + "' has no usable positions; it is left out");
    return ok_status();
  }
  const bool may_miss_faces = !mesh.tangent_frames.empty() && !raw.stored_normals.empty();
  finish_frames(raw);
  finish_materials_of(raw);
  for (size_t i = 0; i < mesh.shapes.size(); ++i) {
    if (mesh.shapes[i].relative_to < mesh.shapes.size()) continue;
    context_.diagnostics.add(kChunkValue, mesh.source.offset,
                             "chunk v_shape: '" + mesh.shapes[i].name + "' is relative to a shape that is not there");
    mesh.shapes[i].relative_to = 0;
  }
  if (may_miss_faces) {
    if (const uint32_t lost = count_lost_faces(mesh); lost > 0) {
      context_.info["lostFaces"] = context_.info.value("lostFaces", 0u) + lost;
      context_.diagnostics.add(kLostFaces, mesh.source.offset,
                               "mesh '" + mesh.name + "' lacks " + std::to_string(lost) +
                                   " triangles: divided edges whose second half was never written");
    }
  }
  VITRINE_CHECK(finish_skin(scene, raw));
  Node& node = scene.nodes[nodes_[raw.node].scene_node];
  node.kind = NodeKind::kMesh;
  node.mesh = raw.scene_mesh = static_cast<uint32_t>(scene.meshes.size());
  node.skin = raw.scene_skin;
  scene.meshes.push_back(std::move(mesh));
  return ok_status();
}

void Builder::finish_clips(Scene& scene) {
  for (RawClip& raw : clips_) {
    double last_s = 0;
    for (RawCurve& from : raw.curves) {
      Curve& curve = from.curve;
      if (curve.target != kNone) {
        switch (curve.target_kind) {
          case TargetKind::kNode:
            curve.target = from.skeleton != kNone ? skeletons_[from.skeleton].bones[curve.target].scene_node
                                                  : nodes_[curve.target].scene_node;
            break;
          case TargetKind::kShape:
            curve.target = meshes_[curve.target].scene_mesh;
            if (curve.target == kNone) curve.sub_target = kNone;
            break;
          case TargetKind::kMaterial:
          case TargetKind::kTextureSlot:
          case TargetKind::kLight:
          case TargetKind::kCamera:
            break;  // these tables move as a whole
        }
      }
      last_s = std::max(last_s, curve.keys.back().time_s);
      raw.clip.curves.push_back(std::move(curve));
    }
    if (raw.clip.duration_s == 0) raw.clip.duration_s = last_s;
    raw.clip.playable = std::any_of(raw.clip.curves.begin(), raw.clip.curves.end(),
                                    [](const Curve& curve) { return curve.target != kNone; });
    if (!raw.clip.playable) raw.clip.why_not = "no curve of it moves anything in this file";
    scene.clips.push_back(std::move(raw.clip));
  }
}

void Builder::move_tables(Scene& scene, Scene&& part) const {
  const auto nodes = static_cast<uint32_t>(scene.nodes.size()),
             rests = static_cast<uint32_t>(scene.rest_matrices.size()),
             meshes = static_cast<uint32_t>(scene.meshes.size()), skins = static_cast<uint32_t>(scene.skins.size()),
             materials = static_cast<uint32_t>(scene.materials.size()),
             textures = static_cast<uint32_t>(scene.textures.size()),
             cameras = static_cast<uint32_t>(scene.cameras.size()), lights = static_cast<uint32_t>(scene.lights.size()),
             emitters = static_cast<uint32_t>(scene.emitters.size());
  const auto shift = [](uint32_t& index, uint32_t by) {
    if (index != kNone) index += by;
  };
  for (Node& node : part.nodes) {
    shift(node.parent, nodes), shift(node.rest, rests), shift(node.mesh, meshes), shift(node.skin, skins);
    shift(node.camera, cameras), shift(node.light, lights), shift(node.emitter, emitters);
  }
  for (Mesh& mesh : part.meshes) {
    for (Primitive& primitive : mesh.primitives) shift(primitive.material, materials);
  }
  for (Skin& skin : part.skins) {
    for (uint32_t& joint : skin.joints) joint += nodes;
  }
  for (Material& material : part.materials) {
    for (TextureSlot& slot : material.slots) shift(slot.texture, textures);
  }
  for (Emitter& emitter : part.emitters) shift(emitter.material, materials);
  for (Clip& clip : part.clips) {
    for (Curve& curve : clip.curves) {
      const uint32_t by[] = {nodes, materials, materials, lights, cameras, meshes};
      shift(curve.target, by[static_cast<size_t>(curve.target_kind)]);
    }
  }
  append(scene.nodes, std::move(part.nodes));
  append(scene.rest_matrices, std::move(part.rest_matrices));
  append(scene.meshes, std::move(part.meshes));
  append(scene.skins, std::move(part.skins));
  append(scene.materials, std::move(part.materials));
  append(scene.textures, std::move(part.textures));
  append(scene.cameras, std::move(part.cameras));
  append(scene.lights, std::move(part.lights));
  append(scene.emitters, std::move(part.emitters));
  append(scene.clips, std::move(part.clips));
}

Status Builder::finish(Scene& scene) {
  Scene part;
  number_names();
  for (uint32_t i = 0; i < nodes_.size(); ++i) place_node(part, i);
  worlds_.reserve(part.nodes.size());
  for (const Node& node : part.nodes) {
    glm::dmat4 world = node.parent == kNone ? glm::dmat4(1) : worlds_[node.parent];
    if (node.rest != kNone) world = world * glm::dmat4(part.rest_matrices[node.rest]);
    worlds_.push_back(world * local_matrix(node.local));
  }
  for (RawNode& from : nodes_) {
    Node& node = part.nodes[from.scene_node];
    node.camera = from.camera;
    node.light = from.light;
    if (from.camera != kNone) node.kind = NodeKind::kCamera;
    if (from.light != kNone) node.kind = NodeKind::kLight;
  }
  for (RawMesh& raw : meshes_) {
    if (context_.cancelled()) return Error{&kCancelled, kNoOffset, "loading was cancelled", {}};
    VITRINE_CHECK(finish_mesh(part, raw));
  }
  for (RawEmitter& raw : emitters_) {
    raw.emitter.material = find_material(raw.material);
    if (raw.emitter.material == kNone && !raw.material.empty()) {
      context_.diagnostics.add(kUnresolved, raw.offset,
                               "chunk part: material '" + raw.material + "' is not in the file");
    }
    Node node;  // a node can have several particle systems: each gets a node of its own below it
    node.name = raw.emitter.name;
    node.kind = NodeKind::kEmitter;
    node.parent = nodes_[raw.node].scene_node;
    node.emitter = static_cast<uint32_t>(part.emitters.size());
    node.source = {context_.file, raw.offset, 0};
    part.nodes.push_back(std::move(node));
    part.emitters.push_back(std::move(raw.emitter));
  }
  part.materials = std::move(materials_);
  part.textures = std::move(textures_);
  part.cameras = std::move(cameras_);
  part.lights = std::move(lights_);
  finish_clips(part);
  move_tables(scene, std::move(part));
  return ok_status();
}

}  // namespace vitrine::kri
