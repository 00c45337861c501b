// The fields of the header or of one object with their places in the file.

#include "formats/pivot/full/map_record.h"

#include "formats/pivot/read/names.h"
#include "formats/pivot/read/parse.h"
#include "formats/record_map.h"

namespace vitrine::pivot {
namespace {

using Json = nlohmann::ordered_json;

class Mapper {
 public:
  Mapper(RecordMap& map, uint64_t at) : map_(map), at_(at) {}

  void u16(const std::string& name, uint64_t value) { put(name, "u16", 2, value); }
  void text(const std::string& name, std::string_view bytes) {
    u16(name + " (length)", bytes.size());
    put(name, "text", bytes.size(), decode_name(bytes));
  }
  template <class Vector>
  void floats(const std::string& name, const Vector& values, int count) {
    Json list = Json::array();
    for (int i = 0; i < count; ++i) list.push_back(values[i]);
    put(name, "f32", 4 * static_cast<uint64_t>(count), std::move(list));
  }
  void put(const std::string& name, std::string_view type, uint64_t size, Json value) {
    if (size != 0) map_.field(name, type, at_, size, std::move(value));
    at_ += size;
  }
  void array(const std::string& name, uint64_t count, uint64_t bytes, const std::vector<ElementPart>& parts) {
    map_.array(name, at_, count, parts);
    at_ += bytes;
  }

 private:
  RecordMap& map_;
  uint64_t at_;
};

uint64_t header_size(const RawScene& scene) { return 16 + scene.service_text.size(); }

Json map_header(std::span<const uint8_t> bytes, const RawScene& scene) {
  RecordMap map("header", 0, header_size(scene), scene.dialect.big_endian);
  Mapper mapper(map, 0);
  const auto* name = reinterpret_cast<const char*>(bytes.data());
  mapper.put("format name", "text", 10, decode_name(std::string_view(name, scene.format_name.size())));
  mapper.u16("version", scene.version);
  mapper.text("service text", scene.service_text);
  mapper.u16(scene.dialect.counts_roots ? "root objects" : "objects", scene.object_count);
  return std::move(map).take();
}

Json map_object(const RawScene& scene, const RawObject& object, uint64_t end) {
  RecordMap map("object", object.offset, end - object.offset, scene.dialect.big_endian);
  Mapper mapper(map, object.offset);
  mapper.u16("flags", object.flags);
  mapper.u16("children", object.child_count);
  mapper.text("name", object.name);
  mapper.u16("surfaces (count)", object.surfaces.size());
  mapper.floats("position", object.local.translation, 3);
  const glm::quat& q = object.local.rotation;
  mapper.floats("rotation x y z w", glm::vec4(q.x, q.y, q.z, q.w), 4);
  mapper.floats("scale", object.local.scale, 3);
  if (object.is_skinned()) {
    mapper.u16("bones (count)", object.bones.size());
    for (size_t b = 0; b < object.bones.size(); ++b) mapper.text("bones[" + std::to_string(b) + "]", object.bones[b]);
  }
  std::vector<ElementPart> vertex = {{"position", "f32", 3}, {"u v w", "f32", 3}, {"normal", "f32", 3}};
  if (object.is_skinned()) vertex.push_back({"bones", "u16", 4}), vertex.push_back({"weights", "f32", 4});
  for (size_t s = 0; s < object.surfaces.size(); ++s) {
    const RawSurface& surface = object.surfaces[s];
    const std::string prefix = "surfaces[" + std::to_string(s) + "].";
    mapper.put(prefix + "vertices (count)", "u32", 4, surface.vertex_count);
    mapper.put(prefix + (scene.dialect.counts_triangles ? "triangles (count)" : "indices (count)"), "u32", 4,
               scene.dialect.counts_triangles ? surface.index_count / 3 : surface.index_count);
    mapper.array(prefix + "vertices", surface.vertex_count, surface.vertices.size(), vertex);
    mapper.array(prefix + "triangles", surface.index_count / 3, surface.indices.size(), {{"vertices", "u32", 3}});
  }
  return std::move(map).take();
}

}  // namespace

Json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto scene = parse_forced(bytes, nullptr);  // what is asked for has opened, by force or not
  if (!scene) return nullptr;
  if (offset == 0) return map_header(bytes, *scene);
  for (size_t i = 0; i < scene->objects.size(); ++i) {
    if (scene->objects[i].offset != offset) continue;
    return map_object(*scene, scene->objects[i],
                      i + 1 < scene->objects.size() ? scene->objects[i + 1].offset : scene->end);
  }
  if (offset == scene->end && offset < bytes.size()) {
    RecordMap map("unread", offset, bytes.size() - offset);
    map.field("unread", "bytes", offset, bytes.size() - offset, nullptr);
    return std::move(map).take();
  }
  return nullptr;
}

}  // namespace vitrine::pivot
