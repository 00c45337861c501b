#include "export/kri/export.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "export/kri/actions.h"
#include "geometry/weld.h"
#include "pose/hierarchy.h"
#include "scene/axis_map.h"
#include "scene/decompose.h"
#include "scene/finite.h"
#include "skin/skin.h"

namespace vitrine {
namespace {

using kri::LogLevel;

class Exporter {
 public:
  Exporter(const Scene& scene, const KriExportOptions& options, LossReport& loss_report)
      : scene_(scene), options_(options), loss_report_(loss_report) {}

  Result<KriExport> run() {
    prepare_axes();
    prepare_worlds();
    find_bones();
    bind_bones();
    add_materials();
    add_objects();
    add_actions();
    clean_names();
    const kri::WriteOptions options{options_.generation, options_.process_quaternions};
    VITRINE_TRY(out_.bytes, kri::write(file_, options, out_.log));
    return std::move(out_);
  }

 private:
  /// KRI is right-handed with Z up; every transform is taken over by the change of base, so no root is needed.
  void prepare_axes() {
    Axes kri_axes;
    kri_axes.up = Up::kZ;
    kri_axes.forward = {0, -1, 0};
    axes_ = axis_map(scene_.axes, kri_axes);
    same_axes_ = axes_.matrix == glm::dmat3(1);
  }
  glm::dmat4 changed(const glm::dmat4& m) const { return same_axes_ ? m : axes_.transform(m); }

  void prepare_worlds() {
    for (const Node& node : scene_.nodes) {
      glm::dmat4 local = local_matrix(node.local);
      if (node.rest != kNone) local = glm::dmat4(scene_.rest_matrices[node.rest]) * local;
      locals_.push_back(local);
      worlds_.push_back(node.parent == kNone ? local : worlds_[node.parent] * local);
    }
  }

  /// Joints and whatever skins use as such become bones; the nearest ancestor that is none is their armature.
  void find_bones() {
    const size_t count = scene_.nodes.size();
    is_bone_.assign(count, false);
    for (size_t i = 0; i < count; ++i) is_bone_[i] = scene_.nodes[i].kind == NodeKind::kJoint;
    for (size_t i = 0; i < count; ++i) {
      if (scene_.nodes[i].skin == kNone) continue;
      for (const uint32_t joint : scene_.skins[scene_.nodes[i].skin].joints)
        is_bone_[joint] = is_bone_[joint] || joint != i;
    }
    // The mesh of a skin cannot be its own bone as well.
    for (size_t i = 0; i < count; ++i) is_bone_[i] = is_bone_[i] && scene_.nodes[i].skin == kNone;
    join_bones();
    armature_.assign(count, kNone);
    bone_number_.assign(count, kNone);
    bool needs_root = false;
    std::vector<uint32_t> bone_counts(count + 1, 0);
    for (uint32_t i = 0; i < count; ++i) {
      if (!is_bone_[i]) continue;
      const uint32_t parent = scene_.nodes[i].parent;
      armature_[i] = parent == kNone ? kNone : is_bone_[parent] ? armature_[parent] : parent;
      needs_root |= armature_[i] == kNone;
      bone_number_[i] = bone_counts[armature_[i] == kNone ? count : armature_[i]]++;
    }
    if (!needs_root) return;
    kri::OutObject root;
    root.name = unique_name("Armature");
    file_.objects.push_back(std::move(root));
    root_armature_ = 0;
  }

  /// A node between two bones is a bone too: those below it would have an armature of their own.
  void join_bones() {
    const size_t count = scene_.nodes.size();
    std::vector<bool> below(count, false), above(count, false);
    for (size_t i = 0; i < count; ++i) {
      const uint32_t parent = scene_.nodes[i].parent;
      below[i] = parent != kNone && (is_bone_[parent] || below[parent]);
    }
    for (size_t i = count; i-- > 0;) {
      const uint32_t parent = scene_.nodes[i].parent;
      if (parent != kNone && (is_bone_[i] || above[i])) above[parent] = true;
    }
    for (size_t i = 0; i < count; ++i)
      if (below[i] && above[i] && scene_.nodes[i].skin == kNone) is_bone_[i] = true;
  }

