#pragma once
// Any scene as an IQM or IQE file with all its actions.

#include <nlohmann/json.hpp>
#include <vector>

#include "base/result.h"
#include "convert/export.h"
#include "convert/kind.h"
#include "convert/loss_report.h"
#include "formats/iqm/write/options.h"
#include "scene/scene.h"

namespace vitrine::iqm_export {

struct IqmExport {
  std::vector<uint8_t> bytes;
  std::vector<TextFile> companions;  ///< beside the model
  std::vector<uint32_t> clips;       ///< of the actions in the file
  /// { "scale", "joints", "renamed": [{ "from", "to" }], "animations": AnimationNames::json() (of iqm.cfg),
  /// "sequences": [{ "name", "first", "frames", "action" }] (of a list of frames), "readBack": check_file() }
  nlohmann::ordered_json report;
};

/// `images`: PNG or JPEG files by texture. NOTHING_TO_SHOW for a scene without triangles; EXPORT_ENGINE with the
/// numbers for one with more joints than the format can name; LIMIT_COUNT for one that is too large; NOT_FINITE,
/// BAD_INDEX for one that is not valid.
Result<IqmExport> export_iqm(const Scene& scene, const IqmWriteOptions& options, LossReport& loss_report,
                             const ExportImages& images = {});

}  // namespace vitrine::iqm_export

namespace vitrine {

extern const ExportKind kIqmKind, kIqeKind;

}  // namespace vitrine
