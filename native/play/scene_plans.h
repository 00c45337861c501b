#pragma once
// What posing a scene takes besides the scene itself and is equal for all poses of it, so that posers of one scene may
// share it.

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "skin/gpu_layout.h"
#include "skin/skin.h"

namespace vitrine {

/// Of a node with a mesh.
struct InstancePlan {
  skin::SkinPlan skin;
  bool made = false;  ///< `skin` is
  skin::GpuLayout gpu;
  std::vector<uint32_t> frame_vertices;  ///< for the GPU, where the mesh numbers its vertices as the file does
  std::vector<glm::vec3> bind_normals;
  std::vector<glm::vec4> bind_tangents;  ///< computed where the mesh has none, once they are wanted
  bool still = false;                    ///< rigid, with normals and without shapes: the mesh's own arrays are the pose
  /// Skinned, and its bind pose is what is stored. The plan of the CPU is then made when it is wanted first: the GPU
  /// does without.
  bool stored_bind = false;
};

/// By clip, of those that were posed.
struct TracksByClip;
/// View cores of formats without curves have none.
struct DeleteTracks {
  void operator()(TracksByClip* tracks) const;
};

struct ScenePlans {
  std::vector<InstancePlan> instances;  ///< in the order of their nodes
  std::unique_ptr<TracksByClip, DeleteTracks> tracks;
};

}  // namespace vitrine