  /// Where bones are bound. KRI has one pose for bind and rest; bones that rest elsewhere are keyed in every action.
  void bind_bones() {
    binds_ = worlds_;
    std::vector<bool> bound(scene_.nodes.size(), false);
    uint64_t otherwise = 0;
    for (const Skin& skin : scene_.skins) {
      if (skin.joint_from_bind.empty()) continue;
      for (size_t k = 0; k < skin.joints.size(); ++k) {
        const uint32_t joint = skin.joints[k];
        if (!is_bone_[joint]) continue;
        const glm::dmat4 bind = skin.bind_is_rest ? worlds_[joint] : glm::inverse(glm::dmat4(skin.joint_from_bind[k]));
        if (bound[joint])
          otherwise += !is_near(bind, binds_[joint]);
        else if (is_finite(bind) && !is_near(bind, worlds_[joint]))
          binds_[joint] = bind;
        bound[joint] = true;
      }
    }
    for (uint32_t i = 0; i < scene_.nodes.size(); ++i)
      if (is_bone_[i] && !is_near(bind_local(i), locals_[i])) resting_elsewhere_.push_back(i);
    loss_report_.add("skins", otherwise,
                     std::to_string(otherwise) + " bones are bound in another pose by a further skin");
  }
  /// But for rounding of stored matrices.
  static bool is_near(const glm::dmat4& a, const glm::dmat4& b) {
    double largest = 0, size = 0;
    for (int i = 0; i < 16; ++i) {
      largest = std::max(largest, std::abs(a[i / 4][i % 4] - b[i / 4][i % 4]));
      size = std::max(size, std::abs(b[i / 4][i % 4]));
    }
    return largest <= 1e-5 * size;
  }
  /// Of a bone, relative to its parent or armature.
  glm::dmat4 bind_local(uint32_t bone) const {
    const uint32_t parent = scene_.nodes[bone].parent;
    const glm::dmat4 above = parent == kNone ? glm::dmat4(1) : binds_[parent];
    const bool as_stored = binds_[bone] == worlds_[bone] && (parent == kNone || above == worlds_[parent]);
    return as_stored ? locals_[bone] : glm::inverse(above) * binds_[bone];
  }

  void add_materials() {
    std::unordered_set<std::string> names;
    for (const Material& material : scene_.materials) {
      kri::OutMaterial out;
      out.material = material;
      out.material.name = unique(material.name, names);
      for (const TextureSlot& slot : material.slots) {
        kri::OutSlot& more = out.slots.emplace_back();
        if (slot.texture != kNone) more.path = scene_.textures[slot.texture].name;
        const Mesh* mesh = first_mesh_with(static_cast<uint32_t>(file_.materials.size()));
        more.has_layer = mesh == nullptr || slot.uv_layer < mesh->uv_layers.size();
        if (mesh != nullptr && more.has_layer) more.layer = mesh->uv_layers[slot.uv_layer].name;
      }
      file_.materials.push_back(std::move(out));
    }
  }

  const Mesh* first_mesh_with(uint32_t material) const {
    for (const Mesh& mesh : scene_.meshes) {
      const auto has = [&](const Primitive& p) { return p.material == material; };
      if (std::any_of(mesh.primitives.begin(), mesh.primitives.end(), has)) return &mesh;
    }
    return nullptr;
  }

