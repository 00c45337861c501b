#pragma once
// The written file against the scene it was made from.

#include <nlohmann/json.hpp>

#include "formats/quake/write/file.h"

namespace vitrine::md3_export {

/// Reads the file back and compares every vertex with the scene's own pose, on frames of every action and half-way
/// between them: { "size", "bind": Deviation (of a model without actions), "actions": [Deviation with "name", "first",
/// "frames", "frameRate", "start", "loop", "mean", "between"] }, as of MD5. EXPORT_UNREADABLE where the file does not
/// open.
Result<nlohmann::ordered_json> check_file(const Scene& scene, const Space& space, const Surfaces& surfaces,
                                          const Motion& motion, std::span<const uint8_t> bytes,
                                          LossReport& loss_report);

}  // namespace vitrine::md3_export
