#pragma once
// The images of a model's materials as files beside it, and what engines are to ask for them by.

#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "convert/export.h"
#include "convert/loss_report.h"
#include "convert/plain_text.h"
#include "scene/scene.h"

namespace vitrine {

// Images as files: what is given, and one of one colour for a material that has none where an engine draws nothing
// without.

/// A PNG of a few pixels. `color`: linear light and alpha; the alpha is stored if `with_alpha`.
std::string plain_png(const glm::vec4& color, bool with_alpha);
/// ".png", ".jpg" or ".tga", by the first bytes of a file that is one of those.
const char* image_ending(const std::vector<uint8_t>& bytes);

/// How an engine looks for the image of a material.
enum class ImagePlace : uint8_t {
  kNone,    ///< not at all, or nobody knows: nothing is written, and materials keep what they are called
  kBeside,  ///< in the folder of the model, by the name of the file
  kGame,    ///< from the folder of the game, without an ending
};

struct ImageRules {
  ImagePlace place = ImagePlace::kNone;
  std::string folder;  ///< of the model in the game's data, without a slash at its end; for kGame
  uint32_t bytes = 0;  ///< of the longest name; 0 = any
  std::string name;    ///< of the model: for what has no material
};

class ModelImages {
 public:
  /// `given`: files by texture (PNG or JPEG). All three outlive this.
  ModelImages(const Scene& scene, const ImageRules& rules, const ExportImages& given);

  /// What the engine asks for in place of the material's own name (kNone = a mesh without one); none where that is to
  /// stay: it is a path of the game, which has its images there.
  std::optional<std::string> name_of(uint32_t material);
  bool writes() const { return rules_.place != ImagePlace::kNone; }

  /// Appends the images of what was asked for: the material's own, else one of its colour. Reports what those do not
  /// show.
  void add(std::vector<TextFile>& files, LossReport& loss_report) const;

 private:
  struct Image {
    std::string stem;          ///< of the file
    uint32_t texture = kNone;  ///< kNone = of one colour
    uint32_t material = kNone;
  };
  const Image& image_of(uint32_t material);

  const Scene& scene_;
  const ImageRules& rules_;
  const ExportImages& given_;
  NameList names_;
  std::vector<Image> images_;
  std::map<uint32_t, size_t> by_texture_, by_material_;
};

}  // namespace vitrine
