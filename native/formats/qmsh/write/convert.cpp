#include "formats/qmsh/write/convert.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "base/argument.h"
#include "base/codes.h"
#include "base/names.h"
#include "formats/qmsh/read/binary_build.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/qmsh/read/names.h"
#include "formats/qmsh/write/file.h"
#include "formats/qmsh/write/objects.h"
#include "formats/qmsh/write/sentences.h"
#include "formats/qmsh/write/skeleton.h"
#include "geometry/points.h"
#include "pose/hierarchy.h"
#include "pose/sample.h"

namespace vitrine {
namespace {

using namespace qmsh;

constexpr float kSameUv = 1e-4f;
constexpr size_t kBoneLimit10 = 32;

/// The converter's comparison of texture coordinates; 0 equals only 0.
bool same_uv(const glm::vec2& a, const glm::vec2& b) {
  const glm::vec2 off = glm::abs(a - b), size = glm::abs(a) + glm::abs(b);
  return off.x <= kSameUv * size.x && off.y <= kSameUv * size.y;
}

class Converter {
 public:
  Converter(const Scene& scene, const Scene& moving, const QmshOptions& options, LossReport& loss_report)
      : scene_(scene),
        moving_(moving),
        options_(options),
        loss_report_(loss_report),
        map_(axis_map(scene.axes, binary_axes())),
        skeleton_(qmsh_skeleton(scene, map_, options.armature)) {}

  Result<BinaryModel> convert() {
    out_.version = options_.version;
    if (!skeleton_.nodes.empty()) out_.flags |= kFlagSkinned;
    if (has_tangents()) out_.flags |= kFlagTangents;
    place_nodes();
    names_ = qmsh_object_names(scene_, loss_report_);
    for (uint32_t n = 0; n < scene_.nodes.size(); ++n) {
      if (scene_.nodes[n].mesh != kNone) VITRINE_CHECK(instance(n));
    }
    VITRINE_CHECK(bones());
    points();
    cameras();
    bounds();
    for (const Clip& clip : moving_.clips) animation(clip);
    out_.header_bones = static_cast<uint16_t>(out_.bones.size());
    out_.header_animations = static_cast<uint16_t>(out_.animations.size());
    report();
    return std::move(out_);
  }

 private:
  struct Weights {
    float first = 1;
    std::array<uint8_t, 4> bones{};
    friend bool operator==(const Weights&, const Weights&) = default;
  };

  bool has_tangents() const;
  void place_nodes();
  Status instance(uint32_t node);
  Weights weights(uint32_t node, const Mesh& mesh, uint32_t vertex);
  glm::dmat4 placement(const Node& node, uint32_t index) const;
  std::vector<uint32_t> merged(const Mesh& mesh, const std::vector<glm::vec3>& positions,
                               const std::vector<glm::vec2>& uv) const;
  void submesh(const Mesh& mesh, const Primitive& primitive, const std::vector<uint32_t>& vertex, uint32_t first,
               uint32_t count);
  void material(const Primitive& primitive, BinarySubmesh& submesh);
  std::string image(const TextureSlot& slot) const;
  Status bones();
  void groups();
  void points();
  void cameras();
  void bounds();
  void animation(const Clip& clip);
  void report();

  const Scene &scene_, &moving_;
  const QmshOptions& options_;
  LossReport& loss_report_;
  AxisMap map_;
  QmshSkeleton skeleton_;
  std::vector<glm::dmat4> world_;   ///< bind pose, scene axes
  std::vector<std::string> names_;  ///< of objects, per node
  BinaryModel out_;