  /// Names resolve to the first of their kind, after they are cut: every later one needs another.
  std::string unique(const std::string& name, std::unordered_set<std::string>& taken) {
    const size_t limit = kri::name_limit(options_.generation);
    const std::string whole = kri::without_control(name);
    control_names_ += whole != name;
    std::string candidate = whole.substr(0, limit);
    for (uint32_t number = 1; candidate.empty() || !taken.insert(candidate).second; ++number) {
      const std::string suffix = "." + std::to_string(number);
      candidate = whole.substr(0, limit - suffix.size()) + suffix;
    }
    if (candidate != whole && !name.empty()) ++renamed_;
    return candidate;
  }
  std::string unique_name(const std::string& name) { return unique(name, object_names_); }

  uint32_t armature_object(uint32_t bone) const {
    return armature_[bone] == kNone ? root_armature_ : object_of_[armature_[bone]];
  }
  glm::dmat4 armature_world(uint32_t bone) const {
    return armature_[bone] == kNone ? glm::dmat4(1) : worlds_[armature_[bone]];
  }

  void add_objects() {
    const size_t count = scene_.nodes.size();
    object_of_.assign(count, kNone);
    mesh_object_of_.assign(count, kNone);
    std::vector<bool> has_children(count, false);
    for (const Node& node : scene_.nodes)
      if (node.parent != kNone) has_children[node.parent] = true;
    std::vector<uint32_t> waiting;  // skinned meshes whose armature stands behind them, or is they themselves
    for (uint32_t i = 0; i < count; ++i) {
      const Node& node = scene_.nodes[i];
      if (is_bone_[i]) {
        add_bone(i);
        const bool carries = node.mesh != kNone || node.light != kNone || node.camera != kNone;
        if (!carries) continue;
        ++objects_on_bones_;
      }
      if (node.kind == NodeKind::kEmitter && node.parent != kNone && object_of_[node.parent] != kNone) {
        object_of_[i] = object_of_[node.parent];  // a particle system is part of its node
        add_emitter(node);
        continue;
      }
      const uint32_t bone = first_bone_of(i);
      const bool waits = bone != kNone && armature_object(bone) == kNone;
      if (waits) waiting.push_back(i);
      if (!waits)
        add_object(i, Part::kAll);
      else if (has_children[i])
        add_object(i, Part::kPlace);
    }
    for (const uint32_t i : waiting) add_object(i, object_of_[i] == kNone ? Part::kAll : Part::kMesh);
    loss_report_.add("hierarchy", objects_on_bones_,
                     std::to_string(objects_on_bones_) + " objects on bones were written in the bind pose");
    loss_report_.add(
        "scale", uneven_scales_,
        std::to_string(uneven_scales_) +
            " nodes and bones are stretched unevenly and keep the mean of their three scales; the number is the "
            "largest difference",
        largest_unevenness_);
    loss_report_.add("influences", loose_influences_,
                     std::to_string(loose_influences_) +
                         " influences are of bones of another armature; the mesh itself takes their share");
    const auto lost_to_seed = [&](const char* what, uint64_t count, const char* things) {
      loss_report_.add(what, count,
                       std::to_string(count) + " " + things + " have no place in the layout of March 2010");
    };
    lost_to_seed("shapes", lost_shapes_, "shape keys");
    lost_to_seed("colors", lost_colors_, "colour layers");
    lost_to_seed("textureCoordinates", lost_layers_, "texture layers after the first of their mesh");
    loss_report_.add("names", renamed_,
                     std::to_string(renamed_) + " names were changed or cut so that they stay different");
  }

