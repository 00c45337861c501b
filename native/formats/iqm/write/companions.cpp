#include "formats/iqm/write/companions.h"

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

}  // namespace vitrine::iqm_export
