// What the report says of a document beyond the scene.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/gltf/builder.h"
#include "formats/gltf/sections.h"

namespace vitrine::gltf {

void Builder::describe(nlohmann::ordered_json& info) const {
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
    const auto found = root.json().find(list);
    Out names = Out::array();
    if (found != root.json().end() && found->is_array()) {
      for (const Json& name : *found) names.push_back(name.is_string() ? name.get<std::string>() : std::string());
    }
    info[list] = std::move(names);
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
