#include "session/formats_json.h"

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "formats/details.h"

namespace vitrine {

std::string formats_json_text() {
  static constexpr const char* kRoles[] = {"model", "animation", "camera", "sound", "materials", "buffer"};
  Json out = Json::array();
  for (const FormatRow& row : formats()) {
    Json extensions = Json::array();
    for (const char* extension : row.extensions) extensions.push_back(extension);
    Json options = Json::array();
    for (const ReadingOption* option : row.details->options)
      options.push_back({{"name", option->name},
                         {"word", option->word},
                         {"type", "switch"},
                         {"default", false},
                         {"help", option->help},
                         {"label", option->label},
                         {"effect", option->effect},
                         {"accepts", option->accepts}});
    Json stood_in_by = Json::array();
    for (const char* path : row.details->stood_in_by) stood_in_by.push_back(path);
    Json parts = Json::array(), levels = Json::array();
    for (const char* name : row.details->parts) parts.push_back(name);
    for (const char* end : row.details->levels) levels.push_back(end);
    const SoundReader* sound = row.details->sound;
    out.push_back({{"id", row.id},
                   {"kind", row.kind},
                   {"title", row.details->title},
                   {"extensions", std::move(extensions)},
                   {"role", kRoles[static_cast<int>(row.role)]},
                   {"text", row.text},
                   {"codePage", row.details->code_page == nullptr ? "windows-1252" : row.details->code_page},
                   {"viewed", row.viewed},
                   {"experimental", row.details->experimental},
                   {"stoodInBy", std::move(stood_in_by)},
                   {"parts", std::move(parts)},
                   {"levels", std::move(levels)},
                   {"begins", row.details->begins},
                   {"has", row.details->has},
                   {"sound", sound == nullptr ? Json(nullptr) : Json(sound->effects ? "effects" : "song")},
                   {"options", std::move(options)}});
  }
  return json_text(out);
}

}  // namespace vitrine
