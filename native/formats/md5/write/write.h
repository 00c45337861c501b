#pragma once
// The text of md5mesh and md5anim files.

#include <string>

#include "formats/md5/write/meshes.h"
#include "formats/md5/write/plan.h"
#include "formats/md5/write/rig.h"

namespace vitrine::md5_export {

/// Text past this is no file for any engine.
inline constexpr size_t kMostText = size_t{1} << 29;

std::string write_mesh(const Rig& rig, const std::vector<OutMesh>& meshes);

struct AnimText {
  std::string text;
  double largest_error_rad = 0;  ///< largest error of a rotation as written
  std::string scale;             ///< of the .md5scale; empty where no joint is scaled, or none is written
  uint64_t factors_left_out = 0;
};
/// `meshes` for the boxes of the frames. LIMIT_COUNT past kMostText.
Result<AnimText> write_animation(const AnimFile& file, const Rig& rig, const OutMeshes& meshes,
                                 const Md5WriteOptions& options, Mover& mover);

}  // namespace vitrine::md5_export
