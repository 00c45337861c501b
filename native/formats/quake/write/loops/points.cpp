#include "formats/quake/write/loops/points.h"

#include <algorithm>

namespace vitrine::md3_export {
namespace {

Angles coded(const glm::dvec3& normal, const NormalCode& code, Motion& out) {
  const glm::dvec3 up(0, 0, 1), n = glm::dot(normal, normal) > 0.5 ? normal : up;
  const NormalCode::Coded coded = code.coded(n);
  ++out.normal_count;
  out.written.add(degrees_between(n, code.decoded(coded.nearest)));
  out.as_id_writes.add(degrees_between(n, code.decoded(coded.by_id)));
  return coded.nearest;
}

}  // namespace

void blended_points(const VertexFrames& frames, const FrameBlend& blend, std::span<glm::dvec3> out) {
  const FrameView first(frames, blend.first), second(frames, blend.second);
  for (uint32_t v = 0; v < out.size(); ++v) out[v] = glm::mix(first.position(v), second.position(v), blend.fraction);
}

bool put_frame(std::span<const glm::dvec3> points, std::span<const glm::dvec3> normals, const NormalCode& code,
               size_t first, Motion& out) {
  bool fits = true;
  for (size_t v = 0; v < points.size(); ++v) {
    fits &= can_be_written(points[v]);
    out.positions[first + v] = glm::vec3(points[v]);
    out.normals[first + v] = coded(normals[v], code, out);
  }
  return fits;
}

Bounds box_of(std::span<const glm::vec3> points) {
  Bounds out;
  for (const glm::vec3& p : points) out.add(p);
  return out;
}

double farthest(std::span<const glm::dvec3> a, std::span<const glm::dvec3> b) {
  double out = 0;
  for (size_t i = 0; i < a.size(); ++i) out = std::max(out, glm::distance(a[i], b[i]));
  return out;
}

}  // namespace vitrine::md3_export
