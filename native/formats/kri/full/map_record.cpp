// The fields of one chunk with their places in the file.

#include "formats/kri/full/map_record.h"

#include <string>

#include "base/byte_reader.h"
#include "base/utf8.h"
#include "formats/kri/read/arrays.h"
#include "formats/kri/read/layouts.h"
#include "formats/record_map.h"

namespace vitrine::kri {
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

/// Adds the fields of one chunk, from `base` on.
class Mapper {
 public:
  Mapper(RecordMap& map, const Frame& frame) : map_(map), frame_(frame), reader_(frame.payload) {}

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
          map_.field(prefix + what, "f32", at + 4 * first, 4 * count, count == 1 ? values[0] : values);
        };
        part("position", 0, 3), part("scale", 3, 1), part("rotation", 4, 4);
      } else {
        map_.field(name, type_name(field.type), at, field.size, field.type == '*' ? Json(nullptr) : value_of(field));
      }
    }
  }

  void add_array(const Decoded& decoded) {
    const std::string_view name = frame_.name, layout = decoded.layout;
    const auto vertices = static_cast<uint64_t>(decoded.fields.number("count"));
    if (name == "entity") return add_spans(decoded);
    if (name == "a_bone") return add_bone_packs();
    if (name == "curve" || name.ends_with("_seq")) return add_curve(decoded);
    if (name == "v_pos") {
      return layout == "3f" ? elements("vertices", vertices, {{"position", "f32", 3}})
                            : elements("vertices", vertices, {{"position", "f32", 3}, {"handedness", "f32"}});
    }
    if (name == "v_nor") return elements("vertices", vertices, {{"normal", "f32", 3}});
    if (name == "v_quat") return elements("vertices", vertices, {{"quaternion x y z w", "f32", 4}});
    if (name == "v_skin") {
      constexpr ElementPart kWeight{"weight", "u8"}, kBone{"bone", "u8"};
      return elements("vertices", vertices, {kWeight, kBone, kWeight, kBone, kWeight, kBone, kWeight, kBone});
    }
    if (name == "v_ind") {
      const uint64_t triangles = number("triangles", "u16");
      return elements("triangles", triangles, {{"vertices", "u16", 3}});
    }
    if (name == "v_shape") {
      text("name", 0);
      number("relative", "u8");
      number("value", "f32");
      return elements("vertices", vertices, {{"position", "f32", 3}});
    }
    // v_uv and v_color
    if (layout.starts_with("text")) text("layer", 0);
    if (layout.starts_with("fixed")) text("layer", 8);
    if (name == "v_color") return elements("vertices", vertices, {{"color", "u8", 3}});
    return layout == "3f z=hand" ? elements("vertices", vertices, {{"u v", "f32", 2}, {"handedness", "f32"}})
                                 : elements("vertices", vertices, {{"u v", "f32", 2}});
  }

 private:
  uint64_t here() const { return frame_.payload_offset() + reader_.offset(); }

  void elements(std::string name, uint64_t count, const std::vector<ElementPart>& parts) {
    map_.array(std::move(name), here(), count, parts);
    uint64_t stride = 0;
    for (const ElementPart& part : parts) stride += bytes_of_type(part.type) * part.count;
    reader_.skip(count * stride);
  }

  uint64_t number(std::string name, std::string_view type) {
    const uint64_t at = here();
    const uint32_t size = bytes_of_type(type);
    if (type == "f32") {
      map_.field(std::move(name), type, at, size, reader_.f32());
      return 0;
    }
    const uint64_t value = size == 1 ? reader_.u8() : size == 2 ? reader_.u16() : reader_.u32();
    map_.field(std::move(name), type, at, size, value);
    return value;
  }

  /// Text of `width` bytes, or length-prefixed with 0.
  void text(std::string name, size_t width) {
    const uint64_t at = here(), from = reader_.offset();
    std::string_view value = reader_.text(width == 0 ? reader_.u8() : width);
    if (width != 0) value = value.substr(0, std::min(value.find('\0'), value.size()));
    map_.field(std::move(name), "text", at, reader_.offset() - from, to_utf8(value));
  }

  void add_rows(const Record& record, const Field& field, const std::string& name, uint64_t at) {
    uint64_t end = at;
    if (field.type == '{') {
      map_.field(name + " (count)", "u8", at, 1, record.rows().size());
      end = at + 1;
    }
    for (size_t i = 0; i < record.rows().size(); ++i) {
      add_fields(record.rows()[i], name + "[" + std::to_string(i) + "].");
      const Field& last = record.rows()[i].fields().back();
      end = frame_.payload_offset() + last.offset + last.size;
    }
    if (end < at + field.size) map_.field(name + " (end)", "text", end, at + field.size - end, "");
  }

  void add_spans(const Decoded& decoded) {
    const size_t width = decoded.layout.starts_with("fixed") ? 24 : 0;
    for (size_t i = 0; i < decoded.fields.rows().size(); ++i) {
      const std::string prefix = "spans[" + std::to_string(i) + "].";
      number(prefix + "triangles", "u16");
      text(prefix + "material", width);
    }
    number("spans (end)", "u16");
  }

  void add_keys(std::string name, uint64_t keys, uint32_t size, bool handles) {
    std::vector<ElementPart> parts = {{"time", "f32"}, {"value", "f32", size}};
    if (handles) parts.push_back({"left", "f32", size}), parts.push_back({"right", "f32", size});
    elements(std::move(name), keys, parts);
  }

  void add_curve(const Decoded& decoded) {
    uint64_t size = 0;
    if (frame_.name == "curve") {
      text("path", decoded.layout == "fixed" ? 24 : 0);
      size = number("size", "u8");
      number("element", "u8");
    } else {
      number("element", "u8");
      size = number("size", "u8");
      text("path", 24);
    }
    const uint64_t keys = number("key count", "u16");
    if (reader_.at_end()) return;
    number("extrapolation", "u8");
    add_keys("keys", keys, static_cast<uint32_t>(size), true);
  }

  void add_bone_packs() {
    number("bone", "u8");
    for (const auto& [name, size] : {std::pair{"location", 3u}, {"rotation", 4u}, {"scale", 1u}}) {
      const uint64_t keys = number(std::string(name) + " (count)", "u16");
      add_keys(name, keys, size, false);
    }
  }

  RecordMap& map_;
  const Frame& frame_;
  ByteReader reader_;
};

}  // namespace

