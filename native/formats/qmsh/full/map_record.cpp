// The fields of one section of a binary with their places in the file.

#include "formats/qmsh/full/map_record.h"

#include <optional>
#include <string>

#include "base/byte_reader.h"
#include "formats/qmsh/read/binary_read.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/record_map.h"

namespace vitrine::qmsh {

std::optional<BinaryModel> read_quietly(std::span<const uint8_t> bytes) {
  Budget budget(~uint64_t{0});
  Diagnostics discarded;
  auto model = read_binary(bytes, Limits{}, budget, discarded);
  if (!model) return {};
  return std::move(*model);
}

namespace {

using Json = nlohmann::ordered_json;

class Mapper {
 public:
  Mapper(std::span<const uint8_t> bytes, const BinaryModel& model, RecordMap& map, uint64_t at)
      : in_(bytes), m_(model), map_(map) {
    in_.seek(at);
  }

  void section(std::string_view name) {
    if (name == "header") return header();
    if (m_.version == 10) number("guard", "u8");
    if (name == "vertices") return vertices();
    if (name == "triangles") return array("triangles", m_.indices.size() / 3, {{"vertices", "u16", 3}});
    if (name == "submeshes") return each("submeshes", m_.submeshes.size(), [&](const std::string& p) { submesh(p); });
    if (name == "bones") return each("bones", m_.bones.size(), [&](const std::string& p) { bone(p); });
    if (name == "animations")
      return each("animations", m_.animations.size(), [&](const std::string& p) { animation(p); });
    if (name == "points") return each("points", m_.points.size(), [&](const std::string& p) { point(p); });
    if (name == "groups") return each("groups", m_.groups.size(), [&](const std::string& p) { group(p); });
    if (name == "splits")
      return each("submeshes", m_.submeshes.size(), [&](const std::string& p) { sphere_and_box(p); });
  }

 private:
  template <class Add>
  static void each(const char* table, size_t count, Add&& add) {
    for (size_t i = 0; i < count; ++i) add(std::string(table) + "[" + std::to_string(i) + "].");
  }
  uint64_t number(std::string name, std::string_view type) {
    const uint64_t at = in_.offset();
    const uint32_t size = bytes_of_type(type);
    const uint64_t value = size == 1 ? in_.u8() : size == 2 ? in_.u16() : in_.u32();
    map_.field(std::move(name), type, at, size, value);
    return value;
  }
  void floats(std::string name, uint32_t count) {
    const uint64_t at = in_.offset();
    Json values = Json::array();
    for (uint32_t i = 0; i < count; ++i) values.push_back(in_.f32());
    map_.field(std::move(name), "f32", at, 4 * count, count == 1 ? values[0] : values);
  }
  size_t text(const std::string& name) {
    const uint64_t length = number(name + " (length)", "u8"), at = in_.offset();
    bool was_1250 = false;
    const std::string value(in_.text(length));
    if (length != 0) map_.field(name, "text", at, length, decode_name(value, was_1250));
    return length;
  }
  void array(const char* name, uint64_t count, const std::vector<ElementPart>& parts) {
    map_.array(name, in_.offset(), count, parts);
    uint64_t stride = 0;
    for (const ElementPart& part : parts) stride += bytes_of_type(part.type) * part.count;
    in_.skip(count * stride);
  }
  void fixed_text(const char* name, uint64_t size) {
    const uint64_t at = in_.offset();
    map_.field(name, "text", at, size, std::string(in_.text(size)));
  }

  void header() {
    if (m_.version == 10) {
      fixed_text("signature", 6);
      fixed_text("version", 2);
    } else {
      fixed_text("signature", 4);
      number("version", "u8");
    }
    number("flags", "u8");
    for (const char* name :
         {"vertices (count)", "triangles (count)", "submeshes (count)", "bones (count)", "animations (count)"})
      number(name, "u16");
    if (m_.version != 10) number("points (count)", "u16"), number("groups (count)", "u16");
    floats("radius", 1);
    floats("box minimum", 3), floats("box maximum", 3);
    if (m_.version == 10) {
      for (const char* name : {"vertices", "triangles", "submeshes", "bones", "animations"})
        number(std::string(name) + " (offset)", "u32");
    }
    if (m_.version >= 20) number("points (offset)", "u32");
    if (m_.version >= 13) floats("camera position", 3), floats("camera target", 3);
    if (m_.version >= 15) floats("camera up", 3);
  }

