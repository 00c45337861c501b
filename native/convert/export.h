#pragma once
// Any loaded scene in another format: the bytes of its files and what they could not carry over. `vitrine convert` and
// the page's Export.

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "scene/scene.h"

namespace vitrine {

// Fewer triangles, by the host: scripts have meshoptimizer.

struct SimplifyInput {
  std::span<const uint32_t> indices;  ///< three corners a triangle
  std::span<const float> positions;   ///< 3 numbers a vertex
  std::span<const float> attributes;  ///< a number a vertex for each of `weights`
  std::span<const float> weights;     ///< of the attributes, against positions as parts of the model's extent
  uint32_t triangles = 0;             ///< wanted
};

/// Corners of the triangles that are left, numbers of the same vertices; empty where the host failed. The function
/// itself is empty on a host without a simplifier.
using Simplify = std::function<std::vector<uint32_t>(const SimplifyInput&)>;

// Any loaded scene in another format: the bytes of a file and what it could not carry over. `vitrine convert` and the
// page's Export.

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

/// `kind` is one of the table (convert/kind.h), `options` a JSON object with any of its options.
/// NOTHING_TO_SHOW for an empty scene, EXPORT_KIND for another kind, EXPORT_OPTION for a member that says nothing
/// known, LIMIT_COUNT where a count does not fit the format.
Result<ExportedFile> export_scene(const Scene& scene, std::string_view kind, std::string_view options,
                                  const ExportImages& images = {}, const Simplify& simplify = {});

/// The table of kinds: [{ id, title, images, options: [{ name, type: "switch" | "choice" | "number" | "text", label,
/// effect, flag: { name, value, help }, and by its type: default; choices: [{ value, label }], numeric; least, most }]
/// }].
std::string export_kinds_json_text();

// The files of an export that is more than one.

struct TextFile {
  std::string name;  ///< may hold folders, relative to the first file
  std::string text;  ///< or the bytes of an image
};

/// Puts `files` behind the bytes of the model, which is called `name`, and lists all of them in the report.
inline void add_files(ExportedFile& out, const std::string& name, std::span<const TextFile> files) {
  auto list = nlohmann::ordered_json::array();
  list.push_back({{"name", name}, {"bytes", out.bytes.size()}});
  for (const TextFile& one : files) {
    out.bytes.insert(out.bytes.end(), one.text.begin(), one.text.end());
    list.push_back({{"name", one.name}, {"bytes", one.text.size()}});
  }
  out.report["files"] = std::move(list);
}

}  // namespace vitrine
