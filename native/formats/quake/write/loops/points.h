#pragma once
// What is done for every vertex of every frame: positions from frames of a file, and the normals of one.

#include <cmath>
#include <span>
#include <vector>

#include "formats/quake/write/motion.h"
#include "scene/vertex_frames.h"

namespace vitrine::md3_export {

/// The first vertices of a file, between two of its frames.
void blended_points(const VertexFrames& frames, const FrameBlend& blend, std::span<glm::dvec3> out);

inline bool can_be_written(const glm::dvec3& p) {
  return std::abs(p.x) + std::abs(p.y) + std::abs(p.z) < kLargestNumber;
}

/// Puts a frame with these vertices where `first` of all rows is; false where one is too far away to be written.
bool put_frame(std::span<const glm::dvec3> points, std::span<const glm::dvec3> normals, const NormalCode& code,
               size_t first, Motion& out);

Bounds box_of(std::span<const glm::vec3> points);

double farthest(std::span<const glm::dvec3> a, std::span<const glm::dvec3> b);

}  // namespace vitrine::md3_export
