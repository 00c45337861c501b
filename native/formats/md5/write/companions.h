#pragma once
// The text files that engines want beside a model.

#include "convert/anim_names.h"
#include "formats/md5/write/export.h"
#include "formats/md5/write/images.h"
#include "formats/md5/write/meshes.h"
#include "formats/md5/write/plan.h"
#include "formats/md5/write/rig.h"

namespace vitrine::md5_export {

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
