#pragma once
// Any loaded scene in another format: the bytes of a file and what it could not carry over. `vitrine convert` and the
// page's Export.

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "scene/scene.h"

namespace vitrine {

/// PNG or JPEG files by index of the scene's texture, for formats that hold images.
using ExportImages = std::map<uint32_t, std::vector<uint8_t>>;

struct ExportedFile {
  std::vector<uint8_t> bytes;
  /// { "kind", "bytes", "losses": [{ "what", "count", "largest", "message" }] } and, of a KRI scene, "log" (the
  /// exporter's lines, counted) and "meshes" (the numbers of its stages); of a GLB, "readBack" (GlbExport::read_back).
  nlohmann::ordered_json report;
  std::string log;     ///< the exporter's log as text; empty where the format has none
  bool opens = false;  ///< a reader of ours opens such files: session/read_back.h does, before the file is handed over
};

/// `kind`: "glb", "qmsh", "qmsh.tmp", "scene", "pivot" or "json" (export_json.h). `options`, all optional:
/// { "version": of a QMSH, "autoSmooth": degrees, "legacy": bool, "everyFrame": bool,
///   "generation": "seed|last",
///   "processQuaternions": bool, "closeTJunctions": bool, "dialect": "LE/total/index", "hidden": bool }.
/// NOTHING_TO_SHOW for an empty scene, EXPORT_KIND for another kind, EXPORT_OPTION for a member that says nothing
/// known, LIMIT_COUNT where a count does not fit the format.
Result<ExportedFile> export_scene(const Scene& scene, std::string_view kind, std::string_view options,
                                  const ExportImages& images = {});

}  // namespace vitrine