  void vertices() {
    std::vector<ElementPart> parts = {{"position", "f32", 3}};
    if (!m_.has(kFlagPhysics)) {
      if (m_.has(kFlagSkinned)) parts.push_back({"weight", "f32"}), parts.push_back({"bones", "u8", 4});
      parts.push_back({"normal", "f32", 3}), parts.push_back({"u v", "f32", 2});
      if (m_.has(kFlagTangents)) parts.push_back({"tangent", "f32", 3}), parts.push_back({"binormal", "f32", 3});
    }
    array("vertices", m_.positions.size(), parts);
  }

  void submesh(const std::string& p) {
    for (const char* name : {"first triangle", "triangles", "first vertex", "vertices"}) number(p + name, "u16");
    text(p + "name");
    text(p + (m_.version == 10 ? "material" : "texture"));
    if (m_.version >= 18) floats(p + "specular", 3), floats(p + "specular intensity", 1), number(p + "hardness", "u32");
    if (m_.version >= 16 && m_.has(kFlagTangents) && text(p + "normal map") != 0) floats(p + "normal factor", 1);
    if (m_.version >= 16 && text(p + "specular map") != 0)
      floats(p + "specular factor", 1), floats(p + "specular colour factor", 1);
  }

  void bone(const std::string& p) {
    if (m_.version >= 21) text(p + "name");
    number(p + "parent", "u16");
    floats(p + "rest matrix, four rows of three", 12);
    if (m_.version < 21) {
      text(p + "name");
      return;
    }
    floats(p + "editor matrix", 16);
    floats(p + "head and radius", 4), floats(p + "tail and radius", 4);
    number(p + "connected", "u8");
  }

  void animation(const std::string& p) {
    text(p + "name");
    floats(p + "length", 1);
    const uint64_t keys = number(p + "keys (count)", "u16");
    // Views of names in the parts last as long as these.
    std::vector<std::string> names;
    names.reserve(3 * m_.bones.size());
    std::vector<ElementPart> parts = {{"time", "f32"}};
    for (size_t b = 0; b < m_.bones.size(); ++b) {
      const std::string bone = "bone " + std::to_string(b + 1) + " ";
      for (const auto& [what, count] :
           {std::pair{"translation", 3u}, {"rotation x y z w", 4u}, {"scale", m_.version >= 22 ? 3u : 1u}}) {
        names.push_back(bone + what);
        parts.push_back({names.back(), "f32", count});
      }
    }
    array((p + "keys").c_str(), keys, parts);
  }

  void point(const std::string& p) {
    text(p + "name");
    floats(p + "matrix", 16);
    number(p + "bone", "u16"), number(p + "type", "u16");
    floats(p + "size", m_.version >= 14 ? 3 : 1);
    if (m_.version >= 19) floats(p + "rotation", 3);
  }

  void group(const std::string& p) {
    text(p + "name");
    number(p + "parent", "u16");
    const uint64_t count = number(p + "bones (count)", "u8");
    array((p + "bones").c_str(), count, {{"bone", "u8"}});
  }

  void sphere_and_box(const std::string& p) {
    floats(p + "centre", 3), floats(p + "radius", 1);
    floats(p + "box minimum", 3), floats(p + "box maximum", 3);
  }

  ByteReader in_;
  const BinaryModel& m_;
  RecordMap& map_;
};

/// The sections with what lies between and behind them, in order.
std::vector<Section> with_gaps(const BinaryModel& model, uint64_t size) {
  std::vector<Section> all;
  uint64_t at = 0;
  for (const Section& section : model.sections) {
    if (section.offset > at) all.push_back({"unread", at, section.offset - at});
    all.push_back(section);
    at = section.offset + section.bytes;
  }
  if (at < size) all.push_back({"unread", at, size - at});
  return all;
}

}  // namespace

Json map_record(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto model = read_quietly(bytes);
  if (!model) return nullptr;
  for (const Section& section : with_gaps(*model, bytes.size())) {
    if (section.offset != offset) continue;
    RecordMap map(section.name, offset, section.bytes);
    if (std::string_view(section.name) == "unread")
      map.field("unread", "bytes", offset, section.bytes, nullptr);
    else
      Mapper(bytes, *model, map, offset).section(section.name);
    return std::move(map).take();
  }
  return nullptr;
}

uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset) {
  const auto model = read_quietly(bytes);
  if (!model) return 0;
  uint64_t start = 0;
  for (const Section& section : with_gaps(*model, bytes.size())) {
    if (section.offset <= offset) start = section.offset;
  }
  return start;
}

}  // namespace vitrine::qmsh
