// Meshes whose vertices are stored for every frame.

#include <algorithm>

#include "play/poser.h"
#include "pose/runs.h"

namespace vitrine {

/// Those of the clip that plays and has frames for it, else the first one.
FrameBlend Poser::frames_of(const Instance& instance) const {
  const uint32_t mesh = scene_->nodes[instance.node].mesh;
  for (const uint32_t clip : playing_) {
    for (const FrameRun& run : scene_->clips[clip].runs) {
      if (std::find(run.meshes.begin(), run.meshes.end(), mesh) != run.meshes.end())
        return pose::frames_at(run, time_s_, options);
    }
  }
  return {};
}

uint32_t Poser::shown_frame(uint64_t mesh) const {
  for (const Instance& instance : instances_) {
    if (scene_->nodes[instance.node].mesh == mesh && instance.mesh->frames) return frames_of(instance).first;
  }
  return 0;
}

void Poser::plan_frames(Instance& instance) {
  const Mesh& mesh = *instance.mesh;
  instance.plan.vertex_count = static_cast<uint32_t>(mesh.positions.size());
  instance.plan.bind_positions = mesh.positions;
  instance.plan.bind_normals = mesh.normals;
  instance.posed = skin::make_posed_mesh(instance.plan);
}

void Poser::show_frames(Instance& instance) const {
  skin::PosedMesh& posed = instance.posed;
  each_vertex(*instance.mesh, frames_of(instance), [&](uint32_t v, const glm::vec3& position, const glm::vec3& normal) {
    posed.position_buffer[v] = position;
    posed.normal_buffer[v] = normal;
  });
}

}  // namespace vitrine