  uint64_t cut_influences_ = 0, uneven_scales_ = 0, merged_skins_ = 0, lost_points_ = 0, lost_materials_ = 0;
  double largest_cut_ = 0, largest_uneven_ = 0;
  std::set<std::string> lost_names_;  ///< of materials
};

bool Converter::has_tangents() const {
  bool any = false;
  for (const Node& node : scene_.nodes) {
    if (node.mesh == kNone || scene_.meshes[node.mesh].positions.empty()) continue;
    if (scene_.meshes[node.mesh].tangents.empty() || scene_.meshes[node.mesh].normals.empty()) return false;
    any = true;
  }
  return any;
}

void Converter::place_nodes() {
  pose::LocalPose local = pose::make_local_pose(scene_);
  pose::sample_bind(scene_, local);
  world_.resize(scene_.nodes.size());
  std::vector<glm::mat4> rounded(scene_.nodes.size());
  pose::world_matrices(scene_, local, world_, rounded);
}

/// Scene from mesh; skinned meshes stand in scene space.
glm::dmat4 Converter::placement(const Node& node, uint32_t index) const {
  glm::dmat4 matrix = node.skin == kNone ? world_[index] : glm::dmat4(1);
  if (!options_.legacy) return matrix;
  // The original multiplies by the armature once more, although the exporter wrote scene space.
  for (const Property& p : node.properties) {
    if (p.name != "parentArmature") continue;
    for (size_t n = 0; n < scene_.nodes.size(); ++n) {
      if (scene_.nodes[n].kind == NodeKind::kEmpty && scene_.nodes[n].name == p.text) return world_[n] * matrix;
    }
  }
  return matrix;
}

Converter::Weights Converter::weights(uint32_t node, const Mesh& mesh, uint32_t vertex) {
  Weights result;
  if (mesh.influence_first.empty()) {
    const uint32_t bone = skeleton_.bone_above[node];
    const auto number = static_cast<uint8_t>(bone == kNone ? 0 : bone + 1);
    result.bones = {number, number, 0, 0};
    return result;
  }
  const Skin& skin = scene_.skins[scene_.nodes[node].skin];
  struct Entry {
    float weight;
    uint8_t bone;
  };
  std::vector<Entry> entries;
  double total = 0;
  for (uint32_t i = mesh.influence_first[vertex]; i < mesh.influence_first[vertex + 1]; ++i) {
    const Influence& influence = mesh.influences[i];
    if (influence.weight == 0) continue;
    const uint32_t bone = skeleton_.bone_above[skin.joints[influence.joint]];
    const auto number = static_cast<uint8_t>(bone == kNone ? 0 : bone + 1);
    total += influence.weight;
    const auto same = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.bone == number; });
    if (same != entries.end() && !map_.is_identity())
      same->weight += influence.weight;
    else
      entries.push_back({influence.weight, number});
  }
  if (entries.empty()) return result;
  // Binaries keep their order; for others the larger weight comes first.
  if (!map_.is_identity() || entries.size() > 2)
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.weight > b.weight; });
  if (entries.size() > 2) {
    ++cut_influences_;
    const double kept = static_cast<double>(entries[0].weight) + entries[1].weight;
    largest_cut_ = std::max(largest_cut_, 1 - kept / total);
  }
  const Entry &a = entries[0], &b = entries[std::min<size_t>(1, entries.size() - 1)];
  result.bones = {a.bone, b.bone, 0, 0};
  if (entries.size() == 1) return result;
  const bool unit = std::abs(static_cast<double>(a.weight) + b.weight - 1) < 1e-6;
  result.first = unit ? a.weight : a.weight / (a.weight + b.weight);
  return result;
}

/// For texts: vertices that the converter's linear search would have found to be one (position bit for bit, texture
/// coordinates nearly). Per vertex the first of its kind; everything else stays apart.
std::vector<uint32_t> Converter::merged(const Mesh& mesh, const std::vector<glm::vec3>& positions,
                                        const std::vector<glm::vec2>& uv) const {
  std::vector<uint32_t> first(positions.size());
  for (uint32_t v = 0; v < first.size(); ++v) first[v] = v;
  if (mesh.crease_angle_rad < 0) return first;
  std::unordered_multimap<uint64_t, uint32_t> seen;
  std::vector<bool> done(positions.size(), false);
  // In the order in which the converter meets the corners: reversed within each triangle.
  const auto visit = [&](uint32_t v) {
    if (done[v]) return;
    done[v] = true;
    uint64_t key = 0;
    for (int i = 0; i < 3; ++i)
      key = key * 0x9E3779B97F4A7C15ull + __builtin_bit_cast(uint32_t, positions[v][i] + 0.0f);
    const auto [begin, end] = seen.equal_range(key);
    uint32_t found = v;
    for (auto it = begin; it != end; ++it) {
      if (positions[it->second] == positions[v] && same_uv(uv[it->second], uv[v]))
        found = std::min(found == v ? it->second : found, it->second);
    }
    first[v] = found;
    if (found == v) seen.emplace(key, v);
  };
  for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
    visit(mesh.indices[i + 2]), visit(mesh.indices[i + 1]), visit(mesh.indices[i]);
  return first;
}

