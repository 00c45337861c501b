#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <unordered_map>
#include <unordered_set>

#include "base/argument.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/qmsh/read/text_actions.h"
#include "formats/qmsh/read/text_build.h"
#include "formats/qmsh/write/convert.h"
#include "formats/qmsh/write/file.h"
#include "formats/qmsh/write/objects.h"
#include "formats/qmsh/write/skeleton.h"
#include "geometry/crease.h"
#include "pose/hierarchy.h"
#include "pose/sample.h"
#include "scene/decompose.h"
#include "scene/finite.h"

namespace vitrine {
namespace {

using namespace qmsh;

constexpr const char* kArmatureName = "Armature";
constexpr size_t kMaterialsPerObject = 16;
constexpr double kNormalTolerance = 1.8 * std::numbers::pi / 180;
constexpr float kUsualAngles[] = {30, 45, 60, 80, 20, 15, 10, 5, 1, 180};
/// A few units in the last place of a float: what sampled matrices are off by.
constexpr float kRounding = 4 * std::numeric_limits<float>::epsilon();
constexpr int32_t kUsualRates[] = {25, 24, 30, 60, 50};
constexpr double kShear = 1e-6;  // of an axis: what position, angles and scale may be off by

float farthest_component(const glm::vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// Primitives that make one object: those of a mesh whose names differ by their material only.
struct Object {
  std::string name;
  std::vector<size_t> primitives;
};

/// Of an object or armature of a text, as the text has them.
glm::vec3 angles_of(const Node& node) {
  const Property* stored = find_property(node.properties, "rotation", 3);
  return stored == nullptr ? glm::vec3(0) : vec3_of(*stored);
}

class TextConverter {
 public:
  TextConverter(const Scene& scene, const Scene& moving, const QmshOptions& options, LossReport& loss_report)
      : scene_(scene),
        moving_(moving),
        options_(options),
        loss_report_(loss_report),
        map_(axis_map(scene.axes, text_axes())),
        skeleton_(qmsh_skeleton(scene, map_, options.armature)) {}

  TextModel convert() {
    out_.version = 10;
    place_nodes();
    names_ = qmsh_object_names(scene_, loss_report_);
    name_bones();
    find_armature();
    for (uint32_t n = 0; n < scene_.nodes.size(); ++n) {
      if (scene_.nodes[n].mesh == kNone) continue;
      for (const Object& object : objects(n)) add_object(n, object);
    }
    if (!skeleton_.nodes.empty()) armature();
    out_.fps = options_.fps > 0 ? options_.fps : frame_rate();
    for (const Clip& clip : moving_.clips) action(clip);
    report();
    return std::move(out_);
  }

 private:
  std::string material_name(const Primitive& primitive) const {
    return primitive.material == kNone ? std::string() : scene_.materials[primitive.material].name;
  }
  const std::string& bone_name(uint32_t bone) const { return bone_names_[bone]; }
  /// The object part of `<object>.<material>`, or the whole name. Parts without a name are of their node's object.
  std::string object_name(uint32_t node, const Primitive& primitive) const {
    if (primitive.name.empty()) return names_[node];
    const std::string ending = "." + material_name(primitive);
    const std::string& name = primitive.name;
    return name.size() > ending.size() && name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
  }

  /// A text was read: its numbers and lists are there to be written again.
  bool is_text(const SourceRange& source) const {
    return map_.is_identity() && source.file != kNone && scene_.files[source.file].format == "qmsh";
  }
  std::vector<Object> objects(uint32_t node) const;
  void place_nodes();
  void name_bones();
  void find_armature();
  void add_object(uint32_t node_index, const Object& object);
  glm::dmat4 place(uint32_t node_index, TextMesh& out) const;
  std::vector<uint8_t> materials(const Node& node, const Object& object, TextMesh& out) const;
  void faces(const Mesh& mesh, const Object& object, const std::vector<uint8_t>& numbers, TextMesh& out) const;
  void weights(uint32_t node_index, const Mesh& mesh, const std::vector<uint32_t>& source, TextMesh& out);
  float smooth_angle(const Mesh& mesh, const Object& object, const std::vector<uint32_t>& source);
  void armature();
  int32_t frame_rate() const;
  void action(const Clip& clip);
  void action_from_curves(const Clip& clip, TextAction& action) const;
  double frame_of(const Clip& clip, double time_s) const;
  bool is_stepped(const Clip& clip, uint32_t bone, Channel channel) const;
  void action_from_keys(const Clip& clip, const BinaryAnimation& animation, TextAction& action);
  void report();

  const Scene &scene_, &moving_;
  const QmshOptions& options_;
  LossReport& loss_report_;
  AxisMap map_;
  QmshSkeleton skeleton_;
  std::vector<glm::dmat4> world_;
  std::vector<std::string> bone_names_, names_;  ///< names_: of objects, per node
  TextArmature armature_;
  glm::dmat4 scene_from_armature_{1};
  /// Per vertex of the mesh its number in the object at hand, else kNone: one mesh may have thousands of objects.
  std::vector<uint32_t> text_vertex_;
  TextModel out_;
  uint64_t other_normals_ = 0, partly_bound_ = 0, renamed_ = 0, straight_actions_ = 0;
};

void TextConverter::place_nodes() {
  pose::LocalPose local = pose::make_local_pose(scene_);
  pose::sample_bind(scene_, local);
  world_.resize(scene_.nodes.size());
  std::vector<glm::mat4> rounded(scene_.nodes.size());
  pose::world_matrices(scene_, local, world_, rounded);
}

/// Parents, vertex groups and channels find bones by name, the first of a name: every later one needs another. No name
/// stands for no bone.
void TextConverter::name_bones() {
  const auto own_name = [&](uint32_t bone) { return scene_.nodes[skeleton_.nodes[bone]].name; };
  std::unordered_set<std::string> taken, seen;  // as bytes of the file
  std::unordered_map<std::string, uint32_t> last_number;
  for (uint32_t b = 0; b < skeleton_.nodes.size(); ++b) taken.insert(encode_name(own_name(b)));
  for (uint32_t b = 0; b < skeleton_.nodes.size(); ++b) {
    std::string name = own_name(b);
    if (name.empty() || !seen.insert(encode_name(name)).second) {
      const std::string stem = name.empty() ? "bone" : name;
      uint32_t& number = last_number[stem];
      do name = stem + "." + std::to_string(++number);
      while (!taken.insert(encode_name(name)).second);
      ++renamed_;
    }
    bone_names_.push_back(std::move(name));
  }
}

/// The node above all first bones gives its name, and that of a text its place.
void TextConverter::find_armature() {
  uint32_t above = kNone;
  for (uint32_t b = 0; b < skeleton_.nodes.size(); ++b) {
    if (skeleton_.parents[b] != kNone) continue;
    const uint32_t parent = scene_.nodes[skeleton_.nodes[b]].parent;
    if (parent == kNone || (above != kNone && above != parent)) {
      above = kNone;
      break;
    }
    above = parent;
  }
  armature_.name = above == kNone || scene_.nodes[above].name.empty() ? kArmatureName : scene_.nodes[above].name;
  armature_.use_groups = true;
  armature_.use_envelopes = false;
  if (!options_.armature.empty()) armature_.name = options_.armature;
  if (above == kNone || !is_text(scene_.nodes[above].source) || scene_.nodes[above].parent != kNone) return;
  const Node& node = scene_.nodes[above];
  const auto number = [&](const char* name, double otherwise) {
    const Property* found = find_property(node.properties, name, 1);
    return found == nullptr ? otherwise : found->numbers[0];
  };
  if (!is_finite(glm::mat4(glm::inverse(world_[above])))) return;
  scene_from_armature_ = world_[above];
  armature_.position = node.local.translation;
  armature_.scale = node.local.scale;
  armature_.rotation_rad = angles_of(node);
  armature_.use_groups = number("useVertexGroups", 1) != 0;
  armature_.use_envelopes = number("useEnvelopes", 0) != 0;
}

std::vector<Object> TextConverter::objects(uint32_t node) const {
  const Mesh& mesh = scene_.meshes[scene_.nodes[node].mesh];
  std::vector<Object> list;
  for (size_t p = 0; p < mesh.primitives.size(); ++p) {
    const std::string name = object_name(node, mesh.primitives[p]);
    if (list.empty() || list.back().name != name || list.back().primitives.size() == kMaterialsPerObject)
      list.push_back({name, {}});
    list.back().primitives.push_back(p);
  }
  // An object of one material bears its full name.
  for (Object& object : list) {
    const Primitive& only = mesh.primitives[object.primitives[0]];
    if (object.primitives.size() == 1 && !only.name.empty()) object.name = only.name;
  }
  return list;
}

void TextConverter::add_object(uint32_t node_index, const Object& object) {
  const Node& node = scene_.nodes[node_index];
  const Mesh& mesh = scene_.meshes[node.mesh];
  TextMesh out;
  out.name = object.name;
  const glm::dmat4 object_from_mesh = place(node_index, out);
  const std::vector<uint8_t> numbers = materials(node, object, out);

  // One vertex of the text per place and weights: texture coordinates and normals belong to corners there.
  if (text_vertex_.size() < mesh.positions.size()) text_vertex_.resize(mesh.positions.size(), kNone);
  std::vector<uint32_t> source;
  const auto add = [&](uint32_t v) {
    text_vertex_[v] = static_cast<uint32_t>(source.size());
    source.push_back(v);
    out.vertices.push_back(glm::vec3(object_from_mesh * glm::dvec4(mesh.positions[v], 1)));
  };
  std::map<std::vector<uint32_t>, uint32_t> seen;
  const auto key_of = [&](uint32_t v) {
    if (!mesh.file_vertex.empty()) return std::vector<uint32_t>{mesh.file_vertex[v]};
    std::vector<uint32_t> key;
    for (int i = 0; i < 3; ++i) key.push_back(__builtin_bit_cast(uint32_t, mesh.positions[v][i] + 0.0f));
    if (mesh.influence_first.empty()) return key;
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      key.push_back(mesh.influences[i].joint);
      key.push_back(__builtin_bit_cast(uint32_t, mesh.influences[i].weight));
    }
    return key;
  };
  // An object of a text has the vertices of the text, which come first.
  const bool all = is_text(mesh.source) && object.primitives.size() == mesh.primitives.size();
  if (all) {
    const uint32_t count =
        mesh.file_vertex.empty() ? static_cast<uint32_t>(mesh.positions.size()) : mesh.file_vertex_count;
    for (uint32_t v = 0; v < count; ++v) add(v);
    for (uint32_t v = count; v < mesh.positions.size(); ++v) text_vertex_[v] = mesh.file_vertex[v];
  }
  for (const size_t p : object.primitives) {
    const Primitive& primitive = mesh.primitives[p];
    for (uint32_t i = primitive.first_index; i < primitive.first_index + primitive.index_count; ++i) {
      const uint32_t v = mesh.indices[i];
      if (text_vertex_[v] != kNone) continue;
      const auto [found, added] = seen.try_emplace(key_of(v), v);
      if (added)
        add(v);
      else
        text_vertex_[v] = text_vertex_[found->second];
    }
  }
  faces(mesh, object, numbers, out);
  weights(node_index, mesh, source, out);
  out.auto_smooth_deg = smooth_angle(mesh, object, source);
  out_.meshes.push_back(std::move(out));
  if (all) std::fill_n(text_vertex_.begin(), mesh.positions.size(), kNone);
  for (const size_t p : object.primitives) {
    const Primitive& primitive = mesh.primitives[p];
    for (uint32_t i = 0; i < primitive.index_count; ++i) text_vertex_[mesh.indices[primitive.first_index + i]] = kNone;
  }
}

/// Writes where the object stands, and gives the way from the mesh to it. A skinned mesh stands in the scene, as does
/// one that position, angles and scale cannot place.
glm::dmat4 TextConverter::place(uint32_t node_index, TextMesh& out) const {
  const Node& node = scene_.nodes[node_index];
  const bool again = is_text(node.source) && node.parent == kNone;
  const glm::dmat4 to(map_.matrix);
  if (node.skin != kNone && !again) return to;
  const glm::dmat4 whole = map_.transform(world_[node_index]);
  double shear = 0;
  const Transform t = again ? node.local : decompose(whole, Mirror::kAlongX, &shear);
  const double largest = std::max({glm::length(whole[0]), glm::length(whole[1]), glm::length(whole[2])});
  const glm::dmat4 from_scene = glm::inverse(whole);
  if (!(shear <= kShear * largest) || !is_finite(glm::mat4(glm::mat4_cast(t.rotation))) ||
      (node.skin != kNone && !is_finite(glm::mat4(from_scene))))
    return node.skin != kNone ? to : to * world_[node_index];
  out.position = t.translation;
  out.rotation_rad = again ? angles_of(node) : glm::vec3(pose::euler_from_quaternion(glm::dquat(t.rotation)));
  out.scale = t.scale;
  return node.skin != kNone ? from_scene : to;
}

/// Fills the list and gives the number of each primitive of the object: the text's own, else one after the other.
std::vector<uint8_t> TextConverter::materials(const Node& node, const Object& object, TextMesh& out) const {
  const Mesh& mesh = scene_.meshes[node.mesh];
  std::vector<uint8_t> numbers;
  const Property* stored = find_property(node.properties, "materialNumbers", mesh.primitives.size());
  if (stored != nullptr && is_text(node.source) && object.primitives.size() == stored->numbers.size()) {
    for (const double number : stored->numbers) numbers.push_back(static_cast<uint8_t>(number));
    for (const Property& slot : node.properties)
      if (slot.name.starts_with("materialSlot")) out.materials.emplace_back().name = slot.text;
    return numbers;
  }
  std::vector<uint32_t> listed;
  for (const size_t p : object.primitives) {
    const uint32_t material = mesh.primitives[p].material;
    const auto at = std::find(listed.begin(), listed.end(), material);
    numbers.push_back(static_cast<uint8_t>(at - listed.begin()));
    if (at != listed.end()) continue;
    listed.push_back(material);
    out.materials.emplace_back().name = material_name(mesh.primitives[p]);
  }
  if (listed.size() == 1 && listed[0] == kNone) out.materials.clear();
  return numbers;
}

void TextConverter::faces(const Mesh& mesh, const Object& object, const std::vector<uint8_t>& numbers,
                          TextMesh& out) const {
  const bool flip_v = scene_.axes.uv_origin_top;
  const UvLayer* layer = qmsh_uv_layer(mesh, options_.uv_set);
  const auto corner = [&](uint32_t v) {
    glm::vec2 uv(0);
    if (layer != nullptr) {
      uv = layer->uv[v];
      if (flip_v) uv.y = 1 - uv.y;
    }
    out.corners.push_back({text_vertex_[v], uv});
  };
  const auto face = [&](uint8_t corners, size_t primitive, bool smooth) {
    out.faces.push_back({static_cast<uint32_t>(out.corners.size()), corners, numbers[primitive], smooth});
  };
  // The object is the whole mesh of a text: its quads and its order come back.
  const bool whole = object.primitives.size() == mesh.primitives.size() && !map_.flips_winding &&
                     (!mesh.face_corners.empty() || is_text(mesh.source));
  if (whole) {
    const size_t count = mesh.face_corners.empty() ? mesh.indices.size() / 3 : mesh.face_corners.size();
    std::vector<uint32_t> at(mesh.indices.size() / 3);
    for (uint32_t t = 0; t < at.size(); ++t) at[mesh.file_triangle.empty() ? t : mesh.file_triangle[t]] = t;
    size_t next = 0;
    for (size_t f = 0; f < count; ++f) {
      const uint8_t corners = mesh.face_corners.empty() ? uint8_t{3} : mesh.face_corners[f];
      const uint32_t* first = &mesh.indices[size_t{at[next]} * 3];
      const auto material = std::find_if(mesh.primitives.begin(), mesh.primitives.end(), [&](const Primitive& p) {
        return at[next] * 3 < p.first_index + p.index_count;
      });
      face(corners, static_cast<size_t>(material - mesh.primitives.begin()),
           mesh.face_smooth.empty() || mesh.face_smooth[f] != 0);
      // A quad a b c d was cut into b c d and a b d.
      if (corners == 4) corner(mesh.indices[size_t{at[next + 1]} * 3]);
      for (int k = 0; k < 3; ++k) corner(first[k]);
      next += corners - 2u;
    }
    return;
  }
  for (size_t m = 0; m < object.primitives.size(); ++m) {
    const Primitive& primitive = mesh.primitives[object.primitives[m]];
    for (uint32_t i = primitive.first_index; i < primitive.first_index + primitive.index_count; i += 3) {
      face(3, m, true);
      for (uint32_t k = 0; k < 3; ++k) corner(mesh.indices[i + (map_.flips_winding ? 2 - k : k)]);
    }
  }
}

void TextConverter::weights(uint32_t node_index, const Mesh& mesh, const std::vector<uint32_t>& source, TextMesh& out) {
  if (mesh.influence_first.empty()) {
    const uint32_t bone = skeleton_.bone_above[node_index];
    if (bone == kNone) return;
    out.parent_armature = armature_.name;
    out.parent_bone = bone_name(bone);
    return;
  }
  const Skin& skin = scene_.skins[scene_.nodes[node_index].skin];
  std::map<uint32_t, TextGroup> groups;
  for (uint32_t v = 0; v < source.size(); ++v) {
    bool bound = false, loose = false;
    for (uint32_t i = mesh.influence_first[source[v]]; i < mesh.influence_first[source[v] + 1]; ++i) {
      const Influence& influence = mesh.influences[i];
      const uint32_t bone = skeleton_.bone_above[skin.joints[influence.joint]];
      (bone == kNone ? loose : bound) = true;
      if (bone != kNone) groups[bone].entries.push_back({v, influence.weight});
    }
    partly_bound_ += bound && loose;
  }
  // Objects of another skeleton are on none.
  const bool parented = std::any_of(skin.joints.begin(), skin.joints.end(),
                                    [&](uint32_t joint) { return skeleton_.bone_above[joint] != kNone; });
  if (parented) out.parent_armature = armature_.name;
  const Node& node = scene_.nodes[node_index];
  const Property* held_by = is_text(node.source) ? find_property(node.properties, "parentBone", 0) : nullptr;
  if (parented && held_by != nullptr &&
      std::find(bone_names_.begin(), bone_names_.end(), held_by->text) != bone_names_.end()) {
    out.parent_bone = held_by->text;
    return;
  }
  for (auto& [bone, group] : groups) {
    group.name = bone_name(bone);
    out.groups.push_back(std::move(group));
  }
}

/// The angle of the mesh, or among the usual ones that which gives back most of its normals.
float TextConverter::smooth_angle(const Mesh& mesh, const Object& object, const std::vector<uint32_t>& source) {
  if (options_.auto_smooth_deg) return *options_.auto_smooth_deg;
  if (mesh.crease_angle_rad >= 0) {
    // Angles are written in degrees; whole ones shall stay whole.
    const double degrees = mesh.crease_angle_rad * 180.0 / std::numbers::pi;
    return static_cast<float>(std::round(degrees * 1e4) / 1e4);
  }
  if (mesh.normals.empty()) return kUsualAngles[0];
  std::vector<glm::vec3> positions;
  for (const uint32_t v : source) positions.push_back(mesh.positions[v]);
  std::vector<uint32_t> indices;  // of the mesh,
  std::vector<uint32_t> corners;  // and of the object
  for (const size_t p : object.primitives) {
    const Primitive& primitive = mesh.primitives[p];
    indices.insert(indices.end(), mesh.indices.begin() + primitive.first_index,
                   mesh.indices.begin() + primitive.first_index + primitive.index_count);
  }
  for (const uint32_t v : indices) corners.push_back(text_vertex_[v]);
  const double side = scene_.axes.front_face == FrontFace::kClockwise ? -1 : 1;
  float best = kUsualAngles[0];
  uint64_t fewest = std::numeric_limits<uint64_t>::max();
  for (const float angle : kUsualAngles) {
    const auto smooth = geometry::crease_normals(positions, corners, angle * std::numbers::pi_v<float> / 180);
    uint64_t off = 0;
    for (size_t i = 0; i < indices.size(); ++i) {
      const glm::dvec3 want(mesh.normals[indices[i]]), have(smooth.normals[smooth.indices[i]]);
      const double lengths = glm::length(want) * glm::length(have);
      off += lengths > 0 && side * glm::dot(want, have) < lengths * std::cos(kNormalTolerance);
    }
    if (off < fewest) fewest = off, best = angle;
  }
  other_normals_ += fewest;
  return best;
}

/// What the text said of the bone, unless it was moved since.
void ends_of_text(const Node& node, TextBone& bone) {
  const auto numbers = [&](const char* name, size_t count) { return find_property(node.properties, name, count); };
  const Property *head = numbers("head", 4), *tail = numbers("tail", 4);
  if (head == nullptr || tail == nullptr) return;
  const glm::vec3 at = vec3_of(*head), end = vec3_of(*tail);
  if (!(glm::distance(at, bone.head) <= 1e-4f * std::max(bone.length, farthest_component(at)))) return;
  bone.head = bone.head_in_bone = at, bone.tail = bone.tail_in_bone = end;
  bone.head_radius = static_cast<float>(head->numbers[3]), bone.tail_radius = static_cast<float>(tail->numbers[3]);
  bone.length = node.length;
  if (const Property* roll = numbers("roll", 2)) {
    bone.roll_bone_rad = static_cast<float>(roll->numbers[0]);
    bone.roll_armature_rad = static_cast<float>(roll->numbers[1]);
  }
  if (const Property* weight = numbers("weight", 1)) bone.weight = static_cast<float>(weight->numbers[0]);
  if (const Property* in_bone = numbers("headInBone", 3)) bone.head_in_bone = vec3_of(*in_bone);
  if (const Property* in_bone = numbers("tailInBone", 3)) bone.tail_in_bone = vec3_of(*in_bone);
  if (const Property* matrix = numbers("matrixInBone", 9)) {
    for (size_t i = 0; i < 9; ++i) bone.matrix3[i] = static_cast<float>(matrix->numbers[i]);
  }
}

void TextConverter::armature() {
  TextArmature& armature = armature_;
  const glm::dmat4 armature_from_scene = glm::inverse(scene_from_armature_);
  std::vector<double> to_child(skeleton_.nodes.size(), 0);  // the first one that stands elsewhere
  for (size_t b = 0; b < skeleton_.nodes.size(); ++b) {
    const uint32_t parent = skeleton_.parents[b];
    if (parent == kNone || to_child[parent] > 0) continue;
    to_child[parent] = glm::distance(glm::dvec3(skeleton_.world[b][3]), glm::dvec3(skeleton_.world[parent][3]));
  }
  for (uint32_t b = 0; b < skeleton_.nodes.size(); ++b) {
    const Node& node = scene_.nodes[skeleton_.nodes[b]];
    const glm::dmat4 world = armature_from_scene * skeleton_.world[b];
    TextBone bone;
    bone.name = bone_name(b);
    if (skeleton_.parents[b] != kNone) bone.parent = bone_name(skeleton_.parents[b]);
    const double length = node.length > 0 ? double{node.length} : to_child[b];
    bone.length = static_cast<float>(length > 0 ? length : 0.1);
    const double y = glm::length(glm::dvec3(world[1]));
    bone.head = glm::vec3(world[3]);
    bone.tail = glm::vec3(glm::dvec3(world[3]) + glm::dvec3(world[1]) * (y > 0 ? bone.length / y : 0.0));
    bone.matrix = to_rows_4x4(glm::mat4(world));
    const glm::dmat4& rest = skeleton_.rest[b];
    for (int i = 0; i < 9; ++i) bone.matrix3[static_cast<size_t>(i)] = static_cast<float>(rest[i / 3][i % 3]);
    bone.head_in_bone = bone.head, bone.tail_in_bone = bone.tail;
    if (is_text(node.source)) ends_of_text(node, bone);
    armature.bones.push_back(std::move(bone));
  }
  out_.armatures.push_back(std::move(armature));
}

/// The rate of the clips, else one of the usual rates that puts most keys on whole frames.
int32_t TextConverter::frame_rate() const {
  double largest_gap = std::numeric_limits<double>::infinity();
  int32_t best = kUsualRates[0];
  for (const Clip& clip : scene_.clips) {
    if (clip.frame_rate > 0) return static_cast<int32_t>(std::clamp(std::round(clip.frame_rate), 1.0, 1e6));
  }
  for (const int32_t rate : kUsualRates) {
    double gap = 0;
    for (const Clip& clip : scene_.clips) {
      const auto add = [&](double time) { gap += std::abs(time * rate - std::round(time * rate)); };
      if (clip.poses) std::for_each(clip.poses->times_s.begin(), clip.poses->times_s.end(), add);
      for (const Curve& curve : clip.curves)
        for (const Key& key : curve.keys) add(key.time_s);
    }
    if (gap < largest_gap) largest_gap = gap, best = rate;
  }
  return best;
}

void TextConverter::action(const Clip& clip) {
  if (!moves_bones(clip, skeleton_)) {
    loss_report_.add("actions", 1, "'" + clip.name + "' moves no bone and is left out");
    return;
  }
  TextAction action;
  action.name = clip.name;
  const bool own_curves =
      !clip.curves.empty() && (options_.fps == 0 || options_.fps == clip.frame_rate) && map_.is_identity() &&
      std::all_of(clip.curves.begin(), clip.curves.end(), [&](const Curve& c) {
        return c.target == kNone || (c.target_kind == TargetKind::kNode && skeleton_.bone_of_node[c.target] != kNone &&
                                     skeleton_.direct[skeleton_.bone_of_node[c.target]]);
      });
  if (own_curves) {
    action_from_curves(clip, action);
  } else {
    // Keys of binaries stay where they are unless a rate is wanted.
    QmshKeyOptions options;
    if (options_.fps > 0 || !clip.poses) options.rate = out_.fps;
    if (const double start_s = qmsh_start_s(clip, out_.fps); start_s > 0)
      loss_report_.add("times", 1,
                       "'" + clip.name + "' begins at frame " + std::to_string(std::lround(frame_of(clip, start_s))) +
                           ", its first key, which readers take for its start; the number is how many seconds are "
                           "before it",
                       start_s);
    ++straight_actions_;
    action_from_keys(clip, qmsh_animation(moving_, clip, skeleton_, map_, options, loss_report_), action);
  }
  out_.actions.push_back(std::move(action));
}

/// A frame that is whole but for rounding is whole.
double TextConverter::frame_of(const Clip& clip, double time_s) const {
  const double frame = time_s * out_.fps + clip.first_frame, whole = std::round(frame);
  return std::abs(frame - whole) <= kOnFrame ? whole : frame;
}

/// All curves of the channel are steps, and nothing else moves it: the bone's own, from a pose without a scale of its
/// own.
bool TextConverter::is_stepped(const Clip& clip, uint32_t bone, Channel channel) const {
  bool any = false;
  const glm::vec3 s = scene_.nodes[skeleton_.nodes[bone]].local.scale;
  if (farthest_component(s - s.x) > kRounding * std::abs(s.x)) return false;
  for (const Curve& curve : clip.curves) {
    if (curve.target_kind != TargetKind::kNode || curve.target != skeleton_.nodes[bone]) continue;
    const bool turns = curve.channel == Channel::kRotationEuler && channel == Channel::kRotationQuat;
    if (curve.channel != channel && !turns) continue;
    if (curve.interpolation != Interpolation::kStep) return false;
    any = true;
  }
  return any;
}

void TextConverter::action_from_curves(const Clip& clip, TextAction& action) const {
  std::unordered_map<uint32_t, TextChannel*> channel_of;
  for (const Curve& curve : clip.curves) {
    if (curve.target == kNone) continue;
    TextChannel*& channel = channel_of[curve.target];
    if (channel == nullptr) {
      channel = &action.channels.emplace_back();
      channel->bone = bone_name(skeleton_.bone_of_node[curve.target]);
    }
    TextCurve text;
    text.name = curve.path;
    text.interpolation = curve.interpolation;
    text.extension = curve.after;
    for (const Key& key : curve.keys) text.points.push_back({frame_of(clip, key.time_s), key.value});
    channel->curves.push_back(std::move(text));
  }
}

/// Straight lines through all keys, and steps where the source has steps. Places and scales that never leave rest by
/// more than rounding are not written; rotations are, for the times.
void TextConverter::action_from_keys(const Clip& clip, const BinaryAnimation& animation, TextAction& action) {
  const size_t bones = skeleton_.nodes.size();
  for (uint32_t b = 0; b < bones; ++b) {
    TextChannel channel;
    channel.bone = bone_name(b);
    std::vector<Transform> keys;
    float moved = 0, scaled = 0;
    for (size_t k = 0; k < animation.times_s.size(); ++k) {
      Transform& t = keys.emplace_back(animation.poses[k * bones + b]);
      // Lines between numbers of unlike signs would turn the long way.
      if (k > 0 && glm::dot(t.rotation, keys[k - 1].rotation) < 0) t.rotation = -t.rotation;
      moved = std::max(moved, farthest_component(t.translation));
      scaled = std::max(scaled, farthest_component(t.scale - 1.0f));
    }
    const bool moves_place = moved > kRounding * farthest_component(glm::vec3(skeleton_.rest[b][3])),
               moves_scale = scaled > kRounding;
    const auto curve = [&](const char* name, float rest, bool always, Channel of, auto&& value_of) {
      TextCurve text;
      text.name = name;
      if (is_stepped(clip, b, of)) text.interpolation = Interpolation::kStep;
      bool moves = always;
      for (size_t k = 0; k < keys.size(); ++k) {
        const float value = value_of(keys[k]);
        moves |= value != rest;
        text.points.push_back({frame_of(clip, animation.times_s[k]), value});
      }
      if (moves) channel.curves.push_back(std::move(text));
    };
    if (moves_place) {
      curve("LocX", 0, false, Channel::kTranslation, [](const Transform& t) { return t.translation.x; });
      curve("LocY", 0, false, Channel::kTranslation, [](const Transform& t) { return t.translation.y; });
      curve("LocZ", 0, false, Channel::kTranslation, [](const Transform& t) { return t.translation.z; });
    }
    curve("QuatX", 0, true, Channel::kRotationQuat, [](const Transform& t) { return t.rotation.x; });
    curve("QuatY", 0, true, Channel::kRotationQuat, [](const Transform& t) { return t.rotation.y; });
    curve("QuatZ", 0, true, Channel::kRotationQuat, [](const Transform& t) { return t.rotation.z; });
    curve("QuatW", 1, true, Channel::kRotationQuat, [](const Transform& t) { return t.rotation.w; });
    if (moves_scale) {
      curve("ScaleX", 1, false, Channel::kScale, [](const Transform& t) { return t.scale.x; });
      curve("ScaleY", 1, false, Channel::kScale, [](const Transform& t) { return t.scale.y; });
      curve("ScaleZ", 1, false, Channel::kScale, [](const Transform& t) { return t.scale.z; });
    }
    action.channels.push_back(std::move(channel));
  }
}

void TextConverter::report() {
  loss_report_.add("normals", other_normals_,
                   counted(other_normals_, "corner normal fits", "corner normals fit") +
                       " no usual smoothing angle and will be computed again");
  loss_report_.add("names", renamed_,
                   counted(renamed_, "bone was", "bones were") + " renamed, because bones are found by name");
  loss_report_.add("influences", partly_bound_,
                   counted(partly_bound_, "vertex has", "vertices have") +
                       " weights that sum to less than 1; the bones take the rest");
  uint64_t points = 0, textures = 0;
  for (const Node& node : scene_.nodes)
    points += std::any_of(node.properties.begin(), node.properties.end(),
                          [](const Property& p) { return p.name == "pointType"; });
  // Images that were looked for by the name of a material follow from it again.
  for (const Material& material : scene_.materials)
    textures +=
        static_cast<uint64_t>(std::count_if(material.slots.begin(), material.slots.end(), [&](const TextureSlot& slot) {
          return slot.texture == kNone || scene_.textures[slot.texture].name != material.name;
        }));
  loss_report_.add("points", points, counted(points, "point has", "points have") + " no place in version 10");
  loss_report_.add("cameras", scene_.cameras.size(),
                   counted(scene_.cameras.size(), "camera has", "cameras have") + " no place in version 10");
  loss_report_.add("actions", straight_actions_,
                   counted(straight_actions_, "action interpolates", "actions interpolate") +
                       " rotations linearly instead of along arcs");
  loss_report_.add(
      "textures", textures,
      counted(textures, "texture has", "textures have") + " no place in version 10; materials keep their names");
  report_left_out(scene_, skeleton_, names_, loss_report_);
}

}  // namespace

TextModel convert_to_qmsh_text(const Scene& scene, const QmshOptions& options, LossReport& loss_report,
                               const Scene* moving) {
  return TextConverter(scene, moving ? *moving : scene, options, loss_report).convert();
}

std::string export_qmsh_text(const Scene& scene, const QmshOptions& options, LossReport& loss_report,
                             const Scene* moving) {
  return write_text(convert_to_qmsh_text(scene, options, loss_report, moving));
}

}  // namespace vitrine
