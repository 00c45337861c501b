// What the report says of a document beyond the scene; not in the view core.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/gltf/builder.h"
#include "formats/gltf/codes.h"
#include "formats/gltf/sections.h"

namespace vitrine::gltf {

void Builder::name_what_is_not_shown() {
  uint64_t points = 0, lines = 0;
  for (const MeshData& mesh : meshes_) {
    for (const PrimitiveData& primitive : mesh.primitives) {
      if (primitive.mode == 0) points += primitive.elements;
      if (primitive.mode > 0 && primitive.mode < 4) lines += primitive.elements;
    }
  }
  if (points != 0) asset_.warn(kNotShown, "/meshes", std::to_string(points) + " points are not drawn");
  if (lines != 0) asset_.warn(kNotShown, "/meshes", std::to_string(lines) + " lines are not drawn");
  uint64_t instanced = 0;
  for (uint32_t number = 0; number < parent_.size(); ++number) {
    const Json& node = asset_.element("nodes", number).json();
    const auto extensions = node.find("extensions");
    instanced += extensions != node.end() && extensions->is_object() && extensions->contains("EXT_mesh_gpu_instancing");
  }
  if (instanced != 0)
    asset_.warn(
        kNotShown, "/nodes",
        "of the copies that EXT_mesh_gpu_instancing makes one is drawn, at " + std::to_string(instanced) + " nodes");
  std::string unread;
  asset_.attempt("the list of extensions", [&] {
    for (const Json& name : asset_.root().array("extensionsUsed")) {
      if (!name.is_string() || Asset::knows(name.get_ref<const std::string&>())) continue;
      unread += (unread.empty() ? "" : ", ") + name.get<std::string>();
    }
  });
  if (!unread.empty()) asset_.warn(kNotRead, "/extensionsUsed", "not read: " + unread.substr(0, 500));
}

void Builder::describe(nlohmann::ordered_json& info) {
  name_what_is_not_shown();
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