Status Converter::instance(uint32_t index) {
  const Node& node = scene_.nodes[index];
  const Mesh& mesh = scene_.meshes[node.mesh];
  const glm::dmat4 matrix = placement(node, index);
  const glm::dmat4 to(map_.matrix);
  const bool in_place = matrix == glm::dmat4(1);
  const glm::dmat3 normal_matrix =
      map_.matrix * (in_place ? glm::dmat3(1) : glm::transpose(glm::inverse(glm::dmat3(matrix))));
  const auto direction = [&](const glm::vec3& n) {
    if (in_place) return map_.vector(n);
    const glm::dvec3 moved = normal_matrix * glm::dvec3(n);
    const double length = glm::length(moved);
    // A mesh of no size has no directions.
    return length > 0 && length <= 1e300 ? glm::vec3(moved / length) : glm::vec3(0);
  };
  const bool flip_v = scene_.axes.uv_origin_top == false;
  const size_t count = mesh.positions.size();
  std::vector<glm::vec3> positions(count);
  std::vector<glm::vec2> uv(count, glm::vec2(0));
  const UvLayer* layer = qmsh_uv_layer(mesh, options_.uv_set);
  for (size_t v = 0; v < count; ++v) {
    positions[v] = glm::vec3(map_.point(glm::dvec3(matrix * glm::dvec4(mesh.positions[v], 1))));
    if (layer == nullptr) continue;
    uv[v] = layer->uv[v];
    if (flip_v) uv[v].y = 1 - uv[v].y;
  }
  if (layer == nullptr && flip_v) std::fill(uv.begin(), uv.end(), glm::vec2(0, 1));

  const std::vector<uint32_t> leader = merged(mesh, positions, uv);
  const bool textual = mesh.crease_angle_rad >= 0;
  const auto first = static_cast<uint32_t>(out_.positions.size());
  // (leader, normal) -> vertex of the file; texts drop what no face uses, as the converter does.
  std::unordered_multimap<uint32_t, uint32_t> by_leader;
  std::vector<uint32_t> vertex(count, kNone);
  const auto emit = [&](uint32_t v) {
    if (vertex[v] != kNone) return;
    const glm::vec3 normal = mesh.normals.empty() ? glm::vec3(0) : direction(mesh.normals[v]);
    if (textual) {
      const auto [begin, end] = by_leader.equal_range(leader[v]);
      for (auto it = begin; it != end; ++it) {
        if (glm::distance(out_.normals[it->second], normal) < 1e-5f) vertex[v] = it->second;
      }
      if (vertex[v] != kNone) return;
    }
    vertex[v] = static_cast<uint32_t>(out_.positions.size());
    if (textual) by_leader.emplace(leader[v], vertex[v]);
    out_.positions.push_back(positions[leader[v]]);
    out_.uv.push_back(uv[leader[v]]);
    out_.normals.push_back(normal);
    if (out_.has(kFlagSkinned)) {
      const Weights w = weights(index, mesh, leader[v]);
      if (leader[v] != v && !(w == weights(index, mesh, v))) ++merged_skins_;
      out_.weights.push_back(w.first);
      out_.bone_bytes.push_back(w.bones);
    }
    if (out_.has(kFlagTangents)) {
      const glm::vec3 t = in_place ? map_.vector(glm::vec3(mesh.tangents[v])) : direction(glm::vec3(mesh.tangents[v]));
      // In the new axes a mirrored bitangent keeps its place: v grows downwards there, which turns it round again.
      float w = mesh.tangents[v].w * static_cast<float>(map_.determinant);
      if (flip_v) w = -w;
      out_.tangents.push_back(t);
      out_.binormals.push_back(glm::cross(normal, t) * w);
    }
  };
  if (!textual) {
    for (uint32_t v = 0; v < count; ++v) emit(v);
  }
  const bool flip = map_.flips_winding;
  for (const Primitive& primitive : mesh.primitives) {
    const auto first_triangle = static_cast<uint32_t>(out_.indices.size() / 3);
    for (uint32_t i = primitive.first_index; i < primitive.first_index + primitive.index_count; i += 3) {
      for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t v = mesh.indices[i + (flip ? 2 - k : k)];
        emit(v);
        out_.indices.push_back(vertex[v]);
      }
    }
    BinarySubmesh s;
    if (out_.indices.size() / 3 > 0xFFFF || out_.positions.size() > 0xFFFF) {
      return Error{vitrine::messages::kQmshTooLarge,
                   kNoOffset,
                   {out_.positions.size(), out_.indices.size() / 3},
                   {"{}", {mesh.name}}};
    }
    s.first_triangle = static_cast<uint16_t>(first_triangle);
    s.triangle_count = static_cast<uint16_t>(out_.indices.size() / 3 - first_triangle);
    s.name = encode_name(qmsh_part_name(scene_, names_[index], mesh, primitive));
    material(primitive, s);
    out_.submeshes.push_back(std::move(s));
  }
  // All submeshes of an object share its range of vertices.
  for (size_t s = out_.submeshes.size() - mesh.primitives.size(); s < out_.submeshes.size(); ++s) {
    out_.submeshes[s].min_vertex = static_cast<uint16_t>(first);
    out_.submeshes[s].vertex_count = static_cast<uint16_t>(out_.positions.size() - first);
  }
  return ok_status();
}

