#include "formats/pivot/full/places.h"

#include "formats/pivot/read/names.h"
#include "formats/pivot/read/parse.h"
#include "formats/pivot/read/parser.h"
#include "formats/record_trace.h"

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

// The fields of the header or of one object with their places in the file.

namespace {

/// What is asked for has opened, by force or not.
RecordTrace traced(std::span<const uint8_t> bytes, uint64_t wanted) {
  const auto scene = parse_forced(bytes, nullptr);
  RecordTrace trace(wanted, decode_name, scene && scene->dialect.big_endian);
  if (!scene) return trace;
  (void)Parser(bytes, scene->dialect, nullptr, false, trace).run();
  trace.unread(scene->end, bytes.size());
  return trace;
}

}  // namespace

nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  return traced(bytes, offset).map();
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) { return traced(bytes, offset).start(offset); }

}  // namespace vitrine::pivot
