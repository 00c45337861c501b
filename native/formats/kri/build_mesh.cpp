// Vertex data, triangles and material spans.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/byte_reader.h"
#include "base/generated.h"
#include "formats/kri/builder.h"
#include "formats/kri/codes.h"

namespace vitrine::kri {
namespace {

float float_at(const uint8_t* bytes) { return load_packed<float>(bytes); }

/// None of the floats is NaN or infinite. The loop has no way out, so that it runs on many numbers at once.
bool are_finite(std::span<const uint8_t> floats) {
  uint32_t odd = 0;
  for (size_t i = 0; i + 4 <= floats.size(); i += 4) {
    uint32_t bits;
    std::memcpy(&bits, floats.data() + i, sizeof bits);
    odd |= (bits & 0x7F800000u) == 0x7F800000u;
  }
  return odd == 0;
}

}  // namespace

Status Builder::add_mesh(const Frame& frame, const Record& fields) {
  if (!needs(frame, nodes_.empty() ? kNone : 0, "node")) return ok_status();
  VITRINE_CHECK(check_limit(meshes_.size() + 1, context_.limits.meshes, "meshes", frame.payload_offset()));
  RawMesh raw;
  raw.node = static_cast<uint32_t>(nodes_.size() - 1);
  raw.last_skeleton = skeletons_.empty() ? kNone : static_cast<uint32_t>(skeletons_.size() - 1);
  raw.vertex_count = static_cast<uint32_t>(fields.number("vertices"));
  raw.mesh.name = nodes_.back().name;
  raw.mesh.normal_rule = NormalRule::kStored;
  raw.mesh.source = range(frame);
  if (nodes_.back().mesh != kNone) {
    note(frame, kDuplicate, "node '" + nodes_.back().name + "' has a mesh already; this one is left out");
    raw.node = kNone;
  } else {
    nodes_.back().mesh = static_cast<uint32_t>(meshes_.size());
  }
  meshes_.push_back(std::move(raw));
  return ok_status();
}

Status Builder::read_vectors(const Frame& frame, std::span<const uint8_t> data, std::vector<glm::vec3>& out,
                             bool& finite) {
  static_assert(sizeof(glm::vec3) == 12);
  VITRINE_CHECK(charge(data.size() / 12, sizeof(glm::vec3), frame));
  out = packed<glm::vec3>(data);
  finite = are_finite(data);
  return ok_status();
}

Status Builder::add_vertices(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, meshes_.empty() ? kNone : 0, "mesh")) return ok_status();
  RawMesh& raw = meshes_.back();
  const std::span<const uint8_t> data = decoded.data;
  const size_t count = raw.vertex_count;
  bool finite = true;
  if (frame.name == "v_skin") {
    raw.weights = data;
    raw.weights_offset = frame.payload_offset();
    return ok_status();
  }
  if (frame.name == "v_nor") {
    VITRINE_CHECK(read_vectors(frame, data, raw.stored_normals, finite));
    if (!finite) raw.stored_normals.clear();
  } else if (frame.name == "v_quat") {
    VITRINE_CHECK(charge(count, sizeof(glm::quat), frame));
    static_assert(sizeof(glm::quat) == 16);
    raw.mesh.tangent_frames = packed<glm::quat>(data);
    finite = are_finite(data);
    if (!finite) raw.mesh.tangent_frames.clear();
  } else if (decoded.layout == "3f") {
    VITRINE_CHECK(read_vectors(frame, data, raw.mesh.positions, finite));
  } else {
    VITRINE_CHECK(charge(count, sizeof(glm::vec3) + sizeof(float), frame));
    const uint8_t* at = data.data();
    raw.mesh.positions = generated<glm::vec3>(count, [=](size_t v) { return load_packed<glm::vec3>(at + 16 * v); });
    raw.hands = generated<float>(count, [=](size_t v) { return float_at(at + 16 * v + 12); });
    finite = are_finite(data);
  }
  if (!finite) {
    note(frame, kChunkValue, "a number is NaN or infinite; the chunk is left out");
    if (frame.name == "v_pos") raw.mesh.positions.clear(), raw.hands.clear();
  }
  return ok_status();
}

