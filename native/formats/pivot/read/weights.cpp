#include "formats/pivot/read/weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/pivot/scalars.h"

namespace vitrine::pivot {
namespace {

constexpr double kSmallestSum = 1e-6, kWholeWithin = 1e-6;

template <class Order>
float read(const WeightSource& source, Mesh& mesh, WeightCounts& counts, Order big_endian) {
  const size_t bones = source.joint_of_bone.size();
  constexpr float kLargest = std::numeric_limits<float>::max();
  double smallest_sum = std::numeric_limits<double>::max(), largest_sum = 0;
  InfluenceWriter writer(mesh, 4 * mesh.positions.size());
  const glm::vec3* position = mesh.positions.data();
  for (const RawSurface& surface : source.surfaces) {
    const Scalars numbers(surface.vertices, big_endian);
    for (size_t n = 0; n < surface.vertex_count; ++n, ++position) {
      writer.begin_vertex();
      const size_t at = n * kSkinnedStride + kRigidStride;
      uint32_t joints[4];
      float weights[4];
      uint32_t count = 0;  // of those with a weight, which come first
      double sum = 0, kept = 0;
      for (size_t slot = 0; slot < 4; ++slot) {
        const uint16_t bone = numbers.u16(at + 2 * slot);
        const float stored = numbers.f32(at + 8 + 4 * slot);
        const float weight = stored > 0 && stored <= kLargest ? stored : 0;
        sum += weight;
        const uint32_t joint = bone < bones ? source.joint_of_bone[bone] : kNone;
        joints[count] = joint;
        weights[count] = joint == kNone ? 0 : weight;
        kept += weights[count];
        if (weight > weights[count]) ++(bone < bones ? counts.dropped_by_name : counts.dropped_by_id);
        count += weights[count] > 0;
      }
      smallest_sum = std::min(smallest_sum, sum);
      largest_sum = std::max(largest_sum, sum);
      if (kept <= kSmallestSum) {
        ++counts.rigid;
        writer.add(source.own_joint, 1, *position);
      } else {
        const bool whole = std::abs(kept - 1) <= kWholeWithin;
        counts.renormalised += !whole;
        const glm::dvec3 exact(*position);
        for (uint32_t k = 0; k < count; ++k) {
          const float weight = whole ? weights[k] : static_cast<float>(weights[k] / kept);
          writer.add(joints[k], weight, source.joint_from_mesh[joints[k]], exact);
        }
      }
    }
  }
  counts.sum_min = largest_sum < smallest_sum ? 0 : static_cast<float>(smallest_sum);
  counts.sum_max = static_cast<float>(largest_sum);
  return writer.finish();
}

}  // namespace

float read_weights(const WeightSource& source, Mesh& mesh, WeightCounts& counts) {
  return in_order(source.big_endian, [&](auto big_endian) { return read(source, mesh, counts, big_endian); });
}

}  // namespace vitrine::pivot