std::string Converter::image(const TextureSlot& slot) const {
  if (slot.texture == kNone) return {};
  const Texture& texture = scene_.textures[slot.texture];
  return encode_name(base_name(texture.file != kNone ? scene_.files[texture.file].name : texture.name));
}

void Converter::material(const Primitive& primitive, BinarySubmesh& s) {
  if (primitive.material == kNone) return;
  const Material& m = scene_.materials[primitive.material];
  if (out_.version == 10) {
    s.material = encode_name(m.name);
    return;
  }
  const Property* color = find_property(m.properties, "specularColor", 3);
  const Property* intensity = find_property(m.properties, "specularIntensity", 1);
  if (color != nullptr && intensity != nullptr) {
    s.specular = vec3_of(*color);
    s.specular_intensity = static_cast<float>(intensity->numbers[0]);
  } else {
    const float brightest = std::max({m.specular.x, m.specular.y, m.specular.z});
    s.specular = brightest > 0 ? m.specular / brightest : glm::vec3(1);
    s.specular_intensity = brightest;
  }
  s.hardness = static_cast<int32_t>(std::clamp(m.hardness, 0.0f, 1e6f));
  bool color_lost = true;
  for (const TextureSlot& slot : m.slots) {
    if (slot.role == TextureRole::kDiffuse && s.material.empty()) {
      s.material = image(slot);
      color_lost = false;
    } else if (slot.role == TextureRole::kNormal && out_.has(kFlagTangents) && s.normal_map.empty()) {
      s.normal_map = image(slot);
      s.normal_factor = slot.factor;
    } else if (slot.role == TextureRole::kSpecular && s.specular_map.empty()) {
      s.specular_map = image(slot);
      s.specular_factor = slot.factor;
      if (const Property* factor = find_property(m.properties, "specularMapColorFactor", 1))
        s.specular_color_factor = static_cast<float>(factor->numbers[0]);
    } else {
      ++lost_materials_;
    }
  }
  lost_materials_ += color_lost && glm::vec3(m.diffuse) != glm::vec3(0.8f);
  // The names of images stand in place of those of materials.
  if (!m.name.empty() && encode_name(m.name) != s.material) lost_names_.insert(m.name);
}

Status Converter::bones() {
  const size_t count = skeleton_.nodes.size();
  // Vertices name bones by a byte, 0 is none.
  if (count > 255) return Error{vitrine::messages::kQmshTooManyBones, kNoOffset, {count}};
  if (out_.version == 10)
    loss_report_.add("bones", count > kBoneLimit10 ? count : 0,
                     counted(count, "bone", "bones") + ", more than the 32 of the original engine");
  for (size_t b = 0; b < count; ++b) {
    const Node& node = scene_.nodes[skeleton_.nodes[b]];
    BinaryBone bone;
    bone.name = encode_name(node.name);
    bone.parent = static_cast<uint16_t>(skeleton_.parents[b] == kNone ? 0 : skeleton_.parents[b] + 1);
    bone.rest = to_rows_4x3(glm::mat4(skeleton_.rest[b]));
    const Property* editor = find_property(node.properties, "editorMatrix", 16);
    const Property *head = find_property(node.properties, "head", 4), *tail = find_property(node.properties, "tail", 4);
    const Property* connected = find_property(node.properties, "connected", 1);
    // Without the editor's own data: the same matrix with y and z swapped back, tail along the bone's y.
    glm::dmat4 swap(1);
    swap[1] = {0, 0, 1, 0}, swap[2] = {0, 1, 0, 0};
    const glm::dmat4 world = swap * skeleton_.world[b] * swap;
    bone.editor_matrix = to_rows_4x4(glm::mat4(world));
    const double length = node.length > 0 ? node.length : 0.1;
    bone.head = glm::vec4(glm::vec3(world[3]), 0);
    bone.tail = glm::vec4(glm::vec3(world[3] + world[1] * length), 0);
    if (editor != nullptr)
      std::transform(editor->numbers.begin(), editor->numbers.begin() + 16, bone.editor_matrix.begin(),
                     [](double v) { return static_cast<float>(v); });
    if (head != nullptr) bone.head = glm::vec4(vec3_of(*head), head->numbers[3]);
    if (tail != nullptr) bone.tail = glm::vec4(vec3_of(*tail), tail->numbers[3]);
    if (connected != nullptr) bone.connected = static_cast<uint8_t>(connected->numbers[0]);
    out_.bones.push_back(std::move(bone));
  }
  if (out_.version != 10 && count != 0) groups();
  return ok_status();
}

