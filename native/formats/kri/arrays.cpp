#include "formats/kri/arrays.h"

#include <algorithm>
#include <array>

#include "base/byte_reader.h"

namespace vitrine::kri {
namespace {

using Payload = std::span<const uint8_t>;
using MaybeDecoded = std::optional<Decoded>;

struct Context {
  Strings strings;
  uint64_t vertices;
};

Decoded vertex_array(std::string_view layout, const Context& context, Payload data) {
  Decoded decoded{layout, {}, data};
  decoded.fields.add_number("count", static_cast<double>(context.vertices));
  return decoded;
}

MaybeDecoded positions(Payload payload, const Context& context) {
  if (payload.size() == 16 * context.vertices) return vertex_array("4f w=hand", context, payload);
  if (payload.size() == 12 * context.vertices) return vertex_array("3f", context, payload);
  return std::nullopt;
}

MaybeDecoded normals(Payload payload, const Context& context) {
  if (payload.size() != 12 * context.vertices) return std::nullopt;
  return vertex_array("3f", context, payload);
}

MaybeDecoded quaternions(Payload payload, const Context& context) {
  if (payload.size() != 16 * context.vertices) return std::nullopt;
  return vertex_array("4f xyzw", context, payload);
}

MaybeDecoded weights(Payload payload, const Context& context) {
  if (payload.size() != 8 * context.vertices) return std::nullopt;
  return vertex_array("4x(weight,bone)", context, payload);
}

MaybeDecoded named_layer(Payload payload, const Context& context, std::string_view layout, uint64_t stride) {
  const auto name = leading_text(payload);
  if (!name || payload.size() != 1 + name->size() + stride * context.vertices) return std::nullopt;
  Decoded decoded = vertex_array(layout, context, payload.subspan(1 + name->size()));
  decoded.fields.add_text("layer", *name);
  return decoded;
}

MaybeDecoded texture_coordinates(Payload payload, const Context& context) {
  if (auto named = named_layer(payload, context, "text+2f", 8)) return named;
  if (payload.size() == 12 * context.vertices) return vertex_array("3f z=hand", context, payload);
  // Only revisions that could not run would have written these two.
  if (payload.size() == 8 + 8 * context.vertices) return vertex_array("fixed+2f", context, payload.subspan(8));
  if (payload.size() == 8 * context.vertices) return vertex_array("2f", context, payload);
  return std::nullopt;
}

MaybeDecoded colors(Payload payload, const Context& context) { return named_layer(payload, context, "text+3B", 3); }

MaybeDecoded shape(Payload payload, const Context& context) {
  const auto name = leading_text(payload);
  if (!name || payload.size() != 1 + name->size() + 5 + 12 * context.vertices) return std::nullopt;
  ByteReader reader(payload.subspan(1 + name->size()));
  Decoded decoded;
  decoded.fields.add_text("name", *name);
  decoded.fields.add_number("relative", reader.u8());
  decoded.fields.add_number("value", reader.f32());
  decoded.fields.add_number("count", static_cast<double>(context.vertices));
  decoded.data = payload.subspan(1 + name->size() + 5);
  return decoded;
}

MaybeDecoded triangles(Payload payload, const Context&) {
  ByteReader reader(payload);
  const uint64_t count = reader.u16();
  if (!reader.ok() || payload.size() != 2 + 6 * count) return std::nullopt;
  Decoded decoded{{}, {}, payload.subspan(2)};
  decoded.fields.add_number("triangles", static_cast<double>(count));
  return decoded;
}

/// Spans of triangles up to a count of 0. Until April 2010 a material without triangles wrote its 0 and its name in the
/// middle, so a 0 with more after it is such a span.
MaybeDecoded entity(Payload payload, Strings strings) {
  Decoded decoded;
  decoded.layout = strings == Strings::kFixed ? "fixed" : "text";
  std::vector<Record>& spans = decoded.fields.add_rows("spans");
  ByteReader reader(payload);
  bool zeros = false;
  while (true) {
    const uint16_t count = reader.u16();
    if (!reader.ok()) return std::nullopt;
    if (count == 0 && reader.at_end()) break;
    zeros |= count == 0;
    std::string_view name = reader.text(strings == Strings::kFixed ? 24 : reader.u8());
    if (strings == Strings::kFixed) name = name.substr(0, std::min(name.find('\0'), name.size()));
    if (!reader.ok() || std::any_of(name.begin(), name.end(), [](char c) { return static_cast<uint8_t>(c) < 0x20; })) {
      return std::nullopt;
    }
    Record& span = spans.emplace_back();
    span.add_number("count", count);
    span.add_text("material", name);
  }
  if (zeros) decoded.layout = strings == Strings::kFixed ? "fixed+zeros" : "text+zeros";
  return decoded;
}

MaybeDecoded entity(Payload payload, const Context& context) {
  const Strings own = context.strings == Strings::kFixed ? Strings::kFixed : Strings::kText;
  const Strings other = own == Strings::kFixed ? Strings::kText : Strings::kFixed;
  if (auto decoded = entity(payload, own)) return decoded;
  return entity(payload, other);
}

/// Number of keys, extrapolation and keys of one curve, to the end of the payload.
bool read_pack(ByteReader& reader, Payload payload, Decoded& decoded, uint64_t size) {
  const uint64_t keys = reader.u16();
  decoded.fields.add_number("keys", static_cast<double>(keys));
  if (keys == 0 && reader.at_end()) return reader.ok();
  const uint8_t extrapolation = reader.u8();
  decoded.fields.add_text("extrapolation", extrapolation == 0 ? "constant" : "linear");
  decoded.data = payload.last(reader.remaining());
  return reader.ok() && extrapolation <= 1 && decoded.data.size() == keys * (1 + 3 * size) * 4;
}

MaybeDecoded curve(Payload payload, Strings strings) {
  Decoded decoded;
  decoded.layout = strings == Strings::kFixed ? "fixed" : "text";
  ByteReader reader(payload);
  std::string_view path = reader.text(strings == Strings::kFixed ? 24 : reader.u8());
  if (strings == Strings::kFixed) path = path.substr(0, std::min(path.find('\0'), path.size()));
  decoded.fields.add_text("path", path);
  const uint8_t size = reader.u8();
  decoded.fields.add_number("size", size);
  decoded.fields.add_number("element", reader.u8());
  if (!read_pack(reader, payload, decoded, size)) return std::nullopt;
  return decoded;
}

MaybeDecoded curve(Payload payload, const Context& context) {
  const Strings own = context.strings == Strings::kFixed ? Strings::kFixed : Strings::kText;
  const Strings other = own == Strings::kFixed ? Strings::kText : Strings::kFixed;
  if (auto decoded = curve(payload, own)) return decoded;
  return curve(payload, other);
}

/// The curve chunks of the week before `curve`: element and size before the path.
MaybeDecoded sequence(Payload payload, const Context&) {
  Decoded decoded;
  ByteReader reader(payload);
  const uint8_t element = reader.u8();
  const uint8_t size = reader.u8();
  const std::string_view path = reader.text(24);
  decoded.fields.add_text("path", path.substr(0, std::min(path.find('\0'), path.size())));
  decoded.fields.add_number("size", size);
  decoded.fields.add_number("element", element);
  if (!read_pack(reader, payload, decoded, size)) return std::nullopt;
  return decoded;
}

/// The first bone actions: location, rotation (x y z w) and scale of one bone, without handles.
MaybeDecoded bone_sequence(Payload payload, const Context&) {
  Decoded decoded;
  ByteReader reader(payload);
  decoded.fields.add_number("bone", reader.u8());
  decoded.data = payload.last(reader.remaining());
  for (const auto& [name, size] : {std::pair{"location", 3u}, {"rotation", 4u}, {"scale", 1u}}) {
    const uint64_t keys = reader.u16();
    decoded.fields.add_number(name, static_cast<double>(keys));
    reader.skip(keys * (1 + size) * 4);
  }
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return decoded;
}

struct Row {
  std::string_view name;
  MaybeDecoded (*decode)(Payload, const Context&);
};
constexpr auto kRows = std::to_array<Row>({{"v_pos", positions},
                                           {"v_nor", normals},
                                           {"v_quat", quaternions},
                                           {"v_uv", texture_coordinates},
                                           {"v_color", colors},
                                           {"v_ind", triangles},
                                           {"v_shape", shape},
                                           {"v_skin", weights},
                                           {"entity", entity},
                                           {"curve", curve},
                                           {"av_seq", sequence},
                                           {"aq_seq", sequence},
                                           {"ae_seq", sequence},
                                           {"ac_seq", sequence},
                                           {"af_seq", sequence},
                                           {"a_seq", sequence},
                                           {"a_bone", bone_sequence}});

const Row* find_row(std::string_view name) {
  const auto found = std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.name == name; });
  return found == kRows.end() ? nullptr : &*found;
}

}  // namespace

bool is_array_chunk(std::string_view name) { return find_row(name) != nullptr; }

std::optional<Decoded> decode_array(const Frame& frame, Strings strings, uint32_t vertex_count) {
  const Row* row = find_row(frame.name);
  return row->decode(frame.payload, {strings, vertex_count});
}

}  // namespace vitrine::kri
