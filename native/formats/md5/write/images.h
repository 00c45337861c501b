#pragma once
// The images of a model under the names that an engine looks for, beside the md5mesh.

#include <map>
#include <string>
#include <vector>

#include "convert/export.h"
#include "convert/loss_report.h"
#include "formats/md5/write/export.h"
#include "formats/md5/write/meshes.h"

namespace vitrine::md5_export {

class ImageFiles {
 public:
  /// `given`: files by texture, as the engine reads them (PNG, JPEG or TGA).
  ImageFiles(const Scene& scene, const Md5WriteOptions& options, const OutMeshes& meshes, const ExportImages& given);

  /// How a material names its image: without ending; `fallback` behind the shader where there is none.
  std::string name_of(const OutMesh& mesh, TextureRole role, const char* fallback = "") const;
  /// The same with the ending where the image is written, as engines want that try none.
  std::string file_of(const OutMesh& mesh, TextureRole role) const;
  /// Appends what the options ask for; reports images that have no name there or were not given.
  void add(std::vector<TextFile>& files, LossReport& loss_report) const;

 private:
  struct Image {
    uint32_t texture;
    std::string name;
  };
  /// File names by shader and role.
  std::map<std::pair<std::string, TextureRole>, Image> images_;
  const Scene& scene_;
  const Md5WriteOptions& options_;
  const ExportImages& given_;
};

}  // namespace vitrine::md5_export
