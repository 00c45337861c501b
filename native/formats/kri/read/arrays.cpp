#include "formats/kri/read/arrays.h"

#include <algorithm>
#include <iterator>

#include "base/byte_reader.h"

namespace vitrine::kri {
namespace {

using Payload = std::span<const uint8_t>;

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
  uint8_t stride;
};
/// In the order in which they are tried.
constexpr VertexArray kVertexArrays[] = {
    {"v_pos", "4f w=hand", Head::kNone, 16},
    {"v_pos", "3f", Head::kNone, 12},
    {"v_nor", "3f", Head::kNone, 12},
    {"v_quat", "4f xyzw", Head::kNone, 16},
    {"v_skin", "4x(weight,bone)", Head::kNone, 8},
    {"v_uv", "text+2f", Head::kLayer, 8},
    {"v_uv", "3f z=hand", Head::kNone, 12},
    // Only revisions that could not run would have written these two.
    {"v_uv", "fixed+2f", Head::kFixed, 8},
    {"v_uv", "2f", Head::kNone, 8},
    {"v_color", "text+3B", Head::kLayer, 3},
    {"v_shape", "", Head::kShape, 12},
};

bool read_vertices(const VertexArray& array, Payload payload, uint64_t vertices, Decoded& out) {
  size_t head = array.head == Head::kFixed ? 8 : 0;
  std::string_view name;
  if (array.head == Head::kLayer || array.head == Head::kShape) {
    const auto text = leading_text(payload);
    if (!text) return false;
    name = *text;
    head = 1 + name.size() + (array.head == Head::kShape ? 5 : 0);
  }
  if (payload.size() != head + array.stride * vertices) return false;
  out.layout = array.layout;
  out.data = payload.subspan(head);
  if (array.head == Head::kShape) {
    ByteReader reader(payload.subspan(1 + name.size()));
    out.fields.add_text("name", name);
    out.fields.add_number("relative", reader.u8());
    out.fields.add_number("value", reader.f32());
  }
  out.fields.add_number("count", static_cast<double>(vertices));
  if (array.head == Head::kLayer) out.fields.add_text("layer", name);
  return true;
}

bool read_triangles(Payload payload, Strings, Decoded& out) {
  ByteReader reader(payload);
  const uint64_t count = reader.u16();
  if (!reader.ok() || payload.size() != 2 + 6 * count) return false;
  out.fields.add_number("triangles", static_cast<double>(count));
  out.data = payload.subspan(2);
  return true;
}

/// 24 bytes up to a NUL, or a length and as many.
std::string_view read_name(ByteReader& reader, Strings strings) {
  const std::string_view name = reader.text(strings == Strings::kFixed ? 24 : reader.u8());
  return strings == Strings::kFixed ? name.substr(0, name.find('\0')) : name;
}

/// Spans of triangles up to a count of 0. Until April 2010 a material without triangles wrote its 0 and its name in the
/// middle, so a 0 with more after it is such a span.
bool read_entity(Payload payload, Strings strings, Decoded& out) {
  out.layout = strings == Strings::kFixed ? "fixed" : "text";
  std::vector<Record>& spans = out.fields.add_rows("spans");
  ByteReader reader(payload);
  while (true) {
    const uint16_t count = reader.u16();
    if (!reader.ok()) return false;
    if (count == 0 && reader.at_end()) return true;
    if (count == 0) out.layout = strings == Strings::kFixed ? "fixed+zeros" : "text+zeros";
    const std::string_view name = read_name(reader, strings);
    if (!reader.ok() || has_control(name)) return false;
    Record& span = spans.emplace_back();
    span.add_number("count", count);
    span.add_text("material", name);
  }
}

/// Number of keys, extrapolation and keys of one curve, to the end of the payload.
bool read_pack(ByteReader& reader, Payload payload, uint64_t size, Decoded& out) {
  const uint64_t keys = reader.u16();
  out.fields.add_number("keys", static_cast<double>(keys));
  if (keys == 0 && reader.at_end()) return reader.ok();
  const uint8_t extrapolation = reader.u8();
  out.fields.add_text("extrapolation", extrapolation == 0 ? "constant" : "linear");
  out.data = payload.last(reader.remaining());
  return reader.ok() && extrapolation <= 1 && out.data.size() == keys * (1 + 3 * size) * 4;
}

bool read_curve(Payload payload, Strings strings, Decoded& out) {
  out.layout = strings == Strings::kFixed ? "fixed" : "text";
  ByteReader reader(payload);
  out.fields.add_text("path", read_name(reader, strings));
  const uint8_t size = reader.u8();
  out.fields.add_number("size", size);
  out.fields.add_number("element", reader.u8());
  return read_pack(reader, payload, size, out);
}

/// The curve chunks of the week before `curve`: element and size before the path.
bool read_sequence(Payload payload, Strings, Decoded& out) {
  ByteReader reader(payload);
  const uint8_t element = reader.u8();
  const uint8_t size = reader.u8();
  out.fields.add_text("path", read_name(reader, Strings::kFixed));
  out.fields.add_number("size", size);
  out.fields.add_number("element", element);
  return read_pack(reader, payload, size, out);
}

/// The first bone actions: location, rotation (x y z w) and scale of one bone, without handles.
bool read_bone_sequence(Payload payload, Strings, Decoded& out) {
  ByteReader reader(payload);
  out.fields.add_number("bone", reader.u8());
  out.data = payload.last(reader.remaining());
  for (const auto& [name, size] : {std::pair{"location", 3u}, {"rotation", 4u}, {"scale", 1u}}) {
    const uint64_t keys = reader.u16();
    out.fields.add_number(name, static_cast<double>(keys));
    reader.skip(keys * (1 + size) * 4);
  }
  return reader.ok() && reader.at_end();
}

struct OtherArray {
  std::string_view name;
  bool has_strings;  ///< of either kind
  bool (*read)(Payload, Strings, Decoded&);
};
constexpr OtherArray kOtherArrays[] = {
    {"v_ind", false, read_triangles},      {"entity", true, read_entity},    {"curve", true, read_curve},
    {"av_seq", false, read_sequence},      {"aq_seq", false, read_sequence}, {"ae_seq", false, read_sequence},
    {"ac_seq", false, read_sequence},      {"af_seq", false, read_sequence}, {"a_seq", false, read_sequence},
    {"a_bone", false, read_bone_sequence},
};

}  // namespace

bool is_array_chunk(std::string_view name) {
  const auto is_it = [&](const auto& row) { return row.name == name; };
  return std::any_of(std::begin(kVertexArrays), std::end(kVertexArrays), is_it) ||
         std::any_of(std::begin(kOtherArrays), std::end(kOtherArrays), is_it);
}

std::optional<Decoded> decode_array(const Frame& frame, Strings strings, uint32_t vertex_count) {
  for (const VertexArray& array : kVertexArrays) {
    Decoded decoded;
    if (array.name == frame.name && read_vertices(array, frame.payload, vertex_count, decoded)) return decoded;
  }
  // One chunk may be wrong about the file's strings.
  const Strings own = strings == Strings::kFixed ? Strings::kFixed : Strings::kText;
  const Strings other = own == Strings::kFixed ? Strings::kText : Strings::kFixed;
  for (const OtherArray& array : kOtherArrays) {
    if (array.name != frame.name) continue;
    for (const Strings tried : {own, other}) {
      Decoded decoded;
      if (array.read(frame.payload, tried, decoded)) return decoded;
      if (!array.has_strings) break;
    }
  }
  return std::nullopt;
}

}  // namespace vitrine::kri
