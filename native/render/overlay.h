#pragma once
// Overlays of a picture: the bones and joints of a skeleton, and the particles of emitters.

#include <glm/glm.hpp>
#include <vector>

#include "render/model.h"
#include "render/view.h"

namespace vitrine::render {

/// A round mark or a soft disc that faces the view. Positions and radii in pixels.
struct Disc {
  bool is_joint = true;
  float add = 0;  ///< 0 covers what is behind, 1 adds to it
  float x = 0, y = 0, radius_x = 0, radius_y = 0;
  float depth = 0;  ///< as triangles have it; joints show through everything
  glm::vec4 color{0};
};

/// No triangle in it: its skeleton is all there is to see.
bool is_bare(const Scene& scene);
/// Bones as octahedra from joint to joint.
Model skeleton_model(const Scene& scene, std::span<const glm::mat4> file_from_node, const glm::dmat4& world_from_file);
/// A mark on each joint.
void add_joints(const Scene& scene, std::span<const glm::mat4> file_from_node, const glm::dmat4& world_from_file,
                const Screen& screen, std::vector<Disc>& out);
void add_particles(const RenderScene& source, const glm::dmat4& world_from_file, const View& view, const Screen& screen,
                   std::vector<Disc>& out);

/// sRGB times alpha, alpha of a disc at the middle of a pixel.
glm::vec4 disc_color(const Disc& disc, int32_t px, int32_t py);

}  // namespace vitrine::render
