#include "formats/pivot/full/describe.h"

#include <nlohmann/json.hpp>

#include "formats/pivot/read/build.h"
#include "formats/pivot/read/names.h"

namespace vitrine::pivot {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(uint32_t object) { return object == kNone ? Json(nullptr) : Json(object); }

const char* how(const BoneLink& link) {
  if (link.object == kNone) return "missing";
  return link.exact ? "exact" : "case-insensitive";
}

Json describe_object(const RawScene& raw, uint32_t i, const ObjectNotes& notes) {
  const RawObject& object = raw.objects[i];
  Json out = {{"name", name_of_object(raw, i)},
              {"encoding", encoding_of(object.name)},
              {"offset", object.offset},
              {"flags", object.flags},
              {"kind", !object.has_geometry()  ? "pivot"
                       : !object.bones.empty() ? "skinned mesh"
                                               : "mesh"},
              {"bone", notes.is_bone},
              {"parent", number_or_null(object.parent)},
              {"children", object.child_count}};
  for (const RawSurface& surface : object.surfaces) {
    out["surfaces"].push_back({{"offset", surface.offset},
                               {"vertices", surface.vertex_count},
                               {"triangles", surface.index_count / 3},
                               {"stride", object.stride()}});
  }
  for (size_t b = 0; b < object.bones.size(); ++b) {
    out["bones"].push_back({{"name", decode_name(object.bones[b])},
                            {"object", number_or_null(notes.bones[b].object)},
                            {"how", how(notes.bones[b])}});
  }
  if (notes.against_normals) out["trianglesAgainstNormals"] = *notes.against_normals;
  if (notes.is_weighted) {
    const WeightCounts& counts = notes.weights;
    out["skin"] = {{"rawSumMin", counts.sum_min},
                   {"rawSumMax", counts.sum_max},
                   {"rigidVertices", counts.rigid},
                   {"droppedById", counts.dropped_by_id},
                   {"droppedByName", counts.dropped_by_name},
                   {"verticesRenormalised", counts.renormalised}};
  }
  return out;
}

}  // namespace

void warn_object(LoadContext& context, const RawScene& raw, uint32_t object, const Sentence& sentence,
                 Arguments arguments) {
  context.diagnostics.add({sentence.code, "object '{}': {}"}, raw.objects[object].offset,
                          {name_of_object(raw, object), Phrase{sentence.text, arguments}}, {"objects[{}]", {object}});
}

void add_properties(const RawScene& raw, std::vector<Node>& nodes, SourceFile& file) {
  const auto encoding = [](std::string_view bytes) { return Property{"encoding", {}, encoding_of(bytes)}; };
  file.properties = {{"dialect", {}, dialect_id(raw.dialect)},
                     {"formatName", {}, std::string(raw.format_name)},
                     {"version", {static_cast<double>(raw.version)}, {}},
                     {"serviceText", {}, decode_name(raw.service_text)},
                     encoding(raw.service_text)};
  for (size_t i = 0; i < nodes.size(); ++i) {
    // Names in ASCII are the same in all code pages.
    if (std::string_view(encoding_of(raw.objects[i].name)) != "ascii")
      nodes[i].properties.push_back(encoding(raw.objects[i].name));
  }
}

void describe(const RawScene& raw, const std::vector<ObjectNotes>& notes, uint64_t bytes, Json& info) {
  Json listed = Json::array();
  for (uint32_t i = 0; i < raw.objects.size(); ++i) listed.push_back(describe_object(raw, i, notes[i]));
  info = {{"dialect", dialect_id(raw.dialect)},
          {"dialectTitle", dialect_title(raw.dialect)},
          {"formatName", raw.format_name},
          {"version", raw.version},
          {"serviceText", decode_name(raw.service_text)},
          {"countField", raw.object_count},
          {"bytes", bytes},
          {"accounted", raw.end},
          {"objects", std::move(listed)}};
}

}  // namespace vitrine::pivot
