#pragma once
// The report of `vitrine inspect`, in the shape of the public interface.

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/json_writer.h"
#include "scene/scene.h"

namespace vitrine {

/// What only the whole core adds to a report: values that are JSON text already; empty ones are left out.
struct RawReportParts {
  std::string format_info;                 ///< what only the formats have
  std::vector<std::string> stored_bounds;  ///< per clip: how its stored boxes compare with the mesh
};

/// Writes one object: format, files, issues, info. `format` is the id of the first model's, `together` are the clips
/// that play when all do, null where that is no choice. The hierarchy may have any depth.
void write_report(JsonWriter& out, const Scene& scene, const Diagnostics& diagnostics, const std::string& format,
                  const Bounds& bind_bounds, const std::vector<uint32_t>* together, const RawReportParts& whole = {});

}  // namespace vitrine