/// Groups as the bones remember them; without any, one group of all, as the later converter makes it.
void Converter::groups() {
  for (size_t b = 0; b < skeleton_.nodes.size(); ++b) {
    for (const Property& p : scene_.nodes[skeleton_.nodes[b]].properties) {
      if (p.name != "group") continue;
      const std::string name = encode_name(p.text);
      size_t index = p.numbers.empty()
                         ? static_cast<size_t>(std::find_if(out_.groups.begin(), out_.groups.end(),
                                                            [&](const BinaryGroup& g) { return g.name == name; }) -
                                               out_.groups.begin())
                         : static_cast<size_t>(p.numbers[0]);
      if (index > 255) continue;
      while (out_.groups.size() <= index) {
        out_.groups.emplace_back();
        out_.groups.back().parent = static_cast<uint16_t>(out_.groups.size() - 1);
      }
      out_.groups[index].name = name;
      if (p.numbers.size() > 1) out_.groups[index].parent = static_cast<uint16_t>(p.numbers[1]);
      out_.groups[index].bones.push_back(static_cast<uint8_t>(b + 1));
    }
  }
  if (out_.groups.empty()) {
    BinaryGroup all;
    all.name = "default";
    for (size_t b = 0; b < out_.bones.size(); ++b) all.bones.push_back(static_cast<uint8_t>(b + 1));
    out_.groups.push_back(std::move(all));
  }
  out_.header_groups = static_cast<uint16_t>(out_.groups.size());
  if (out_.version != 12) return;
  for (BinaryGroup& group : out_.groups) {
    for (uint8_t& bone : group.bones) --bone;
  }
}

void Converter::points() {
  const bool own_axes = map_.is_identity();
  for (uint32_t n = 0; n < scene_.nodes.size(); ++n) {
    const Node& node = scene_.nodes[n];
    const Property* type = find_property(node.properties, "pointType", 1);
    if (type == nullptr) continue;
    if (out_.version == 10) {
      ++lost_points_;
      continue;
    }
    BinaryPoint point;
    point.name = encode_name(node.name);
    point.matrix = to_rows_4x4(glm::mat4(map_.transform(world_[n])));
    if (node.parent == kNone && own_axes && node.rest != kNone)
      point.matrix = to_rows_4x4(scene_.rest_matrices[node.rest]);
    const Property* stored = find_property(node.properties, "modelMatrix", 16);
    if (stored != nullptr && own_axes)
      std::transform(stored->numbers.begin(), stored->numbers.begin() + 16, point.matrix.begin(),
                     [](double v) { return static_cast<float>(v); });
    const uint32_t bone = node.parent == kNone ? kNone : skeleton_.bone_above[node.parent];
    point.bone = static_cast<uint16_t>(bone == kNone ? 0 : bone + 1);
    if (out_.version == 12) --point.bone;  // counted from 0 there; unattached is beyond all bones
    point.type = static_cast<uint16_t>(type->numbers[0]);
    if (const Property* size = find_property(node.properties, "size", 3)) point.size = map_.scale(vec3_of(*size));
    if (const Property* rotation = find_property(node.properties, "rotation", 3)) {
      const glm::vec3 r = vec3_of(*rotation);
      point.rotation = own_axes ? r : glm::vec3(r.x, -r.z, r.y);
      // Before version 21 readers turn the other way round y.
      if (out_.version < 21 && point.rotation.y != 0) point.rotation.y = -point.rotation.y;
    }
    out_.points.push_back(std::move(point));
  }
}

