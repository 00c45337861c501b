#pragma once
// The readers of array chunks; each field has its name for a trace.

#include <optional>

#include "formats/kri/read/arrays.h"
#include "formats/trace.h"

namespace vitrine::kri {

inline constexpr ElementPart kPosition[] = {{"position", "f32", 3}, {"handedness", "f32"}},
                             kNormal[] = {{"normal", "f32", 3}}, kQuaternion[] = {{"quaternion x y z w", "f32", 4}},
                             kUv[] = {{"u v", "f32", 2}, {"handedness", "f32"}}, kColor[] = {{"color", "u8", 3}},
                             kWeights[] = {{"weight", "u8"}, {"bone", "u8"}, {"weight", "u8"}, {"bone", "u8"},
                                           {"weight", "u8"}, {"bone", "u8"}, {"weight", "u8"}, {"bone", "u8"}},
                             kTriangle[] = {{"vertices", "u16", 3}};

/// Header of a vertex array.
enum class Head : uint8_t {
  kNone,
  kLayer,  ///< a text
  kFixed,  ///< a name of 8 bytes
  kShape   ///< a text, a byte, a float
};
struct VertexArray {
  std::string_view name, layout;
  Head head;
  std::span<const ElementPart> parts;  ///< of a vertex
};
/// In the order in which they are tried.
inline constexpr VertexArray kVertexArrays[] = {
    {"v_pos", "4f w=hand", Head::kNone, kPosition},
    {"v_pos", "3f", Head::kNone, {kPosition, 1}},
    {"v_nor", "3f", Head::kNone, kNormal},
    {"v_quat", "4f xyzw", Head::kNone, kQuaternion},
    {"v_skin", "4x(weight,bone)", Head::kNone, kWeights},
    {"v_uv", "text+2f", Head::kLayer, {kUv, 1}},
    {"v_uv", "3f z=hand", Head::kNone, kUv},
    // Only revisions that could not run would have written these two.
    {"v_uv", "fixed+2f", Head::kFixed, {kUv, 1}},
    {"v_uv", "2f", Head::kNone, {kUv, 1}},
    {"v_color", "text+3B", Head::kLayer, kColor},
    {"v_shape", "", Head::kShape, {kPosition, 1}},
};

/// `width` bytes up to a NUL; with 0 a length and as many.
template <class Trace>
std::string_view read_name(FieldReader<Trace>& reader, typename Trace::Name label, size_t width, Trace& trace) {
  const uint64_t at = reader.offset();
  std::string_view name = reader.text(width != 0 ? width : reader.ByteReader::u8());
  if (width != 0) name = name.substr(0, name.find('\0'));
  trace.letters(label, at, reader.offset() - at, name);
  return name;
}
inline size_t width_of(Strings strings) { return strings == Strings::kFixed ? 24 : 0; }

template <class Trace>
bool read_vertices(const VertexArray& array, const Frame& frame, uint64_t vertices, Decoded& out, Trace& trace) {
  FieldReader reader(frame.payload, trace, frame.payload_offset());
  const bool is_shape = array.head == Head::kShape;
  std::string_view name;
  if (array.head == Head::kFixed) {
    name = read_name(reader, "layer", 8, trace);
  } else if (array.head != Head::kNone) {
    if (!leading_text(frame.payload)) return false;
    name = read_name(reader, is_shape ? "name" : "layer", 0, trace);
  }
  if (is_shape) {
    out.fields.add_text("name", name);
    out.fields.add_number("relative", reader.u8("relative"));
    out.fields.add_number("value", reader.f32("value"));
  }
  if (!reader.ok() || reader.remaining() != bytes_of_parts(array.parts) * vertices) return false;
  trace.array("vertices", reader.offset(), vertices, array.parts);
  out.layout = array.layout;
  out.data = frame.payload.last(reader.remaining());
  out.fields.add_number("count", static_cast<double>(vertices));
  if (array.head == Head::kLayer) out.fields.add_text("layer", name);
  return true;
}

template <class Trace>
bool read_triangles(const Frame& frame, Strings, Decoded& out, Trace& trace) {
  FieldReader reader(frame.payload, trace, frame.payload_offset());
  const uint64_t count = reader.u16("triangles");
  if (!reader.ok() || reader.remaining() != 6 * count) return false;
  trace.array("triangles", reader.offset(), count, kTriangle);
  out.fields.add_number("triangles", static_cast<double>(count));
  out.data = frame.payload.subspan(2);
  return true;
}

/// Spans of triangles up to a count of 0. Until April 2010 a material without triangles wrote its 0 and its name in the
/// middle, so a 0 with more after it is such a span.
template <class Trace>
bool read_entity(const Frame& frame, Strings strings, Decoded& out, Trace& trace) {
  out.layout = strings == Strings::kFixed ? "fixed" : "text";
  std::vector<Record>& spans = out.fields.add_rows("spans");
  FieldReader reader(frame.payload, trace, frame.payload_offset());
  while (true) {
    const uint64_t at = reader.offset();
    const uint16_t count = reader.ByteReader::u16();
    if (!reader.ok()) return false;
    if (count == 0 && reader.at_end()) {
      trace.leave_item();
      trace.field("spans (end)", "u16", at, count);
      return true;
    }
    if (count == 0) out.layout = strings == Strings::kFixed ? "fixed+zeros" : "text+zeros";
    trace.item("spans", spans.size());
    trace.field("triangles", "u16", at, count);
    const std::string_view name = read_name(reader, "material", width_of(strings), trace);
    if (!reader.ok() || has_control(name)) return false;
    Record& span = spans.emplace_back();
    span.add_number("count", count);
    span.add_text("material", name);
  }
}

/// Keys of `size` numbers each, from `at` on.
template <class Trace>
void trace_keys(Trace& trace, typename Trace::Name label, uint64_t at, uint64_t keys, uint32_t size, bool handles) {
  const ElementPart parts[] = {{"time", "f32"}, {"value", "f32", size}, {"left", "f32", size}, {"right", "f32", size}};
  trace.array(label, at, keys, {parts, handles ? 4u : 2u});
}

/// Number of keys, extrapolation and keys of one curve, to the end of the payload.
template <class Trace>
bool read_pack(FieldReader<Trace>& reader, const Frame& frame, uint32_t size, Decoded& out, Trace& trace) {
  const uint64_t keys = reader.u16("key count");
  out.fields.add_number("keys", static_cast<double>(keys));
  out.data = frame.payload.last(reader.remaining());
  if (keys == 0 && reader.at_end()) return reader.ok();
  const uint8_t extrapolation = reader.u8("extrapolation");
  out.fields.add_text("extrapolation", extrapolation == 0 ? "constant" : "linear");
  out.data = frame.payload.last(reader.remaining());
  trace_keys(trace, "keys", reader.offset(), keys, size, true);
  return reader.ok() && extrapolation <= 1 && out.data.size() == keys * (1 + 3 * size) * 4;
}

template <class Trace>
bool read_curve(const Frame& frame, Strings strings, Decoded& out, Trace& trace) {
  out.layout = strings == Strings::kFixed ? "fixed" : "text";
  FieldReader reader(frame.payload, trace, frame.payload_offset());
  out.fields.add_text("path", read_name(reader, "path", width_of(strings), trace));
  const uint8_t size = reader.u8("size");
  out.fields.add_number("size", size);
  out.fields.add_number("element", reader.u8("element"));
  return read_pack(reader, frame, size, out, trace);
}

/// The curve chunks of the week before `curve`: element and size before the path.
template <class Trace>
bool read_sequence(const Frame& frame, Strings, Decoded& out, Trace& trace) {
  FieldReader reader(frame.payload, trace, frame.payload_offset());
  const uint8_t element = reader.u8("element");
  const uint8_t size = reader.u8("size");
  out.fields.add_text("path", read_name(reader, "path", width_of(Strings::kFixed), trace));
  out.fields.add_number("size", size);
  out.fields.add_number("element", element);
  return read_pack(reader, frame, size, out, trace);
}

/// The first bone actions: location, rotation (x y z w) and scale of one bone, without handles.
template <class Trace>
bool read_bone_sequence(const Frame& frame, Strings, Decoded& out, Trace& trace) {
  FieldReader reader(frame.payload, trace, frame.payload_offset());
  out.fields.add_number("bone", reader.u8("bone"));
  out.data = frame.payload.last(reader.remaining());
  const auto read_keys = [&](const char* name, typename Trace::Name count, uint32_t size) {
    const uint64_t keys = reader.u16(count);
    out.fields.add_number(name, static_cast<double>(keys));
    trace_keys(trace, name, reader.offset(), keys, size, false);
    reader.skip(keys * (1 + size) * 4);
  };
  read_keys("location", "location (count)", 3), read_keys("rotation", "rotation (count)", 4);
  read_keys("scale", "scale (count)", 1);
  return reader.ok() && reader.at_end();
}

template <class Trace>
struct OtherArray {
  std::string_view name;
  bool has_strings;  ///< of either kind
  bool (*read)(const Frame&, Strings, Decoded&, Trace&);
};
template <class Trace>
inline constexpr OtherArray<Trace> kOtherArrays[] = {
    {"v_ind", false, read_triangles},      {"entity", true, read_entity},    {"curve", true, read_curve},
    {"av_seq", false, read_sequence},      {"aq_seq", false, read_sequence}, {"ae_seq", false, read_sequence},
    {"ac_seq", false, read_sequence},      {"af_seq", false, read_sequence}, {"a_seq", false, read_sequence},
    {"a_bone", false, read_bone_sequence},
};

/// decode_array; of layouts that do not fit the trace hears nothing.
template <class Trace>
std::optional<Decoded> trace_array(const Frame& frame, Strings strings, uint32_t vertex_count, Trace& trace) {
  const auto fits = [&](const auto& read) {
    std::optional<Decoded> decoded(std::in_place);
    Trace told = trace;
    if (!read(*decoded, told)) return std::optional<Decoded>();
    trace = std::move(told);
    return decoded;
  };
  for (const VertexArray& array : kVertexArrays) {
    if (array.name != frame.name) continue;
    auto decoded = fits([&](auto&... out) { return read_vertices(array, frame, vertex_count, out...); });
    if (decoded) return decoded;
  }
  // One chunk may be wrong about the file's strings.
  const Strings own = strings == Strings::kFixed ? Strings::kFixed : Strings::kText;
  const Strings other = own == Strings::kFixed ? Strings::kText : Strings::kFixed;
  for (const OtherArray<Trace>& array : kOtherArrays<Trace>) {
    if (array.name != frame.name) continue;
    for (const Strings tried : {own, other}) {
      auto decoded = fits([&](auto&... out) { return array.read(frame, tried, out...); });
      if (decoded) return decoded;
      if (!array.has_strings) break;
    }
  }
  return std::nullopt;
}

}  // namespace vitrine::kri
