#pragma once
// Any scene as md5mesh and md5anim files for an engine, with the companions that it needs.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "convert/export.h"
#include "convert/kind.h"
#include "convert/loss_report.h"
#include "formats/md5/write/options.h"
#include "scene/scene.h"

namespace vitrine::md5_export {

struct Md5Export {
  std::vector<TextFile> files;  ///< the md5mesh first
  /// { "engine", "scale", "joints", "meshes", "renamed": [{ "from", "to" }], "sequences": [{ "name", "first", "frames",
  /// "action" }] (one file), "readBack": check_files() }.
  nlohmann::ordered_json report;
};

/// `images` are PNG, JPEG or TGA files by texture. NOTHING_TO_SHOW for a scene without triangles; EXPORT_ENGINE with
/// the numbers for one that the engine cannot hold; LIMIT_COUNT for one that is too large; NOT_FINITE, BAD_INDEX for
/// one that is not valid.
Result<Md5Export> export_md5(const Scene& scene, const Md5WriteOptions& options, LossReport& loss_report,
                             const ExportImages& images = {});

/// Options from the members of an object; names as in Md5WriteOptions, in camel case. EXPORT_OPTION for a member that
/// says nothing known.
Result<Md5WriteOptions> md5_options(const nlohmann::json& given);

}  // namespace vitrine::md5_export

namespace vitrine {

extern const ExportKind kMd5Kind;

}  // namespace vitrine