  /// Readers skip a chunk whose names have control characters. Objects and materials have lost theirs by now.
  void clean_names() {
    std::vector<std::string*> names;
    const auto add_all = [&](auto& things) {
      for (auto& thing : things) names.push_back(&thing.name);
    };
    const auto add_actions = [&](std::vector<kri::OutAction>& actions) {
      add_all(actions);
      for (kri::OutAction& action : actions) {
        for (kri::OutCurve& curve : action.curves) names.push_back(&curve.path);
      }
    };
    for (kri::OutObject& object : file_.objects) {
      add_all(object.bones);
      add_all(object.emitters);
      for (kri::OutMesh& part : object.meshes)
        add_all(part.mesh.uv_layers), add_all(part.mesh.color_layers), add_all(part.mesh.shapes);
      add_actions(object.node_actions);
      add_actions(object.data_actions);
    }
    for (kri::OutMaterial& material : file_.materials) {
      for (kri::OutSlot& slot : material.slots) names.push_back(&slot.path), names.push_back(&slot.layer);
      add_actions(material.actions);
    }
    // The same name becomes the same everywhere, and nothing that another has.
    std::unordered_set<std::string> taken;
    std::unordered_map<std::string, std::string> clean_of;
    std::unordered_map<std::string, uint32_t> last_number;
    for (const std::string* name : names) taken.insert(*name);
    for (std::string* name : names) {
      const std::string clean = kri::without_control(*name);
      if (clean == *name) continue;
      const auto [found, is_new] = clean_of.try_emplace(*name, clean);
      while (is_new && !taken.insert(found->second).second)
        found->second = clean + "." + std::to_string(++last_number[clean]);
      control_names_ += is_new;
      *name = found->second;
    }
    loss_report_.add(
        "names", control_names_,
        std::to_string(control_names_) + " names have '_' where control characters were, which KRI cannot hold");
  }

  void add_emitter(const Node& node) {
    file_.objects[object_of_[node.parent]].emitters.push_back(scene_.emitters[node.emitter]);
  }

  void add_bone(uint32_t i) {
    const uint32_t parent = scene_.nodes[i].parent;
    kri::OutBone bone;
    bone.name = scene_.nodes[i].name;
    const bool on_bone = parent != kNone && is_bone_[parent];
    bone.parent = on_bone ? static_cast<uint8_t>(std::min<uint32_t>(bone_number_[parent] + 1, 255)) : 0;
    bone.bind = decompose(changed(bind_local(i)), Mirror::kAlongAll);
    note_scale(bone.bind.scale);
    file_.objects[armature_object(i)].bones.push_back(std::move(bone));
  }

  /// What of a node an object holds: a skinned mesh that is its own armature, or above it, is an object apart.
  enum class Part : uint8_t { kAll, kPlace, kMesh };

  void add_object(uint32_t i, Part part) {
    const Node& node = scene_.nodes[i];
    kri::OutObject object;
    object.name = unique_name(node.name);
    // A skinned mesh belongs to its armature; what hangs on a bone can only hang on the armature.
    uint32_t parent = node.parent;
    uint32_t parent_object = parent == kNone ? kNone : object_of_[parent];
    glm::dmat4 parent_world = parent == kNone ? glm::dmat4(1) : worlds_[parent];
    bool moved = false;
    const uint32_t bone = part == Part::kPlace ? kNone : first_bone_of(i);
    if (bone != kNone) {
      parent_object = armature_object(bone);
      parent_world = armature_world(bone);
      moved = armature_[bone] != parent;
      objects_on_bones_ += parent != kNone && is_bone_[parent];
    } else if (parent != kNone && is_bone_[parent]) {
      parent_object = armature_object(parent);
      parent_world = armature_world(parent);
      moved = true;
      ++objects_on_bones_;
    }
    if (parent_object != kNone) object.parent = file_.objects[parent_object].name;
    const bool as_stored = !moved && same_axes_ && node.rest == kNone && !turns_camera(node);
    const glm::dmat4 local = (moved ? glm::inverse(parent_world) * worlds_[i] : locals_[i]);
    object.local = as_stored ? node.local : decompose(changed(local) * camera_turn(node), Mirror::kAlongAll);
    note_scale(object.local.scale);
    if (part != Part::kMesh) add_data(node, object);
    const auto number = static_cast<uint32_t>(file_.objects.size());
    if (part != Part::kMesh) object_of_[i] = number;
    if (part != Part::kPlace) mesh_object_of_[i] = number;
    std::vector<kri::OutMesh> parts;
    if (node.mesh != kNone && part != Part::kPlace) parts = prepared_mesh(i);
    kri::OutObject pattern;
    pattern.parent = object.parent;
    pattern.local = object.local;
    if (!parts.empty()) object.meshes.push_back(std::move(parts[0]));
    file_.objects.push_back(std::move(object));
    for (size_t p = 1; p < parts.size(); ++p) {  // the rest of a mesh that is too large: more objects at the same place
      kri::OutObject more = pattern;
      more.name = unique_name(node.name + ".part" + std::to_string(p));
      more.meshes.push_back(std::move(parts[p]));
      file_.objects.push_back(std::move(more));
    }
  }

