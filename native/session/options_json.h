#pragma once
#include <string>

#include "base/limits.h"
#include "formats/format.h"

namespace vitrine {

/// `{ "limits": { "inputBytes": ..., "heapBytes": ..., "joints": ..., "meshes": ..., "vertices": ...,
/// "influencesPerVertex": ..., "frameJoints": ..., "messages": ... } }` and the reading options of all formats, each
/// under its own name. Missing, wrong or negative members keep their defaults.
Limits limits_from_json(const std::string& text);
ReadOptions load_options_from_json(const std::string& text);

}  // namespace vitrine