void Converter::cameras() {
  uint64_t lost = 0;
  bool written = false;
  for (uint32_t n = 0; n < scene_.nodes.size(); ++n) {
    const Node& node = scene_.nodes[n];
    if (node.camera == kNone) continue;
    if (out_.version == 10 || written) {
      ++lost;
      continue;
    }
    written = true;
    const Camera& camera = scene_.cameras[node.camera];
    const glm::dvec3 position(world_[n][3]);
    const Property *target = find_property(node.properties, "target", 3), *up = find_property(node.properties, "up", 3);
    out_.camera_position = glm::vec3(map_.point(position));
    out_.camera_target = target != nullptr
                             ? map_.vector(vec3_of(*target))
                             : glm::vec3(map_.point(position + glm::dmat3(world_[n]) * glm::dvec3(camera.look)));
    out_.camera_up = up != nullptr ? map_.vector(vec3_of(*up))
                                   : glm::vec3(map_.point(glm::dmat3(world_[n]) * glm::dvec3(camera.up)));
  }
  loss_report_.add("cameras", lost, counted(lost, "camera has", "cameras have") + " no place in the file");
}

void Converter::bounds() {
  const Bounds box = geometry::bounds_of(out_.positions);
  if (!box.empty) out_.box = {box.min, box.max};
  out_.radius = geometry::radius_about_origin(out_.positions);
}

void Converter::animation(const Clip& clip) {
  if (!moves_bones(clip, skeleton_)) {
    loss_report_.add("actions", 1, "'" + clip.name + "' moves no bone and is left out");
    return;
  }
  BinaryAnimation animation = qmsh_animation(
      moving_, clip, skeleton_, map_, {options_.legacy && out_.version == 10, options_.every_frame}, loss_report_);
  animation.name = encode_name(animation.name);
  // As the converter does, curves begin with their first key.
  if (!clip.curves.empty() && !animation.times_s.empty() && animation.times_s.front() > 0) {
    const float start = animation.times_s.front();
    for (float& time : animation.times_s) time -= start;
    animation.length_s = animation.times_s.back();
    loss_report_.add(
        "times", 1,
        "'" + clip.name + "' begins with its first key; the number is how many seconds before it are left out", start);
  }
  if (out_.version < 22) {
    for (Transform& pose : animation.poses) {
      const glm::vec3 s = pose.scale;
      const float mean = s.x == s.y && s.y == s.z ? s.x : (s.x + s.y + s.z) / 3;
      const float uneven = std::max({std::abs(s.x - mean), std::abs(s.y - mean), std::abs(s.z - mean)});
      uneven_scales_ += uneven > 1e-6f;
      largest_uneven_ = std::max(largest_uneven_, static_cast<double>(uneven));
      pose.scale = glm::vec3(mean);
    }
  }
  out_.animations.push_back(std::move(animation));
}

void Converter::report() {
  loss_report_.add("influences", cut_influences_,
                   counted(cut_influences_, "vertex keeps its", "vertices keep their") +
                       " two largest weights; the number is the largest share of a vertex that is lost",
                   largest_cut_);
  loss_report_.add("skins", merged_skins_,
                   counted(merged_skins_, "vertex takes", "vertices take") +
                       " the weights of an earlier one at the same place, as in the original converter");
  loss_report_.add(
      "scales", uneven_scales_,
      counted(uneven_scales_, "key keeps", "keys keep") + " the mean of three scales; the number is the largest change",
      largest_uneven_);
  loss_report_.add("points", lost_points_,
                   counted(lost_points_, "point has", "points have") + " no place in version 10");
  loss_report_.add("materials", lost_materials_,
                   counted(lost_materials_, "material loses its", "materials lose their") + " colours and textures");
  loss_report_.add("materialNames", lost_names_.size(),
                   counted(lost_names_.size(), "material loses its name", "materials lose their names") +
                       ", because version " + std::to_string(out_.version) +
                       " names images instead: " + named_list({lost_names_.begin(), lost_names_.end()}));
  report_left_out(scene_, skeleton_, names_, loss_report_);
}

}  // namespace

Result<BinaryModel> convert_to_qmsh(const Scene& scene, const QmshOptions& options, LossReport& loss_report,
                                    const Scene* moving) {
  return Converter(scene, moving ? *moving : scene, options, loss_report).convert();
}

Result<std::vector<uint8_t>> export_qmsh(const Scene& scene, const QmshOptions& options, LossReport& loss_report,
                                         const Scene* moving) {
  VITRINE_TRY(const BinaryModel model, convert_to_qmsh(scene, options, loss_report, moving));
  return write_binary(model);
}

}  // namespace vitrine