Status Builder::add_texture_layer(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, meshes_.empty() ? kNone : 0, "mesh")) return ok_status();
  RawMesh& raw = meshes_.back();
  const size_t count = raw.vertex_count;
  const bool handed = decoded.layout == "3f z=hand";
  VITRINE_CHECK(charge(count, sizeof(glm::vec2) + sizeof(float), frame));
  UvLayer layer;
  layer.name = decoded.fields.text("layer");
  std::vector<float> hands;
  if (handed) {
    const uint8_t* at = decoded.data.data();
    layer.uv = generated<glm::vec2>(count, [=](size_t v) { return load_packed<glm::vec2>(at + 12 * v); });
    hands = generated<float>(count, [=](size_t v) { return float_at(at + 12 * v + 8); });
  } else {
    layer.uv = packed<glm::vec2>(decoded.data);
  }
  if (!are_finite(decoded.data)) {
    note(frame, kChunkValue, "a number is NaN or infinite; the layer is left out");
    return ok_status();
  }
  if (handed) raw.hands = std::move(hands);
  raw.mesh.uv_layers.push_back(std::move(layer));
  return ok_status();
}

Status Builder::add_color_layer(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, meshes_.empty() ? kNone : 0, "mesh")) return ok_status();
  RawMesh& raw = meshes_.back();
  VITRINE_CHECK(charge(raw.vertex_count, sizeof(glm::u8vec4), frame));
  ColorLayer layer;
  layer.name = decoded.fields.text("layer");
  layer.color.resize(raw.vertex_count);
  for (size_t v = 0; v < layer.color.size(); ++v) {
    const uint8_t* at = decoded.data.data() + 3 * v;
    layer.color[v] = {at[0], at[1], at[2], 255};
  }
  raw.mesh.color_layers.push_back(std::move(layer));
  return ok_status();
}

Status Builder::add_shape(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, meshes_.empty() ? kNone : 0, "mesh")) return ok_status();
  RawMesh& raw = meshes_.back();
  ShapeKey shape;
  shape.name = decoded.fields.text("name");
  shape.relative_to = static_cast<uint32_t>(decoded.fields.number("relative"));
  shape.value = decoded.fields.f32("value");
  bool finite = true;
  VITRINE_CHECK(read_vectors(frame, decoded.data, shape.positions, finite));
  if (!finite || !std::isfinite(shape.value)) {
    note(frame, kChunkValue, "a number is NaN or infinite; the shape is left out");
    return ok_status();
  }
  raw.mesh.shapes.push_back(std::move(shape));
  return ok_status();
}

Status Builder::add_triangles(const Frame& frame, const Decoded& decoded) {
  if (!needs(frame, meshes_.empty() ? kNone : 0, "mesh")) return ok_status();
  RawMesh& raw = meshes_.back();
  const size_t count = decoded.data.size() / 2;
  VITRINE_CHECK(charge(count, sizeof(uint32_t), frame));
  const auto index_at = [at = decoded.data.data()](size_t i) { return load_packed<uint16_t>(at + 2 * i); };
  std::vector<uint32_t> indices = generated<uint32_t>(count, index_at);
  uint16_t largest = 0;
  for (size_t i = 0; i < count; ++i) largest = std::max(largest, index_at(i));
  if (count != 0 && largest >= raw.vertex_count) {
    const size_t at = static_cast<size_t>(
        std::find_if(indices.begin(), indices.end(), [&](uint32_t i) { return i >= raw.vertex_count; }) -
        indices.begin());
    context_.diagnostics.add(kChunkValue, frame.payload_offset() + 2 + 2 * at,
                             "chunk v_ind: triangle " + std::to_string(at / 3) + " names vertex " +
                                 std::to_string(indices[at]) + " of " + std::to_string(raw.vertex_count) +
                                 "; the triangles are left out");
    return ok_status();
  }
  raw.mesh.indices = std::move(indices);
  raw.mesh.primitives.clear();
  return ok_status();
}

Status Builder::add_entity(const Frame& frame, const Record& fields) {
  if (!needs(frame, meshes_.empty() ? kNone : 0, "mesh")) return ok_status();
  RawMesh& raw = meshes_.back();
  if (raw.has_entity) {
    note(frame, kDuplicate, "the mesh has its materials already");
    return ok_status();
  }
  raw.has_entity = true;
  const auto total = static_cast<uint32_t>(raw.mesh.indices.size());
  uint32_t at = 0;
  for (const Record& span : fields.rows("spans")) {
    const auto wanted = static_cast<uint32_t>(span.number("count")) * 3;
    const uint32_t taken = std::min(wanted, total - at);
    if (taken < wanted) {
      note(frame, kChunkValue,
           "the spans cover " + std::to_string((at + wanted) / 3) + " triangles, the mesh has " +
               std::to_string(total / 3));
    }
    if (taken == 0) continue;
    raw.mesh.primitives.push_back({at, taken, kNone, {}});
    raw.span_materials.emplace_back(span.text("material"));
    at += taken;
  }
  return ok_status();
}

}  // namespace vitrine::kri
