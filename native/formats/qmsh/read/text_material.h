#pragma once
#include <string>
#include <vector>

#include "base/name_index.h"
#include "formats/qmsh/full/finding_counter.h"
#include "formats/qmsh/text_model.h"
#include "scene/scene.h"

namespace vitrine::qmsh {

/// The materials of a text and the images they name. Materials are known by name: the first of a name stands for all.
class TextMaterials {
 public:
  /// They and the images become those of `part`; `file` is the index of the text in Scene::files.
  TextMaterials(uint32_t version, uint32_t file, Scene& part) : version_(version), file_(file), part_(part) {}

  /// Number of the material in `part`; kNone for one without a name (an empty slot).
  uint32_t add(const TextMaterial& text);

  FindingCounter diffuse_factors;  ///< materials whose image should count for less than all

 private:
  Texture& add_slot(Material& material, TextureRole role, const std::string& name, float factor);

  uint32_t version_, file_;
  Scene& part_;
  NameIndex materials_, textures_;  ///< the names are those of the text
};

}  // namespace vitrine::qmsh
