#include "formats/qmsh/read/text_build.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "base/generated.h"
#include "base/name_index.h"
#include "base/portable_math.h"
#include "formats/name_cost.h"
#include "formats/qmsh/codes.h"
#include "formats/qmsh/full/finding_counter.h"
#include "formats/qmsh/full/properties.h"
#include "formats/qmsh/read/failing.h"
#include "formats/qmsh/read/lists.h"
#include "formats/qmsh/read/text_actions.h"
#include "formats/qmsh/sentences.h"
#include "scene/append.h"
#include "scene/finite.h"
#include "scene/influence_writer.h"
#include "scene/transform.h"

namespace vitrine::qmsh {
namespace {

constexpr size_t kMaterialNumbers = 16, kBinaryInfluences = 2;
constexpr uint32_t kFirstJoint = 1;      ///< node of the first bone; the armature's is before it
constexpr uint32_t kUnused = kNone - 1;  ///< a vertex that no corner has named yet
constexpr size_t kMostLinks = 16;        ///< texture coordinates of a vertex that are looked through one by one
constexpr float kDefaultCreaseDeg = 30;  ///< of the later converter, where the text says nothing

glm::dmat4 matrix_of(const std::array<float, 16>& rows) {
  glm::dmat4 m;
  for (int i = 0; i < 16; ++i) m[i / 4][i % 4] = rows[static_cast<size_t>(i)];
  return m;
}
Transform transform_of(const glm::vec3& position, const glm::vec3& rotation_rad, const glm::vec3& scale) {
  return {position, glm::quat(from_euler(rotation_rad)), scale};
}
class TextBuilder : Failing {
 public:
  TextBuilder(const TextModel& model, LoadContext& context, Scene& scene, std::vector<VertexBinding>& held)
      : m_(model), context_(context), scene_(scene), materials_(model.version, context.file, part_), held_(held) {}

  Status build() {
    if (armature() && objects() && points() &&
        check(charge_names(context_.budget, context_.name, m_.actions.size()))) {  // of the file
      for (const TextCamera& c : m_.cameras) camera(c);
      build_actions(m_, bones_, kFirstJoint, context_, part_.clips);
      report();
      if (scene_.nodes.empty() && scene_.meshes.empty()) scene_.axes = text_axes();
      append(scene_, std::move(part_));
    }
    return status();
  }

 private:
  Node& add_node(const std::string& name, uint64_t offset) {
    Node& node = part_.nodes.emplace_back();
    node.name = name;
    node.source = source(offset);
    return node;
  }
  uint32_t add_rest(const glm::mat4& m) {
    part_.rest_matrices.push_back(m);
    return static_cast<uint32_t>(part_.rest_matrices.size() - 1);
  }
  SourceRange source(uint64_t offset) const { return {context_.file, offset, 0}; }

  bool armature();
  bool bone(const TextArmature& armature, size_t index, size_t number);
  std::vector<uint32_t> bone_order();
  bool objects();
  bool object(const TextMesh& object, uint32_t number);
  void split_vertices(const TextMesh& object, Mesh& mesh, std::vector<uint32_t>& corner_vertex) const;
  void triangles(const TextMesh& object, const std::vector<uint32_t>& corner_vertex, Mesh& mesh);
  bool skin(const TextMesh& object, const glm::dmat4& scene_from_object, uint32_t node, Mesh& mesh);
  void normals(const TextMesh& object, const Transform& transform, bool skinned, Mesh& mesh) const;
  bool points();
  bool point(const TextEmpty& empty);
  void camera(const TextCamera& text);
  void report();

  const TextModel& m_;
  LoadContext& context_;
  Scene& scene_;

  Scene part_;  ///< all that is built
  TextMaterials materials_;

  std::vector<const TextBone*> file_bones_;
  // Bones in the order of their nodes, which begin behind that of the armature.
  NameIndex bones_;  ///< by name; the first of a name counts
  std::vector<const TextBone*> text_bones_;
  std::vector<glm::dmat4> scene_from_bone_;
  std::vector<glm::mat4> bone_from_scene_;
  std::vector<Envelope> envelopes_;
  glm::dmat4 scene_from_armature_{1};
  std::vector<VertexBinding>& held_;  ///< one per object

