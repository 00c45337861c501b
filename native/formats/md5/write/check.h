#pragma once
// The written files against the scene they were made from.

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "convert/check_written.h"
#include "convert/loss_report.h"
#include "formats/md5/write/export.h"
#include "formats/md5/write/meshes.h"
#include "formats/md5/write/plan.h"

namespace vitrine::md5_export {

struct WrittenAnim {
  const AnimFile* file = nullptr;
  const std::string* text = nullptr;
};

/// Reads the texts back, poses them and compares every vertex with the scene's own pose: in the bind pose, on frames of
/// every action and between them; of very many actions the first ones, and the loss "distance" counts the others. {
/// "size", "bind": Deviation, "actions": [Deviation with "name", "file", "first", "frames", "frameRate", "start",
/// "mean", "between"] }; Deviation: { "samples", "largest", "relative", "time" }, lengths in units written, `between`
/// the largest distance between frames. EXPORT_UNREADABLE where a text does not open.
Result<nlohmann::ordered_json> check_files(const Scene& scene, const Space& space, const Rig& rig,
                                           const OutMeshes& meshes, Mover& mover, const std::string& mesh_text,
                                           const std::vector<WrittenAnim>& animations,
                                           const std::vector<TextFile>& scales, LossReport& loss_report);

/// How far a file has the vertices of `sources`, of which those of a mesh stand together, from where they are `wanted`.
/// Instances are its meshes.
void add_written(const Poser& written, std::span<const Source> sources, std::span<const glm::dvec3> wanted,
                 double time_s, Deviation& off);

}  // namespace vitrine::md5_export
