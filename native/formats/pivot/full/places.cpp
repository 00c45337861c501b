#include "formats/pivot/full/places.h"

#include "formats/pivot/read/parse.h"

namespace vitrine::pivot {

SourceRecordLists places(std::span<const uint8_t> bytes) {
  SourceRecordLists lists;
  const auto scene = parse_forced(bytes, nullptr);
  if (!scene) return lists;
  for (size_t i = 0; i < scene->objects.size(); ++i) {
    const RawObject& object = scene->objects[i];
    SourceRecords block;
    block.name = "object";
    block.add(object.offset, i + 1 < scene->objects.size() ? scene->objects[i + 1].offset : scene->end);
    lists.push_back(std::move(block));
    uint32_t vertex = 0, triangle = 0;
    for (const RawSurface& surface : object.surfaces) {
      const auto offset_of = [&](std::span<const uint8_t> part) {
        return static_cast<uint64_t>(part.data() - bytes.data());
      };
      lists.push_back(fixed_places(PlaceKind::kVertex, "vertex", object.offset, offset_of(surface.vertices),
                                   surface.vertex_count, static_cast<uint32_t>(object.stride()), vertex));
      lists.push_back(fixed_places(PlaceKind::kTriangle, "triangle", object.offset, offset_of(surface.indices),
                                   surface.index_count / 3, 12, triangle));
      vertex += surface.vertex_count;
      triangle += surface.index_count / 3;
    }
  }
  return lists;
}

}  // namespace vitrine::pivot