  FindingCounter beyond_list_, unweighted_, beyond_two_, groups_, mixed_, types_, empty_;
};

bool TextBuilder::objects() {
  fill_new(part_.meshes, m_.meshes.size());
  uint32_t number = 0;
  for (const TextMesh& mesh : m_.meshes) {
    if (context_.cancelled()) return fail(messages::kCancelled, mesh.offset);
    if (!object(mesh, number++)) return false;
  }
  return true;
}

bool TextBuilder::points() {
  for (const TextEmpty& empty : m_.empties) {
    if (!point(empty)) return false;
  }
  return true;
}

/// Depth first: each root in file order, then its children in file order. Bones that no root leads to are left out.
std::vector<uint32_t> TextBuilder::bone_order() {
  NameIndex by_name;
  FindingCounter duplicates;
  for (size_t i = 0; i < file_bones_.size(); ++i) {
    const TextBone& bone = *file_bones_[i];
    if (by_name.find_or_add(bone.name, static_cast<uint32_t>(i)) != i) duplicates.add(bone.offset, {"{}", {bone.name}});
  }
  duplicates.report(context_.diagnostics, messages::kBonesOfOneName);
  uint32_t first_root = kNone;
  std::vector<uint32_t> first_child(file_bones_.size(), kNone), sibling = first_child;
  for (size_t i = file_bones_.size(); i-- > 0;) {
    const std::string& parent_name = file_bones_[i]->parent;
    const uint32_t parent = parent_name.empty() ? kNone : by_name.find(parent_name);
    if (!parent_name.empty() && parent == kNone) continue;
    uint32_t& first = parent_name.empty() ? first_root : first_child[parent];
    sibling[i] = first;
    first = static_cast<uint32_t>(i);
  }
  std::vector<uint32_t> order, later;
  for (uint32_t i = first_root; i != kNone || !later.empty();) {
    if (i == kNone) {
      i = later.back();
      later.pop_back();
      continue;
    }
    order.push_back(i);
    later.push_back(sibling[i]);
    i = first_child[i];
  }
  return order;
}

bool TextBuilder::armature() {
  if (m_.armatures.empty()) return true;
  const TextArmature& armature = m_.armatures.front();
  Node& node = add_node(armature.name, armature.offset);
  node.local = transform_of(armature.position, armature.rotation_rad, armature.scale);
  scene_from_armature_ = local_matrix(node.local);
  add_armature_properties(armature, node);
  const glm::vec3 s = armature.scale;
  if (s.x != s.y || s.y != s.z) context_.diagnostics.add(messages::kUnevenArmature, armature.offset);

  if (!check(context_.budget.charge(armature.bones.size(), sizeof(Node) + 1024, armature.offset))) return false;
  fill_new(file_bones_, armature.bones.size());
  size_t place = 0;
  for (const TextBone& bone : armature.bones) file_bones_[place++] = &bone;
  const std::vector<uint32_t> order = bone_order();
  if (order.size() < file_bones_.size()) {
    context_.diagnostics.add(messages::kBonesWithoutRoot, armature.offset, {file_bones_.size() - order.size()});
  }
  fill_new(scene_from_bone_, order.size()), fill_new(bone_from_scene_, order.size());
  fill_new(envelopes_, order.size());
  fill_new(text_bones_, order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    if (!bone(armature, order[i], i)) return false;
  }
  const size_t engine = m_.version == 10 ? kEngineBones10 : kEngineBones;
  if (text_bones_.size() > engine) {
    context_.diagnostics.add(messages::kConverterBones, armature.offset, {text_bones_.size(), engine});
  }
  return true;
}

bool TextBuilder::bone(const TextArmature& armature, size_t index, size_t number) {
  const TextBone& bone = *file_bones_[index];
  const glm::dmat4 matrix = matrix_of(bone.matrix);
  glm::dmat4 rest = matrix;
  uint32_t parent_node = 0;  // the armature's
  if (!bone.parent.empty()) {
    const uint32_t parent = bones_.find(bone.parent);
    parent_node = kFirstJoint + parent;
    rest = glm::inverse(matrix_of(text_bones_[parent]->matrix)) * matrix;
  }
  const glm::dmat4 scene_from_bone = scene_from_armature_ * matrix;
  const glm::mat4 bone_from_scene(glm::inverse(scene_from_bone));
  if (!is_finite(glm::mat4(rest)) || !is_finite(bone_from_scene)) {
    return fail(messages::kMatrixSingular, bone.offset, {}, {"bones[{}]", {index}});
  }
  Node& joint = add_node(bone.name, bone.offset);
  joint.kind = NodeKind::kJoint;
  joint.length = bone.length;
  joint.parent = parent_node;
  joint.rest = add_rest(glm::mat4(rest));
  add_bone_properties(m_, bone, joint);
  bones_.find_or_add(bone.name, static_cast<uint32_t>(number));
  text_bones_[number] = &bone;
  scene_from_bone_[number] = scene_from_bone;
  bone_from_scene_[number] = bone_from_scene;
  const float mean_scale = (armature.scale.x + armature.scale.y + armature.scale.z) / 3;
  Envelope& envelope = envelopes_[number];
  envelope.head = glm::vec3(scene_from_armature_ * glm::dvec4(bone.head, 1));
  envelope.tail = glm::vec3(scene_from_armature_ * glm::dvec4(bone.tail, 1));
  envelope.head_radius = bone.head_radius * mean_scale;
  envelope.tail_radius = bone.tail_radius * mean_scale;
  envelope.length = glm::distance(envelope.head, envelope.tail);
  return true;
}

bool TextBuilder::object(const TextMesh& object, uint32_t number) {
  const auto node_index = static_cast<uint32_t>(part_.nodes.size());
  Node& node = add_node(object.name, object.offset);
  node.kind = NodeKind::kMesh;
  node.local = transform_of(object.position, object.rotation_rad, object.scale);
  node.mesh = number;
  add_object_properties(object, node);

  Mesh& mesh = part_.meshes[node.mesh];
  mesh.name = object.name;
  mesh.source = node.source;
  mesh.normal_rule = NormalRule::kStored;
  if (!check(context_.budget.charge(object.vertices.size() + object.corners.size(), 64, object.offset)) ||
      !check(charge_names(context_.budget, object.name, kMaterialNumbers, object.offset)))
    return false;
  std::vector<uint32_t> corner_vertex;
  split_vertices(object, mesh, corner_vertex);
  triangles(object, corner_vertex, mesh);

  if (object.faces.empty()) empty_.add(object.offset, {"{}", {object.name}});
  held_.push_back({.by_nothing = object.vertices.size()});
  const bool has_armature = !m_.armatures.empty() && object.parent_armature == m_.armatures.front().name;
  if (has_armature) {
    node.skin = static_cast<uint32_t>(part_.skins.size());
    if (!skin(object, local_matrix(node.local), node_index, mesh)) return false;
    if (scene_from_armature_ != glm::dmat4(1))
      context_.diagnostics.add(messages::kMovedArmature, object.offset, {}, {"{}", {object.name}});
  } else if (!object.parent_armature.empty() && !m_.is_static) {
    context_.diagnostics.add(messages::kNoArmature, object.parent_offset, {object.parent_armature},
                             {"{}", {object.name}});
  }
  normals(object, node.local, has_armature, mesh);
  return true;
}

/// A vertex of ours per vertex and texture coordinate of the file; `corner_vertex` leads from corners to them.
void TextBuilder::split_vertices(const TextMesh& object, Mesh& mesh, std::vector<uint32_t>& corner_vertex) const {
  mesh.positions = object.vertices;
  const size_t count = object.vertices.size();
  /// `next`: another vertex for the same one of the file, kNone = there is none.
  struct Place {
    glm::vec2 uv{0};
    uint32_t next = kUnused;
  };
  std::vector<Place> places(count);
  std::vector<uint32_t> file_vertex;
  const auto add_place = [&](const TextCorner& corner) {
    places.push_back({corner.uv, kNone});
    file_vertex.push_back(corner.vertex);
    return static_cast<uint32_t>(places.size() - 1);
  };
  std::map<std::tuple<uint32_t, float, float>, uint32_t> rest;  // behind the chain of their vertex
  const auto other_place = [&](const TextCorner& corner) {
    uint32_t at = corner.vertex;
    for (size_t links = 0;; ++links) {
      if (places[at].uv == corner.uv) return at;
      if (links == kMostLinks) break;
      if (places[at].next == kNone) {
        const uint32_t made = add_place(corner);
        places[at].next = made;
        return made;
      }
      at = places[at].next;
    }
    const auto [found, is_new] = rest.try_emplace({corner.vertex, corner.uv.x, corner.uv.y}, 0);
    if (is_new) found->second = add_place(corner);
    return found->second;
  };
  corner_vertex.resize(object.corners.size());
  for (size_t i = 0; i < object.corners.size(); ++i) {
    const TextCorner& corner = object.corners[i];
    Place& place = places[corner.vertex];
    if (place.next == kUnused) place = {corner.uv, kNone};
    corner_vertex[i] = place.uv == corner.uv ? corner.vertex : other_place(corner);
  }
  for (const uint32_t v : file_vertex) mesh.positions.push_back(object.vertices[v]);
  if (std::any_of(places.begin(), places.end(), [](const Place& place) { return place.uv != glm::vec2(0); })) {
    fill_new(mesh.uv_layers, 1);
    std::vector<glm::vec2>& uv = mesh.uv_layers[0].uv;
    fill_new(uv, places.size());
    for (size_t v = 0; v < places.size(); ++v) uv[v] = places[v].uv;
  }
  if (file_vertex.empty()) return;
  mesh.file_vertex_count = static_cast<uint32_t>(count);
  fill_new(mesh.file_vertex, places.size());
  for (uint32_t v = 0; v < places.size(); ++v) mesh.file_vertex[v] = v < count ? v : file_vertex[v - count];
}

/// Triangles by material, within it in file order. Quads are cut so that the converter's reversed order meets the same
/// two triangles.
void TextBuilder::triangles(const TextMesh& object, const std::vector<uint32_t>& corner_vertex, Mesh& mesh) {
  std::array<uint32_t, kMaterialNumbers> next{};
  bool quads = false;
  size_t total = 0, smooth = 0;
  for (const TextFace& face : object.faces) {
    next[face.material] += face.corner_count - 2u;
    total += face.corner_count - 2u;
    quads |= face.corner_count == 4;
    smooth += face.smooth;
  }
  if (smooth != 0 && smooth != object.faces.size()) mixed_.add(object.offset, {"{}", {object.name}});
  if (smooth != object.faces.size()) {
    fill_new(mesh.face_smooth, object.faces.size());
    for (size_t f = 0; f < object.faces.size(); ++f) mesh.face_smooth[f] = object.faces[f].smooth;
  }
  const auto used_count = std::count_if(next.begin(), next.end(), [](uint32_t n) { return n != 0; });
  fill_new(mesh.primitives, static_cast<size_t>(used_count));
  Primitive* part = mesh.primitives.data();
  uint32_t first = 0;
  for (size_t number = 0; number < kMaterialNumbers; ++number) {
    const uint32_t count = next[number];
    next[number] = first;
    if (count == 0) continue;
    Primitive& primitive = *part++;
    primitive.first_index = first * 3;
    primitive.index_count = count * 3;
    const bool listed = number < object.materials.size();
    if (!listed && !(number == 0 && object.materials.empty()))
      beyond_list_.add(object.offset, {"{}: material {}", {object.name, number}});
    if (listed) primitive.material = materials_.add(object.materials[number]);
    primitive.name = object.name;
    if (used_count > 1) primitive.name += '.';
    if (used_count > 1 && listed) primitive.name += object.materials[number].name;
    first += count;
  }
  fill_new(mesh.indices, total * 3);
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
  mesh.face_corners = generated<uint8_t>(object.faces.size(), [&](size_t f) { return object.faces[f].corner_count; });
}

bool TextBuilder::skin(const TextMesh& object, const glm::dmat4& scene_from_object, uint32_t node, Mesh& mesh) {
  const size_t file_count = object.vertices.size();
  std::vector<glm::vec3> points(file_count);
  for (size_t v = 0; v < file_count; ++v) points[v] = glm::vec3(scene_from_object * glm::dvec4(object.vertices[v], 1));
  if (!check(context_.budget.charge(text_bones_.size(), kBytesOfJoint, object.offset))) return false;
  Skin& skin = part_.skins.emplace_back();
  skin.name = object.name;
  // The first joint is the object itself: vertices that no bone holds stay in place.
  const glm::mat4 object_from_scene(glm::inverse(scene_from_object));
  skin.joints.push_back(node);
  skin.joint_from_bind.push_back(is_finite(object_from_scene) ? object_from_scene : glm::mat4(1));
  for (size_t b = 0; b < text_bones_.size(); ++b) {
    skin.joints.push_back(kFirstJoint + static_cast<uint32_t>(b));
    skin.joint_from_bind.push_back(bone_from_scene_[b]);
  }

  VertexWeights weights;
  if (!object.parent_bone.empty()) {
    const uint32_t bone = bones_.find(object.parent_bone);
    weights.first.assign(file_count + 1, 0);
    if (bone == kNone) {
      context_.diagnostics.add(messages::kNoBone, object.parent_offset, {object.parent_bone}, {"{}", {object.name}});
    } else {
      weights.entries.assign(file_count, {bone, 1.0f});
      for (size_t v = 0; v <= file_count; ++v) weights.first[v] = static_cast<uint32_t>(v);
      weights.held = {.by_parent_bone = file_count};
      held_.back() = weights.held;
    }
  } else {
    for (const TextGroup& group : object.groups) {
      if (bones_.find(group.name) == kNone) groups_.add(group.offset, {"{}: {}", {object.name, group.name}});
    }
    vertex_weights(object, m_.armatures.front(), bones_, text_bones_, envelopes_, points, weights);
    held_.back() = weights.held;
  }

  if (!check(
          context_.budget.charge(weights.entries.size() * (mesh.positions.size() / std::max<size_t>(file_count, 1) + 1),
                                 sizeof(Influence), object.offset)))
    return false;
  const auto source_of = [&](size_t v) { return mesh.file_vertex.empty() ? v : mesh.file_vertex[v]; };
  size_t most = 0;
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    const size_t source = source_of(v);
    most += std::max(weights.first[source + 1] - weights.first[source], 1u);
  }
  InfluenceWriter writer(mesh, most);
  const uint64_t limit = std::max<uint64_t>(context_.limits.influences_per_vertex, 1);
  bool in_range = true;
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    const size_t source = source_of(v);
    const std::span<const VertexWeights::Entry> entries(weights.entries.data() + weights.first[source],
                                                        weights.entries.data() + weights.first[source + 1]);
    if (entries.size() > limit)
      return check(check_limit(entries.size(), limit, "influences of a vertex", object.offset));
    const glm::vec3& point = points[source];
    const auto influence = [&](uint32_t joint, float weight) {
      writer.add(joint, weight,
                 joint == 0 ? object.vertices[source] : glm::vec3(skin.joint_from_bind[joint] * glm::vec4(point, 1)));
      in_range &= is_finite(weight);
    };
    writer.begin_vertex();
    mesh.positions[v] = point;
    in_range &= is_finite(point);
    double sum = 0;
    size_t counted = 0;
    for (const auto& entry : entries) sum += entry.weight, counted += entry.weight != 0;
    if (entries.empty() || !std::isfinite(1 / sum)) {
      // No bone, or only weights that add up to nothing: the original divides 0 by 0 and the engines show the first
      // bone.
      influence(entries.empty() ? 0 : entries[0].bone + 1, 1);
      if (entries.empty()) unweighted_.add(object.offset, {"{}", {object.name}});
    } else {
      for (const auto& entry : entries) influence(entry.bone + 1, static_cast<float>(entry.weight / sum));
      if (counted > kBinaryInfluences) beyond_two_.add(object.offset, {"{}", {object.name}});
    }
  }
  if (!is_finite(writer.finish()) || !in_range)
    return fail(messages::kVertexBeyondFloat, object.offset, {}, {"{}", {object.name}});
  return true;
}

