#include "formats/qmsh/binary_build.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/encoding.h"
#include "formats/qmsh/names.h"

namespace vitrine::qmsh {
namespace {

constexpr float kFrameTolerance = 1e-4f;

bool finite(float v) { return std::isfinite(v); }
bool finite(const glm::vec2& v) { return finite(v.x) && finite(v.y); }
bool finite(const glm::vec3& v) { return finite(v.x) && finite(v.y) && finite(v.z); }
template <size_t N>
bool finite(const std::array<float, N>& values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}
bool finite(const glm::mat4& m) { return finite(to_rows_4x4(m)); }

Property number(const char* name, double value) { return {name, {value}, {}}; }
Property numbers(const char* name, std::vector<double> values) { return {name, std::move(values), {}}; }
Property numbers(const char* name, const glm::vec3& v) { return {name, {v.x, v.y, v.z}, {}}; }
Property numbers(const char* name, const glm::vec4& v) { return {name, {v.x, v.y, v.z, v.w}, {}}; }

/// The same angle from 0 to 2 pi.
float whole_turn(float angle_rad) {
  constexpr float kTurn = 2 * std::numbers::pi_v<float>;
  const float wrapped = std::fmod(angle_rad, kTurn);
  return wrapped < 0 ? wrapped + kTurn : wrapped + 0.0f;
}

Error not_finite(uint64_t offset, const char* table, size_t index) {
  return Error{&kNotFinite, offset, "a number is NaN or infinite",
               std::string(table) + "[" + std::to_string(index) + "]"};
}

class Builder {
 public:
  Builder(BinaryModel& model, LoadContext& context, const Scene& scene) : m_(model), context_(context), scene_(scene) {}

  Status build() {
    VITRINE_CHECK(bones());
    VITRINE_CHECK(mesh());
    materials();
    VITRINE_CHECK(points());
    camera();
    return animations();
  }
  /// Cannot fail: everything has been built.
  void append_to(Scene& scene) {
    if (scene.nodes.empty() && scene.meshes.empty()) scene.axes = binary_axes();
    const auto move_all = [](auto& from, auto& to) { std::move(from.begin(), from.end(), std::back_inserter(to)); };
    move_all(nodes_, scene.nodes);
    move_all(rest_matrices_, scene.rest_matrices);
    scene.meshes.push_back(std::move(mesh_));
    if (skin_) scene.skins.push_back(std::move(*skin_));
    move_all(materials_, scene.materials);
    move_all(textures_, scene.textures);
    move_all(cameras_, scene.cameras);
    move_all(clips_, scene.clips);
  }

 private:
  std::string text(const std::string& raw) { return decode_name(raw, was_1250_); }
  uint32_t node_index(size_t local) const { return static_cast<uint32_t>(scene_.nodes.size() + local); }
  uint32_t add_rest(const glm::mat4& m) {
    rest_matrices_.push_back(m);
    return static_cast<uint32_t>(scene_.rest_matrices.size() + rest_matrices_.size() - 1);
  }
  SourceRange source(uint64_t offset) const { return {context_.file, offset, 0}; }

  Status bones();
  Status mesh();
  Status skin(uint32_t mesh_node);
  const Skin* skeleton_to_borrow(uint8_t highest_bone) const;
  void triangles();
  void tangents();
  void materials();
  uint32_t material(const BinarySubmesh& submesh);
  uint32_t texture(std::string name, std::vector<std::string> candidates);
  Status points();
  void camera();
  Status animations();

  BinaryModel& m_;
  LoadContext& context_;
  const Scene& scene_;
  bool was_1250_ = false;

