#include "scene/append_frames.h"

#include <iterator>

namespace vitrine {

void append_frames(Scene& scene, Scene& part) {
  const auto nodes = static_cast<uint32_t>(scene.nodes.size()), meshes = static_cast<uint32_t>(scene.meshes.size()),
             tags = static_cast<uint32_t>(scene.tag_tracks.size());
  for (Node& node : part.nodes) {
    if (node.tag != kNone) node.tag += tags;
  }
  for (Clip& clip : part.clips) {
    for (FrameRun& run : clip.runs) {
      for (uint32_t& mesh : run.meshes) mesh += meshes;
      for (uint32_t& node : run.nodes) node += nodes;
    }
  }
  scene.tag_tracks.insert(scene.tag_tracks.end(), std::make_move_iterator(part.tag_tracks.begin()),
                          std::make_move_iterator(part.tag_tracks.end()));
}

}  // namespace vitrine