/// Later converters take the vertex normals of objects that are smooth all over; everything else is smoothed by angle.
void TextBuilder::normals(const TextMesh& object, const Transform& transform, bool skinned, Mesh& mesh) const {
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

bool TextBuilder::point(const TextEmpty& empty) {
  glm::dmat4 rest = matrix_of(empty.matrix);
  uint32_t parent = kNone;
  if (empty.bone != "NULL" && !empty.bone.empty()) {
    const uint32_t bone = bones_.find(empty.bone);
    if (bone != kNone) {
      parent = kFirstJoint + bone;
      rest = glm::inverse(scene_from_bone_[bone]) * rest;
    } else {
      context_.diagnostics.add(messages::kNoBone, empty.offset, {empty.bone}, {"{}", {empty.name}});
    }
  }
  if (!is_finite(glm::mat4(rest))) return fail(messages::kMatrixBeyondFloat, empty.offset, {}, {"{}", {empty.name}});
  Node& node = add_node(empty.name, empty.offset);
  node.parent = parent;
  node.rest = add_rest(glm::mat4(rest));
  if (!add_empty_properties(empty, node)) types_.add(empty.offset, {"{}", {empty.name}});
  return true;
}

void TextBuilder::camera(const TextCamera& c) {
  const glm::vec3 look = c.target - c.position;
  const float distance = glm::length(look), up_length = glm::length(c.up);
  if (!(distance > 0) || !(up_length > 0) || !std::isfinite(distance + up_length)) return;
  Node& node = add_node("camera", c.offset);
  node.kind = NodeKind::kCamera;
  node.camera = static_cast<uint32_t>(part_.cameras.size());
  node.local.translation = c.position;
  add_camera_properties(c.target, c.up, node);
  Camera& camera = part_.cameras.emplace_back();
  camera.name = node.name;
  camera.look = look / distance;
  camera.up = c.up / up_length;
}

void TextBuilder::report() {
  Diagnostics& d = context_.diagnostics;
  beyond_list_.report(d, messages::kMaterialsBeyond);
  unweighted_.report(d, messages::kVerticesWithoutBone);
  beyond_two_.report(d, messages::kMoreThanTwoBones);
  groups_.report(d, messages::kGroupsWithoutBone);
  mixed_.report(d, messages::kMixedSmooth);
  if (empty_.count < m_.meshes.size()) empty_.report(d, messages::kObjectsWithoutFaces);
  types_.report(d, messages::kUnknownEmpties);
  materials_.diffuse_factors.report(d, messages::kWeakDiffuse);
  const bool any =
      std::any_of(m_.meshes.begin(), m_.meshes.end(), [](const TextMesh& mesh) { return !mesh.faces.empty(); });
  if (!any) d.add(messages::kNoFaces, kNoOffset);
  if (m_.was_1250) d.add(messages::kWindows1250, kNoOffset);
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
  const auto about = [](double angle, const glm::dvec3& axis) {
    return glm::dquat(portable::cos(angle / 2), axis * portable::sin(angle / 2));
  };
  return about(angles_rad.z, {0, 0, 1}) * about(angles_rad.y, {0, 1, 0}) * about(angles_rad.x, {1, 0, 0});
}

Status build_text(const TextModel& model, LoadContext& context, Scene& scene, std::vector<VertexBinding>& held) {
  return TextBuilder(model, context, scene, held).build();
}

}  // namespace vitrine::qmsh
