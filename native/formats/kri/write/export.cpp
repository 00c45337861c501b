#include "formats/kri/write/export.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/argument.h"
#include "formats/kri/write/actions.h"
#include "formats/kri/write/meshes.h"
#include "scene/axis_map.h"
#include "scene/decompose.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

class Exporter {
 public:
  Exporter(const Scene& scene, const Scene& moving, const KriExportOptions& options, LossReport& loss_report)
      : scene_(scene),
        moving_(moving),
        options_(options),
        loss_report_(loss_report),
        axes_(axis_map(scene.axes, kri_axes())),
        same_axes_(axes_.matrix == glm::dmat3(1)),
        bones_(scene, loss_report),
        meshes_(scene, bones_, axes_, options, loss_report) {}

  Result<KriExport> run() {
    add_root();
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
  static Axes kri_axes() {
    Axes axes;
    axes.up = Up::kZ;
    axes.forward = {0, -1, 0};
    return axes;
  }
  glm::dmat4 changed(const glm::dmat4& m) const { return same_axes_ ? m : axes_.transform(m); }

  /// The armature of bones that have none.
  void add_root() {
    if (!bones_.needs_root) return;
    kri::OutObject root;
    root.name = unique_name("Armature");
    file_.objects.push_back(std::move(root));
    root_armature_ = 0;
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
    return bones_.armature[bone] == kNone ? root_armature_ : object_of_[bones_.armature[bone]];
  }
  glm::dmat4 armature_world(uint32_t bone) const {
    return bones_.armature[bone] == kNone ? glm::dmat4(1) : bones_.worlds[bones_.armature[bone]];
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
      if (bones_.is_bone[i]) {
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
      const uint32_t bone = bones_.first_of(i);
      const bool waits = bone != kNone && armature_object(bone) == kNone;
      if (waits) waiting.push_back(i);
      if (!waits)
        add_object(i, Part::kAll);
      else if (has_children[i])
        add_object(i, Part::kPlace);
    }
    for (const uint32_t i : waiting) add_object(i, object_of_[i] == kNone ? Part::kAll : Part::kMesh);
    loss_report_.add(
        "hierarchy", objects_on_bones_,
        counted(objects_on_bones_, "object on a bone was", "objects on bones were") + " written in the bind pose");
    loss_report_.add("scale", uneven_scales_,
                     counted(uneven_scales_, "node or bone is", "nodes and bones are") +
                         " scaled unevenly; the mean of the three scales is kept; the number is the largest difference",
                     largest_unevenness_);
    const KriMeshLosses& lost = meshes_.losses();
    loss_report_.add("influences", lost.loose_influences,
                     counted(lost.loose_influences, "influence is of a bone", "influences are of bones") +
                         " of another armature; the mesh itself takes their share");
    const auto lost_to_seed = [&](const char* what, uint64_t count, const char* one, const char* many) {
      loss_report_.add(what, count, counted(count, one, many) + " no place in the layout of March 2010");
    };
    lost_to_seed("shapes", lost.shapes, "shape key has", "shape keys have");
    lost_to_seed("colors", lost.colors, "colour layer has", "colour layers have");
    lost_to_seed("textureCoordinates", lost.layers, "texture layer after the first of its mesh has",
                 "texture layers after the first of their mesh have");
    loss_report_.add("names", renamed_,
                     counted(renamed_, "name was", "names were") + " changed or cut to stay different from others");
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
    loss_report_.add("names", control_names_,
                     counted(control_names_, "name has", "names have") +
                         " '_' where control characters were, which KRI cannot hold");
  }

  void add_emitter(const Node& node) {
    file_.objects[object_of_[node.parent]].emitters.push_back(scene_.emitters[node.emitter]);
  }

  void add_bone(uint32_t i) {
    const uint32_t parent = scene_.nodes[i].parent;
    kri::OutBone bone;
    bone.name = scene_.nodes[i].name;
    const bool on_bone = parent != kNone && bones_.is_bone[parent];
    bone.parent = on_bone ? static_cast<uint8_t>(std::min<uint32_t>(bones_.number[parent] + 1, 255)) : 0;
    bone.bind = decompose(changed(bones_.bind_local(i)), Mirror::kAlongAll);
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
    glm::dmat4 parent_world = parent == kNone ? glm::dmat4(1) : bones_.worlds[parent];
    bool moved = false;
    const uint32_t bone = part == Part::kPlace ? kNone : bones_.first_of(i);
    if (bone != kNone) {
      parent_object = armature_object(bone);
      parent_world = armature_world(bone);
      moved = bones_.armature[bone] != parent;
      objects_on_bones_ += parent != kNone && bones_.is_bone[parent];
    } else if (parent != kNone && bones_.is_bone[parent]) {
      parent_object = armature_object(parent);
      parent_world = armature_world(parent);
      moved = true;
      ++objects_on_bones_;
    }
    if (parent_object != kNone) object.parent = file_.objects[parent_object].name;
    const bool as_stored = !moved && same_axes_ && node.rest == kNone && !turns_camera(node);
    const glm::dmat4 local = (moved ? glm::inverse(parent_world) * bones_.worlds[i] : bones_.locals[i]);
    object.local = as_stored ? node.local : decompose(changed(local) * camera_turn(node), Mirror::kAlongAll);
    note_scale(object.local.scale);
    if (part != Part::kMesh) add_data(node, object);
    const auto number = static_cast<uint32_t>(file_.objects.size());
    if (part != Part::kMesh) object_of_[i] = number;
    if (part != Part::kPlace) mesh_object_of_[i] = number;
    std::vector<kri::OutMesh> parts;
    if (node.mesh != kNone && part != Part::kPlace) parts = meshes_.of(i, out_.meshes);
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

  void add_actions() {
    KriActionTargets targets;
    targets.node = [&](uint32_t node) -> KriOwner {
      if (bones_.is_bone[node]) {
        if (bones_.number[node] >= 255) return {};
        return {&file_.objects[armature_object(node)].data_actions, 's', static_cast<uint8_t>(bones_.number[node] + 1)};
      }
      if (object_of_[node] == kNone) return {};
      return {&file_.objects[object_of_[node]].node_actions, 'n', 0};
    };
    // The first object of each light, camera and mesh.
    std::vector<uint32_t> of_light(scene_.lights.size(), kNone), of_camera(scene_.cameras.size(), kNone),
        of_mesh(scene_.meshes.size(), kNone);
    const auto note = [](std::vector<uint32_t>& first, uint32_t what, uint32_t object) {
      if (what != kNone && first[what] == kNone) first[what] = object;
    };
    for (uint32_t i = 0; i < scene_.nodes.size(); ++i) {
      note(of_light, scene_.nodes[i].light, object_of_[i]);
      note(of_camera, scene_.nodes[i].camera, object_of_[i]);
      note(of_mesh, scene_.nodes[i].mesh, mesh_object_of_[i]);
    }
    targets.other = [&](TargetKind kind, uint32_t target, uint32_t sub) -> KriOwner {
      if (kind == TargetKind::kShape && options_.generation == kri::Generation::kSeed) return {};  // has no shapes
      const auto element = static_cast<uint8_t>(sub == kNone ? 0 : std::min<uint32_t>(sub + 1, 255));
      if (kind == TargetKind::kMaterial || kind == TargetKind::kTextureSlot) {
        return {&file_.materials[target].actions, kind == TargetKind::kMaterial ? 'm' : 't', element};
      }
      const uint32_t object = kind == TargetKind::kLight    ? of_light[target]
                              : kind == TargetKind::kCamera ? of_camera[target]
                                                            : of_mesh[target];
      if (object == kNone) return {};
      const char prefix = kind == TargetKind::kLight ? 'l' : kind == TargetKind::kCamera ? 'c' : 'v';
      return {&file_.objects[object].data_actions, prefix, element};
    };
    targets.is_identity = [&](uint32_t node) {
      if (!same_axes_ || turns_camera(scene_.nodes[node]) || rests_hidden(node)) return false;
      return bones_.is_bone[node] ? bones_.is_rest_bone(node) : scene_.nodes[node].rest == kNone;
    };
    targets.convert = [&](uint32_t node, const Transform& local) {
      const Node& moved = scene_.nodes[node];
      const auto converted = [&](const Transform& of) {
        glm::dmat4 now = local_matrix(of);
        if (moved.rest != kNone && !moved.rest_is_bind) now = glm::dmat4(scene_.rest_matrices[moved.rest]) * now;
        if (bones_.is_bone[node]) now = glm::inverse(bones_.bind_local(node)) * now;
        return changed(now) * camera_turn(moved);
      };
      Transform whole = local;
      for (int c = 0; c < 3; ++c)
        if (whole.scale[c] == 0) whole.scale[c] = 1;
      return whole.scale == local.scale ? decompose(converted(local), Mirror::kAlongAll)
                                        : decompose_flat(converted(local), converted(whole), Mirror::kAlongAll);
    };
    targets.keyed = bones_.resting_elsewhere;
    for (uint32_t i = 0; i < moving_.nodes.size(); ++i)
      if (rests_hidden(i)) targets.keyed.push_back(i);
    std::sort(targets.keyed.begin(), targets.keyed.end());
    targets.keyed.erase(std::unique(targets.keyed.begin(), targets.keyed.end()), targets.keyed.end());
    add_kri_actions(moving_, targets, loss_report_);
    const auto list = [&](const std::vector<kri::OutAction>& actions) {
      for (const kri::OutAction& action : actions) out_.clips.push_back(action.clip);
    };
    for (const kri::OutMaterial& material : file_.materials) list(material.actions);
    for (const kri::OutObject& object : file_.objects) list(object.node_actions), list(object.data_actions);
  }

  bool rests_hidden(uint32_t node) const { return moving_.nodes[node].local.scale != scene_.nodes[node].local.scale; }

  const Scene &scene_, &moving_;
  const KriExportOptions& options_;
  LossReport& loss_report_;
  KriExport out_;
  kri::OutScene file_;
  AxisMap axes_;
  bool same_axes_ = true;
  KriBones bones_;
  KriMeshes meshes_;
  std::vector<uint32_t> object_of_, mesh_object_of_;
  uint32_t root_armature_ = kNone;
  std::unordered_set<std::string> object_names_;
  uint64_t renamed_ = 0, control_names_ = 0, objects_on_bones_ = 0, uneven_scales_ = 0;
  double largest_unevenness_ = 0;
};

}  // namespace

Result<KriExport> export_kri(const Scene& scene, const KriExportOptions& options, LossReport& loss_report,
                             const Scene* moving) {
  return Exporter(scene, moving ? *moving : scene, options, loss_report).run();
}

}  // namespace vitrine
