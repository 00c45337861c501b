#include "formats/kri/write/merge.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "geometry/hash_table.h"

namespace vitrine::geometry {
namespace {

/// The exporter's value for a vertex without a tangent: mathutils' Quaternion((0, 0, 0, 1)) as x y z w.
const glm::quat kPureFrame(0, 0, 0, 1);

uint32_t bits_of(float value) {
  value += 0.0f;  // -0 and 0 are equal
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Everything a vertex is, as numbers for hashing and comparing.
class VertexKey {
 public:
  explicit VertexKey(const Mesh& mesh) : mesh_(mesh) {}

  uint64_t hash(uint32_t v) const {
    uint64_t h = 0x9E3779B97F4A7C15ull;
    visit(v, [&](uint32_t word) {
      h = (h ^ word) * 0xD6E8FEB86659FD93ull;
      h ^= h >> 32;
    });
    return mix_bits(h);
  }
  bool equal(uint32_t a, uint32_t b) const {
    if (mesh_.positions[a] != mesh_.positions[b] || mesh_.normals[a] != mesh_.normals[b]) return false;
    for (const UvLayer& layer : mesh_.uv_layers) {
      if (layer.uv[a] != layer.uv[b]) return false;
    }
    for (const ColorLayer& layer : mesh_.color_layers) {
      if (layer.color[a] != layer.color[b]) return false;
    }
    for (const ShapeKey& shape : mesh_.shapes) {
      if (shape.positions[a] != shape.positions[b]) return false;
    }
    if (mesh_.influence_first.empty()) return true;
    const auto first = mesh_.influences.begin();
    return std::equal(
        first + mesh_.influence_first[a], first + mesh_.influence_first[a + 1], first + mesh_.influence_first[b],
        first + mesh_.influence_first[b + 1],
        [](const Influence& i, const Influence& j) { return i.joint == j.joint && i.weight == j.weight; });
  }

 private:
  template <class F>
  void visit(uint32_t v, F&& word) const {
    const auto vec3 = [&](const glm::vec3& p) { word(bits_of(p.x)), word(bits_of(p.y)), word(bits_of(p.z)); };
    vec3(mesh_.positions[v]);
    vec3(mesh_.normals[v]);
    for (const UvLayer& layer : mesh_.uv_layers) word(bits_of(layer.uv[v].x)), word(bits_of(layer.uv[v].y));
    for (const ColorLayer& layer : mesh_.color_layers) {
      const glm::u8vec4& c = layer.color[v];
      word(c.x | c.y << 8u | c.z << 16u | static_cast<uint32_t>(c.w) << 24u);
    }
    for (const ShapeKey& shape : mesh_.shapes) vec3(shape.positions[v]);
    if (mesh_.influence_first.empty()) return;
    for (uint32_t k = mesh_.influence_first[v]; k < mesh_.influence_first[v + 1]; ++k) {
      word(mesh_.influences[k].joint), word(bits_of(mesh_.influences[k].weight));
    }
  }

  const Mesh& mesh_;
};

/// For each vertex the first one equal to it.
std::vector<uint32_t> first_equal_vertices(const Mesh& mesh) {
  const auto count = static_cast<uint32_t>(mesh.positions.size());
  const VertexKey key(mesh);
  size_t size = 64;
  while (size < 2 * size_t{count}) size *= 2;
  struct Slot {
    uint32_t vertex = kNone, hash = 0;
  };
  std::vector<Slot> slots(size);
  std::vector<uint32_t> first(count);
  for (uint32_t v = 0; v < count; ++v) {
    const uint64_t hash = key.hash(v);
    const auto tag = static_cast<uint32_t>(hash >> 32);
    size_t at = hash & (size - 1);
    while (slots[at].vertex != kNone && !(slots[at].hash == tag && key.equal(slots[at].vertex, v)))
      at = (at + 1) & (size - 1);
    if (slots[at].vertex == kNone) slots[at] = {v, tag};
    first[v] = slots[at].vertex;
  }
  return first;
}

struct FaceTangent {
  glm::dvec3 direction{0};
  double weight = 0;
  int hand = 0;  ///< 0: no tangent
};

FaceTangent face_tangent(const Mesh& mesh, const uint32_t* t, bool by_area) {
  const glm::dvec3 p0(mesh.positions[t[0]]);
  const glm::dvec3 e1 = glm::dvec3(mesh.positions[t[1]]) - p0, e2 = glm::dvec3(mesh.positions[t[2]]) - p0;
  const glm::dvec3 n = glm::cross(e1, e2);
  const double square = glm::dot(n, n);
  FaceTangent face;
  face.weight = by_area ? std::sqrt(square) / 2 : 0.1 + square;
  if (square == 0) return face;
  const std::vector<glm::vec2>& uv = mesh.uv_layers[0].uv;
  const glm::dvec2 a = glm::dvec2(uv[t[1]]) - glm::dvec2(uv[t[0]]), b = glm::dvec2(uv[t[2]]) - glm::dvec2(uv[t[0]]);
  const glm::dvec3 tangent = e1 * b.y - e2 * a.y;
  const double length = std::sqrt(glm::dot(tangent, tangent));
  if (length == 0) return face;
  const glm::dvec3 bitangent = e2 * a.x - e1 * b.x;
  face.direction = tangent / length;
  face.hand = glm::dot(glm::cross(tangent, bitangent), n) < 0 ? -1 : 1;
  return face;
}

glm::quat frame_of(const glm::dvec3& tangent_sum, const glm::vec3& normal, int hand) {
  if (hand == 0) return kPureFrame;
  const glm::dvec3 n = glm::normalize(glm::dvec3(normal));
  glm::dvec3 bit = glm::cross(n, tangent_sum);
  const double length = std::sqrt(glm::dot(bit, bit));
  // A sum along the normal has no direction in the surface: any will do.
  bit = length > 1e-12 ? bit / length
                       : glm::normalize(glm::cross(n, std::abs(n.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0)));
  bit *= hand;
  return frame_quaternion(glm::cross(bit, n), bit, n);
}

}  // namespace

glm::quat frame_quaternion(const glm::dvec3& tangent, const glm::dvec3& bitangent, const glm::dvec3& normal) {
  glm::dquat q = glm::normalize(glm::quat_cast(glm::dmat3(tangent, bitangent, normal)));
  if (q.w < 0) q = -q;
  return glm::quat(q);
}

MergedMesh merge_with_frames(const Mesh& mesh, bool by_area) {
  MergedMesh out;
  const std::vector<uint32_t> first = first_equal_vertices(mesh);
  const bool has_uv = !mesh.uv_layers.empty();
  // Handedness is part of what a vertex is: three places for each different vertex.
  std::vector<uint32_t> number(3 * mesh.positions.size(), kNone);
  struct TangentSum {
    glm::dvec3 tangents{0};
    double weights = 0;
  };
  std::vector<TangentSum> sums;
  out.triangles.reserve(mesh.indices.size());
  out.source.reserve(mesh.positions.size());
  out.hands.reserve(mesh.positions.size());
  sums.reserve(mesh.positions.size());
  double hands = 0;
  for (size_t k = 0; k < mesh.indices.size(); k += 3) {
    const FaceTangent face = has_uv ? face_tangent(mesh, &mesh.indices[k], by_area) : FaceTangent{};
    hands += face.hand;
    for (size_t c = 0; c < 3; ++c) {
      const uint32_t v = first[mesh.indices[k + c]];
      uint32_t& merged = number[3 * size_t{v} + static_cast<size_t>(face.hand + 1)];
      if (merged == kNone) {
        merged = static_cast<uint32_t>(out.source.size());
        out.source.push_back(v);
        out.hands.push_back(static_cast<int8_t>(face.hand));
        sums.emplace_back();
      }
      out.triangles.push_back(merged);
      sums[merged].tangents += face.weight * face.direction;
      sums[merged].weights += face.weight;
    }
  }
  if (mesh.indices.size() >= 3) out.average_hand = hands / (static_cast<double>(mesh.indices.size()) / 3);
  if (!has_uv) return out;
  double accuracy = 0;
  out.frames.reserve(out.source.size());
  for (size_t v = 0; v < out.source.size(); ++v) {
    const glm::dvec3& sum = sums[v].tangents;
    out.frames.push_back(frame_of(sum, mesh.normals[out.source[v]], out.hands[v]));
    out.pure_vertices += out.hands[v] == 0;
    if (sums[v].weights > 0) accuracy += std::sqrt(glm::dot(sum, sum)) / sums[v].weights;
  }
  if (!out.source.empty()) out.tangent_accuracy = accuracy / static_cast<double>(out.source.size());
  return out;
}

}  // namespace vitrine::geometry
