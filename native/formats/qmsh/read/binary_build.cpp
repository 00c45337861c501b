#include "formats/qmsh/read/binary_build.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <numbers>

#include "base/names.h"
#include "formats/name_cost.h"
#include "formats/qmsh/codes.h"
#include "formats/qmsh/full/properties.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/qmsh/read/failing.h"
#include "formats/qmsh/read/lists.h"
#include "formats/qmsh/read/names.h"
#include "formats/qmsh/sentences.h"
#include "scene/append.h"
#include "scene/finite.h"

namespace vitrine::qmsh {
namespace {

constexpr float kFrameTolerance = 1e-4f;

bool same_properties(const Material& a, const Material& b) {
  const auto same = [](const Property& x, const Property& y) { return x.name == y.name && x.numbers == y.numbers; };
  return std::equal(a.properties.begin(), a.properties.end(), b.properties.begin(), b.properties.end(), same);
}

/// Finite numbers times 0 sum up to 0.
bool all_finite(const std::vector<Transform>& transforms) {
  float odd = 0;
  for (const Transform& one : transforms) {
    const glm::vec3 &t = one.translation, &s = one.scale;
    const glm::quat& q = one.rotation;
    odd +=
        ((t.x * 0 + t.y * 0) + (t.z * 0 + s.x * 0)) + ((s.y * 0 + s.z * 0) + (q.x * 0 + q.y * 0)) + (q.z * 0 + q.w * 0);
  }
  return odd == 0;
}

class Builder : Failing {
 public:
  Builder(BinaryModel& model, LoadContext& context, Scene& scene)
      : m_(model), context_(context), scene_(scene), mesh_(part_.meshes.emplace_back()) {}

  Status build() {
    if (bones() && mesh() && points() && camera() && animations()) finish();
    return status();
  }

 private:
  std::string text(const std::string& raw) { return decode_name(raw, was_1250_); }
  uint32_t add_rest(const glm::mat4& m) {
    part_.rest_matrices.push_back(m);
    return static_cast<uint32_t>(part_.rest_matrices.size() - 1);
  }
  SourceRange source(uint64_t offset) const { return {context_.file, offset, 0}; }
  bool not_finite(uint64_t offset, const char* table, size_t index) {
    return fail(messages::kOddNumber, offset, {}, {"{}[{}]", {table, index}});
  }
  bool vertex_not_finite(size_t v) { return not_finite(m_.vertices_offset + v * m_.vertex_stride(), "vertices", v); }

  bool bones();
  bool mesh();
  bool skin();
  uint32_t skeleton_to_borrow(uint8_t highest_bone) const;
  bool triangles();
  void tangents();
  void materials();
  uint32_t material(const BinarySubmesh& submesh);
  uint32_t texture(std::string name);
  void slot(Material& material, TextureRole role, const std::string& raw, float factor);
  bool points();
  bool camera();
  bool animations();
  void finish();

  BinaryModel& m_;
  LoadContext& context_;
  Scene& scene_;
  bool was_1250_ = false;

