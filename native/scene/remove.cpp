#include "scene/remove.h"

#include <algorithm>

namespace vitrine {
namespace {

/// The parts of one table that go.
class Gone {
 public:
  Gone(const std::vector<ScenePart>& parts, uint32_t SceneSizes::*table, size_t count) : place_(count, 0) {
    for (const ScenePart& part : parts)
      std::fill(place_.begin() + part.first.*table, place_.begin() + part.end.*table, kNone);
    uint32_t next = 0;
    for (uint32_t& place : place_) {
      if (place != kNone) place = next++;
    }
  }
  bool has(uint32_t index) const { return place_[index] == kNone; }
  void follow(uint32_t& index) const {
    if (index != kNone) index = place_[index];
  }
  template <class T>
  void erase_from(std::vector<T>& table) const {
    size_t next = 0;
    for (size_t i = 0; i < table.size(); ++i) {
      if (place_[i] == kNone) continue;
      if (next != i) table[next] = std::move(table[i]);
      ++next;
    }
    table.erase(table.begin() + static_cast<std::ptrdiff_t>(next), table.end());
  }

 private:
  std::vector<uint32_t> place_;  ///< where each one is afterwards
};

struct AllGone {
  Gone nodes, rest_matrices, meshes, skins, materials, textures, cameras, lights, emitters;
};

void leave_out_tracks(const Gone& nodes, KeyPoses& poses) {
  const size_t tracks = poses.nodes.size(), keys = poses.times_s.size();
  std::vector<size_t> kept;
  for (size_t t = 0; t < tracks; ++t) {
    if (!nodes.has(poses.nodes[t])) kept.push_back(t);
  }
  if (kept.size() < tracks) {
    for (size_t k = 0; k < keys; ++k) {
      for (size_t i = 0; i < kept.size(); ++i)
        poses.transforms[k * kept.size() + i] = poses.transforms[k * tracks + kept[i]];
    }
    poses.transforms.resize(keys * kept.size());
    for (size_t i = 0; i < kept.size(); ++i) poses.nodes[i] = poses.nodes[kept[i]];
    poses.nodes.resize(kept.size());
  }
  for (uint32_t& node : poses.nodes) nodes.follow(node);
}

void follow_clip(const AllGone& gone, Clip& clip) {
  gone.nodes.follow(clip.root_node), gone.nodes.follow(clip.camera_node);
  // In the order of TargetKind.
  const Gone* targets[] = {&gone.nodes, &gone.materials, &gone.materials, &gone.lights, &gone.cameras, &gone.meshes};
  for (Curve& curve : clip.curves) targets[static_cast<size_t>(curve.target_kind)]->follow(curve.target);
  if (clip.poses) leave_out_tracks(gone.nodes, *clip.poses);
  for (FrameRun& run : clip.runs) {
    std::erase_if(run.meshes, [&](uint32_t mesh) { return gone.meshes.has(mesh); });
    std::erase_if(run.nodes, [&](uint32_t node) { return gone.nodes.has(node); });
    for (uint32_t& mesh : run.meshes) gone.meshes.follow(mesh);
    for (uint32_t& node : run.nodes) gone.nodes.follow(node);
  }
  if (!clip.frames) return;
  std::erase_if(clip.frames->bindings, [&](const auto& binding) { return gone.nodes.has(binding.node); });
  for (auto& binding : clip.frames->bindings) gone.nodes.follow(binding.node);
}

}  // namespace

SceneSizes sizes_of(const Scene& scene) {
  const auto size = [](const auto& table) { return static_cast<uint32_t>(table.size()); };
  return {size(scene.nodes),   size(scene.rest_matrices), size(scene.meshes),
          size(scene.skins),   size(scene.materials),     size(scene.textures),
          size(scene.cameras), size(scene.lights),        size(scene.emitters)};
}

void cut_back(Scene& scene, const SceneSizes& sizes, size_t clips) {
  const auto cut = [](auto& table, size_t size) {
    if (size < table.size()) table.erase(table.begin() + static_cast<std::ptrdiff_t>(size), table.end());
  };
  cut(scene.nodes, sizes.nodes), cut(scene.rest_matrices, sizes.rest_matrices), cut(scene.meshes, sizes.meshes);
  cut(scene.skins, sizes.skins), cut(scene.materials, sizes.materials), cut(scene.textures, sizes.textures);
  cut(scene.cameras, sizes.cameras), cut(scene.lights, sizes.lights), cut(scene.emitters, sizes.emitters);
  cut(scene.clips, clips);
}

void remove_parts(Scene& scene, const std::vector<ScenePart>& parts, std::vector<Clip>& more) {
  const auto of = [&](uint32_t SceneSizes::*table, const auto& list) { return Gone(parts, table, list.size()); };
  const AllGone gone{of(&SceneSizes::nodes, scene.nodes),         of(&SceneSizes::rest_matrices, scene.rest_matrices),
                     of(&SceneSizes::meshes, scene.meshes),       of(&SceneSizes::skins, scene.skins),
                     of(&SceneSizes::materials, scene.materials), of(&SceneSizes::textures, scene.textures),
                     of(&SceneSizes::cameras, scene.cameras),     of(&SceneSizes::lights, scene.lights),
                     of(&SceneSizes::emitters, scene.emitters)};
  gone.nodes.erase_from(scene.nodes);
  gone.rest_matrices.erase_from(scene.rest_matrices);
  gone.meshes.erase_from(scene.meshes);
  gone.skins.erase_from(scene.skins);
  gone.materials.erase_from(scene.materials);
  gone.textures.erase_from(scene.textures);
  gone.cameras.erase_from(scene.cameras);
  gone.lights.erase_from(scene.lights);
  gone.emitters.erase_from(scene.emitters);
  for (Node& node : scene.nodes) {
    gone.nodes.follow(node.parent), gone.rest_matrices.follow(node.rest), gone.meshes.follow(node.mesh);
    gone.skins.follow(node.skin), gone.cameras.follow(node.camera), gone.lights.follow(node.light);
    gone.emitters.follow(node.emitter);
  }
  for (Skin& skin : scene.skins) {
    for (uint32_t& joint : skin.joints) gone.nodes.follow(joint);
  }
  for (Mesh& mesh : scene.meshes) {
    for (Primitive& primitive : mesh.primitives) gone.materials.follow(primitive.material);
  }
  for (Material& material : scene.materials) {
    for (TextureSlot& slot : material.slots) gone.textures.follow(slot.texture);
  }
  for (Emitter& emitter : scene.emitters) gone.materials.follow(emitter.material);
  for (Clip& clip : scene.clips) follow_clip(gone, clip);
  for (Clip& clip : more) follow_clip(gone, clip);
}

}  // namespace vitrine
