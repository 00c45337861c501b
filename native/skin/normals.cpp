#include "skin/normals.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "skin/kernels.h"

namespace vitrine::skin {
namespace {

/// Lists by bucket: items of bucket b are items[first[b] .. first[b + 1]), in the order they were offered.
struct Lists {
  std::vector<uint32_t> first, items;
  std::span<const uint32_t> operator[](size_t b) const { return {items.data() + first[b], first[b + 1] - first[b]}; }
};

/// Item i goes to bucket_of(i).
template <class BucketOf, class ItemOf>
Lists make_lists(size_t bucket_count, size_t count, BucketOf bucket_of, ItemOf item_of) {
  Lists lists;
  lists.first.assign(bucket_count + 1, 0);
  for (size_t i = 0; i < count; ++i) ++lists.first[bucket_of(i) + 1];
  for (size_t b = 0; b < bucket_count; ++b) lists.first[b + 1] += lists.first[b];
  lists.items.resize(count);
  std::vector<uint32_t> next(lists.first.begin(), lists.first.end() - 1);
  for (size_t i = 0; i < count; ++i) lists.items[next[bucket_of(i)]++] = item_of(i);
  return lists;
}

/// Shorter rows of a four end with the last face, which is padding and has no normal.
void add_row(NormalPlan& plan, uint32_t vertex, std::span<const uint32_t> faces) {
  constexpr auto kBytes = uint32_t(sizeof(glm::vec4));
  const size_t lane = plan.row_vertices.size() % 4;
  if (lane == 0) plan.row_lengths.push_back(0);
  uint32_t& length = plan.row_lengths.back();
  const size_t begin = plan.row_faces.size() - size_t{4} * length;
  if (faces.size() > length) {
    length = uint32_t(faces.size());
    plan.row_faces.resize(begin + size_t{4} * length, uint32_t(plan.corners.size() / 3 - 1) * kBytes);
  }
  for (size_t i = 0; i < faces.size(); ++i) plan.row_faces[begin + 4 * i + lane] = faces[i] * kBytes;
  plan.row_vertices.push_back(vertex);
}

glm::vec3 unit_or_zero(const glm::vec3& v) {
  const float square = glm::dot(v, v);
  return square > 0 ? v * (1 / std::sqrt(square)) : glm::vec3(0);
}

}  // namespace

NormalPlan plan_normals(const Mesh& mesh, FrontFace front_face, std::span<const uint32_t> first_equal, WeldRule rule) {
  const size_t vertex_count = mesh.positions.size(), face_count = mesh.indices.size() / 3;
  assert(first_equal.size() == vertex_count);
  NormalPlan plan;
  plan.corners = mesh.indices;
  if (front_face == FrontFace::kClockwise) {
    for (size_t f = 0; f < face_count; ++f) std::swap(plan.corners[3 * f + 1], plan.corners[3 * f + 2]);
  }
  if (face_count > 0) plan.corners.resize((face_count / 4 + 1) * 12, 0);

  const bool full = rule == WeldRule::kFull;
  const Lists faces = make_lists(
      vertex_count, face_count * 3, [&](size_t i) { return full ? first_equal[mesh.indices[i]] : mesh.indices[i]; },
      [](size_t i) { return uint32_t(i / 3); });
  std::vector<uint32_t> last_equal(vertex_count), merged;
  for (uint32_t v = 0; v < vertex_count; ++v) last_equal[first_equal[v]] = v;
  std::span<const uint32_t> row;
  for (uint32_t v = 0; v < vertex_count; ++v) {
    const uint32_t first = first_equal[v], last = last_equal[first];
    if (full ? first != v : first == v && last != v) {
      plan.copies.push_back({v, full ? first : last});
      continue;
    }
    row = faces[v];
    // The engine adds the first one's sum to each duplicate, then copies the last duplicate's result back to the first.
    if (first != v) {
      merged.clear();
      std::merge(faces[first].begin(), faces[first].end(), row.begin(), row.end(), std::back_inserter(merged));
      row = merged;
    }
    add_row(plan, v, row);
  }
  while (plan.row_vertices.size() % 4 != 0) add_row(plan, plan.row_vertices.back(), row);
  return plan;
}

void recompute_normals(const NormalPlan& plan, const glm::vec3* positions, std::span<glm::vec4> face_normals,
                       glm::vec3* normals) {
  assert(face_normals.size() == plan.corners.size() / 3);
#ifdef VITRINE_SIMD
  recompute_normals_simd(plan, positions, face_normals.data(), normals);
#else
  recompute_normals_scalar(plan, positions, face_normals.data(), normals);
#endif
}

TangentPlan plan_tangents(const Mesh& mesh) {
  TangentPlan plan;
  if (mesh.uv_layers.empty()) return plan;
  const std::span<const glm::vec2> uv(mesh.uv_layers[0].uv);
  const size_t vertex_count = mesh.positions.size(), face_count = mesh.indices.size() / 3;
  plan.corners = mesh.indices;
  plan.gradients.reserve(face_count);
  plan.counts.assign(face_count, 7);
  std::vector<uint8_t> positive(vertex_count, 0);
  for (size_t f = 0; f < face_count; ++f) {
    const uint32_t* corner = &plan.corners[3 * f];
    const glm::vec2 b = uv[corner[1]] - uv[corner[0]], c = uv[corner[2]] - uv[corner[0]];
    const bool negative = b.x * c.y - c.x * b.y < 0;
    plan.gradients.push_back((negative ? -1.0f : 1.0f) * glm::vec4(b, c));
    if (negative)
      plan.counts[f] = 0;
    else
      positive[corner[0]] = positive[corner[1]] = positive[corner[2]] = 1;
  }
  for (size_t f = 0; f < face_count; ++f) {
    if (plan.counts[f] != 0) continue;
    for (size_t k = 0; k < 3; ++k) plan.counts[f] |= uint8_t((1 - positive[plan.corners[3 * f + k]]) << k);
  }
  return plan;
}

void recompute_tangents(const TangentPlan& plan, const glm::vec3* positions, const glm::vec3* normals,
                        std::span<TangentSum> sums, std::span<glm::vec4> tangents) {
  assert(sums.size() == tangents.size());
  std::fill(sums.begin(), sums.end(), TangentSum{});
  for (size_t f = 0; f < plan.gradients.size(); ++f) {
    const uint32_t* corner = &plan.corners[3 * f];
    const glm::vec3& a = positions[corner[0]];
    const glm::vec3 db = positions[corner[1]] - a, dc = positions[corner[2]] - a;
    const glm::vec4& g = plan.gradients[f];  // b.s, b.t, c.s, c.t
    const glm::vec3 along_s = unit_or_zero(db * g.w - dc * g.y), along_t = unit_or_zero(dc * g.x - db * g.z);
    for (size_t k = 0; k < 3; ++k) {
      if ((plan.counts[f] >> k & 1) == 0) continue;
      TangentSum& sum = sums[corner[k]];
      sum.along_s += along_s;
      sum.along_t += along_t;
    }
  }
  for (size_t v = 0; v < tangents.size(); ++v) {
    const glm::vec3 &n = normals[v], &along_s = sums[v].along_s;
    const glm::vec3 tangent = unit_or_zero(along_s - n * glm::dot(along_s, n));
    tangents[v] = glm::vec4(tangent, glm::dot(glm::cross(n, tangent), sums[v].along_t) < 0 ? -1.0f : 1.0f);
  }
}

std::vector<glm::vec4> tangents_of(const Mesh& mesh, std::span<const glm::vec3> normals) {
  std::vector<TangentSum> sums(mesh.positions.size());
  std::vector<glm::vec4> tangents(mesh.positions.size());
  recompute_tangents(plan_tangents(mesh), mesh.positions.data(), normals.data(), sums, tangents);
  return tangents;
}

}  // namespace vitrine::skin
