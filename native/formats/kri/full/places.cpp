#include "formats/kri/full/places.h"

#include "base/byte_reader.h"
#include "formats/kri/read/arrays.h"
#include "formats/kri/read/layouts.h"
#include "formats/kri/read/record.h"
#include "scene/scene.h"

namespace vitrine::kri {
namespace {

const char* static_name(std::string_view name) {
  for (const char* known : {"v_pos", "v_nor", "v_quat", "v_uv", "v_color", "v_shape", "v_skin"}) {
    if (name == known) return known;
  }
  return "vertex";
}

}  // namespace

SourceRecordLists places(std::span<const uint8_t> bytes) {
  SourceRecordLists lists;
  Budget budget(~uint64_t{0});
  Diagnostics discarded;
  const auto container = read_container(bytes, budget, discarded);
  if (!container) return lists;
  Strings strings = Strings::kUnknown;
  bool has_node = false;
  uint32_t vertices = 0;
  uint64_t mesh = 0;
  for (const Frame& frame : container->frames) {
    if (strings == Strings::kUnknown) strings = strings_of(frame);
    SourceRecords block;
    block.add(frame.offset, frame.payload_offset() + frame.payload.size());
    lists.push_back(std::move(block));
    if (!is_known(frame.name)) continue;
    const auto decoded = decode(frame, strings, vertices);
    if (!decoded) continue;
    const uint64_t data_offset =
        frame.payload_offset() + static_cast<uint64_t>(decoded->data.data() - frame.payload.data());
    if (frame.name == "node") {
      has_node = true;
    } else if (frame.name == "mesh" && has_node) {
      vertices = static_cast<uint32_t>(decoded->fields.number("vertices"));
      mesh = frame.offset;
    } else if (frame.name == "skel") {
      for (const Record& row : decoded->fields.rows()) {
        const Field &first = row.fields().front(), &last = row.fields().back();
        SourceRecords bone;
        bone.name = "bone";
        bone.add(frame.payload_offset() + first.offset, frame.payload_offset() + last.offset + last.size);
        lists.push_back(std::move(bone));
      }
    } else if (frame.name == "v_ind") {
      lists.push_back(fixed_places(PlaceKind::kTriangle, "v_ind", mesh, data_offset, decoded->data.size() / 6, 6));
    } else if (frame.name.starts_with("v_") && vertices != 0) {
      lists.push_back(fixed_places(PlaceKind::kVertex, static_name(frame.name), mesh, data_offset, vertices,
                                   static_cast<uint32_t>(decoded->data.size() / vertices)));
    } else if ((frame.name == "curve" || frame.name.ends_with("_seq")) && is_array_chunk(frame.name)) {
      const auto size = static_cast<uint32_t>(decoded->fields.number("size"));
      const uint32_t stride = (1 + size * 3) * 4;
      lists.push_back(
          fixed_places(PlaceKind::kKey, "key", frame.offset, data_offset, decoded->data.size() / stride, stride));
    } else if (frame.name == "a_bone") {
      ByteReader reader(decoded->data, data_offset);
      for (const auto& [name, size, channel] :
           {std::tuple{"location", 3u, Channel::kTranslation}, std::tuple{"rotation", 4u, Channel::kRotationQuat},
            std::tuple{"scale", 1u, Channel::kScale}}) {
        const uint32_t keys = reader.u16(), stride = (1 + size) * 4;
        SourceRecords list = fixed_places(PlaceKind::kKey, name, frame.offset, reader.offset(), keys, stride);
        list.part = static_cast<uint8_t>(1 + static_cast<uint8_t>(channel));
        reader.skip(uint64_t{keys} * stride);
        lists.push_back(std::move(list));
      }
    }
  }
  return lists;
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) {
  Budget budget(~uint64_t{0});
  Diagnostics discarded;
  const auto container = read_container(bytes, budget, discarded);
  if (!container) return 0;
  if (offset >= container->accounted_bytes) return container->accounted_bytes;
  const auto after = std::upper_bound(container->frames.begin(), container->frames.end(), offset,
                                      [](uint64_t at, const Frame& frame) { return at < frame.offset; });
  return after == container->frames.begin() ? 0 : std::prev(after)->offset;
}

}  // namespace vitrine::kri
