// Influences of any number and sum as glTF's sets of four.

#include <algorithm>
#include <cmath>

#include "formats/gltf/write/builder.h"

namespace vitrine {
namespace {

/// Multiples of 2^-24 below 1 are exact in single precision, and so is every partial sum of them.
constexpr double kWeightUnit = 1 << 24;
constexpr double kSumTolerance = 1e-5;

struct Weight {
  uint32_t joint = 0;
  double weight = 0;
};

}  // namespace

bool is_loose(const Mesh& mesh, size_t v) {
  const auto first = mesh.influences.begin() + mesh.influence_first[v];
  const auto end = mesh.influences.begin() + mesh.influence_first[v + 1];
  return std::none_of(first, end, [](const Influence& i) { return i.weight > 0; });
}

bool has_loose_vertices(const Mesh& mesh) {
  for (size_t v = 0; v + 1 < mesh.influence_first.size(); ++v) {
    if (is_loose(mesh, v)) return true;
  }
  return false;
}

GlbWeights glb_weights(const Mesh& mesh, const std::vector<glm::dmat4>& joint_from_bind, uint32_t still_joint,
                       double tolerance, uint32_t most) {
  GlbWeights out;
  const size_t count = mesh.positions.size();
  std::vector<Weight> kept;
  const auto hold = [&](size_t sets) {
    while (out.joints.size() < sets) out.joints.emplace_back(count * 4), out.weights.emplace_back(count * 4);
  };
  hold(1);
  for (size_t v = 0; v < count; ++v) {
    kept.clear();
    double stated = 0, apart = 0;
    bool negative = false;
    for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) {
      const Influence& influence = mesh.influences[k];
      stated += influence.weight;
      negative |= influence.weight < 0;
      if (!(influence.weight > 0)) continue;
      const glm::dvec3 by_bind(joint_from_bind[influence.joint] * glm::dvec4(glm::dvec3(mesh.positions[v]), 1));
      apart = std::max(apart, glm::length(by_bind - glm::dvec3(influence.position)));
      const auto same =
          std::find_if(kept.begin(), kept.end(), [&](const Weight& w) { return w.joint == influence.joint; });
      if (same == kept.end())
        kept.push_back({influence.joint, influence.weight});
      else
        same->weight += influence.weight;
    }
    out.negative += negative;
    if (apart > tolerance) ++out.apart, out.largest_apart = std::max(out.largest_apart, apart);
    double sum = 0;
    for (const Weight& w : kept) sum += w.weight;
    if (!(sum > 0)) {
      ++out.loose;
      out.joints[0][4 * v] = static_cast<uint16_t>(still_joint);
      out.weights[0][4 * v] = 1;
      continue;
    }
    if (std::abs(stated - 1) > kSumTolerance) {
      ++out.off_sum;
      out.largest_off = std::max(out.largest_off, std::abs(stated - 1));
    }
    std::stable_sort(kept.begin(), kept.end(), [](const Weight& a, const Weight& b) { return a.weight > b.weight; });
    if (most > 0 && kept.size() > most) {
      double dropped = 0;
      for (size_t k = most; k < kept.size(); ++k) dropped += kept[k].weight;
      ++out.reduced;
      out.largest_share = std::max(out.largest_share, dropped / sum);
      sum -= dropped;
      kept.resize(most);
    }
    double left = kWeightUnit;
    for (size_t k = kept.size(); k-- > 1;) {
      kept[k].weight = std::round(kept[k].weight / sum * kWeightUnit);
      left -= kept[k].weight;
    }
    kept[0].weight = left;
    for (size_t k = 0; k < kept.size() && kept[k].weight > 0; ++k) {
      hold(k / 4 + 1);
      out.joints[k / 4][4 * v + k % 4] = static_cast<uint16_t>(kept[k].joint);
      out.weights[k / 4][4 * v + k % 4] = static_cast<float>(kept[k].weight / kWeightUnit);
    }
  }
  return out;
}

}  // namespace vitrine
