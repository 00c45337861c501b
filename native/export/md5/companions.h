#pragma once
// The text files that engines want beside a model.

#include "export/md5/export.h"
#include "export/md5/images.h"
#include "export/md5/meshes.h"
#include "export/md5/plan.h"
#include "export/md5/rig.h"

namespace vitrine::md5_export {

struct CompanionInput {
  const Scene& scene;
  const Md5WriteOptions& options;
  const Rig& rig;
  const OutMeshes& meshes;
  const std::vector<AnimFile>& files;
  const ImageFiles& images;
};

/// Appends those that the options name.
void add_companions(const CompanionInput& input, std::vector<TextFile>& files);

}  // namespace vitrine::md5_export
