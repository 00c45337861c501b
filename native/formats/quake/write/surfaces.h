#pragma once
// The surfaces of a scene as MD3 has them: each with vertices of its own, within the limits of an engine.

#include <string>
#include <vector>

#include "base/result.h"
#include "convert/loss_report.h"
#include "convert/source_pose.h"
#include "formats/quake/write/options.h"
#include "scene/scene.h"

namespace vitrine::md3_export {

/// Which vertex of the scene a written one is.
using Source = NodeVertex;

struct Surface {
  std::string name, shader;
  uint32_t material = kNone;         ///< of the scene
  uint32_t first = 0, vertices = 0;  ///< into Surfaces::sources
  std::vector<glm::vec2> uv;         ///< per vertex
  std::vector<uint32_t> indices;     ///< of its own vertices, three per triangle, clockwise seen from outside
  uint32_t triangles() const { return static_cast<uint32_t>(indices.size() / 3); }
};

struct Surfaces {
  std::vector<Surface> list;
  std::vector<Source> sources;  ///< of all vertices
};

/// One surface for each part of a mesh with a material of its own; of parts above the number of surfaces that the
/// engine takes, those with one material become one. EXPORT_ENGINE where there are still more.
Result<Surfaces> make_surfaces(const Scene& scene, const Space& space, const Md3WriteOptions& options,
                               ModelImages& images, LossReport& loss_report);

}  // namespace vitrine::md3_export
