#include "formats/iqm/write/geometry.h"

#include <algorithm>
#include <cmath>

#include "convert/written_mesh.h"

namespace vitrine::iqm_export {
namespace {

constexpr double kNearOne = 1e-3;

double sum_of(const std::vector<Hold>& holds) {
  double sum = 0;
  for (const Hold& one : holds) sum += one.weight;
  return sum;
}

void merge_joints(std::vector<Hold>& holds) {
  std::stable_sort(holds.begin(), holds.end(), [](const Hold& a, const Hold& b) { return a.joint < b.joint; });
  size_t kept = 0;
  for (const Hold& one : holds) {
    if (kept > 0 && holds[kept - 1].joint == one.joint)
      holds[kept - 1].weight += one.weight;
    else
      holds[kept++] = one;
  }
  holds.resize(kept);
  std::erase_if(holds, [](const Hold& one) { return !(one.weight > 0); });
}

}  // namespace

void settle_holds(std::vector<Hold>& holds, uint32_t most, double least, WeightTally& tally) {
  merge_joints(holds);
  std::stable_sort(holds.begin(), holds.end(), [](const Hold& a, const Hold& b) { return a.weight > b.weight; });
  const double total = sum_of(holds);
  if (holds.empty()) return;
  if (const double off = std::abs(total - 1); off > kNearOne)
    ++tally.off_sum, tally.largest_off = std::max(tally.largest_off, off);
  while (holds.size() > 1 && holds.back().weight < least * total) holds.pop_back(), ++tally.small;
  if (holds.size() > most) {
    ++tally.reduced;
    holds.resize(most);
    tally.largest_share = std::max(tally.largest_share, 1 - sum_of(holds) / total);
  }
  const double kept = sum_of(holds);
  for (Hold& one : holds) one.weight /= kept;
}

ByteHolds byte_holds(const Geometry& geometry) {
  ByteHolds out;
  std::vector<double> weights;
  for (size_t v = 0; v + 1 < geometry.hold_first.size(); ++v) {
    const uint32_t first = geometry.hold_first[v], count = geometry.hold_first[v + 1] - first;
    weights.clear();
    for (uint32_t k = 0; k < count; ++k) weights.push_back(geometry.holds[first + k].weight);
    const std::vector<int64_t> steps = byte_steps(weights);
    Quad joints{}, bytes{};
    for (uint32_t k = 0; k < count; ++k) {
      out.largest_step = std::max(out.largest_step, std::abs(static_cast<double>(steps[k]) / kByteSteps - weights[k]));
      bytes[k] = static_cast<uint8_t>(steps[k]);
      // An index without a weight is that of a joint which has one: some readers look at it all the same.
      joints[k] = bytes[k] > 0 ? static_cast<uint8_t>(geometry.holds[first + k].joint) : joints[0];
    }
    for (uint32_t k = count; k < kMostInfluences; ++k) joints[k] = joints[0];
    out.joints.push_back(joints);
    out.weights.push_back(bytes);
  }
  return out;
}

}  // namespace vitrine::iqm_export
