#include "scene/append.h"

#include <utility>

#include "scene/stored_frames.h"

namespace vitrine {
namespace {

void shift(uint32_t& index, size_t by) {
  if (index != kNone) index += static_cast<uint32_t>(by);
}

void shift_indices(Scene& part, const Scene& by) {
  for (Node& node : part.nodes) {
    shift(node.parent, by.nodes.size()), shift(node.rest, by.rest_matrices.size());
    shift(node.mesh, by.meshes.size()), shift(node.skin, by.skins.size());
    shift(node.camera, by.cameras.size()), shift(node.light, by.lights.size());
    shift(node.emitter, by.emitters.size());
  }
  for (Mesh& mesh : part.meshes) {
    for (Primitive& primitive : mesh.primitives) shift(primitive.material, by.materials.size());
  }
  for (Skin& skin : part.skins) {
    for (uint32_t& joint : skin.joints) shift(joint, by.nodes.size());
  }
  for (Material& material : part.materials) {
    for (TextureSlot& slot : material.slots) shift(slot.texture, by.textures.size());
  }
  for (Emitter& emitter : part.emitters) shift(emitter.material, by.materials.size());
  // In the order of TargetKind; texture slots are found through their material, shapes through their mesh.
  const size_t targets[] = {by.nodes.size(),  by.materials.size(), by.materials.size(),
                            by.lights.size(), by.cameras.size(),   by.meshes.size()};
  for (Clip& clip : part.clips) {
    for (Curve& curve : clip.curves) shift(curve.target, targets[static_cast<size_t>(curve.target_kind)]);
    if (!clip.poses) continue;
    for (uint32_t& node : clip.poses->nodes) shift(node, by.nodes.size());
  }
}

template <class T>
void move_behind(std::vector<T>& to, std::vector<T>& from) {
  if (to.empty()) return to.swap(from);
  for (T& one : from) to.push_back(std::move(one));
}

}  // namespace

void append(Scene& scene, Scene&& part) {
  shift_indices(part, scene);
  append_frames(scene, part);
  move_behind(scene.nodes, part.nodes);
  move_behind(scene.rest_matrices, part.rest_matrices);
  move_behind(scene.meshes, part.meshes);
  move_behind(scene.skins, part.skins);
  move_behind(scene.materials, part.materials);
  move_behind(scene.textures, part.textures);
  move_behind(scene.cameras, part.cameras);
  move_behind(scene.lights, part.lights);
  move_behind(scene.emitters, part.emitters);
  move_behind(scene.clips, part.clips);
  for (const auto kept : {&Scene::extras, &Scene::asset_extras}) {
    if ((scene.*kept).empty())
      scene.*kept = std::move(part.*kept);
    else
      scene.extras_left_out += !(part.*kept).empty();
  }
  scene.extras_left_out += part.extras_left_out, scene.attributes_left_out += part.attributes_left_out;
}

}  // namespace vitrine
