#pragma once
// The files beside a model that engines want: images under the names that they look for, and texts.

#include <map>
#include <string>
#include <vector>

#include "convert/anim_names.h"
#include "convert/export.h"
#include "convert/loss_report.h"
#include "formats/md5/write/export.h"
#include "formats/md5/write/meshes.h"
#include "formats/md5/write/plan.h"
#include "formats/md5/write/rig.h"

namespace vitrine::md5_export {

// The images of a model under the names that an engine looks for, beside the md5mesh.

class ImageFiles {
 public:
  /// `given`: files by texture, as the engine reads them (PNG, JPEG or TGA).
  ImageFiles(const Scene& scene, const Md5WriteOptions& options, const OutMeshes& meshes, const ExportImages& given);

  /// How a material names its image: without ending; `fallback` behind the shader where there is none.
  std::string name_of(const OutMesh& mesh, TextureRole role, const char* fallback = "") const;
  /// The same with the ending where the image is written, as engines want that try none.
  std::string file_of(const OutMesh& mesh, TextureRole role) const;
  /// Appends what the options ask for; reports images that have no name there or were not given, and colours that
  /// nothing carries.
  void add(std::vector<TextFile>& files, LossReport& loss_report) const;

 private:
  struct Image {
    uint32_t texture;
    std::string name;
  };
  /// Whether the image of a role is written, or is a file that the game has.
  bool has_image(const OutMesh& mesh, TextureRole role) const;
  void add_plain(std::vector<TextFile>& files, LossReport& loss_report) const;
  void report_colors(LossReport& loss_report) const;

  /// File names by shader and role.
  std::map<std::pair<std::string, TextureRole>, Image> images_;
  const Scene& scene_;
  const Md5WriteOptions& options_;
  const OutMeshes& meshes_;
  const ExportImages& given_;
};

/// A name without an ending that no file answers is a guess of the reader; where the game finds no image of a name, it
/// draws a grid in its place.
bool is_named(const Material& material, const Texture& texture);

// The text files that engines want beside a model.

struct CompanionInput {
  const Scene& scene;
  const Md5WriteOptions& options;
  const Rig& rig;
  const OutMeshes& meshes;
  const std::vector<AnimFile>& files;
  const AnimationNames& names;  ///< of those
  const ImageFiles& images;
};

/// Appends those that the options name.
void add_companions(const CompanionInput& input, std::vector<TextFile>& files);

}  // namespace vitrine::md5_export
