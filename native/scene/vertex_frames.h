#pragma once
// Positions and normals of meshes whose vertices a file stores for every frame: the one place where the packed numbers
// become them.

#include <cmath>
#include <span>

#include "base/generated.h"
#include "scene/finite.h"
#include "scene/scene.h"

namespace vitrine {

/// Bytes of a vertex in a frame.
constexpr uint32_t row_bytes(VertexFrames::Layout layout) { return layout == VertexFrames::Layout::kBytes ? 4 : 8; }

/// Whether every number that a row can hold has a place on the grid; words, the largest, end at 65535.
inline bool has_places(const VertexFrames::Grid& grid) {
  return is_finite(glm::vec3(glm::abs(glm::dvec3(grid.scale)) * 65536.0 + glm::abs(glm::dvec3(grid.offset))));
}

/// What turns the numbers of a frame into positions.
inline const VertexFrames::Grid& grid_of(const VertexFrames& frames, uint32_t frame) {
  return frames.grids[frames.grids.size() == 1 ? 0 : frame];
}

/// The rows of a frame.
inline std::span<const uint8_t> rows_of(const VertexFrames& frames, uint32_t frame) {
  const size_t bytes = size_t{frames.vertex_count} * row_bytes(frames.layout);
  return {frames.rows.data() + frame * bytes, bytes};
}

/// Of the angles in which a layout stores normals, or of the directions that its rows number.
constexpr size_t kAngles = 256;

/// One frame. Its vertices are those of the file.
class FrameView {
 public:
  FrameView(const VertexFrames& frames, uint32_t frame)
      : frames_(frames),
        rows_(rows_of(frames, frame).data()),
        scale_(grid_of(frames, frame).scale),
        offset_(grid_of(frames, frame).offset) {}

  glm::dvec3 position(uint32_t vertex) const { return numbers(vertex) * scale_ + offset_; }

  glm::dvec3 normal(uint32_t vertex) const {
    switch (frames_.layout) {
      case VertexFrames::Layout::kBytes:
        return glm::dvec3(frames_.directions[rows_[size_t{4} * vertex + 3]]);
      case VertexFrames::Layout::kWords:
        return glm::dvec3(frames_.directions[load_packed<uint16_t>(rows_ + size_t{8} * vertex + 6)]);
      default: {
        const uint8_t* angles = rows_ + size_t{8} * vertex + 6;
        const glm::dvec3 from_z(frames_.directions[angles[0]]), around(frames_.directions[angles[1]]);
        return {around.x * from_z.y, around.y * from_z.y, from_z.x};
      }
    }
  }

 private:
  glm::dvec3 numbers(uint32_t vertex) const {
    if (frames_.layout == VertexFrames::Layout::kBytes) {
      const uint8_t* at = rows_ + size_t{4} * vertex;
      return {at[0], at[1], at[2]};
    }
    const uint8_t* at = rows_ + size_t{8} * vertex;
    glm::dvec3 out;
    for (int c = 0; c < 3; ++c) {
      const auto word = load_packed<uint16_t>(at + 2 * c);
      out[c] = frames_.layout == VertexFrames::Layout::kWords ? word : static_cast<int16_t>(word);
    }
    return out;
  }

  const VertexFrames& frames_;
  const uint8_t* rows_;
  glm::dvec3 scale_, offset_;
};

/// What is shown of frames: `fraction` of the way from one to another.
struct FrameBlend {
  uint32_t first = 0, second = 0;
  double fraction = 0;
};

/// Calls `take(vertex, position, normal)` for each vertex of the mesh. Normals go straight and come out with length 1.
template <class Take>
void each_vertex(const Mesh& mesh, const FrameBlend& blend, Take&& take) {
  const VertexFrames& frames = *mesh.frames;
  const FrameView first(frames, blend.first), second(frames, blend.second);
  const bool between = blend.fraction != 0 && blend.first != blend.second;
  for (uint32_t v = 0; v < mesh.positions.size(); ++v) {
    const uint32_t row = mesh.file_vertex.empty() ? v : mesh.file_vertex[v];
    glm::dvec3 position = first.position(row), normal = first.normal(row);
    if (between) {
      const double u = blend.fraction;
      position = position * (1 - u) + second.position(row) * u;
      normal = normal * (1 - u) + second.normal(row) * u;
      const double length = std::sqrt(glm::dot(normal, normal));
      if (length > 1e-12) normal = normal / length;
    }
    take(v, glm::vec3(position), glm::vec3(normal));
  }
}

/// Positions and normals of frame 0, where the mesh has its indices and file vertices already.
inline void show_first_frame(Mesh& mesh, size_t vertices) {
  mesh.positions.resize(vertices);
  mesh.normals.resize(vertices);
  each_vertex(mesh, {}, [&](uint32_t v, const glm::vec3& position, const glm::vec3& normal) {
    mesh.positions[v] = position;
    mesh.normals[v] = normal;
  });
}

/// Between two places of a tag: origin and axes straight, each axis then of length 1, as ioquake3's R_LerpTag has it.
/// At a place itself the axes stay as the file has them.
inline glm::dmat4 tag_matrix(const TagTrack& track, const FrameBlend& blend) {
  const TagTrack::Place &a = track.places[blend.first], &b = track.places[blend.second];
  const bool between = blend.fraction != 0 && blend.first != blend.second;
  const auto mix = [&](const glm::vec3& from, const glm::vec3& to) {
    return between ? glm::dvec3(from) * (1 - blend.fraction) + glm::dvec3(to) * blend.fraction : glm::dvec3(from);
  };
  glm::dmat4 out(1);
  for (int c = 0; c < 3; ++c) {
    glm::dvec3 axis = mix(a.axes[c], b.axes[c]);
    const double length = std::sqrt(glm::dot(axis, axis));
    if (between && length > 0) axis = axis / length;
    out[c] = glm::dvec4(axis, 0);
  }
  out[3] = glm::dvec4(mix(a.origin, b.origin), 1);
  return out;
}

}  // namespace vitrine