  void add_data(const Node& node, kri::OutObject& object) {
    if (node.light != kNone) {
      object.lights.push_back(scene_.lights[node.light]);
      object.lights[0].attenuation.x = object.lights[0].energy;
    }
    if (node.camera != kNone) object.cameras.push_back(horizontal_camera(scene_.cameras[node.camera]));
    if (node.emitter != kNone) object.emitters.push_back(scene_.emitters[node.emitter]);
  }

  /// KRI has one scale for all three axes.
  void note_scale(const glm::vec3& scale) {
    const float mean = (scale.x + scale.y + scale.z) / 3;
    const glm::vec3 off = glm::abs(scale - mean);
    const double difference = std::max({off.x, off.y, off.z});
    if (difference <= 1e-4 * std::abs(mean)) return;
    ++uneven_scales_;
    largest_unevenness_ = std::max(largest_unevenness_, difference);
  }

  /// KRI's cameras look along -Z with +Y up, in their node's space.
  bool turns_camera(const Node& node) const {
    if (node.camera == kNone) return false;
    const Camera& camera = scene_.cameras[node.camera];
    return camera.look != glm::vec3(0, 0, -1) || camera.up != glm::vec3(0, 1, 0);
  }
  glm::dmat4 camera_turn(const Node& node) const {
    if (!turns_camera(node)) return glm::dmat4(1);
    const glm::dvec3 back = axes_.point(-glm::dvec3(scene_.cameras[node.camera].look));
    const glm::dvec3 up = axes_.point(glm::dvec3(scene_.cameras[node.camera].up));
    return glm::dmat4(glm::dmat3(glm::cross(up, back), up, back));
  }
  /// The stored angle is horizontal; one that is vertical is taken for a picture of 4 by 3.
  static Camera horizontal_camera(Camera camera) {
    if (camera.fov_rule == FovRule::kVertical) camera.fov_rad = 2 * std::atan(std::tan(camera.fov_rad / 2) * 4 / 3);
    camera.fov_rule = FovRule::kHorizontal;
    return camera;
  }

  uint32_t first_bone_of(uint32_t node) const {
    if (scene_.nodes[node].skin == kNone) return kNone;
    for (const uint32_t joint : scene_.skins[scene_.nodes[node].skin].joints) {
      if (is_bone_[joint]) return joint;
    }
    return kNone;
  }

