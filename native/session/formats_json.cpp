#include "session/formats_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/whole_json.h"
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

namespace {

using nlohmann::json;

json parse_object(const std::string& text) {
  json value = parse_whole_json(text);
  return value.is_object() ? value : json::object();
}

const json& member(const json& object, const char* key) {
  static const json null;
  const auto found = object.find(key);
  return object.is_object() && found != object.end() ? *found : null;
}

void take_count(const json& object, const char* key, uint64_t& value) {
  const json& v = member(object, key);
  if (v.is_number_unsigned())
    value = v.get<uint64_t>();
  else if (v.is_number() && v.get<double>() >= 0 && v.get<double>() < 9e15)
    value = static_cast<uint64_t>(v.get<double>());
}

/// The member that a dotted name leads to.
const json& member_below(const json& object, std::string_view name) {
  const size_t dot = name.find('.');
  if (dot == name.npos) return member(object, std::string(name).c_str());
  return member_below(member(object, std::string(name.substr(0, dot)).c_str()), name.substr(dot + 1));
}

}  // namespace

Limits limits_from_json(const std::string& text) {
  const json object = parse_object(text);
  const json& given = member(object, "limits");
  Limits limits;
  take_count(given, "inputBytes", limits.input_bytes);
  take_count(given, "heapBytes", limits.heap_bytes);
  take_count(given, "joints", limits.joints);
  take_count(given, "meshes", limits.meshes);
  take_count(given, "vertices", limits.vertices);
  take_count(given, "influencesPerVertex", limits.influences_per_vertex);
  take_count(given, "frameJoints", limits.frame_joints);
  take_count(given, "messages", limits.messages);
  return limits;
}

ReadOptions load_options_from_json(const std::string& text) {
  const json object = parse_object(text);
  ReadOptions options;
  for (const FormatRow& row : formats()) {
    for (const ReadingOption* option : row.details->options) {
      const json& given = member_below(object, option->name);
      if (given.is_boolean() && given.get<bool>()) options.switch_on(*option);
    }
  }
  if (const json& skin = member(object, "skin"); skin.is_string()) options.skin = skin.get<std::string>();
  if (const json& torso = member(object, "torso"); torso.is_string()) options.torso = torso.get<std::string>();
  if (const json& level = member(object, "level"); level.is_number())
    options.level = static_cast<uint32_t>(std::clamp(level.get<double>(), 0.0, 9.0));
  if (const json& names = member(object, "animations"); names.is_array()) {
    for (const json& name : names) {
      if (name.is_string()) options.animations.insert(name.get<std::string>());
    }
  }
  return options;
}

}  // namespace vitrine
