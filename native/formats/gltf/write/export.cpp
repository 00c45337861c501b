#include "formats/gltf/write/export.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/argument.h"
#include "base/checked.h"
#include "formats/gltf/write/buffer.h"
#include "formats/gltf/write/builder.h"
#include "formats/gltf/write/sentences.h"
#include "pose/hierarchy.h"
#include "scene/validate.h"

namespace vitrine {
namespace {

constexpr uint64_t kMostBytes = uint64_t{1} << 30;
constexpr uint64_t kMostJoints = 65534;

/// Bytes that the meshes will take at most.
uint64_t mesh_bytes(const Scene& scene, uint32_t most_influences) {
  uint64_t total = 0;
  for (const Mesh& mesh : scene.meshes) {
    uint64_t influences = most_influences;
    for (size_t v = 0; most_influences == 0 && v + 1 < mesh.influence_first.size(); ++v)
      influences = std::max<uint64_t>(influences, mesh.influence_first[v + 1] - mesh.influence_first[v]);
    const uint64_t vertex = 12 + 12 + 16 + 6 * (influences + 3) + 8 * mesh.uv_layers.size() +
                            16 * mesh.color_layers.size() + 24 * uint64_t{mesh.shapes.size()} +
                            16 * uint64_t{mesh.attributes.size()};
    total = saturating_add(total, saturating_mul(mesh.positions.size(), vertex));
    total = saturating_add(total, saturating_mul(mesh.indices.size(), 4));
    if (mesh.frames)
      total = saturating_add(total, saturating_mul(mesh.positions.size(), 24 * uint64_t{mesh.frames->frame_count}));
  }
  // A key of stored frames weighs every one of them.
  for (const Clip& clip : scene.clips) {
    for (const FrameRun& run : clip.runs) {
      const uint64_t keys = &run == &clip.runs.front() ? run.frames.size() : kMostGlbKeysBeside + 1;
      for (const uint32_t mesh : run.meshes)
        total = saturating_add(total, saturating_mul(4 * keys, scene.meshes[mesh].frames->frame_count));
    }
  }
  return total;
}

const char* sign_name(bool first, const char* a, const char* b) { return first ? a : b; }

/// Tools find joints by name: of equal names the later ones get a number.
class UniqueNames {
 public:
  std::string operator()(const std::string& name) {
    std::string candidate = name;
    while (!taken_.insert(candidate).second) candidate = name + "." + std::to_string(++last_[name]);
    return candidate;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, uint32_t> last_;
};

void put(Json& document, const char* name, const Json& list) {
  if (!list.empty()) document[name] = list;
}

}  // namespace

GlbBuilder::GlbBuilder(const Scene& scene, const ExportImages& images, const GlbOptions& options,
                       LossReport& loss_report)
    : scene(scene), images(images), options(options), loss_report(loss_report), space(scene.axes) {
  pose::LocalPose local = pose::make_local_pose(scene);
  bind.resize(scene.nodes.size());
  bind_rounded.resize(scene.nodes.size());
  pose::world_matrices(scene, local, bind, bind_rounded);
  driven.assign(scene.nodes.size(), 0);
  for (const Clip& clip : scene.clips) {
    if (!clip.playable) continue;
    for (const Curve& curve : clip.curves) {
      if (curve.target_kind == TargetKind::kNode && curve.target != kNone) driven[curve.target] = 1;
    }
    if (clip.frames) {
      for (const auto& binding : clip.frames->bindings) driven[binding.node] = 1;
    }
    if (clip.poses) {
      for (const uint32_t node : clip.poses->nodes) driven[node] = 1;
    }
    for (const FrameRun& run : clip.runs) {
      for (const uint32_t node : run.nodes) driven[node] = 1;
    }
  }
  Bounds bounds;
  for (size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    bounds.add(glm::vec3(bind[i][3]));
    if (node.mesh == kNone) continue;
    const Mesh& mesh = scene.meshes[node.mesh];
    const bool placed = node.skin != kNone && !mesh.influence_first.empty();
    for (const glm::vec3& p : mesh.positions)
      bounds.add(placed ? p : glm::vec3(bind[i] * glm::dvec4(glm::dvec3(p), 1)));
  }
  if (!bounds.empty) size = glm::length(glm::dvec3(bounds.max) - glm::dvec3(bounds.min));
}

Json GlbBuilder::document() {
  Json files = Json::array();
  for (const SourceFile& file : scene.files)
    files.push_back({{"name", glb_text(file.name)}, {"format", file.format}, {"role", file.role}});
  const Axes& axes = scene.axes;
  Json source = {{"files", std::move(files)},
                 {"axes",
                  {{"up", sign_name(axes.up == Up::kY, "y", "z")},
                   {"handedness", sign_name(axes.handedness == Handedness::kRight, "right", "left")},
                   {"forward", glb_vector(glm::dvec3(axes.forward))},
                   {"unit", axes.unit_m}}}};
  Json out = {{"asset",
               {{"version", "2.0"},
                {"generator", "Vitrine " VITRINE_VERSION},
                {"extras", glb_extras(scene.asset_extras, std::move(source), {"files", "axes"})}}}};
  Json used = Json::array();
  if (!lights.empty()) used.push_back("KHR_lights_punctual");
  if (unlit) used.push_back("KHR_materials_unlit");
  if (transforms_textures) used.push_back("KHR_texture_transform");
  put(out, "extensionsUsed", used);
  if (!lights.empty()) out["extensions"]["KHR_lights_punctual"]["lights"] = lights;

  std::vector<std::vector<uint32_t>> children(nodes.size());
  Json roots = Json::array(), list = Json::array();
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent == kNone)
      roots.push_back(i);
    else
      children[nodes[i].parent].push_back(i);
  }
  UniqueNames unique;
  uint64_t renamed = 0;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    const GlbNode& node = nodes[i];
    Json one = Json::object(), extras = node.extras;
    if (const std::string name = glb_text(node.name); !name.empty()) {
      const std::string own = unique(name);
      one["name"] = own;
      if (own != name && i < places.size())
        ++renamed, extras = glb_extras(extras.is_null() ? "" : extras.dump(), {{"name", name}});
    }
    if (!children[i].empty()) one["children"] = children[i];
    const glm::quat r(node.local.rotation);
    const glm::vec3 t(node.local.translation), s(node.local.scale);
    if (t != glm::vec3(0)) one["translation"] = glb_vector(node.local.translation);
    if (r != glm::quat(1, 0, 0, 0)) one["rotation"] = glb_numbers({r.x, r.y, r.z, r.w});
    if (s != glm::vec3(1)) one["scale"] = glb_vector(node.local.scale);
    if (node.mesh != kNone) one["mesh"] = node.mesh;
    if (node.skin != kNone) one["skin"] = node.skin;
    if (node.camera != kNone) one["camera"] = node.camera;
    if (node.light != kNone) one["extensions"]["KHR_lights_punctual"]["light"] = node.light;
    if (!extras.is_null()) one["extras"] = std::move(extras);
    list.push_back(std::move(one));
  }
  loss_report.add("names", renamed,
                  counted(renamed, "node shares", "nodes share") +
                      " a name with another and got a number; the name is kept as an extra");
  out["scene"] = 0;
  Json scene_json = {{"nodes", std::move(roots)}};
  Json scene_extras = Json::object();
  if (!loose_actions.empty()) scene_extras["actions"] = loose_actions;
  if (!scene_extras.empty() || !scene.extras.empty())
    scene_json["extras"] = glb_extras(scene.extras, std::move(scene_extras), {"actions"});
  out["scenes"] = Json::array({std::move(scene_json)});
  out["nodes"] = std::move(list);
  put(out, "meshes", meshes);
  Json skins = Json::array();
  for (const GlbSkin& one : skins_) {
    Json skin = {{"joints", one.joints}, {"inverseBindMatrices", buffer.matrices(one.joint_from_bind)}};
    if (!scene.skins[one.skin].name.empty()) skin["name"] = glb_text(scene.skins[one.skin].name);
    skins.push_back(std::move(skin));
  }
  put(out, "skins", skins);
  put(out, "materials", materials);
  put(out, "textures", textures);
  put(out, "images", image_list);
  put(out, "samplers", samplers);
  put(out, "cameras", cameras);
  put(out, "animations", animations);
  buffer.finish();
  put(out, "accessors", buffer.accessors());
  put(out, "bufferViews", buffer.views());
  if (buffer.size() > 0) out["buffers"] = Json::array({{{"byteLength", buffer.size()}}});
  return out;
}

