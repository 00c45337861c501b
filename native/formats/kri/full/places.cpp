#include "formats/kri/full/places.h"

#include <string>

#include "base/byte_reader.h"
#include "base/utf8.h"
#include "formats/kri/read/array_reader.h"
#include "formats/kri/read/arrays.h"
#include "formats/kri/read/layouts.h"
#include "formats/kri/read/record.h"
#include "formats/record_trace.h"
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

// The fields of one chunk with their places in the file.

namespace {

using Json = nlohmann::ordered_json;

const char* type_name(char letter) {
  switch (letter) {
    case '?':
      return "bool";
    case 'T':
      return "text";
    case 'H':
      return "u16";
    case 'L':
      return "u32";
    case 'f':
      return "f32";
    case '*':
      return "bytes";
  }
  return "u8";
}

Json value_of(const Field& field) {
  switch (field.kind) {
    case FieldKind::kNumber:
      return field.stored[0];
    case FieldKind::kFlag:
      return field.stored[0] != 0;
    case FieldKind::kNumbers:
      return std::vector<double>(field.numbers().begin(), field.numbers().end());
    case FieldKind::kText:
      return to_utf8(field.text);
    case FieldKind::kRows:
      break;
  }
  return nullptr;
}

/// Adds the fields of a chunk that is no array.
class Mapper {
 public:
  Mapper(RecordTrace& trace, const Frame& frame) : trace_(trace), frame_(frame) {}

  void add_fields(const Record& record, const std::string& prefix) {
    for (const Field& field : record.fields()) {
      const std::string name = prefix + std::string(field.name);
      const uint64_t at = frame_.payload_offset() + field.offset;
      if (field.kind == FieldKind::kRows) {
        add_rows(record, field, name, at);
      } else if (field.name == "transform") {
        const auto part = [&](const char* what, size_t first, size_t count) {
          Json values = Json::array();
          for (size_t i = 0; i < count; ++i) values.push_back(field.stored[first + i]);
          trace_.put(prefix + what, "f32", at + 4 * first, 4 * count, count == 1 ? values[0] : values);
        };
        part("position", 0, 3), part("scale", 3, 1), part("rotation", 4, 4);
      } else {
        trace_.put(name, type_name(field.type), at, field.size, field.type == '*' ? Json(nullptr) : value_of(field));
      }
    }
  }

 private:
  void add_rows(const Record& record, const Field& field, const std::string& name, uint64_t at) {
    uint64_t end = at;
    if (field.type == '{') {
      trace_.put(name + " (count)", "u8", at, 1, record.rows().size());
      end = at + 1;
    }
    for (size_t i = 0; i < record.rows().size(); ++i) {
      add_fields(record.rows()[i], name + "[" + std::to_string(i) + "].");
      const Field& last = record.rows()[i].fields().back();
      end = frame_.payload_offset() + last.offset + last.size;
    }
    if (end < at + field.size) trace_.put(name + " (end)", "text", end, at + field.size - end, "");
  }

  RecordTrace& trace_;
  const Frame& frame_;
};

}  // namespace

Json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  Budget budget(~uint64_t{0});
  Diagnostics discarded;
  const auto container = read_container(bytes, budget, discarded);
  if (!container) return nullptr;
  RecordTrace trace(offset, to_utf8);
  const auto begin = [&](const Frame& frame) {
    trace.record(frame.name, frame.offset);
    trace.letters("chunk name", frame.offset, 8, frame.name);
    trace.field("chunk size", "u32", frame.offset + 8, static_cast<uint32_t>(frame.payload.size()));
  };
  if (offset == container->accounted_bytes && container->interrupted) {
    begin({container->interrupted_name, offset, {}});
    const uint64_t from = offset + kHeaderBytes;
    if (from < bytes.size()) trace.put("unread", "bytes", from, bytes.size() - from, nullptr);
    trace.end(bytes.size());
    return std::move(trace).map();
  }
  if (offset == container->accounted_bytes) {
    trace.unread(offset, bytes.size());
    return std::move(trace).map();
  }
  // Earlier chunks determine how texts are stored and how many vertices there are.
  Strings strings = Strings::kUnknown;
  bool has_node = false;
  uint32_t vertices = 0;
  for (const Frame& frame : container->frames) {
    if (frame.offset > offset) break;
    if (strings == Strings::kUnknown) strings = strings_of(frame);
    if (frame.offset == offset) {
      begin(frame);
      const bool is_array = is_array_chunk(frame.name);
      const auto decoded = is_array               ? trace_array(frame, strings, vertices, trace)
                           : is_known(frame.name) ? decode(frame, strings, vertices)
                                                  : std::nullopt;
      if (decoded && !is_array) Mapper(trace, frame).add_fields(decoded->fields, "");
      if (!decoded && !frame.payload.empty())
        trace.put("unread", "bytes", frame.payload_offset(), frame.payload.size(), nullptr);
      trace.end(frame.payload_offset() + frame.payload.size());
      return std::move(trace).map();
    }
    has_node |= frame.name == "node" && decode(frame, strings, 0);
    if (frame.name == "mesh" && has_node) {
      if (const auto mesh = decode(frame, strings, 0))
        vertices = static_cast<uint32_t>(mesh->fields.number("vertices"));
    }
  }
  return nullptr;
}

}  // namespace vitrine::kri