  /// The mesh in its node's space and KRI's axes, with normals, counter-clockwise.
  Mesh local_mesh(uint32_t i) {
    const Node& node = scene_.nodes[i];
    Mesh mesh = scene_.meshes[node.mesh];
    if (mesh.normals.empty()) {
      std::vector<glm::mat4> bind;
      for (const glm::dmat4& world : worlds_) bind.emplace_back(world);
      const auto plan =
          skin::plan_skin(scene_, node.mesh, node.skin, geometry::first_equal_positions(mesh.positions), bind);
      mesh.normals.assign(plan.bind_normals.begin(),
                          plan.bind_normals.begin() + static_cast<std::ptrdiff_t>(mesh.positions.size()));
    }
    glm::dmat4 to_node = node.skin == kNone ? glm::dmat4(1) : glm::inverse(worlds_[i]);
    const bool moves = node.skin != kNone && to_node != glm::dmat4(1);
    if (moves || !same_axes_) {
      to_node = glm::dmat4(axes_.matrix) * to_node;
      const glm::dmat3 normal_matrix = glm::transpose(glm::inverse(glm::dmat3(to_node)));
      const auto point = [&](glm::vec3& p) { p = glm::vec3(to_node * glm::dvec4(glm::dvec3(p), 1)); };
      for (glm::vec3& p : mesh.positions) point(p);
      for (ShapeKey& shape : mesh.shapes) {
        for (glm::vec3& p : shape.positions) point(p);
      }
      for (glm::vec3& n : mesh.normals) {
        const glm::dvec3 moved = normal_matrix * glm::dvec3(n);
        const double length = glm::length(moved);
        if (length > 1e-30) n = glm::vec3(moved / length);
      }
    }
    for (glm::vec3& n : mesh.normals) {
      if (glm::dot(n, n) == 0) n = glm::vec3(0, 0, 1);
    }
    if (axes_.flips_winding) {
      for (size_t k = 0; k < mesh.indices.size(); k += 3) std::swap(mesh.indices[k + 1], mesh.indices[k + 2]);
    }
    if (scene_.axes.uv_origin_top) {  // KRI counts v from the bottom
      for (UvLayer& layer : mesh.uv_layers) {
        for (glm::vec2& uv : layer.uv) uv.y = 1 - uv.y;
      }
    }
    return mesh;
  }

  std::vector<kri::OutMesh> prepared_mesh(uint32_t i) {
    const Node& node = scene_.nodes[i];
    geometry::KriPreparedMesh prepared =
        geometry::prepare_for_kri(local_mesh(i), {options_.process_quaternions, options_.close_t_junctions});
    std::vector<kri::OutMesh> parts;
    for (Mesh& part : geometry::split_mesh(prepared.mesh)) {
      kri::OutMesh out;
      if (first_bone_of(i) != kNone && !part.influence_first.empty()) out.weights = weight_bytes(i, part);
      out.mesh = std::move(part);
      parts.push_back(std::move(out));
    }
    if (!parts.empty()) parts[0].lines = lines_of(prepared.statistics, parts.size());
    if (options_.generation == kri::Generation::kSeed) {
      lost_shapes_ += prepared.mesh.shapes.size();
      lost_colors_ += prepared.mesh.color_layers.size();
      lost_layers_ += std::max<size_t>(prepared.mesh.uv_layers.size(), 1) - 1;
    }
    const geometry::KriMeshStatistics& s = prepared.statistics;
    loss_report_.add("influences", s.reduced_vertices,
                     std::to_string(s.reduced_vertices) + " vertices of '" + node.name +
                         "' kept four bones; the number is the largest share dropped",
                     s.largest_dropped_share);
    constexpr double kNothing = 1e-6;  // weights that were bytes before
    loss_report_.add("weights", s.largest_rounding > kNothing ? s.vertices : 0,
                     "weights of '" + node.name + "' became bytes; the number is the largest difference",
                     s.largest_rounding);
    out_.meshes.push_back(s);
    return parts;
  }

