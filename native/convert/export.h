#pragma once
// Any loaded scene in another format: the bytes of a file and what it could not carry over. `vitrine convert` and the
// page's Export.

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "convert/simplify.h"
#include "scene/scene.h"

namespace vitrine {

/// PNG or JPEG files by index of the scene's texture, for formats that hold images.
using ExportImages = std::map<uint32_t, std::vector<uint8_t>>;

struct ExportedFile {
  std::vector<uint8_t> bytes;  ///< of several files one after the other, as the report's "files" lists them
  /// { "kind", "bytes", "losses": [{ "what", "count", "largest", "message" }] } and, of a KRI scene, "log" (the
  /// exporter's lines, counted) and "meshes" (the numbers of its steps); of a GLB or MD5, "readBack"
  /// (GlbExport::read_back).
  nlohmann::ordered_json report;
  std::string log;               ///< the exporter's log as text; empty where the format has none
  std::vector<uint32_t> clips;   ///< for each action that a reader finds in the file, which of the scene's it is of
  std::vector<double> starts_s;  ///< and where it begins in the scene's; empty = at 0
  bool opens = false;  ///< a reader of ours opens such files: session/read_back.h does, before the file is handed over
  bool holds_frames = false;  ///< the vertices that are stored for every frame, though its kind does not always
};

/// `kind` is one of the table (convert/kinds.h), `options` a JSON object with any of its options.
/// NOTHING_TO_SHOW for an empty scene, EXPORT_KIND for another kind, EXPORT_OPTION for a member that says nothing
/// known, LIMIT_COUNT where a count does not fit the format.
Result<ExportedFile> export_scene(const Scene& scene, std::string_view kind, std::string_view options,
                                  const ExportImages& images = {}, const Simplify& simplify = {});

/// The table of kinds: [{ id, title, images, options: [{ name, type: "switch" | "choice" | "number" | "text", label,
/// effect, flag: { name, value, help }, and by its type: default; choices: [{ value, label }], numeric; least, most }]
/// }].
std::string export_kinds_json_text();

}  // namespace vitrine
