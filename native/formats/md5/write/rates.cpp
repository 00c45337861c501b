#include "formats/md5/write/rates.h"

namespace vitrine::md5_export {

double tolerance_of(const Md5WriteOptions& options, const OutMeshes& meshes) {
  return options.tolerance > 0 ? options.tolerance : meshes.size / 1000;
}

uint32_t choose_rate(const Scene& scene, const Rig& rig, const OutMeshes& meshes, const Md5WriteOptions& options,
                     Mover& mover, const Take& take, const ClipTimes& source, size_t action_count) {
  if (options.frame_rate > 0) return options.frame_rate;
  const Clip& clip = scene.clips[take.clip];
  if (clip.frames && is_whole_rate(clip.frame_rate)) return static_cast<uint32_t>(clip.frame_rate);
  std::vector<uint32_t> parents;
  for (const Joint& joint : rig.joints) parents.push_back(joint.parent);
  const MovingJoints joints{.parents = parents,
                            .reach = meshes.reach,
                            .moved = mover.moved(take),
                            .at = [&](double time_s) -> const std::vector<Rigid>& { return mover.at(take, time_s); },
                            .from_s = source.from_s,
                            .end_s = source.end_s,
                            .nodes = mover.nodes()};
  return choose_frame_rate(clip, rig.bakes, joints, tolerance_of(options, meshes), action_count);
}

}  // namespace vitrine::md5_export