  std::vector<std::array<uint8_t, 8>> weight_bytes(uint32_t node, const Mesh& mesh) {
    const Skin& skin = scene_.skins[scene_.nodes[node].skin];
    const uint32_t armature = armature_[first_bone_of(node)];
    const auto number_of = [&](uint32_t joint) -> uint32_t {
      // What follows the mesh's node follows the bone on which that hangs.
      while (joint != kNone && !is_bone_[joint]) joint = scene_.nodes[joint].parent;
      return joint != kNone && armature_[joint] == armature ? std::min<uint32_t>(bone_number_[joint] + 1, 255) : 0;
    };
    std::vector<std::array<uint8_t, 8>> weights;
    weights.reserve(mesh.positions.size());
    for (size_t v = 0; v < mesh.positions.size(); ++v) {
      std::array<uint8_t, 8> pairs{};
      size_t slot = 0;
      for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k, ++slot) {
        const uint32_t joint = skin.joints[mesh.influences[k].joint], number = number_of(joint);
        loose_influences_ += number == 0 && is_bone_[joint];
        pairs[2 * slot] = static_cast<uint8_t>(std::lround(mesh.influences[k].weight * 255));
        pairs[2 * slot + 1] = static_cast<uint8_t>(number);
      }
      if (slot == 0) pairs[0] = 255;  // bone 0: the mesh object itself
      weights.push_back(pairs);
    }
    return weights;
  }

  static std::vector<kri::LogLine> lines_of(const geometry::KriMeshStatistics& s, size_t parts) {
    std::vector<kri::LogLine> lines;
    const auto add = [&](LogLevel level, std::string text) { lines.push_back({level, 1, std::move(text)}); };
    if (s.source_triangles == 0) add(LogLevel::kError, "object has no faces");
    if (s.has_frames && s.pure_vertices > 0)
      add(LogLevel::kWarning, std::to_string(s.pure_vertices) + " pure vertices detected");
    add(LogLevel::kInfo, decimals(s.average_hand) + " avg handness");
    if (s.kept_frames) add(LogLevel::kInfo, "quaternions and handedness of the file are kept");
    if (s.has_frames) {
      if (!s.kept_frames) add(LogLevel::kInfo, decimals(s.tangent_accuracy) + " avg tangent accuracy");
      add(LogLevel::kInfo,
          "extra " + std::to_string(s.extra_vertices()) + " vertices, " + std::to_string(s.extra_faces()) + " faces");
      add(LogLevel::kInfo,
          "negative products before: " + triple(s.negatives_before) + ", after: " + triple(s.negatives_after));
    }
    if (s.t_junctions > 0) {
      add(s.closing_triangles > 0 ? LogLevel::kInfo : LogLevel::kWarning,
          std::to_string(s.t_junctions) + " T-junctions, closed with " + std::to_string(s.closing_vertices) +
              " vertices, " + std::to_string(s.closing_triangles) + " faces");
    }
    if (s.reduced_vertices > 0) {
      add(LogLevel::kWarning, std::to_string(s.reduced_vertices) + " vertices kept four bones, dropping at most " +
                                  decimals(100 * s.largest_dropped_share) + " % of a vertex");
    }
    if (s.largest_rounding > 1e-6)
      add(LogLevel::kInfo, "weights rounded to bytes by at most " + kri_decimals(s.largest_rounding, 5));
    if (parts > 1)
      add(LogLevel::kWarning, "split into " + std::to_string(parts) + " meshes of at most 65535 vertices and faces");
    return lines;
  }
  static std::string decimals(double value) { return kri_decimals(value, 2); }
  static std::string kri_decimals(double value, int places) {
    const double unit = std::pow(10, places);
    const auto scaled = static_cast<long long>(std::llround(std::abs(value) * unit));
    std::string digits = std::to_string(scaled);
    while (digits.size() <= static_cast<size_t>(places)) digits.insert(digits.begin(), '0');
    digits.insert(digits.end() - places, '.');
    return (value < 0 && scaled != 0 ? "-" : "") + digits;
  }
  static std::string triple(const std::array<uint64_t, 4>& counts) {
    std::string out;
    for (const uint64_t count : counts) out += (out.empty() ? "" : "/") + std::to_string(count);
    return out;
  }

