// What a document keeps for others and Vitrine carries along: `extras`, and attributes that mean nothing to it.

#include <algorithm>
#include <cmath>

#include "formats/gltf/read/builder.h"
#include "formats/name_cost.h"

namespace vitrine::gltf {
namespace {

/// Parsed again when it is written: a value of a few letters becomes some dozens of bytes.
constexpr uint64_t kBytesOfLetter = 12;

/// Lists whose `extras` the scene has a place for.
bool is_kept(std::string_view list) {
  return list == "nodes" || list == "meshes" || list == "materials" || list == "animations" || list == "scenes";
}

bool has_extras(const Json& value) { return value.is_object() && value.contains("extras"); }

uint64_t count_extras(const Json& list) {
  if (!list.is_array()) return 0;
  return static_cast<uint64_t>(std::count_if(list.begin(), list.end(), has_extras));
}

}  // namespace

void Builder::keep_extras() {
  const std::string_view text = asset_.container().json;
  const auto keep = [&](const TextRange& place, const Json& value, std::string& to) {
    if (!has_extras(value) || !asset_.ok()) return;
    const std::string_view own = text.substr(place.offset, place.length);
    const TextRange extras = find_value(own, "/extras");
    asset_.fail(asset_.context().budget.charge(extras.length, kBytesOfLetter));
    if (asset_.ok()) to = own.substr(extras.offset, extras.length);
  };
  const Json& root = asset_.root().json();
  const auto list_of = [&](const char* name) -> const Json& {
    static const Json kNothing = Json::array();
    const auto found = root.find(name);
    return found != root.end() && found->is_array() ? *found : kNothing;
  };
  for (uint32_t i = 0; i < node_places_.size() && i < list_of("nodes").size(); ++i)
    keep(node_places_[i], list_of("nodes")[i], part_.nodes[node_of_[i]].extras);
  const std::vector<TextRange> meshes = elements_of(text, "/meshes");
  for (size_t m = 0; m < part_.meshes.size() && m < data_of_mesh_.size(); ++m) {
    const uint32_t data = data_of_mesh_[m];
    if (data < meshes.size() && data < list_of("meshes").size())
      keep(meshes[data], list_of("meshes")[data], part_.meshes[m].extras);
  }
  const std::vector<TextRange> materials = elements_of(text, "/materials");
  for (size_t i = 0; i < std::min({part_.materials.size(), materials.size(), list_of("materials").size()}); ++i)
    keep(materials[i], list_of("materials")[i], part_.materials[i].extras);
  const std::vector<TextRange> animations = elements_of(text, "/animations");
  for (size_t i = 0; i < std::min({part_.clips.size(), animations.size(), list_of("animations").size()}); ++i)
    keep(animations[i], list_of("animations")[i], part_.clips[i].extras);
  const std::vector<TextRange> scenes = elements_of(text, "/scenes");
  const auto chosen = root.find("scene");
  const uint64_t shown = chosen != root.end() && chosen->is_number_unsigned() ? chosen->get<uint64_t>() : 0;
  if (shown < scenes.size() && shown < list_of("scenes").size())
    keep(scenes[shown], list_of("scenes")[shown], part_.extras);
  if (root.contains("asset") && has_extras(root["asset"]))
    keep(find_value(text, "/asset"), root["asset"], part_.asset_extras);

  // Elsewhere they are counted: in the document itself, in other lists, and in parts of meshes.
  uint64_t elsewhere = root.contains("extras");
  for (const auto& [name, list] : root.items())
    if (!is_kept(name)) elsewhere += count_extras(list);
  for (const Json& mesh : list_of("meshes"))
    if (mesh.is_object() && mesh.contains("primitives")) elsewhere += count_extras(mesh["primitives"]);
  part_.extras_left_out += elsewhere;
}

void Builder::keep_attributes() {
  for (size_t m = 0; asset_.ok() && m < part_.meshes.size() && m < data_of_mesh_.size(); ++m) {
    const MeshData& data = meshes_[data_of_mesh_[m]];
    std::vector<std::string> names;
    for (const PrimitiveData& primitive : data.primitives) {
      for (const auto& [name, accessor] : primitive.kept) names.push_back(name);
      part_.attributes_left_out += primitive.attributes_left_out;
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string& name : names) keep_attribute(name, data, part_.meshes[m]);
  }
}

/// Primitives whose accessors are of another kind than the first one's go without.
void Builder::keep_attribute(const std::string& name, const MeshData& data, Mesh& mesh) {
  VertexAttribute out;
  out.name = name;
  asset_.fail(charge_names(asset_.context().budget, name, 1));
  size_t first = 0, primitives = 0;
  for (const PrimitiveData& primitive : data.primitives) {
    ++primitives;
    const size_t begin = first;
    first += primitive.vertices.size();
    const auto found = primitive.kept.find(name);
    if (found == primitive.kept.end() || !asset_.ok()) continue;
    Layout shape;
    std::span<const float> from;
    const bool is_read = asset_.attempt("a vertex attribute", [&] {
      shape = asset_.layout(found->second);
      from = asset_.floats(found->second);
    });
    if (!asset_.ok()) return;
    const bool is_first = out.values.empty();
    const bool fits = is_first || (shape.components == out.components && shape.component_type == out.component_type &&
                                   shape.normalized == out.normalized);
    const bool finite = std::all_of(from.begin(), from.end(), [](float v) { return std::isfinite(v); });
    if (!is_read || !fits || !finite) {
      ++part_.attributes_left_out;
      continue;
    }
    if (is_first) {
      out.components = shape.components, out.component_type = shape.component_type, out.normalized = shape.normalized;
      asset_.fail(asset_.context().budget.charge(mesh.positions.size(), shape.components * sizeof(float)));
      if (!asset_.ok()) return;
      out.values.resize(mesh.positions.size() * shape.components);
    }
    const size_t n = out.components;
    for (size_t v = 0; v < primitive.vertices.size(); ++v) {
      for (size_t c = 0; c < n; ++c) out.values[(begin + v) * n + c] = from[primitive.vertices[v] * n + c];
    }
    out.in_primitive.resize(primitives, 0);
    out.in_primitive.back() = 1;
  }
  out.in_primitive.resize(primitives, 0);
  if (!out.values.empty()) mesh.attributes.push_back(std::move(out));
}

}  // namespace vitrine::gltf
