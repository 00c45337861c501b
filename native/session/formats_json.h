#pragma once
#include <string>

namespace vitrine {

/// The registry as JSON text: [{ id, kind, title, extensions, role, text, experimental }].
std::string formats_json_text();

}  // namespace vitrine
