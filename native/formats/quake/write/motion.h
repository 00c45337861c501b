#pragma once
// The actions of a scene as frames: where every vertex and every tag is.

#include <span>
#include <string>
#include <vector>

#include "convert/sampled_action.h"
#include "formats/quake/write/normals.h"
#include "formats/quake/write/surfaces.h"

namespace vitrine::md3_export {

using Action = SampledAction;

struct Tag {
  std::string name;
  uint32_t node = 0;
};
/// Axes and origin in the space of what is written.
struct TagPlace {
  glm::vec3 axes[3], origin;
};

/// How far directions are from those that a reader makes of their bytes.
struct NormalError {
  double largest = 0, sum = 0;  ///< degrees
  void add(double degrees) {
    if (degrees > largest) largest = degrees;
    sum += degrees;
  }
};

struct Motion {
  std::vector<Action> actions;
  uint32_t frames = 0;
  std::vector<Tag> tags;
  // One frame after the other.
  std::vector<glm::vec3> positions;  ///< of all vertices
  std::vector<Angles> normals;
  std::vector<TagPlace> places;  ///< of all tags
  std::vector<std::string> frame_names;
  NormalError written, as_id_writes;  ///< as the reader takes them
  uint64_t normal_count = 0;
  double size = 0;  ///< diagonal of the box of all frames
};

/// Nodes that become tags: those called `tag_*`.
std::vector<Tag> find_tags(const Scene& scene, const Md3WriteOptions& options, LossReport& loss_report);

/// LIMIT_COUNT for more vertices than are written, EXPORT_ENGINE for more frames than the engine takes, NOT_FINITE
/// where a pose is none.
Result<Motion> make_motion(const Scene& scene, const Space& space, const Md3WriteOptions& options,
                           const Surfaces& surfaces, std::vector<Tag> tags, LossReport& loss_report);

/// Of a node, in the space of what is written. Those of a stored tag stay as they are, others are turned only.
TagPlace tag_place(const Scene& scene, const Space& space, uint32_t node, const glm::dmat4& matrix);

// Some triangles of a model in some of its frames, as a model of its own.

struct Subset {
  Surfaces surfaces;
  Motion motion;                   ///< with the actions of the whole model
  std::vector<uint32_t> vertices;  ///< their numbers in the whole model
};

/// `indices`: corners as numbers of all vertices, three a triangle of one surface; `frames`: of the model, in any
/// order. Vertices of no triangle and surfaces without any are left out.
Subset subset_of(const Surfaces& surfaces, const Motion& motion, std::span<const uint32_t> indices,
                 std::span<const uint32_t> frames);

std::vector<uint32_t> all_frames(const Motion& motion);

}  // namespace vitrine::md3_export
