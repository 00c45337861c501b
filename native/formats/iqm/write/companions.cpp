#include "formats/iqm/write/companions.h"

#include <algorithm>

#include "convert/plain_text.h"

namespace vitrine::iqm_export {
namespace {

/// Red Eclipse, Sauerbraten and Tesseract: images go by mesh, actions by FILE:ACTION.
std::string cube_text(const Scene& scene, const Model& model, const IqmWriteOptions& options,
                      const AnimationNames& names, const std::vector<std::string>& action_files) {
  const std::string file = options.name + ".iqm";
  std::string out = "iqmload \"" + file + "\"\n";
  for (const OutMesh& mesh : model.geometry.meshes) {
    if (!mesh.material.empty()) out += "iqmskin \"" + mesh.name + "\" \"" + quotable(mesh.material, "") + "\"\n";
    if (mesh.source_material != kNone && scene.materials[mesh.source_material].double_sided)
      out += "iqmcullface \"" + mesh.name + "\" 0\n";
  }
  for (size_t k = 0; k < model.motion.actions.size(); ++k) {
    const Action& action = model.motion.actions[k];
    if (action.clip == kNone || names.of(k).empty()) continue;
    out += "iqmanim \"" + quotable(names.of(k), "anim") + "\" \"" + (action_files.empty() ? file : action_files[k]) +
           ":" + action.name + "\" " + shortest(action.rate) + "\n";
  }
  return out + "mdlyaw 90\n";
}

}  // namespace

std::vector<TextFile> companions_of(const Scene& scene, const Model& model, const IqmWriteOptions& options,
                                    const AnimationNames& names, const std::vector<std::string>& action_files,
                                    LossReport& loss_report) {
  // Engines read no IQE: theirs is what the compiler makes of it.
  CompanionModel facts{.name = options.name,
                       .file = options.name + ".iqm",
                       .surfaces = {},
                       .actions = model.motion.actions,
                       .action_files = action_files,
                       .named_frames = true};
  for (const OutMesh& mesh : model.geometry.meshes) facts.surfaces.push_back({mesh.name, mesh.material});
  std::vector<TextFile> out = make_companions(facts, options.companions, loss_report);
  if (options.cube_config) out.push_back({"iqm.cfg", cube_text(scene, model, options, names, action_files)});
  return out;
}

namespace {

constexpr double kSmall = 1.0 / 1000;  // of the size

Geometry triangle(const Model& model) {
  Geometry out;
  const glm::vec3 at(model.skeleton.joints.front().bind.translation);
  const auto edge = static_cast<float>(std::max(model.geometry.size * kSmall, 1e-6));
  out.positions = {at, at + glm::vec3(edge, 0, 0), at + glm::vec3(0, edge, 0)};
  out.normals.assign(3, glm::vec3(0, 0, 1));
  out.uv.assign(3, glm::vec2(0));
  out.tangents.assign(3, glm::vec4(1, 0, 0, -1));
  if (!model.geometry.colors.empty()) out.colors.assign(3, glm::u8vec4(255));
  out.hold_first = {0, 1, 2, 3};
  out.holds.assign(3, {0, 1});
  out.indices = {0, 2, 1};  // clockwise from above
  out.reach.assign(model.skeleton.joints.size(), 0);
  out.size = edge;
  OutMesh mesh = model.geometry.meshes.front();
  mesh.first_vertex = mesh.first_triangle = 0;
  mesh.vertex_count = 3, mesh.triangle_count = 1;
  out.meshes.push_back(std::move(mesh));
  return out;
}

}  // namespace

std::vector<ActionFile> action_files(const Model& model, const IqmWriteOptions& options) {
  std::vector<ActionFile> out;
  NameList names(0);
  const size_t joints = model.skeleton.joints.size();
  for (const Action& action : model.motion.actions) {
    ActionFile file;
    file.name = names.take(options.name + "_" + plain_name(action.name, "action")) + (options.text ? ".iqe" : ".iqm");
    file.model.skeleton = model.skeleton;
    file.model.geometry = triangle(model);
    Motion& motion = file.model.motion;
    motion.frames = action.frames();
    const auto from = model.motion.poses.begin() + static_cast<std::ptrdiff_t>(action.first * joints);
    motion.poses.assign(from, from + static_cast<std::ptrdiff_t>(motion.frames * joints));
    motion.actions.push_back(action);
    motion.actions.front().first = 0;
    out.push_back(std::move(file));
  }
  return out;
}

}  // namespace vitrine::iqm_export
