#include "session/formats_json.h"

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "formats/registry.h"

namespace vitrine {

std::string formats_json_text() {
  static constexpr const char* kRoles[] = {"model", "animation", "camera", "sound", "materials"};
  Json out = Json::array();
  for (const FormatRow& row : formats()) {
    Json extensions = Json::array();
    for (const char* extension : row.extensions) extensions.push_back(extension);
    out.push_back({{"id", row.id},
                   {"kind", row.kind},
                   {"title", row.title},
                   {"extensions", std::move(extensions)},
                   {"role", kRoles[static_cast<int>(row.role)]},
                   {"text", row.text},
                   {"experimental", row.experimental}});
  }
  return json_text(out);
}

}  // namespace vitrine
