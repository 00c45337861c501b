// Stored frames as morph targets: what each adds to the positions and normals of frame 0.

#include <array>
#include <string_view>
#include <utility>

#include "formats/gltf/write/builder.h"
#include "scene/vertex_frames.h"

namespace vitrine {

GlbFrames glb_frames(const VertexFrames& frames) {
  using Look = std::pair<std::string_view, std::array<float, 6>>;
  GlbFrames out;
  std::map<Look, uint32_t> seen;
  for (uint32_t f = 0; f < frames.frame_count; ++f) {
    const VertexFrames::Grid& grid = grid_of(frames, f);
    const std::span<const uint8_t> rows = rows_of(frames, f);
    const Look look{{reinterpret_cast<const char*>(rows.data()), rows.size()},
                    {grid.scale.x, grid.scale.y, grid.scale.z, grid.offset.x, grid.offset.y, grid.offset.z}};
    const auto next = static_cast<uint32_t>(out.frame_of.size());
    const auto [found, is_new] = seen.try_emplace(look, f == 0 ? kNone : next);
    if (is_new && f > 0) out.frame_of.push_back(f);
    out.target_of.push_back(found->second);
  }
  return out;
}

void glb_frame_offsets(const Mesh& mesh, uint32_t frame, const GlbSpace& space, const GlbVertices& base,
                       GlbVertices& out) {
  out.positions.resize(mesh.positions.size());
  out.normals.resize(mesh.positions.size());
  // Differences to the numbers that the file has, so that the sum is as near to the frame as one number can be.
  each_vertex(mesh, {frame, frame, 0}, [&](uint32_t v, const glm::vec3& position, const glm::vec3& normal) {
    out.positions[v] = space.point(glm::dvec3(position)) - glm::dvec3(base.positions[v]);
    out.normals[v] = space.vector(glm::dvec3(normal)) - glm::dvec3(base.normals[v]);
  });
}

}  // namespace vitrine