  std::vector<Node> nodes_;  ///< bones first
  std::vector<glm::mat4> rest_matrices_;
  std::vector<glm::dmat4> model_from_bone_;  ///< rest pose
  Mesh mesh_;
  std::optional<Skin> skin_;
  std::vector<Material> materials_;
  std::vector<Texture> textures_;
  std::vector<Camera> cameras_;
  std::vector<Clip> clips_;
};

Status Builder::bones() {
  VITRINE_CHECK(context_.budget.charge(m_.bones.size(), sizeof(Node) + 2 * sizeof(glm::mat4) + sizeof(glm::dmat4)));
  for (size_t i = 0; i < m_.bones.size(); ++i) {
    const BinaryBone& bone = m_.bones[i];
    if (!finite(bone.rest)) return not_finite(bone.offset, "bones", i);
    const glm::mat4 rest = from_rows_4x3(bone.rest);
    Node node;
    node.name = text(bone.name);
    node.kind = NodeKind::kJoint;
    node.parent = bone.parent == 0 ? kNone : node_index(bone.parent - 1u);
    node.rest = add_rest(rest);
    node.source = source(bone.offset);
    if (m_.version >= 21 && finite(bone.editor_matrix)) {
      node.properties.push_back(
          numbers("editorMatrix", std::vector<double>(bone.editor_matrix.begin(), bone.editor_matrix.end())));
      node.properties.push_back(numbers("head", bone.head));
      node.properties.push_back(numbers("tail", bone.tail));
      node.properties.push_back(number("connected", bone.connected));
    }
    nodes_.push_back(std::move(node));
    const glm::dmat4 local(rest);
    model_from_bone_.push_back(bone.parent == 0 ? local : model_from_bone_[bone.parent - 1u] * local);
  }
  for (size_t g = 0; g < m_.groups.size(); ++g) {
    const BinaryGroup& group = m_.groups[g];
    for (uint8_t number : group.bones) {
      if (m_.version == 12) ++number;
      if (number == 0 || number > m_.bones.size()) continue;
      Property property =
          numbers("group", std::vector<double>{static_cast<double>(g), static_cast<double>(group.parent)});
      property.text = text(group.name);
      nodes_[number - 1u].properties.push_back(std::move(property));
    }
  }
  return ok_status();
}

Status Builder::mesh() {
  Node node;
  node.name = m_.submeshes.size() == 1 ? text(m_.submeshes[0].name) : std::string();
  if (node.name.empty()) node.name = base_name(context_.name);
  node.kind = NodeKind::kMesh;
  node.mesh = static_cast<uint32_t>(scene_.meshes.size());
  node.source = source(m_.vertices_offset);
  mesh_.name = node.name;
  mesh_.source = {context_.file, m_.vertices_offset, uint64_t{m_.positions.size()} * m_.vertex_stride()};
  mesh_.normal_rule = NormalRule::kStored;
  for (size_t v = 0; v < m_.positions.size(); ++v) {
    if (!finite(m_.positions[v])) return not_finite(m_.vertices_offset + v * m_.vertex_stride(), "vertices", v);
  }
  mesh_.positions = std::move(m_.positions);
  mesh_.normals = std::move(m_.normals);
  for (glm::vec3& normal : mesh_.normals) {
    if (!finite(normal)) normal = glm::vec3(0);
  }
  if (!m_.uv.empty()) {
    for (glm::vec2& uv : m_.uv) {
      if (!finite(uv)) uv = glm::vec2(0);
    }
    mesh_.uv_layers.push_back({"", std::move(m_.uv)});
  }
  tangents();
  triangles();
  if (!m_.weights.empty()) VITRINE_CHECK(skin(node_index(nodes_.size())));
  if (skin_) node.skin = static_cast<uint32_t>(scene_.skins.size());
  nodes_.push_back(std::move(node));
  return ok_status();
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

void Builder::triangles() {
  bool contiguous = true;
  uint32_t next = 0;
  for (const BinarySubmesh& s : m_.submeshes) {
    contiguous &= s.first_triangle == next;
    next = uint32_t{s.first_triangle} + s.triangle_count;
  }
  const auto total = static_cast<uint32_t>(m_.indices.size() / 3);
  if (contiguous && next == total) {
    mesh_.indices = std::move(m_.indices);
    return;
  }
  context_.diagnostics.add(kSubmeshCover, m_.submeshes.empty() ? m_.triangles_offset : m_.submeshes[0].offset,
                           "the submeshes do not take the " + std::to_string(total) + " triangles one after the other");
  std::vector<bool> taken(total, false);
  for (BinarySubmesh& s : m_.submeshes) {
    uint16_t kept = 0;
    for (uint32_t t = s.first_triangle; t < uint32_t{s.first_triangle} + s.triangle_count; ++t) {
      if (taken[t]) continue;
      taken[t] = true;
      ++kept;
      mesh_.indices.insert(mesh_.indices.end(), {m_.indices[3 * t], m_.indices[3 * t + 1], m_.indices[3 * t + 2]});
    }
    s.triangle_count = kept;
  }
  for (uint32_t t = 0; t < total; ++t) {
    if (!taken[t])
      mesh_.indices.insert(mesh_.indices.end(), {m_.indices[3 * t], m_.indices[3 * t + 1], m_.indices[3 * t + 2]});
  }
}

/// Among the skins of QMSH files that the scene holds, one with all the bones.
const Skin* Builder::skeleton_to_borrow(uint8_t highest_bone) const {
  for (const Skin& skin : scene_.skins) {
    if (skin.joints.size() <= highest_bone || skin.joint_from_bind.empty()) continue;
    const Node& first = scene_.nodes[skin.joints[0]];
    const uint32_t file = first.source.file;
    if (first.kind == NodeKind::kMesh && file < scene_.files.size() && scene_.files[file].format == "qmsh")
      return &skin;
  }
  return nullptr;
}

Status Builder::skin(uint32_t mesh_node) {
  Skin skin;
  skin.name = mesh_.name;
  skin.joints = {mesh_node};
  skin.joint_from_bind = {glm::mat4(1)};
  if (m_.has(kFlagStatic)) {
    uint8_t highest = 0;
    for (const auto& b : m_.bone_bytes) highest = std::max({highest, b[0], b[1]});
    const Skin* lender = skeleton_to_borrow(highest);
    if (lender == nullptr) {
      context_.diagnostics.add(kSkeletonMissing, 5,
                               "weights for " + std::to_string(highest) + " bones, but no skeleton is open");
      return ok_status();
    }
    skin.joints.insert(skin.joints.end(), lender->joints.begin() + 1, lender->joints.end());
    skin.joint_from_bind.insert(skin.joint_from_bind.end(), lender->joint_from_bind.begin() + 1,
                                lender->joint_from_bind.end());
    const uint32_t file = scene_.nodes[lender->joints[0]].source.file;
    context_.diagnostics.add(kBorrowedSkeleton, 5, "moves with the bones of " + scene_.files[file].name);
  } else {
    for (size_t i = 0; i < m_.bones.size(); ++i) {
      skin.joints.push_back(node_index(i));
      const glm::mat4 inverse(glm::inverse(model_from_bone_[i]));
      if (!finite(inverse)) return not_finite(m_.bones[i].offset, "bones", i);
      skin.joint_from_bind.push_back(inverse);
    }
  }

  const size_t count = mesh_.positions.size(), joints = skin.joints.size();
  VITRINE_CHECK(context_.budget.charge(count, 2 * sizeof(Influence) + sizeof(uint32_t), m_.vertices_offset));
  mesh_.influence_first.reserve(count + 1);
  mesh_.influences.reserve(2 * count);
  mesh_.influence_first.push_back(0);
  bool in_range = true;
  for (size_t v = 0; v < count; ++v) {
    const auto slot = [&](uint8_t bone) { return bone < joints ? uint32_t{bone} : 0u; };
    const uint32_t a = slot(m_.bone_bytes[v][0]), b = slot(m_.bone_bytes[v][1]);
    const float stored = m_.weights[v];
    const float weight = std::isfinite(stored) ? stored : 1.0f;
    const glm::vec4 p(mesh_.positions[v], 1);
    const auto influence = [&](uint32_t joint, float w) {
      mesh_.influences.push_back({joint, w, glm::vec3(skin.joint_from_bind[joint] * p)});
      in_range &= finite(mesh_.influences.back().position);
    };
    if (a == b || weight == 1) {
      influence(a, 1);
    } else if (weight == 0) {
      influence(b, 1);
    } else {
      influence(a, weight);
      influence(b, 1 - weight);
    }
    mesh_.influence_first.push_back(static_cast<uint32_t>(mesh_.influences.size()));
    if (!in_range) return not_finite(m_.vertices_offset + v * m_.vertex_stride(), "vertices", v);
  }
  skin_ = std::move(skin);
  return ok_status();
}

uint32_t Builder::texture(std::string name, std::vector<std::string> candidates) {
  for (size_t i = 0; i < textures_.size(); ++i) {
    if (textures_[i].name == name) return static_cast<uint32_t>(scene_.textures.size() + i);
  }
  Texture texture;
  texture.name = std::move(name);
  texture.candidates = std::move(candidates);
  textures_.push_back(std::move(texture));
  return static_cast<uint32_t>(scene_.textures.size() + textures_.size() - 1);
}

uint32_t Builder::material(const BinarySubmesh& s) {
  Material material;
  material.specular = s.specular * s.specular_intensity;
  material.hardness = static_cast<float>(s.hardness);
  material.source = source(s.offset);
  const auto slot = [&](TextureRole role, const std::string& name, float factor) {
    TextureSlot added;
    added.role = role;
    added.texture = texture(name, {name});
    added.factor = std::isfinite(factor) ? factor : 1;
    material.slots.push_back(added);
  };
  material.name = text(s.material);
  if (m_.version == 10) {
    if (material.name.empty()) return kNone;
    // Names of materials only: the game's own table led from them to images.
    TextureSlot diffuse;
    diffuse.texture = texture(material.name, image_candidates(material.name, false));
    material.slots.push_back(diffuse);
    if (m_.has(kFlagTangents)) {
      TextureSlot normal;
      normal.role = TextureRole::kNormal;
      normal.texture = texture(material.name + "_n", image_candidates(material.name, true));
      material.slots.push_back(normal);
    }
    material.diffuse = glm::vec4(1);
  } else {
    if (!material.name.empty()) {
      slot(TextureRole::kDiffuse, material.name, 1);
      material.diffuse = glm::vec4(1);
      material.alpha_mode = AlphaMode::kMask;  // leaves and the like; images of version 10 hold other things there
    } else {
      material.name = text(s.name);
    }
    if (!s.normal_map.empty()) slot(TextureRole::kNormal, text(s.normal_map), s.normal_factor);
    if (!s.specular_map.empty()) {
      slot(TextureRole::kSpecular, text(s.specular_map), s.specular_factor);
      material.properties.push_back(number("specularMapColorFactor", s.specular_color_factor));
    }
    if (m_.version >= 18) {
      material.properties.push_back(numbers("specularColor", s.specular));
      material.properties.push_back(number("specularIntensity", s.specular_intensity));
    }
    if (!finite(material.specular)) material.specular = glm::vec3(0);
  }
  const auto base = static_cast<uint32_t>(scene_.materials.size());
  for (size_t i = 0; i < materials_.size(); ++i) {
    const Material& other = materials_[i];
    const auto same_slot = [](const TextureSlot& a, const TextureSlot& b) {
      return a.role == b.role && a.texture == b.texture && a.factor == b.factor;
    };
    const auto same_property = [](const Property& a, const Property& b) {
      return a.name == b.name && a.numbers == b.numbers;
    };
    if (other.name == material.name && other.hardness == material.hardness &&
        std::equal(other.slots.begin(), other.slots.end(), material.slots.begin(), material.slots.end(), same_slot) &&
        std::equal(other.properties.begin(), other.properties.end(), material.properties.begin(),
                   material.properties.end(), same_property)) {
      return base + static_cast<uint32_t>(i);
    }
  }
  materials_.push_back(std::move(material));
  return base + static_cast<uint32_t>(materials_.size() - 1);
}

void Builder::materials() {
  uint32_t next = 0;
  for (const BinarySubmesh& s : m_.submeshes) {
    Primitive primitive;
    primitive.first_index = next;
    primitive.index_count = uint32_t{s.triangle_count} * 3;
    primitive.material = material(s);
    primitive.name = text(s.name);
    next += primitive.index_count;
    mesh_.primitives.push_back(std::move(primitive));
  }
  const auto total = static_cast<uint32_t>(mesh_.indices.size());
  if (next < total) mesh_.primitives.push_back({next, total - next, kNone, ""});
}

Status Builder::points() {
  for (size_t i = 0; i < m_.points.size(); ++i) {
    const BinaryPoint& point = m_.points[i];
    if (!finite(point.matrix)) return not_finite(point.offset, "points", i);
    const uint32_t bone = point.bone + (m_.version == 12 ? 1u : 0u);
    const bool attached = bone != 0 && bone <= m_.bones.size();
    glm::mat4 matrix = from_rows_4x4(point.matrix);
    // The file has model space; a node hangs in its bone's space.
    if (attached) matrix = glm::mat4(glm::inverse(model_from_bone_[bone - 1]) * glm::dmat4(matrix));
    if (!finite(matrix)) return not_finite(point.offset, "points", i);
    Node node;
    node.name = text(point.name);
    node.parent = attached ? node_index(bone - 1) : kNone;
    node.rest = add_rest(matrix);
    node.source = source(point.offset);
    // Older versions turn the other way round y or do not say, and may store negative sizes (FORMAT.md).
    glm::vec3 rotation = point.rotation;
    if (m_.version < 19)
      rotation = {0, whole_turn(std::atan2(point.matrix[8], point.matrix[10])), 0};
    else if (m_.version < 21)
      rotation.y = whole_turn(-rotation.y);
    node.properties.push_back(number("pointType", point.type));
    node.properties.push_back(numbers("size", m_.version < 22 ? glm::abs(point.size) : point.size));
    node.properties.push_back(numbers("rotation", rotation));
    if (attached)
      node.properties.push_back(numbers("modelMatrix", std::vector<double>(point.matrix.begin(), point.matrix.end())));
    nodes_.push_back(std::move(node));
  }
  return ok_status();
}

void Builder::camera() {
  const BinaryModel defaults;
  const bool is_default = m_.camera_position == defaults.camera_position &&
                          m_.camera_target == defaults.camera_target && m_.camera_up == defaults.camera_up;
  const glm::vec3 look = m_.camera_target - m_.camera_position;
  const float distance = glm::length(look), up_length = glm::length(m_.camera_up);
  if (is_default || !(distance > 0) || !(up_length > 0) || !finite(distance) || !finite(up_length)) return;
  Camera camera;
  camera.name = "camera";
  camera.look = look / distance;
  camera.up = m_.camera_up / up_length;
  Node node;
  node.name = camera.name;
  node.kind = NodeKind::kCamera;
  node.camera = static_cast<uint32_t>(scene_.cameras.size());
  node.local.translation = m_.camera_position;
  node.properties.push_back(numbers("target", m_.camera_target));
  node.properties.push_back(numbers("up", m_.camera_up));
  nodes_.push_back(std::move(node));
  cameras_.push_back(std::move(camera));
}

Status Builder::animations() {
  for (size_t a = 0; a < m_.animations.size(); ++a) {
    BinaryAnimation& animation = m_.animations[a];
    Clip clip;
    clip.name = text(animation.name);
    clip.file = context_.file;
    clip.source = source(animation.offset);
    KeyPoses poses;
    for (size_t b = 0; b < m_.bones.size(); ++b) poses.nodes.push_back(node_index(b));
    double previous = 0;
    for (const float time : animation.times_s) {
      if (!finite(time)) return not_finite(animation.offset, "animations", a);
      previous = std::max(previous, static_cast<double>(time));
      poses.times_s.push_back(previous);
    }
    // Finite numbers times 0 sum up to 0.
    float odd = 0;
    for (const Transform& pose : animation.poses) {
      const glm::vec3 &t = pose.translation, &s = pose.scale;
      const glm::quat& q = pose.rotation;
      odd += ((t.x * 0 + t.y * 0) + (t.z * 0 + s.x * 0)) + ((s.y * 0 + s.z * 0) + (q.x * 0 + q.y * 0)) +
             (q.z * 0 + q.w * 0);
    }
    if (odd != 0) return not_finite(animation.offset, "animations", a);
    poses.transforms = std::move(animation.poses);
    const float length = animation.length_s;
    clip.duration_s = finite(length) && length >= 0 ? static_cast<double>(length) : previous;
    clip.poses = std::move(poses);
    clips_.push_back(std::move(clip));
  }
  if (was_1250_) context_.diagnostics.add(kEncoding, kNoOffset, "names are read as Windows-1250");
  return ok_status();
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
  Builder builder(model, context, scene);
  VITRINE_CHECK(builder.build());
  builder.append_to(scene);
  return ok_status();
}

}  // namespace vitrine::qmsh
