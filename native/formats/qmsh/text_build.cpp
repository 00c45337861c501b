#include "formats/qmsh/text_build.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <unordered_map>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/tally.h"
#include "formats/qmsh/text_actions.h"
#include "formats/qmsh/text_material.h"
#include "formats/qmsh/text_skin.h"
#include "scene/transform.h"

namespace vitrine::qmsh {
namespace {

constexpr size_t kMaterialNumbers = 16, kEngineBones10 = 32, kEngineBones = 64, kBinaryInfluences = 2;
constexpr uint32_t kUnused = kNone - 1;  ///< a vertex that no corner has named yet
constexpr float kDefaultCreaseDeg = 30;  ///< of the later converter, where the text says nothing
constexpr const char* kEmptyTypes[] = {"PLAIN_AXES", "SPHERE", "CUBE", "ARROWS", "SINGLE_ARROW", "CIRCLE", "CONE"};

glm::dmat4 matrix_of(const std::array<float, 16>& rows) {
  glm::dmat4 m;
  for (int i = 0; i < 16; ++i) m[i / 4][i % 4] = rows[static_cast<size_t>(i)];
  return m;
}
Transform transform_of(const glm::vec3& position, const glm::vec3& rotation_rad, const glm::vec3& scale) {
  return {position, glm::quat(from_euler(rotation_rad)), scale};
}
bool finite(const glm::mat4& m) {
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += m[i / 4][i % 4] * 0;
  return sum == 0;
}
bool is_finite(const glm::vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
Property number(const char* name, double value) { return {name, {value}, {}}; }
Property numbers(const char* name, const glm::vec3& v) { return {name, {v.x, v.y, v.z}, {}}; }
Property text(const char* name, std::string value) { return {name, {}, std::move(value)}; }

class Builder {
 public:
  Builder(const TextModel& model, LoadContext& context, const Scene& scene)
      : m_(model), context_(context), scene_(scene), materials_(model.version, context.file, scene) {}

  Status build() {
    if (!m_.armatures.empty()) VITRINE_CHECK(armature(m_.armatures[0]));
    for (const TextMesh& mesh : m_.meshes) {
      if (context_.cancelled()) return Error{&kCancelled, mesh.offset, "cancelled", ""};
      VITRINE_CHECK(object(mesh));
    }
    for (const TextEmpty& empty : m_.empties) VITRINE_CHECK(point(empty));
    for (const TextCamera& c : m_.cameras) camera(c);
    clips_ = build_actions(m_, node_of_bone_, context_);
    report();
    return ok_status();
  }
  /// One per object.
  std::vector<HeldVertices> take_held() { return std::move(held_); }
  /// Cannot fail: everything has been built.
  void append_to(Scene& scene) {
    if (scene.nodes.empty() && scene.meshes.empty()) scene.axes = text_axes();
    const auto move_all = [](auto& from, auto& to) { std::move(from.begin(), from.end(), std::back_inserter(to)); };
    move_all(nodes_, scene.nodes), move_all(rest_matrices_, scene.rest_matrices), move_all(meshes_, scene.meshes);
    move_all(skins_, scene.skins), move_all(materials_.materials, scene.materials);
    move_all(materials_.textures, scene.textures);
    move_all(cameras_, scene.cameras), move_all(clips_, scene.clips);
  }

 private:
  uint32_t add_node(Node node) {
    nodes_.push_back(std::move(node));
    return static_cast<uint32_t>(scene_.nodes.size() + nodes_.size() - 1);
  }
  uint32_t add_rest(const glm::dmat4& m) {
    rest_matrices_.push_back(glm::mat4(m));
    return static_cast<uint32_t>(scene_.rest_matrices.size() + rest_matrices_.size() - 1);
  }
  SourceRange source(uint64_t offset) const { return {context_.file, offset, 0}; }

  Status armature(const TextArmature& armature);
  std::vector<size_t> bone_order(const TextArmature& armature);
  Status object(const TextMesh& object);
  void split_vertices(const TextMesh& object, Mesh& mesh, std::vector<uint32_t>& corner_vertex) const;
  void triangles(const TextMesh& object, const std::vector<uint32_t>& corner_vertex, Mesh& mesh);
  Status skin(const TextMesh& object, const glm::dmat4& scene_from_object, Node& node, Mesh& mesh);
  void normals(const TextMesh& object, const Transform& transform, bool skinned, Mesh& mesh) const;
  Status point(const TextEmpty& empty);
  void camera(const TextCamera& text);
  void report();

  const TextModel& m_;
  LoadContext& context_;
  const Scene& scene_;

  std::vector<Node> nodes_;
  std::vector<glm::mat4> rest_matrices_;
  std::vector<Mesh> meshes_;
  std::vector<Skin> skins_;
  TextMaterials materials_;
  std::vector<Camera> cameras_;
  std::vector<Clip> clips_;

  // Bones in the order of their nodes.
  std::vector<uint32_t> bone_nodes_;
  std::vector<std::string> bone_names_;
  std::vector<glm::dmat4> scene_from_bone_;
  std::vector<glm::mat4> bone_from_scene_;
  std::vector<Envelope> envelopes_;
  std::unordered_map<std::string, uint32_t> node_of_bone_;
  bool armature_moved_ = false;
  std::vector<HeldVertices> held_;

  Tally beyond_list_, unweighted_, beyond_two_, groups_, mixed_, types_, empty_;
};

/// Depth first: each root in file order, then its children in file order. Bones that no root leads to are left out.
std::vector<size_t> Builder::bone_order(const TextArmature& armature) {
  std::unordered_map<std::string_view, size_t> by_name;
  Tally duplicates;
  for (size_t i = 0; i < armature.bones.size(); ++i) {
    if (!by_name.emplace(armature.bones[i].name, i).second)
      duplicates.add(armature.bones[i].offset, armature.bones[i].name);
  }
  duplicates.report(context_.diagnostics, kDuplicateBone, "bones have the name of another");
  std::vector<std::vector<size_t>> children(armature.bones.size());
  std::vector<size_t> order, stack;
  for (size_t i = armature.bones.size(); i-- > 0;) {
    const TextBone& bone = armature.bones[i];
    if (bone.parent.empty())
      stack.push_back(i);
    else if (const auto parent = by_name.find(bone.parent); parent != by_name.end())
      children[parent->second].push_back(i);
  }
  while (!stack.empty()) {
    const size_t i = stack.back();
    stack.pop_back();
    order.push_back(i);
    stack.insert(stack.end(), children[i].begin(), children[i].end());
  }
  if (order.size() < armature.bones.size()) {
    context_.diagnostics.add(
        kInvalidBones, armature.offset,
        std::to_string(armature.bones.size() - order.size()) + " bones lead to no root and are skipped");
  }
  return order;
}

Status Builder::armature(const TextArmature& armature) {
  Node node;
  node.name = armature.name;
  node.local = transform_of(armature.position, armature.rotation_rad, armature.scale);
  node.source = source(armature.offset);
  const glm::dmat4 scene_from_armature = local_matrix(node.local);
  armature_moved_ = scene_from_armature != glm::dmat4(1);
  node.properties.push_back(number("useVertexGroups", armature.use_groups));
  node.properties.push_back(number("useEnvelopes", armature.use_envelopes));
  const uint32_t armature_node = add_node(std::move(node));
  const glm::vec3 s = armature.scale;
  if (s.x != s.y || s.y != s.z)
    context_.diagnostics.add(kArmatureScale, armature.offset, "the armature is scaled unevenly");

  VITRINE_CHECK(context_.budget.charge(armature.bones.size(), sizeof(Node) + 1024, armature.offset));
  std::vector<glm::dmat4> armature_from_bone(armature.bones.size());
  std::unordered_map<std::string_view, size_t> placed;  // name -> index of the bone in file order
  for (const size_t i : bone_order(armature)) {
    const TextBone& bone = armature.bones[i];
    const glm::dmat4 matrix = matrix_of(bone.matrix);
    armature_from_bone[i] = matrix;
    Node joint;
    joint.name = bone.name;
    joint.kind = NodeKind::kJoint;
    joint.length = bone.length;
    joint.source = source(bone.offset);
    glm::dmat4 rest = matrix;
    joint.parent = armature_node;
    if (!bone.parent.empty()) {
      joint.parent = node_of_bone_.at(bone.parent);
      rest = glm::inverse(armature_from_bone[placed.at(bone.parent)]) * matrix;
    }
    const glm::dmat4 scene_from_bone = scene_from_armature * matrix;
    const glm::mat4 bone_from_scene(glm::inverse(scene_from_bone));
    if (!finite(glm::mat4(rest)) || !finite(bone_from_scene)) {
      return Error{&kNotFinite, bone.offset, "the matrix of the bone cannot be inverted",
                   "bones[" + std::to_string(i) + "]"};
    }
    joint.rest = add_rest(rest);
    joint.properties.push_back({"head", {bone.head.x, bone.head.y, bone.head.z, bone.head_radius}, {}});
    joint.properties.push_back({"tail", {bone.tail.x, bone.tail.y, bone.tail.z, bone.tail_radius}, {}});
    if (m_.version < 17) {
      joint.properties.push_back({"roll", {bone.roll_bone_rad, bone.roll_armature_rad}, {}});
      joint.properties.push_back(number("weight", bone.weight));
    }
    if (m_.version < 21) {
      joint.properties.push_back(numbers("headInBone", bone.head_in_bone));
      joint.properties.push_back(numbers("tailInBone", bone.tail_in_bone));
      joint.properties.push_back({"matrixInBone", {bone.matrix3.begin(), bone.matrix3.end()}, {}});
    }
    if (!bone.group.empty()) joint.properties.push_back(text("group", bone.group));
    const uint32_t joint_node = add_node(std::move(joint));
    bone_nodes_.push_back(joint_node);
    bone_names_.push_back(bone.name);
    scene_from_bone_.push_back(scene_from_bone);
    bone_from_scene_.push_back(bone_from_scene);
    if (node_of_bone_.emplace(bone.name, joint_node).second) placed.emplace(bone.name, i);
    const float mean_scale = (s.x + s.y + s.z) / 3;
    Envelope envelope;
    envelope.head = glm::vec3(scene_from_armature * glm::dvec4(bone.head, 1));
    envelope.tail = glm::vec3(scene_from_armature * glm::dvec4(bone.tail, 1));
    envelope.head_radius = bone.head_radius * mean_scale;
    envelope.tail_radius = bone.tail_radius * mean_scale;
    envelope.length = glm::distance(envelope.head, envelope.tail);
    envelopes_.push_back(envelope);
  }
  const size_t engine = m_.version == 10 ? kEngineBones10 : kEngineBones;
  if (bone_nodes_.size() > engine)
    context_.diagnostics.add(
        kBoneLimit, armature.offset,
        std::to_string(bone_nodes_.size()) + " bones, the converter takes " + std::to_string(engine));
  return ok_status();
}

Status Builder::object(const TextMesh& object) {
  Node node;
  node.name = object.name;
  node.kind = NodeKind::kMesh;
  node.local = transform_of(object.position, object.rotation_rad, object.scale);
  node.mesh = static_cast<uint32_t>(scene_.meshes.size() + meshes_.size());
  node.source = source(object.offset);
  if (!object.parent_armature.empty()) node.properties.push_back(text("parentArmature", object.parent_armature));
  if (!object.parent_bone.empty()) node.properties.push_back(text("parentBone", object.parent_bone));

  Mesh mesh;
  mesh.name = object.name;
  mesh.source = source(object.offset);
  mesh.normal_rule = NormalRule::kStored;
  VITRINE_CHECK(context_.budget.charge(object.vertices.size() + object.corners.size(), 64, object.offset));
  std::vector<uint32_t> corner_vertex;
  split_vertices(object, mesh, corner_vertex);
  triangles(object, corner_vertex, mesh);

  if (object.faces.empty()) empty_.add(object.offset, object.name);
  held_.push_back({.by_nothing = object.vertices.size()});
  const bool has_armature = !m_.armatures.empty() && object.parent_armature == m_.armatures[0].name;
  if (has_armature) {
    VITRINE_CHECK(skin(object, local_matrix(node.local), node, mesh));
    if (armature_moved_)
      context_.diagnostics.add(kArmatureTwice, object.offset, "the object is parented to an armature that is moved",
                               object.name);
  } else if (!object.parent_armature.empty() && !m_.is_static) {
    context_.diagnostics.add(kParentArmature, object.parent_offset, "no armature '" + object.parent_armature + "'",
                             object.name);
  }
  normals(object, node.local, node.skin != kNone, mesh);
  add_node(std::move(node));
  meshes_.push_back(std::move(mesh));
  return ok_status();
}

/// A vertex of ours per vertex and texture coordinate of the file; `corner_vertex` leads from corners to them.
void Builder::split_vertices(const TextMesh& object, Mesh& mesh, std::vector<uint32_t>& corner_vertex) const {
  mesh.positions = object.vertices;
  const size_t count = object.vertices.size();
  /// `next`: another vertex for the same one of the file, kNone = there is none.
  struct Place {
    glm::vec2 uv{0};
    uint32_t next = kUnused;
  };
  std::vector<Place> places(count);
  std::vector<uint32_t> file_vertex;
  corner_vertex.resize(object.corners.size());
  bool any_uv = false;
  for (size_t i = 0; i < object.corners.size(); ++i) {
    const TextCorner& corner = object.corners[i];
    any_uv |= corner.uv != glm::vec2(0);
    uint32_t at = corner.vertex;
    if (places[at].next == kUnused) places[at] = {corner.uv, kNone};
    while (places[at].uv != corner.uv && places[at].next != kNone) at = places[at].next;
    if (places[at].uv != corner.uv) {
      places[at].next = static_cast<uint32_t>(places.size());
      at = places[at].next;
      places.push_back({corner.uv, kNone});
      file_vertex.push_back(corner.vertex);
    }
    corner_vertex[i] = at;
  }
  for (const uint32_t v : file_vertex) mesh.positions.push_back(object.vertices[v]);
  if (any_uv) {
    std::vector<glm::vec2>& uv = mesh.uv_layers.emplace_back().uv;
    uv.reserve(places.size());
    for (const Place& place : places) uv.push_back(place.uv);
  }
  if (file_vertex.empty()) return;
  mesh.file_vertex_count = static_cast<uint32_t>(count);
  for (uint32_t v = 0; v < count; ++v) mesh.file_vertex.push_back(v);
  mesh.file_vertex.insert(mesh.file_vertex.end(), file_vertex.begin(), file_vertex.end());
}

/// Triangles by material, within it in file order. Quads are cut so that the converter's reversed order meets the same
/// two triangles.
void Builder::triangles(const TextMesh& object, const std::vector<uint32_t>& corner_vertex, Mesh& mesh) {
  std::array<uint32_t, kMaterialNumbers> next{};
  bool quads = false;
  size_t total = 0, smooth = 0;
  for (const TextFace& face : object.faces) {
    next[face.material] += face.corner_count - 2u;
    total += face.corner_count - 2u;
    quads |= face.corner_count == 4;
    smooth += face.smooth;
  }
  if (smooth != 0 && smooth != object.faces.size()) mixed_.add(object.offset, object.name);
  const auto used_count = std::count_if(next.begin(), next.end(), [](uint32_t n) { return n != 0; });
  uint32_t first = 0;
  for (size_t number = 0; number < kMaterialNumbers; ++number) {
    const uint32_t count = next[number];
    next[number] = first;
    if (count == 0) continue;
    Primitive primitive;
    primitive.first_index = first * 3;
    primitive.index_count = count * 3;
    const bool listed = number < object.materials.size();
    if (!listed && !(number == 0 && object.materials.empty()))
      beyond_list_.add(object.offset, object.name + ": material " + std::to_string(number));
    if (listed) primitive.material = materials_.add(object.materials[number]);
    primitive.name = used_count > 1 ? object.name + "." + (listed ? object.materials[number].name : "") : object.name;
    mesh.primitives.push_back(std::move(primitive));
    first += count;
  }
  mesh.indices.resize(total * 3);
  std::vector<uint32_t> place(total);
  uint32_t in_file = 0;
  bool reordered = false;
  for (const TextFace& face : object.faces) {
    const uint32_t* c = &corner_vertex[face.first_corner];
    const auto put = [&](uint32_t a, uint32_t b, uint32_t d) {
      const uint32_t t = next[face.material]++;
      uint32_t* out = &mesh.indices[size_t{t} * 3];
      out[0] = a, out[1] = b, out[2] = d;
      reordered |= t != in_file;
      place[t] = in_file++;
    };
    if (face.corner_count == 3) {
      put(c[0], c[1], c[2]);
    } else {
      put(c[1], c[2], c[3]);
      put(c[0], c[1], c[3]);
    }
  }
  if (reordered) mesh.file_triangle = std::move(place);
  if (!quads) return;
  for (const TextFace& face : object.faces) mesh.face_corners.push_back(face.corner_count);
}

Status Builder::skin(const TextMesh& object, const glm::dmat4& scene_from_object, Node& node, Mesh& mesh) {
  const size_t file_count = object.vertices.size();
  std::vector<glm::vec3> points(file_count);
  for (size_t v = 0; v < file_count; ++v) points[v] = glm::vec3(scene_from_object * glm::dvec4(object.vertices[v], 1));
  Skin skin;
  skin.name = object.name;
  // The first joint is the object itself: vertices that no bone holds stay in place.
  const glm::mat4 object_from_scene(glm::inverse(scene_from_object));
  skin.joints.push_back(static_cast<uint32_t>(scene_.nodes.size() + nodes_.size()));
  skin.joint_from_bind.push_back(finite(object_from_scene) ? object_from_scene : glm::mat4(1));
  skin.joints.insert(skin.joints.end(), bone_nodes_.begin(), bone_nodes_.end());
  skin.joint_from_bind.insert(skin.joint_from_bind.end(), bone_from_scene_.begin(), bone_from_scene_.end());

  VertexWeights weights;
  if (!object.parent_bone.empty()) {
    const auto found = std::find(bone_names_.begin(), bone_names_.end(), object.parent_bone);
    weights.first.assign(file_count + 1, 0);
    if (found == bone_names_.end()) {
      context_.diagnostics.add(kParentBone, object.parent_offset, "no bone '" + object.parent_bone + "'", object.name);
    } else {
      weights.entries.assign(file_count, {static_cast<uint32_t>(found - bone_names_.begin()), 1.0f});
      for (size_t v = 0; v <= file_count; ++v) weights.first[v] = static_cast<uint32_t>(v);
      held_.back() = {.by_parent_bone = file_count};
    }
  } else {
    for (const TextGroup& group : object.groups) {
      if (node_of_bone_.find(group.name) == node_of_bone_.end())
        groups_.add(group.offset, object.name + ": " + group.name);
    }
    weights = vertex_weights(object, m_.armatures[0], bone_names_, envelopes_, points);
    held_.back() = weights.held;
  }

  VITRINE_CHECK(
      context_.budget.charge(weights.entries.size() * (mesh.positions.size() / std::max<size_t>(file_count, 1) + 1),
                             sizeof(Influence), object.offset));
  mesh.influence_first.reserve(mesh.positions.size() + 1);
  mesh.influence_first.push_back(0);
  mesh.influences.reserve(std::max(weights.entries.size(), mesh.positions.size()));
  const uint64_t limit = std::max<uint64_t>(context_.limits.influences_per_vertex, 1);
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    const size_t source = mesh.file_vertex.empty() ? v : mesh.file_vertex[v];
    const std::span<const VertexWeights::Entry> entries(weights.entries.data() + weights.first[source],
                                                        weights.entries.data() + weights.first[source + 1]);
    if (entries.size() > limit) {
      VITRINE_CHECK(check_limit(entries.size(), limit, "influences of a vertex", object.offset));
    }
    double sum = 0;
    size_t counted = 0;
    for (const auto& entry : entries) sum += entry.weight, counted += entry.weight != 0;
    if (entries.empty() || !std::isfinite(1 / sum)) {
      // No bone, or only weights that add up to nothing: the original divides 0 by 0 and the engines show the first
      // bone.
      const uint32_t joint = entries.empty() ? 0 : entries[0].bone + 1;
      const glm::vec3 in_joint =
          joint == 0 ? object.vertices[source] : glm::vec3(skin.joint_from_bind[joint] * glm::vec4(points[source], 1));
      mesh.influences.push_back({joint, 1, in_joint});
      if (entries.empty()) unweighted_.add(object.offset, object.name);
    } else {
      for (const auto& entry : entries) {
        const uint32_t joint = entry.bone + 1;
        mesh.influences.push_back({joint, static_cast<float>(entry.weight / sum),
                                   glm::vec3(skin.joint_from_bind[joint] * glm::vec4(points[source], 1))});
      }
      if (counted > kBinaryInfluences) beyond_two_.add(object.offset, object.name);
    }
    mesh.influence_first.push_back(static_cast<uint32_t>(mesh.influences.size()));
    mesh.positions[v] = points[source];
    bool in_range = is_finite(points[source]);
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      in_range = in_range && is_finite(mesh.influences[i].position) && std::isfinite(mesh.influences[i].weight);
    }
    if (!in_range) return Error{&kNotFinite, object.offset, "a vertex leaves the range of numbers", object.name};
  }
  node.skin = static_cast<uint32_t>(scene_.skins.size() + skins_.size());
  skins_.push_back(std::move(skin));
  return ok_status();
}

/// Later converters take the vertex normals of objects that are smooth all over; everything else is smoothed by angle.
void Builder::normals(const TextMesh& object, const Transform& transform, bool skinned, Mesh& mesh) const {
  const bool all_smooth =
      std::all_of(object.faces.begin(), object.faces.end(), [](const TextFace& f) { return f.smooth; });
  if (!object.normals.empty() && all_smooth) {
    const glm::mat3 rotation = skinned ? glm::mat3_cast(transform.rotation) : glm::mat3(1);
    for (size_t v = 0; v < mesh.positions.size(); ++v)
      mesh.normals.push_back(rotation * object.normals[mesh.file_vertex.empty() ? v : mesh.file_vertex[v]]);
    return;
  }
  const float angle = object.auto_smooth_deg >= 0 ? object.auto_smooth_deg : kDefaultCreaseDeg;
  mesh.crease_angle_rad = std::min(angle, 180.0f) * std::numbers::pi_v<float> / 180;
}

Status Builder::point(const TextEmpty& empty) {
  Node node;
  node.name = empty.name;
  node.source = source(empty.offset);
  glm::dmat4 rest = matrix_of(empty.matrix);
  if (empty.bone != "NULL" && !empty.bone.empty()) {
    const auto found = std::find(bone_names_.begin(), bone_names_.end(), empty.bone);
    if (found != bone_names_.end()) {
      const auto bone = static_cast<size_t>(found - bone_names_.begin());
      node.parent = bone_nodes_[bone];
      rest = glm::inverse(scene_from_bone_[bone]) * rest;
    } else {
      context_.diagnostics.add(kParentBone, empty.offset, "no bone '" + empty.bone + "'", empty.name);
    }
  }
  if (!finite(glm::mat4(rest)))
    return Error{&kNotFinite, empty.offset, "the matrix leaves the range of numbers", empty.name};
  node.rest = add_rest(rest);
  const auto* type = std::find(std::begin(kEmptyTypes), std::end(kEmptyTypes), empty.type);
  if (type == std::end(kEmptyTypes)) types_.add(empty.offset, empty.name), type = kEmptyTypes;
  node.properties.push_back(number("pointType", static_cast<double>(type - kEmptyTypes)));
  node.properties.push_back(numbers("size", empty.size));
  node.properties.push_back(numbers("rotation", empty.rotation_rad));
  add_node(std::move(node));
  return ok_status();
}

void Builder::camera(const TextCamera& c) {
  const glm::vec3 look = c.target - c.position;
  const float distance = glm::length(look), up_length = glm::length(c.up);
  if (!(distance > 0) || !(up_length > 0) || !std::isfinite(distance + up_length)) return;
  Camera camera;
  camera.name = "camera";
  camera.look = look / distance;
  camera.up = c.up / up_length;
  Node node;
  node.name = camera.name;
  node.kind = NodeKind::kCamera;
  node.camera = static_cast<uint32_t>(scene_.cameras.size() + cameras_.size());
  node.local.translation = c.position;
  node.properties.push_back(numbers("target", c.target));
  node.properties.push_back(numbers("up", c.up));
  node.source = source(c.offset);
  add_node(std::move(node));
  cameras_.push_back(std::move(camera));
}

void Builder::report() {
  Diagnostics& d = context_.diagnostics;
  beyond_list_.report(d, kMaterialBeyond, "material numbers lie beyond the list of their object");
  unweighted_.report(d, kUnweighted, "vertices have no bone");
  beyond_two_.report(d, kInfluencesBeyondTwo, "vertices have more than two bones");
  groups_.report(d, kGroupWithoutBone, "vertex groups have no bone");
  mixed_.report(d, kMixedSmooth, "objects mix smooth and flat faces");
  if (empty_.count < m_.meshes.size()) empty_.report(d, kEmptyObject, "objects have no faces");
  types_.report(d, kEmptyType, "empties have an unknown type");
  materials_.diffuse_factors.report(d, kDiffuseFactor, "materials weaken their diffuse image");
  const bool any =
      std::any_of(m_.meshes.begin(), m_.meshes.end(), [](const TextMesh& mesh) { return !mesh.faces.empty(); });
  if (!any) d.add(kNothingInside, kNoOffset, "the file holds no faces");
  if (m_.was_1250) d.add(kEncoding, kNoOffset, "names are read as Windows-1250");
}

}  // namespace

Axes text_axes() {
  Axes axes;
  axes.up = Up::kZ;
  axes.handedness = Handedness::kRight;
  axes.front_face = FrontFace::kCounterClockwise;
  axes.forward = {0, -1, 0};
  axes.uv_origin_top = false;
  return axes;
}

glm::dquat from_euler(const glm::vec3& angles_rad) {
  const auto about = [](double angle, const glm::dvec3& axis) { return glm::angleAxis(angle, axis); };
  return about(angles_rad.z, {0, 0, 1}) * about(angles_rad.y, {0, 1, 0}) * about(angles_rad.x, {1, 0, 0});
}

Result<std::vector<HeldVertices>> build_text(const TextModel& model, LoadContext& context, Scene& scene) {
  Builder builder(model, context, scene);
  VITRINE_CHECK(builder.build());
  builder.append_to(scene);
  return builder.take_held();
}

}  // namespace vitrine::qmsh
