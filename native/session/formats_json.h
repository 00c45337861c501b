#pragma once
// The registry as JSON for hosts, and limits and reading options from theirs.

#include <string>

#include "base/limits.h"
#include "formats/format.h"

namespace vitrine {

/// The registry as JSON text: [{ id, kind, title, extensions, role, text, experimental, begins, has,
/// sound: "effects" | "song" | null, options: [{ name, word, type: "switch", default, help, label, effect, accepts }]
/// }].
std::string formats_json_text();

/// `{ "limits": { "inputBytes": ..., "heapBytes": ..., "joints": ..., "meshes": ..., "vertices": ...,
/// "influencesPerVertex": ..., "frameJoints": ..., "messages": ... } }` and the reading options of all formats, each
/// under its own name. Missing, wrong or negative members keep their defaults.
Limits limits_from_json(const std::string& text);
ReadOptions load_options_from_json(const std::string& text);

}  // namespace vitrine