Result<GlbExport> export_glb(const Scene& scene, const ExportImages& images, const GlbOptions& options,
                             LossReport& loss_report) {
  VITRINE_CHECK(validate(scene));
  if (const uint64_t bytes = mesh_bytes(scene, options.most_influences); bytes > kMostBytes)
    return Error{messages::kGlbMeshesTooLarge, kNoOffset, {bytes}};
  for (const Skin& skin : scene.skins) {
    if (skin.joints.size() > kMostJoints) return Error{messages::kGlbTooManyJoints, kNoOffset, {skin.joints.size()}};
  }
  GlbBuilder builder(scene, images, options, loss_report);
  builder.add_nodes();
  builder.add_meshes();
  builder.add_actions();
  if (builder.buffer.size() > kMostBytes) return Error{messages::kGlbTooLarge, kNoOffset};
  const Json document = builder.document();
  const bool placed = std::all_of(builder.nodes.begin(), builder.nodes.end(), [](const GlbNode& node) {
    const glm::vec3 t(node.local.translation), s(node.local.scale);
    return std::isfinite(t.x + t.y + t.z + s.x + s.y + s.z);
  });
  if (!builder.buffer.all_finite() || !placed) {
    return Error{messages::kGlbNotFinite, kNoOffset};
  }
  GlbExport out;
  VITRINE_TRY(out.bytes, glb::write(document, builder.buffer.bytes()));
  VITRINE_TRY(out.read_back, check_glb(builder, out.bytes, options.most_posed));
  return out;
}

}  // namespace vitrine