  Scene part_;                               ///< all that is built; bones are its first nodes
  std::vector<glm::dmat4> model_from_bone_;  ///< rest pose
  Mesh& mesh_;
  uint32_t lender_ = kNone;  ///< skin of the scene whose bones are borrowed
};

bool Builder::bones() {
  if (!check(context_.budget.charge(m_.bones.size(), sizeof(Node) + 2 * sizeof(glm::mat4) + sizeof(glm::dmat4))))
    return false;
  fill_new(model_from_bone_, m_.bones.size());
  for (size_t i = 0; i < m_.bones.size(); ++i) {
    const BinaryBone& bone = m_.bones[i];
    if (!is_finite(bone.rest)) return not_finite(bone.offset, "bones", i);
    const glm::mat4 rest = from_rows_4x3(bone.rest);
    Node& node = part_.nodes.emplace_back();
    node.name = text(bone.name);
    node.kind = NodeKind::kJoint;
    if (bone.parent != 0) node.parent = bone.parent - 1u;
    node.rest = add_rest(rest);
    node.source = source(bone.offset);
    const glm::dmat4 local(rest);
    model_from_bone_[i] = bone.parent == 0 ? local : model_from_bone_[bone.parent - 1u] * local;
  }
  add_bone_properties(m_, part_.nodes, was_1250_);
  return true;
}

bool Builder::mesh() {
  if (m_.submeshes.size() == 1) mesh_.name = text(m_.submeshes[0].name);
  if (mesh_.name.empty()) mesh_.name = base_name(context_.name);
  mesh_.source = {context_.file, m_.vertices_offset, uint64_t{m_.positions.size()} * m_.vertex_stride()};
  mesh_.normal_rule = NormalRule::kStored;
  for (size_t v = 0; v < m_.positions.size(); ++v) {
    if (!is_finite(m_.positions[v])) return vertex_not_finite(v);
  }
  mesh_.positions = std::move(m_.positions);
  mesh_.normals = std::move(m_.normals);
  for (glm::vec3& normal : mesh_.normals) {
    if (!is_finite(normal)) normal = glm::vec3(0);
  }
  if (!m_.uv.empty()) {
    for (glm::vec2& uv : m_.uv) {
      if (!is_finite(uv)) uv = glm::vec2(0);
    }
    fill_new(mesh_.uv_layers, 1);
    mesh_.uv_layers[0].uv = std::move(m_.uv);
  }
  tangents();
  if (!triangles()) return false;
  if (!m_.weights.empty() && !skin()) return false;
  Node& node = part_.nodes.emplace_back();
  node.name = mesh_.name;
  node.kind = NodeKind::kMesh;
  node.mesh = 0;
  if (!part_.skins.empty()) node.skin = 0;
  node.source = source(m_.vertices_offset);
  materials();
  return true;
}

/// v10 tangents lean towards the normal (see FORMAT.md): they are made orthonormal unless they are so already.
void Builder::tangents() {
  mesh_.tangents.reserve(m_.tangents.size());
  for (size_t v = 0; v < m_.tangents.size(); ++v) {
    const glm::vec3 n = mesh_.normals[v];
    glm::vec3 t = m_.tangents[v];
    const bool fine = std::abs(glm::dot(t, t) - 1) < kFrameTolerance && std::abs(glm::dot(n, t)) < kFrameTolerance;
    if (!fine) {
      t -= n * glm::dot(n, t);
      const float length = glm::length(t);
      t = length > 0 && std::isfinite(length) ? t / length : glm::vec3(0);
    }
    const float w = glm::dot(glm::cross(n, t), m_.binormals[v]) < 0 ? -1.0f : 1.0f;
    mesh_.tangents.push_back({t, w});
  }
}

bool Builder::triangles() {
  bool contiguous = true;
  uint32_t next = 0;
  for (const BinarySubmesh& s : m_.submeshes) {
    contiguous &= s.first_triangle == next;
    next = uint32_t{s.first_triangle} + s.triangle_count;
  }
  const auto total = static_cast<uint32_t>(m_.indices.size() / 3);
  if (contiguous && next == total) {
    mesh_.indices = std::move(m_.indices);
    return true;
  }
  context_.diagnostics.add(messages::kSubmeshesLeaveOut,
                           m_.submeshes.empty() ? m_.triangles_offset : m_.submeshes[0].offset, {total});
  std::vector<uint8_t> taken(total, 0);
  const auto take = [&](uint32_t t) {
    if (taken[t] != 0) return 0;
    taken[t] = 1;
    for (size_t corner = 0; corner < 3; ++corner) mesh_.indices.push_back(m_.indices[3 * size_t{t} + corner]);
    return 1;
  };
  for (BinarySubmesh& s : m_.submeshes) {
    uint16_t kept = 0;
    for (uint32_t t = 0; t < s.triangle_count; ++t) kept += take(s.first_triangle + t);
    s.triangle_count = kept;
  }
  for (uint32_t t = 0; t < total; ++t) take(t);
  return true;
}

/// Among the skins of QMSH files that the scene holds, one with all the bones.
uint32_t Builder::skeleton_to_borrow(uint8_t highest_bone) const {
  for (const Skin& skin : scene_.skins) {
    if (skin.joints.size() <= highest_bone || skin.joint_from_bind.empty()) continue;
    const Node& first = scene_.nodes[skin.joints[0]];
    const uint32_t file = first.source.file;
    if (first.kind == NodeKind::kMesh && file < scene_.files.size() && scene_.files[file].format == "qmsh")
      return static_cast<uint32_t>(&skin - scene_.skins.data());
  }
  return kNone;
}

/// The first joint is the mesh's own node.
bool Builder::skin() {
  if (m_.has(kFlagStatic)) {
    uint8_t highest = 0;
    for (const auto& b : m_.bone_bytes) highest = std::max(highest, std::max(b[0], b[1]));
    lender_ = skeleton_to_borrow(highest);
    if (lender_ == kNone) {
      context_.diagnostics.add(messages::kNoSkeleton, 5, {highest});
      return true;
    }
    const uint32_t file = scene_.nodes[scene_.skins[lender_].joints[0]].source.file;
    context_.diagnostics.add(messages::kBorrowedSkeleton, 5, {scene_.files[file].name});
  }
  Skin& skin = part_.skins.emplace_back();
  skin.name = mesh_.name;
  skin.joints.push_back(static_cast<uint32_t>(part_.nodes.size()));
  std::vector<glm::mat4>& joint_from_bind = skin.joint_from_bind;
  if (lender_ != kNone) {
    joint_from_bind = scene_.skins[lender_].joint_from_bind;
  } else {
    fill_new(joint_from_bind, m_.bones.size() + 1);
    for (size_t i = 0; i < m_.bones.size(); ++i) {
      skin.joints.push_back(static_cast<uint32_t>(i));
      joint_from_bind[i + 1] = glm::mat4(glm::inverse(model_from_bone_[i]));
      if (!is_finite(joint_from_bind[i + 1])) return not_finite(m_.bones[i].offset, "bones", i);
    }
  }
  joint_from_bind[0] = glm::mat4(1);

  const size_t count = mesh_.positions.size();
  if (!check(context_.budget.charge(count, 2 * sizeof(Influence) + sizeof(uint32_t), m_.vertices_offset))) return false;
  mesh_.influence_first.reserve(count + 1);
  mesh_.influence_first.push_back(0);
  mesh_.influences.resize(2 * count);
  Influence* const first = mesh_.influences.data();
  Influence* to = first;
  bool in_range = true;
  for (size_t v = 0; v < count; ++v) {
    const auto slot = [&](uint8_t bone) { return bone < joint_from_bind.size() ? uint32_t{bone} : 0u; };
    const uint32_t a = slot(m_.bone_bytes[v][0]), b = slot(m_.bone_bytes[v][1]);
    const float stored = m_.weights[v];
    const float weight = std::isfinite(stored) ? stored : 1.0f;
    const glm::vec4 p(mesh_.positions[v], 1);
    const auto influence = [&](uint32_t joint, float w) {
      *to = {joint, w, glm::vec3(joint_from_bind[joint] * p)};
      in_range &= is_finite(to++->position);
    };
    if (a == b || weight == 1) {
      influence(a, 1);
    } else if (weight == 0) {
      influence(b, 1);
    } else {
      influence(a, weight);
      influence(b, 1 - weight);
    }
    mesh_.influence_first.push_back(static_cast<uint32_t>(to - first));
    if (!in_range) return vertex_not_finite(v);
  }
  mesh_.influences.resize(static_cast<size_t>(to - first));
  return true;
}

uint32_t Builder::texture(std::string name) {
  for (size_t i = 0; i < part_.textures.size(); ++i) {
    if (part_.textures[i].name == name) return static_cast<uint32_t>(i);
  }
  part_.textures.emplace_back().name = std::move(name);
  return static_cast<uint32_t>(part_.textures.size() - 1);
}

void Builder::slot(Material& material, TextureRole role, const std::string& raw, float factor) {
  std::string name = text(raw);
  TextureSlot& slot = material.slots.emplace_back();
  slot.role = role;
  slot.texture = texture(name);
  slot.factor = std::isfinite(factor) ? factor : 1;
  part_.textures[slot.texture].candidates.assign(1, std::move(name));
}

uint32_t Builder::material(const BinarySubmesh& s) {
  Material& material = part_.materials.emplace_back();
  material.specular = s.specular * s.specular_intensity;
  material.hardness = static_cast<float>(s.hardness);
  material.source = source(s.offset);
  material.name = text(s.material);
  if (m_.version == 10) {
    if (material.name.empty()) {
      part_.materials.pop_back();
      return kNone;
    }
    // Names of materials only: the game's own table led from them to images.
    for (const bool normal : {false, true}) {
      if (normal && !m_.has(kFlagTangents)) break;
      TextureSlot& slot = material.slots.emplace_back();
      slot.role = normal ? TextureRole::kNormal : TextureRole::kDiffuse;
      slot.texture = texture(normal ? material.name + "_n" : material.name);
      Texture& texture = part_.textures[slot.texture];
      if (texture.candidates.empty()) texture.candidates = image_candidates(material.name, normal);
    }
    material.diffuse = glm::vec4(1);
  } else {
    if (!material.name.empty()) {
      slot(material, TextureRole::kDiffuse, s.material, 1);
      material.diffuse = glm::vec4(1);
      material.alpha_mode = AlphaMode::kMask;  // leaves and the like; images of version 10 hold other things there
    } else {
      material.name = text(s.name);
    }
    if (!s.normal_map.empty()) slot(material, TextureRole::kNormal, s.normal_map, s.normal_factor);
    if (!s.specular_map.empty()) slot(material, TextureRole::kSpecular, s.specular_map, s.specular_factor);
    add_material_properties(m_, s, material);
    if (!is_finite(material.specular)) material.specular = glm::vec3(0);
  }
  const auto same_slot = [](const TextureSlot& a, const TextureSlot& b) {
    return a.role == b.role && a.texture == b.texture && a.factor == b.factor;
  };
  size_t i = 0;
  for (; i + 1 < part_.materials.size(); ++i) {
    const Material& other = part_.materials[i];
    if (other.name == material.name && other.hardness == material.hardness && other.specular == material.specular &&
        std::equal(other.slots.begin(), other.slots.end(), material.slots.begin(), material.slots.end(), same_slot) &&
        same_properties(other, material)) {
      part_.materials.pop_back();
      break;
    }
  }
  return static_cast<uint32_t>(i);
}

void Builder::materials() {
  size_t covered = 0;
  for (const BinarySubmesh& s : m_.submeshes) covered += size_t{s.triangle_count} * 3;
  const bool rest = covered < mesh_.indices.size();
  fill_new(mesh_.primitives, m_.submeshes.size() + rest);
  uint32_t next = 0;
  for (size_t i = 0; i < mesh_.primitives.size(); ++i) {
    Primitive& primitive = mesh_.primitives[i];
    primitive.first_index = next;
    primitive.index_count = static_cast<uint32_t>(mesh_.indices.size()) - next;
    if (i == m_.submeshes.size()) break;
    const BinarySubmesh& s = m_.submeshes[i];
    primitive.index_count = uint32_t{s.triangle_count} * 3;
    primitive.material = material(s);
    primitive.name = text(s.name);
    next += primitive.index_count;
  }
}

bool Builder::points() {
  for (size_t i = 0; i < m_.points.size(); ++i) {
    const BinaryPoint& point = m_.points[i];
    if (!is_finite(point.matrix)) return not_finite(point.offset, "points", i);
    const uint32_t bone = point.bone + (m_.version == 12 ? 1u : 0u);
    const bool attached = bone != 0 && bone <= m_.bones.size();
    glm::mat4 matrix = from_rows_4x4(point.matrix);
    // The file has model space; a node hangs in its bone's space.
    if (attached) matrix = glm::mat4(glm::inverse(model_from_bone_[bone - 1]) * glm::dmat4(matrix));
    if (!is_finite(matrix)) return not_finite(point.offset, "points", i);
    Node& node = part_.nodes.emplace_back();
    node.name = text(point.name);
    if (attached) node.parent = bone - 1;
    node.rest = add_rest(matrix);
    node.source = source(point.offset);
    add_point_properties(m_, point, attached, node);
  }
  return true;
}

bool Builder::camera() {
  if (!is_finite(m_.camera_position) || !is_finite(m_.camera_target) || !is_finite(m_.camera_up))
    return fail(messages::kOddCamera, kNoOffset, {}, {"camera"});
  const bool is_default =
      m_.camera_position == kCameraPosition && m_.camera_target == kCameraTarget && m_.camera_up == kCameraUp;
  const glm::vec3 look = m_.camera_target - m_.camera_position;
  const float distance = glm::length(look), up_length = glm::length(m_.camera_up);
  if (is_default || !(distance > 0) || !(up_length > 0) || !is_finite(distance) || !is_finite(up_length)) return true;
  Camera& camera = part_.cameras.emplace_back();
  camera.name = "camera";
  camera.look = look / distance;
  camera.up = m_.camera_up / up_length;
  Node& node = part_.nodes.emplace_back();
  node.name = camera.name;
  node.kind = NodeKind::kCamera;
  node.camera = 0;
  node.local.translation = m_.camera_position;
  add_camera_properties(m_.camera_target, m_.camera_up, node);
  return true;
}

bool Builder::animations() {
  if (!check(charge_names(context_.budget, context_.name, m_.animations.size()))) return false;  // of the file
  fill_new(part_.clips, m_.animations.size());
  for (size_t a = 0; a < m_.animations.size(); ++a) {
    BinaryAnimation& animation = m_.animations[a];
    Clip& clip = part_.clips[a];
    clip.name = text(animation.name);
    clip.file = context_.file;
    clip.source = source(animation.offset);
    KeyPoses& poses = clip.poses.emplace();
    fill_new(poses.nodes, m_.bones.size());
    for (size_t b = 0; b < m_.bones.size(); ++b) poses.nodes[b] = static_cast<uint32_t>(b);
    double previous = 0;
    fill_new(poses.times_s, animation.times_s.size());
    for (size_t k = 0; k < animation.times_s.size(); ++k) {
      const float time = animation.times_s[k];
      if (!is_finite(time)) return not_finite(animation.offset, "animations", a);
      previous = std::max(previous, static_cast<double>(time));
      poses.times_s[k] = previous;
    }
    if (!all_finite(animation.poses)) return not_finite(animation.offset, "animations", a);
    poses.transforms = std::move(animation.poses);
    const float length = animation.length_s;
    clip.duration_s = is_finite(length) && length >= 0 ? static_cast<double>(length) : previous;
  }
  if (was_1250_) context_.diagnostics.add(messages::kWindows1250, kNoOffset);
  return true;
}

/// Cannot fail: everything has been built.
void Builder::finish() {
  if (scene_.nodes.empty() && scene_.meshes.empty()) scene_.axes = binary_axes();
  append(scene_, std::move(part_));
  if (lender_ == kNone) return;
  std::vector<uint32_t>& joints = scene_.skins.back().joints;
  const std::vector<uint32_t>& lent = scene_.skins[lender_].joints;
  for (size_t i = 1; i < lent.size(); ++i) joints.push_back(lent[i]);
}

}  // namespace

Axes binary_axes() {
  Axes axes;
  axes.up = Up::kY;
  axes.handedness = Handedness::kLeft;
  axes.front_face = FrontFace::kCounterClockwise;
  axes.forward = {0, 0, -1};
  axes.uv_origin_top = true;
  return axes;
}

Status build_binary(BinaryModel&& model, LoadContext& context, Scene& scene) {
  return Builder(model, context, scene).build();
}

}  // namespace vitrine::qmsh
