#pragma once
// The written file against the scene it was made from.

#include <nlohmann/json.hpp>

#include "convert/loss_report.h"
#include "formats/iqm/write/model.h"

namespace vitrine::iqm_export {

/// Reads the file back, poses it and compares every vertex with the scene's own pose: in the bind pose, on frames of
/// every action and between them; of very many actions the first ones, and the loss "distance" counts the others.
/// { "size", "joints", "bind": Deviation, "actions": [Deviation with "name", "first", "frames", "frameRate", "start",
/// "mean", "between"] }, as of MD5. EXPORT_UNREADABLE where the file does not open.
Result<nlohmann::ordered_json> check_file(const Scene& scene, const Space& space, const Model& model,
                                          std::span<const uint8_t> bytes, bool is_text, LossReport& loss_report);

/// Reads a file of one action back. EXPORT_UNREADABLE where it does not open or has other joints or frames.
Status check_action_file(const Model& model, std::span<const uint8_t> bytes, bool is_text);

}  // namespace vitrine::iqm_export
