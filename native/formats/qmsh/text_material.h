#pragma once
#include <string>
#include <vector>

#include "formats/qmsh/tally.h"
#include "formats/qmsh/text_model.h"
#include "scene/scene.h"

namespace vitrine::qmsh {

/// The materials of a text and the images they name. Materials are known by name: the first of a name stands for all.
class TextMaterials {
 public:
  /// Numbers continue those of `scene`; `file` is the index of the text in Scene::files.
  TextMaterials(uint32_t version, uint32_t file, const Scene& scene) : version_(version), file_(file), scene_(scene) {}

  /// Number of the material in the scene; kNone for one without a name (an empty slot).
  uint32_t add(const TextMaterial& text);

  std::vector<Material> materials;
  std::vector<Texture> textures;
  Tally diffuse_factors;  ///< materials whose image should count for less than all

 private:
  void add_slot(Material& material, TextureRole role, const std::string& name, std::vector<std::string> candidates,
                float factor);

  uint32_t version_, file_;
  const Scene& scene_;
};

}  // namespace vitrine::qmsh
