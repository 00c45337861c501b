#pragma once
// Surfaces: the runs of triangles that files beside a model know by name or number, and materials of their own.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "scene/scene.h"

namespace vitrine {

struct Surface {
  uint32_t mesh = 0, primitive = 0;
};

/// The surfaces of the models of a file, in its order.
std::vector<Surface> surfaces_of(const Scene& scene, uint32_t file);

/// The name of the run, else that of its mesh.
std::string_view surface_name(const Scene& scene, const Surface& surface);

/// Gives surfaces other images. The scene changes in `finish` alone.
class SurfaceImages {
 public:
  explicit SurfaceImages(Scene& scene);
  /// The surface gets a copy of its material that is called `shader` and has the image of that name, which may lie in
  /// `folder`; `hidden` ones are not drawn. `offset` is the place of the name in its file.
  Status put_on(const Surface& surface, const std::string& shader, std::string_view folder, bool hidden, Budget& budget,
                uint64_t offset);
  void finish();

 private:
  struct Made {
    uint32_t from = 0;
    Material material;
    Texture texture;
  };

  Scene& scene_;
  std::vector<Made> made_;
  std::map<std::pair<uint32_t, std::string>, uint32_t> numbers_;  ///< of made_, by old material and name
  std::vector<std::pair<Surface, uint32_t>> chosen_;              ///< likewise
};

}  // namespace vitrine
