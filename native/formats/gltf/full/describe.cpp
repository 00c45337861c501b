// Report of a document beyond the scene; left out of view cores (view/rows.cpp).

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/whole_json.h"
#include "formats/gltf/codes.h"
#include "formats/gltf/full/sections.h"
#include "formats/gltf/read/builder.h"
#include "formats/gltf/sentences.h"

namespace vitrine::gltf {
namespace {

/// Takes everything and remembers where it stopped.
class FaultFinder : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(int64_t) override { return true; }
  bool number_unsigned(uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(Json::binary_t&) override { return true; }
  bool start_object(size_t) override { return true; }
  bool start_array(size_t) override { return true; }
  bool key(std::string&) override { return true; }
  bool end_object() override { return true; }
  bool end_array() override { return true; }
  bool parse_error(size_t position, const std::string& token, const nlohmann::detail::exception& fault) override {
    const JsonFault found = json_fault(position, token, fault);
    offset = found.offset;
    what = found.what;
    return false;
  }

  uint64_t offset = 0;
  std::string what = "this is not JSON";
};

}  // namespace

Error fault_of(std::string_view text, uint64_t base) {
  FaultFinder finder;
  Json::sax_parse(text.begin(), text.end(), &finder);
  return Error{messages::kNotJson, base + std::min<uint64_t>(finder.offset, text.size()), {finder.what}};
}

Error Asset::placed(const Error& error) const {
  return error.at(error.offset() == kNoOffset ? source(fault_pointer_).offset : error.offset(),
                  error.path().empty() ? fault_pointer_ : error.path());
}

bool Asset::keeps(const Code& code) const {
  return context_->diagnostics.count(code.severity) < context_->limits.messages;
}

void Asset::report_fault() { context_->diagnostics.add(keeps(*fault_.code()) ? placed(fault_) : fault_); }

void Asset::warn(const Sentence& sentence, const std::string& pointer, Arguments arguments) {
  const uint64_t place = keeps(sentence.code) ? source(pointer).offset : kNoOffset;
  context_->diagnostics.add(sentence, place, arguments, {"{}", {pointer}});
}

/// Numbers that are not there to be read, in contrast to a channel that moves nothing or has other numbers than it
/// needs.
static bool is_damage(const Code& code, std::string_view pointer) {
  for (const char* list : {"/accessors/", "/bufferViews/", "/buffers/"})
    if (pointer.starts_with(list)) return true;
  return pointer.find("/samplers/") != pointer.npos && (&code == &kMissing || &code == &kType || &code == &kReference);
}

void Asset::report_left_out(const char* what) {
  // A picture can do without the animation, but the file is damaged.
  if (std::string_view(what) == kChannelPart && is_damage(*fault_.code(), fault_pointer_))
    report_fault();
  else
    warn(messages::kLeftOut, fault_pointer_, {what, fault_.message()});
}

void Asset::report_wrong_kinds() {
  const auto check = [&](auto&& look) {
    look();
    if (!fault_) return;
    report_fault();
    fault_ = Error();
  };
  check([&] { root().array("extensionsUsed"); });
  for (const char* list : {"accessors", "animations", "buffers", "bufferViews", "cameras", "images", "materials",
                           "meshes", "nodes", "samplers", "scenes", "skins", "textures"}) {
    check([&] { root().array(list); });
    // Those that are used are errors already.
    for (uint32_t i = 0; i < size(list); ++i)
      if (!document_[list][i].is_object()) check([&] { (void)element(list, i); });
  }
  for (uint32_t i = 0; i < size("accessors"); ++i) {
    if (!document_["accessors"][i].is_object()) continue;  // reported where it is used
    const Object accessor = element("accessors", i);
    for (const char* key : {"min", "max"})
      check([&] {
        for (const Json& number : accessor.array(key))
          if (!number.is_number()) return accessor.wrong_kind(key, "an array of numbers");
      });
  }
}

/// Texts of a list of the document; others are empty.
std::vector<std::string> Builder::names_of(const char* list) {
  std::vector<std::string> names;
  const Object root = asset_.root();
  const auto found = root.json().find(list);
  if (found == root.json().end() || !found->is_array()) return names;
  for (const Json& name : *found) names.push_back(name.is_string() ? name.get<std::string>() : std::string());
  return names;
}

void Builder::name_what_is_not_shown() {
  uint64_t points = 0, lines = 0;
  for (const MeshData& mesh : meshes_) {
    for (const PrimitiveData& primitive : mesh.primitives) {
      if (primitive.mode == 0) points += primitive.elements;
      if (primitive.mode > 0 && primitive.mode < 4) lines += primitive.elements;
    }
  }
  if (points != 0) asset_.warn(messages::kPoints, "/meshes", {points});
  if (lines != 0) asset_.warn(messages::kLines, "/meshes", {lines});
  uint64_t instanced = 0;
  for (uint32_t number = 0; number < parent_.size(); ++number) {
    const Json& node = asset_.element("nodes", number).json();
    const auto extensions = node.find("extensions");
    instanced += extensions != node.end() && extensions->is_object() && extensions->contains("EXT_mesh_gpu_instancing");
  }
  if (instanced != 0) asset_.warn(messages::kInstances, "/nodes", {instanced});
  std::string unread;
  for (const std::string& name : names_of("extensionsUsed")) {
    if (!name.empty() && !Asset::knows(name)) unread += (unread.empty() ? "" : ", ") + name;
  }
  if (!unread.empty()) asset_.warn(messages::kNotRead, "/extensionsUsed", {unread.substr(0, 500)});
}

void Builder::describe(nlohmann::ordered_json& info) {
  name_what_is_not_shown();
  asset_.report_wrong_kinds();
  asset_.check_the_rest();
  using Out = nlohmann::ordered_json;
  const Object root = asset_.root();
  const auto asset = root.object("asset");
  const auto word = [&](const char* key) -> Out {
    const auto found = asset ? asset->json().find(key) : Json::const_iterator();
    return asset && found != asset->json().end() && found->is_string() ? Out(found->get<std::string>()) : Out(nullptr);
  };
  info = {{"version", word("version")}, {"generator", word("generator")}, {"copyright", word("copyright")}};
  uint64_t primitives = 0, vertices = 0, triangles = 0, lines = 0, points = 0, most = 0;
  for (const MeshData& mesh : meshes_) {
    for (const PrimitiveData& p : mesh.primitives) {
      ++primitives;
      vertices += p.file_vertices;
      most = std::max<uint64_t>(most, p.influences);
      (p.mode == 0 ? points : p.mode < 4 ? lines : triangles) += p.elements;
    }
  }
  Out counts = Out::object();
  for (const char* list : {"scenes", "nodes", "meshes", "skins", "animations", "materials", "textures", "images",
                           "cameras", "accessors", "bufferViews", "buffers"})
    counts[list] = asset_.size(list);
  counts["primitives"] = primitives, counts["vertices"] = vertices, counts["triangles"] = triangles;
  counts["lines"] = lines, counts["points"] = points, counts["influencesPerVertex"] = most;
  counts["lights"] = light_count_;
  info["counts"] = std::move(counts);
  for (const char* list : {"extensionsUsed", "extensionsRequired"}) {
    info[list] = names_of(list);
  }
  info["nodeOrder"] = order_;
  const std::vector<Section> sections = sections_of(asset_);
  if (sections.empty()) return;
  info["sections"] = Out::array();
  for (const Section& section : sections) {
    info["sections"].push_back(
        {{"name", section.name}, {"offset", section.offset}, {"size", section.size}, {"count", section.count}});
  }
}

}  // namespace vitrine::gltf
