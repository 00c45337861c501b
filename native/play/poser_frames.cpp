// Meshes whose vertices are stored for every frame.

#include <algorithm>
#include <numeric>

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
  InstancePlan& plan = *instance.plan;
  plan.skin.vertex_count = static_cast<uint32_t>(mesh.positions.size());
  plan.skin.bind_positions = mesh.positions;
  plan.skin.bind_normals = mesh.normals;
  plan.made = true;
  if (!mesh.file_vertex.empty()) return;
  plan.frame_vertices.resize(mesh.positions.size());
  std::iota(plan.frame_vertices.begin(), plan.frame_vertices.end(), 0u);
}

void Poser::show_frames(Instance& instance, bool positions) const {
  const VertexFrames& frames = *instance.mesh->frames;
  const FrameBlend blend = frames_of(instance);
  const VertexFrames::Grid &a = grid_of(frames, blend.first), &b = grid_of(frames, blend.second);
  ShownFrames& shown = instance.shown;
  for (int c = 0; c < 3; ++c) {
    shown.scale_a[c] = static_cast<float>(a.scale[c] * (1 - blend.fraction));
    shown.scale_b[c] = static_cast<float>(b.scale[c] * blend.fraction);
    shown.offset[c] = static_cast<float>(a.offset[c] * (1 - blend.fraction) + b.offset[c] * blend.fraction);
  }
  shown.frame_a = static_cast<float>(blend.first), shown.frame_b = static_cast<float>(blend.second);
  shown.fraction = static_cast<float>(blend.fraction);
  shown.layout = static_cast<float>(frames.layout);
  shown.frame_vertices = static_cast<float>(frames.vertex_count);
  if (!positions) return;
  skin::PosedMesh& posed = instance.posed;
  each_vertex(*instance.mesh, blend, [&](uint32_t v, const glm::vec3& position, const glm::vec3& normal) {
    posed.position_buffer[v] = position;
    posed.normal_buffer[v] = normal;
  });
}

BufferView Poser::frames_buffer(BufferKind kind, const Instance& instance) {
  const VertexFrames& frames = *instance.mesh->frames;
  const std::vector<uint32_t>& vertices =
      instance.mesh->file_vertex.empty() ? instance.plan->frame_vertices : instance.mesh->file_vertex;
  switch (kind) {
    case BufferKind::kFrameRows:
      return {frames.rows.data(), frames.rows.size()};
    case BufferKind::kFrameVertices:
      return {vertices.data(), vertices.size() * sizeof(uint32_t)};
    case BufferKind::kFrameDirections:
      return {frames.directions.data(), frames.directions.size() * sizeof(glm::vec3)};
    case BufferKind::kShownFrames:
      return {&instance.shown, sizeof(ShownFrames)};
    default:
      return {};
  }
}

}  // namespace vitrine
