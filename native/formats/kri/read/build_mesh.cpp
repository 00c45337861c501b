// Vertex data, triangles and material spans.

#include <algorithm>
#include <cmath>

#include "base/generated.h"
#include "formats/kri/codes.h"
#include "formats/kri/read/builder.h"
#include "formats/kri/sentences.h"

namespace vitrine::kri {
bool are_finite(std::span<const uint8_t> floats) {
  uint32_t odd = 0;
  for (size_t i = 0; i + 4 <= floats.size(); i += 4) {
    const auto bits = load_packed<uint32_t>(floats.data() + i);
    odd |= (bits & 0x7F800000u) == 0x7F800000u;
  }
  return odd == 0;
}

bool Builder::check_finite(const Frame& frame, std::span<const uint8_t> floats, const Sentence& otherwise) {
  if (are_finite(floats)) return true;
  note(frame, otherwise);
  return false;
}

Status Builder::add_mesh(const Frame& frame, const Decoded& decoded) {
  VITRINE_CHECK(check_limit(meshes_.size() + 1, context_.limits.meshes, "meshes", frame.payload_offset()));
  RawNode& node = nodes_.back();
  const auto number = static_cast<uint32_t>(meshes_.size());
  meshes_.push_back({});
  Mesh& mesh = meshes_.back();
  mesh.name = node.name;
  mesh.normal_rule = NormalRule::kStored;
  mesh.source = range(frame);
  RawMesh& raw = raw_meshes_.emplace_back();
  raw.last_skeleton = static_cast<uint32_t>(skeletons_.size()) - 1;  // kNone when there is none
  raw.vertex_count = static_cast<uint32_t>(decoded.fields.number("vertices"));
  if (node.mesh != kNone) {
    note(frame, messages::kSecondMesh, {mesh.name});
    return ok_status();
  }
  raw.node = static_cast<uint32_t>(nodes_.size() - 1);
  node.mesh = number;
  return ok_status();
}

Status Builder::add_positions(const Frame& frame, const Decoded& decoded) {
  RawMesh& raw = raw_meshes_.back();
  Mesh& mesh = meshes_.back();
  const std::span<const uint8_t> data = decoded.data;
  const size_t count = raw.vertex_count;
  const bool handed = !decoded.is("3f");
  VITRINE_CHECK(charge(count, sizeof(glm::vec3) + (handed ? sizeof(float) : 0), frame));
  if (!check_finite(frame, data, messages::kChunkNotFinite)) {
    mesh.positions.clear();
    raw.hands = nullptr;
    return ok_status();
  }
  static_assert(sizeof(glm::vec3) == 12);
  const size_t stride = handed ? 16 : 12;
  mesh.positions =
      generated<glm::vec3>(count, [=, at = data.data()](size_t v) { return load_packed<glm::vec3>(at + stride * v); });
  if (handed) raw.hands = data.data() + 12, raw.hand_stride = stride;
  return ok_status();
}

Status Builder::add_normals(const Frame& frame, const Decoded& decoded) {
  VITRINE_CHECK(charge(raw_meshes_.back().vertex_count, sizeof(glm::vec3), frame));
  const bool finite = check_finite(frame, decoded.data, messages::kChunkNotFinite);
  raw_meshes_.back().normals = finite ? decoded.data.data() : nullptr;
  return ok_status();
}

Status Builder::add_quaternions(const Frame& frame, const Decoded& decoded) {
  VITRINE_CHECK(charge(raw_meshes_.back().vertex_count, sizeof(glm::quat), frame));
  static_assert(sizeof(glm::quat) == 16);
  std::vector<glm::quat>& frames = meshes_.back().tangent_frames;
  if (check_finite(frame, decoded.data, messages::kChunkNotFinite))
    frames = packed<glm::quat>(decoded.data);
  else
    frames.clear();
  return ok_status();
}

Status Builder::add_weights(const Frame& frame, const Decoded& decoded) {
  raw_meshes_.back().weights = decoded.data;
  raw_meshes_.back().weights_offset = frame.payload_offset();
  return ok_status();
}

Status Builder::add_texture_layer(const Frame& frame, const Decoded& decoded) {
  RawMesh& raw = raw_meshes_.back();
  const size_t count = raw.vertex_count;
  VITRINE_CHECK(charge(count, sizeof(glm::vec2) + sizeof(float), frame));
  if (!check_finite(frame, decoded.data, messages::kLayerNotFinite)) return ok_status();
  const bool handed = decoded.is("3f z=hand");
  const uint8_t* at = decoded.data.data();
  const size_t stride = handed ? 12 : 8;
  UvLayer layer;
  layer.name = decoded.fields.text("layer");
  layer.uv = generated<glm::vec2>(count, [=](size_t v) { return load_packed<glm::vec2>(at + stride * v); });
  meshes_.back().uv_layers.push_back(std::move(layer));
  if (handed) raw.hands = at + 8, raw.hand_stride = stride;
  return ok_status();
}

Status Builder::add_color_layer(const Frame& frame, const Decoded& decoded) {
  const size_t count = raw_meshes_.back().vertex_count;
  VITRINE_CHECK(charge(count, sizeof(glm::u8vec4), frame));
  ColorLayer layer;
  layer.name = decoded.fields.text("layer");
  layer.color = generated<glm::u8vec4>(count, [at = decoded.data.data()](size_t v) {
    return glm::u8vec4(at[3 * v], at[3 * v + 1], at[3 * v + 2], 255);
  });
  meshes_.back().color_layers.push_back(std::move(layer));
  return ok_status();
}

Status Builder::add_shape(const Frame& frame, const Decoded& decoded) {
  VITRINE_CHECK(charge(raw_meshes_.back().vertex_count, sizeof(glm::vec3), frame));
  const float value = decoded.fields.f32("value");
  if (!are_finite(decoded.data) || !std::isfinite(value)) {
    note(frame, messages::kShapeNotFinite);
    return ok_status();
  }
  ShapeKey& shape = meshes_.back().shapes.emplace_back();
  shape.name = decoded.fields.text("name");
  shape.relative_to = static_cast<uint32_t>(decoded.fields.number("relative"));
  shape.value = value;
  shape.positions = packed<glm::vec3>(decoded.data);
  return ok_status();
}

Status Builder::add_triangles(const Frame& frame, const Decoded& decoded) {
  Mesh& mesh = meshes_.back();
  const uint32_t vertices = raw_meshes_.back().vertex_count;
  const size_t count = decoded.data.size() / 2;
  VITRINE_CHECK(charge(count, sizeof(uint32_t), frame));
  const auto index_at = [at = decoded.data.data()](size_t i) { return load_packed<uint16_t>(at + 2 * i); };
  uint16_t largest = 0;
  for (size_t i = 0; i < count; ++i) largest = std::max(largest, index_at(i));
  if (count != 0 && largest >= vertices) {
    size_t at = 0;
    while (index_at(at) < vertices) ++at;
    context_.diagnostics.add(messages::kTriangleVertex, frame.payload_offset() + 2 + 2 * at,
                             {at / 3, index_at(at), vertices});
    return ok_status();
  }
  mesh.indices = generated<uint32_t>(count, index_at);
  mesh.primitives.clear();
  return ok_status();
}

Status Builder::add_entity(const Frame& frame, const Decoded& decoded) {
  RawMesh& raw = raw_meshes_.back();
  Mesh& mesh = meshes_.back();
  if (raw.has_entity) {
    note(frame, messages::kSecondMaterials);
    return ok_status();
  }
  raw.has_entity = true;
  raw.first_span = static_cast<uint32_t>(span_materials_.size());
  const auto total = static_cast<uint32_t>(mesh.indices.size());
  uint32_t at = 0;
  for (const Record& span : decoded.fields.rows()) {
    const auto wanted = static_cast<uint32_t>(span.number("count")) * 3;
    const uint32_t taken = std::min(wanted, total - at);
    if (taken < wanted) {
      note(frame, messages::kSpansCover, {(at + wanted) / 3, total / 3});
    }
    if (taken == 0) continue;
    mesh.primitives.push_back({at, taken, kNone, {}});
    span_materials_.push_back(span.text("material"));
    at += taken;
  }
  return ok_status();
}

}  // namespace vitrine::kri
