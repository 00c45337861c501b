#include "formats/gltf/read/builder.h"

#include "scene/append.h"

namespace vitrine::gltf {

Status Builder::run(Scene& scene) {
  const auto step = [&](void (Builder::*read)()) {
    if (asset_.ok()) (this->*read)();
  };
  step(&Builder::read_tree);
  step(&Builder::read_scenes);
  step(&Builder::read_textures);
  step(&Builder::read_materials);
  step(&Builder::read_nodes);
  step(&Builder::read_meshes);
  step(&Builder::read_skins);
  step(&Builder::read_cameras);
  step(&Builder::read_lights);
  step(&Builder::add_instances);
  step(&Builder::fit_slots);
  step(&Builder::read_clips);
  step(&Builder::show_mirrored);
  step(&Builder::keep_extras);
  step(&Builder::keep_attributes);
  VITRINE_CHECK(asset_.status());
  if (part_.nodes.empty()) {
    // A document may hold nothing but materials or animations for others: it opens, as an empty scene.
    Node& node = part_.nodes.emplace_back();
    node.name = "glTF";
    node.source = asset_.source("");
  }
  append(scene, std::move(part_));
  scene.axes = Axes{};
  return ok_status();
}

}  // namespace vitrine::gltf