  void add_actions() {
    KriActionTargets targets;
    targets.node = [&](uint32_t node) -> KriOwner {
      if (is_bone_[node]) {
        if (bone_number_[node] >= 255) return {};
        return {&file_.objects[armature_object(node)].data_actions, 's', static_cast<uint8_t>(bone_number_[node] + 1)};
      }
      if (object_of_[node] == kNone) return {};
      return {&file_.objects[object_of_[node]].node_actions, 'n', 0};
    };
    targets.other = [&](TargetKind kind, uint32_t target, uint32_t sub) -> KriOwner {
      if (kind == TargetKind::kShape && options_.generation == kri::Generation::kSeed) return {};  // has no shapes
      const auto element = static_cast<uint8_t>(sub == kNone ? 0 : std::min<uint32_t>(sub + 1, 255));
      if (kind == TargetKind::kMaterial || kind == TargetKind::kTextureSlot) {
        return {&file_.materials[target].actions, kind == TargetKind::kMaterial ? 'm' : 't', element};
      }
      for (uint32_t i = 0; i < scene_.nodes.size(); ++i) {
        const Node& node = scene_.nodes[i];
        const bool owns = (kind == TargetKind::kLight && node.light == target) ||
                          (kind == TargetKind::kCamera && node.camera == target) ||
                          (kind == TargetKind::kShape && node.mesh == target);
        const uint32_t object = kind == TargetKind::kShape ? mesh_object_of_[i] : object_of_[i];
        if (!owns || object == kNone) continue;
        const char prefix = kind == TargetKind::kLight ? 'l' : kind == TargetKind::kCamera ? 'c' : 'v';
        return {&file_.objects[object].data_actions, prefix, element};
      }
      return {};
    };
    targets.is_identity = [&](uint32_t node) {
      if (!same_axes_ || turns_camera(scene_.nodes[node])) return false;
      return is_bone_[node] ? is_rest_bone(node) : scene_.nodes[node].rest == kNone;
    };
    targets.convert = [&](uint32_t node, const Transform& local) {
      glm::dmat4 now = local_matrix(local);
      const Node& moved = scene_.nodes[node];
      if (moved.rest != kNone && !moved.rest_is_bind) now = glm::dmat4(scene_.rest_matrices[moved.rest]) * now;
      if (is_bone_[node]) now = glm::inverse(bind_local(node)) * now;
      return decompose(changed(now) * camera_turn(scene_.nodes[node]), Mirror::kAlongAll);
    };
    targets.keyed = resting_elsewhere_;
    add_kri_actions(scene_, targets, loss_report_);
  }

  /// Its transform is relative to a rest matrix already, as KRI counts bones.
  bool is_rest_bone(uint32_t node) const {
    const Transform& local = scene_.nodes[node].local;
    if (scene_.nodes[node].rest_is_bind || bind_local(node) != locals_[node]) return false;
    return local.translation == glm::vec3(0) && local.rotation == glm::quat(1, 0, 0, 0) && local.scale == glm::vec3(1);
  }

  const Scene& scene_;
  const KriExportOptions& options_;
  LossReport& loss_report_;
  KriExport out_;
  kri::OutScene file_;
  AxisMap axes_;
  bool same_axes_ = true;
  std::vector<glm::dmat4> locals_, worlds_;
  std::vector<glm::dmat4> binds_;            ///< of bones, in the scene
  std::vector<uint32_t> resting_elsewhere_;  ///< bones
  std::vector<bool> is_bone_;
  std::vector<uint32_t> armature_, bone_number_, object_of_, mesh_object_of_;
  uint32_t root_armature_ = kNone;
  std::unordered_set<std::string> object_names_;
  uint64_t renamed_ = 0, control_names_ = 0, objects_on_bones_ = 0, loose_influences_ = 0;
  uint64_t uneven_scales_ = 0, lost_shapes_ = 0, lost_colors_ = 0, lost_layers_ = 0;
  double largest_unevenness_ = 0;
};

}  // namespace

Result<KriExport> export_kri(const Scene& scene, const KriExportOptions& options, LossReport& loss_report) {
  return Exporter(scene, options, loss_report).run();
}

}  // namespace vitrine
