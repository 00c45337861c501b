#pragma once
#include "formats/format.h"
#include "formats/iqm/raw.h"

namespace vitrine::iqm {

/// Joint nodes, one mesh of a primitive per mesh of the file, its skin, materials, and the file's own actions.
Status build_model(LoadContext& context, RawModel raw, Scene& scene);
/// Actions of a file without meshes: for every skeleton of the scene that they fit by the names of the joints, or by
/// number where the file has none (scene/fit.h); with joint nodes of its own when the scene has none.
Status build_animations(LoadContext& context, const RawModel& raw, Scene& scene);

/// Appends a node per joint, parents first; returns the node of each joint, counted from 0 in `part`.
std::vector<uint32_t> build_joints(const RawModel& raw, uint32_t file, Scene& part);
/// The actions as clips; a pose of the file moves a node. Poses behind those of the file are computed ones.
struct Bound {
  uint32_t node = 0, pose = 0;
};
Status build_clips(LoadContext& context, const RawModel& raw, const std::vector<Bound>& bound,
                   const std::vector<Transform>& computed, std::vector<Clip>& clips);

}  // namespace vitrine::iqm
