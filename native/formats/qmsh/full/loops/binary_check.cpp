#include "formats/qmsh/full/loops/binary_check.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/full/finding_counter.h"
#include "formats/qmsh/sentences.h"
#include "scene/finite.h"

namespace vitrine::qmsh {
namespace {

constexpr uint16_t kPointTypes = 7;

void check_vertices(const BinaryModel& m, Diagnostics& diagnostics) {
  const size_t stride = m.vertex_stride();
  const auto at = [&](size_t v) { return m.vertices_offset + v * stride; };
  FindingCounter normals, frames, nan, range, bones;
  for (size_t v = 0; v < m.normals.size(); ++v) {
    if (!is_unit(m.normals[v])) normals.add(at(v), {"vertices[{}]", {v}});
  }
  for (size_t v = 0; v < m.tangents.size(); ++v) {
    const bool fine = is_unit(m.tangents[v]) && is_unit(m.binormals[v]) &&
                      std::abs(glm::dot(m.tangents[v], m.normals[v])) <= kUnitTolerance &&
                      std::abs(glm::dot(m.binormals[v], m.normals[v])) <= kUnitTolerance;
    if (!fine) frames.add(at(v), {"vertices[{}]", {v}});
  }
  const size_t bone_count = m.has(kFlagStatic) ? 255 : m.bones.size();
  for (size_t v = 0; v < m.weights.size(); ++v) {
    if (std::isnan(m.weights[v]))
      nan.add(at(v), {"vertices[{}]", {v}});
    else if (m.weights[v] < 0 || m.weights[v] > 1)
      range.add(at(v), {"vertices[{}]", {v}});
    const auto& b = m.bone_bytes[v];
    if (b[0] > bone_count || b[1] > bone_count || b[2] != 0 || b[3] != 0) bones.add(at(v), {"vertices[{}]", {v}});
  }
  normals.report(diagnostics, messages::kNormals);
  frames.report(diagnostics, messages::kTangentFrames);
  nan.report(diagnostics, messages::kNanWeights);
  range.report(diagnostics, messages::kWeightsOutOfRange);
  if (bones.count != 0)
    diagnostics.add(messages::kVertexBones, bones.offset, {bones.count, bone_count}, {"{}", {bones.path}});
}

void check_triangles(const BinaryModel& m, Diagnostics& diagnostics) {
  FindingCounter flat, outside;
  for (size_t t = 0; t < m.indices.size() / 3; ++t) {
    const glm::vec3 a = m.positions[m.indices[3 * t]], b = m.positions[m.indices[3 * t + 1]],
                    c = m.positions[m.indices[3 * t + 2]];
    if (glm::cross(b - a, c - a) == glm::vec3(0)) flat.add(m.triangles_offset + 6 * t, {"triangles[{}]", {t}});
  }
  for (const BinarySubmesh& s : m.submeshes) {
    for (size_t i = size_t{s.first_triangle} * 3; i < (size_t{s.first_triangle} + s.triangle_count) * 3; ++i) {
      const uint32_t vertex = m.indices[i];
      if (vertex < s.min_vertex || vertex - s.min_vertex >= s.vertex_count)
        outside.add(m.triangles_offset + 2 * i, {"indices[{}]", {i}});
    }
  }
  flat.report(diagnostics, messages::kFlatTriangles);
  outside.report(diagnostics, messages::kCornersOutside);
  if (m.indices.empty()) diagnostics.add(messages::kNoTriangles, kNoOffset);
}

void check_bounds(const BinaryModel& m, Diagnostics& diagnostics) {
  Bounds box;
  float radius = 0;
  for (const glm::vec3& p : m.positions) {
    box.add(p);
    radius = std::max(radius, glm::length(p));
  }
  const float slack = 1e-5f * std::max(1.0f, radius);
  const glm::vec3 off = glm::max(glm::abs(box.min - m.box.min), glm::abs(box.max - m.box.max));
  // Physics files carry the sphere of the model they belong to.
  const bool sphere_fits = m.has(kFlagPhysics) ? radius <= m.radius + slack : std::abs(radius - m.radius) <= slack;
  if (off.x <= slack && off.y <= slack && off.z <= slack && sphere_fits) return;
  diagnostics.add(messages::kBounds, m.version == 10 ? 19 : 20);
}

void check_animations(const BinaryModel& m, Diagnostics& diagnostics) {
  FindingCounter order, equal, quaternions, length, empty;
  for (size_t a = 0; a < m.animations.size(); ++a) {
    const BinaryAnimation& animation = m.animations[a];
    const auto& times = animation.times_s;
    const size_t bones = m.bones.size(), bone_bytes = m.version >= 22 ? 40 : 32;
    const auto at_key = [&](FindingCounter& tally, size_t k, std::string_view more = {}, uint64_t within = 0) {
      if (tally.count != 0) return static_cast<void>(++tally.count);
      const uint64_t first = animation.offset + 1 + animation.name.size() + 6;
      tally.add(first + k * (4 + bones * bone_bytes) + within, {"animations[{}].keys[{}]{}", {a, k, more}});
    };
    if (times.empty()) empty.add(animation.offset, {"animations[{}]", {a}});
    for (size_t k = 0; k < times.size(); ++k) {
      if (times[k] < (k == 0 ? 0 : times[k - 1]))
        at_key(order, k);
      else if (k > 0 && times[k] == times[k - 1])
        at_key(equal, k);
    }
    for (size_t i = 0; i < animation.poses.size(); ++i) {
      const glm::quat& rotation = animation.poses[i].rotation;
      if (std::abs(glm::dot(rotation, rotation) - 1) <= 2 * kUnitTolerance) continue;
      const size_t bone = i % bones;
      if (quaternions.count != 0)
        ++quaternions.count;
      else
        at_key(quaternions, i / bones, ".bones[" + std::to_string(bone) + "]", 4 + bone * bone_bytes + 12);
    }
    const float last = times.empty() ? 0 : times.back();
    if (!(std::abs(animation.length_s - last) <= 1e-4f * std::max(1.0f, last)))
      length.add(animation.offset, {"animations[{}]", {a}});
  }
  order.report(diagnostics, messages::kKeysBackwards);
  equal.report(diagnostics, messages::kEqualKeys);
  quaternions.report(diagnostics, messages::kRotations);
  length.report(diagnostics, messages::kAnimationLengths);
  empty.report(diagnostics, messages::kNoAnimationKeys);
}

void check_points_and_groups(const BinaryModel& m, Diagnostics& diagnostics) {
  FindingCounter bones, types, groups;
  for (size_t i = 0; i < m.points.size(); ++i) {
    if (m.points[i].bone > m.bones.size()) bones.add(m.points[i].offset, {"points[{}]", {i}});
    if (m.points[i].type >= kPointTypes) types.add(m.points[i].offset, {"points[{}]", {i}});
  }
  for (size_t i = 0; i < m.groups.size(); ++i) {
    const BinaryGroup& group = m.groups[i];
    const bool zero_based = m.version == 12;
    bool bad = group.parent >= m.groups.size();
    for (const uint8_t bone : group.bones)
      bad |= bone + (zero_based ? 1 : 0) > static_cast<int>(m.bones.size()) || (bone == 0 && !zero_based);
    if (bad) groups.add(group.offset, {"groups[{}]", {i}});
  }
  bones.report(diagnostics, messages::kPointBones);
  types.report(diagnostics, messages::kPointTypes);
  groups.report(diagnostics, messages::kGroupBones);
  if (m.version != 10 && !m.has_skeleton() && m.header_groups != 0)
    diagnostics.add(messages::kGroupsMissing, 18, {m.header_groups});
}

/// What the scene keeps as properties or does without; other numbers have to be finite.
void check_values(const BinaryModel& m, Diagnostics& diagnostics) {
  FindingCounter odd;
  for (size_t i = 0; i < m.submeshes.size(); ++i) {
    const BinarySubmesh& s = m.submeshes[i];
    if (!is_finite(s.specular) || !is_finite(s.specular_intensity) || !is_finite(s.normal_factor) ||
        !is_finite(s.specular_factor) || !is_finite(s.specular_color_factor))
      odd.add(s.offset, {"submeshes[{}]", {i}});
  }
  for (size_t i = 0; i < m.bones.size(); ++i) {
    const BinaryBone& bone = m.bones[i];
    if (!is_finite(bone.editor_matrix) || !is_finite(bone.head) || !is_finite(bone.tail))
      odd.add(bone.offset, {"bones[{}]", {i}});
  }
  for (size_t i = 0; i < m.points.size(); ++i) {
    if (!is_finite(m.points[i].size) || !is_finite(m.points[i].rotation))
      odd.add(m.points[i].offset, {"points[{}]", {i}});
  }
  odd.report(diagnostics, messages::kOddValues);
}

}  // namespace

void check_binary(const BinaryModel& model, Diagnostics& diagnostics) {
  check_vertices(model, diagnostics);
  check_triangles(model, diagnostics);
  check_bounds(model, diagnostics);
  check_animations(model, diagnostics);
  check_points_and_groups(model, diagnostics);
  check_values(model, diagnostics);
  const size_t engine = model.version == 10 ? kEngineBones10 : kEngineBones;
  if (model.bones.size() > engine)
    diagnostics.add(messages::kEngineBones, model.version == 10 ? 15 : 12, {model.bones.size(), engine});
}

}  // namespace vitrine::qmsh