Json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  Budget budget(~uint64_t{0});
  Diagnostics discarded;
  const auto container = read_container(bytes, budget, discarded);
  if (!container) return nullptr;
  const auto header = [](RecordMap& map, const Frame& frame, uint64_t size) {
    map.field("chunk name", "text", frame.offset, 8, to_utf8(frame.name));
    map.field("chunk size", "u32", frame.offset + 8, 4, size);
  };
  if (offset == container->accounted_bytes && offset < bytes.size()) {
    const Frame rest{container->interrupted_name, offset, {}};
    RecordMap map(container->interrupted ? rest.name : "unread", offset, bytes.size() - offset);
    if (container->interrupted) header(map, rest, 0);
    const uint64_t from = offset + (container->interrupted ? kHeaderBytes : 0);
    if (from < bytes.size()) map.field("unread", "bytes", from, bytes.size() - from, nullptr);
    return std::move(map).take();
  }
  // Earlier chunks determine how texts are stored and how many vertices there are.
  Strings strings = Strings::kUnknown;
  bool has_node = false;
  uint32_t vertices = 0;
  for (const Frame& frame : container->frames) {
    if (frame.offset > offset) break;
    if (strings == Strings::kUnknown) strings = strings_of(frame);
    if (frame.offset == offset) {
      RecordMap map(frame.name, offset, kHeaderBytes + frame.payload.size());
      header(map, frame, frame.payload.size());
      const auto decoded = is_known(frame.name) ? decode(frame, strings, vertices) : std::nullopt;
      Mapper mapper(map, frame);
      if (decoded && is_array_chunk(frame.name))
        mapper.add_array(*decoded);
      else if (decoded)
        mapper.add_fields(decoded->fields, "");
      else if (!frame.payload.empty())
        map.field("unread", "bytes", frame.payload_offset(), frame.payload.size(), nullptr);
      return std::move(map).take();
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
