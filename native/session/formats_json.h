#pragma once
#include <string>

namespace vitrine {

/// The registry as JSON text: [{ id, kind, title, extensions, role, text, experimental, begins, has,
/// sound: "effects" | "song" | null, options: [{ name, word, type: "switch", default, help, label, effect, accepts }]
/// }].
std::string formats_json_text();

}  // namespace vitrine
