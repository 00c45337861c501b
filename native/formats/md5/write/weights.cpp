#include "formats/md5/write/meshes.h"

#include <algorithm>
#include <cmath>

#include "convert/written_mesh.h"
#include "formats/md5/write/text.h"

namespace vitrine::md5_export {
namespace {

constexpr double kNearOne = 1e-3;
constexpr int64_t kNudge = 300;       // 3e-8, half a step of a float near 0.5
constexpr size_t kMostNudges = 2401;  // all of four weights

/// The shortest decimal of a float, counted in units of a bias.
int64_t shortest(double weight) {
  const auto value = static_cast<float>(weight);
  if (static_cast<double>(value) == weight) {
    double scale = 1;
    for (int decimals = 0; decimals < 10; ++decimals, scale *= 10) {
      const double scaled = std::round(weight * scale);
      if (static_cast<float>(scaled / scale) == value)
        return static_cast<int64_t>(scaled) * static_cast<int64_t>(static_cast<double>(kBiasOne) / scale);
    }
  }
  return static_cast<int64_t>(std::round(weight * static_cast<double>(kBiasOne)));
}

/// Influences of one joint, one after the other, as one.
void merge_joints(std::vector<Held>& held) {
  std::stable_sort(held.begin(), held.end(), [](const Held& a, const Held& b) { return a.joint < b.joint; });
  size_t kept = 0;
  for (size_t i = 0; i < held.size(); ++i) {
    if (kept == 0 || held[kept - 1].joint != held[i].joint) {
      held[kept++] = held[i];
      continue;
    }
    Held& same = held[kept - 1];
    const double sum = same.weight + held[i].weight;
    if (sum != 0) same.point = (same.weight * same.point + held[i].weight * held[i].point) / sum;
    same.weight = sum;
  }
  held.resize(kept);
  std::erase_if(held, [](const Held& one) { return one.weight == 0; });
}

double sum_of(const std::vector<Held>& held) {
  double sum = 0;
  for (const Held& one : held) sum += one.weight;
  return sum;
}

void scale_to_one(std::vector<Held>& held) {
  const double sum = sum_of(held);
  for (Held& one : held) one.weight /= sum;
}

void reduce(std::vector<Held>& held, const Md5WriteOptions& options, WeightTally& tally) {
  const double total = sum_of(held);
  const size_t before = held.size();
  if (options.least_weight > 0) {
    while (held.size() > 1 && held.back().weight < options.least_weight * total) held.pop_back(), ++tally.small;
  }
  const size_t most = options.limits.influences;
  if (most > 0 && held.size() > most) {
    ++tally.reduced;
    held.resize(most);
    tally.largest_share = std::max(tally.largest_share, 1 - sum_of(held) / total);
  }
  if (held.size() < before && sum_of(held) > 0) {
    const double factor = total / sum_of(held);
    for (Held& one : held) one.weight *= factor;
  }
}

float as_float(int64_t bias) { return static_cast<float>(static_cast<double>(bias) / static_cast<double>(kBiasOne)); }

/// Ironwail: all weights scaled to the sum 255 in single precision, the fraction cut off.
bool survives(const std::vector<Held>& held, const std::vector<int64_t>& steps) {
  float sum = 0;
  for (const Held& one : held) sum += as_float(one.bias);
  const float factor = 255.0f / sum;
  for (size_t i = 0; i < held.size(); ++i) {
    const auto stored = static_cast<int64_t>(as_float(held[i].bias) * factor);
    if (stored != steps[i]) return false;
  }
  return true;
}

/// Where the engine's own arithmetic falls just below a step, the last decimals move by a few steps of a float, in the
/// order of counting.
void nudge(std::vector<Held>& held, const std::vector<int64_t>& steps) {
  constexpr int64_t kMoves[] = {0, kNudge, -kNudge, 2 * kNudge, -2 * kNudge, 3 * kNudge, -3 * kNudge};
  constexpr size_t kCount = std::size(kMoves);
  const std::vector<Held> plain = held;
  for (size_t choice = 0; choice < kMostNudges; ++choice) {
    size_t rest = choice;
    for (size_t i = 0; i < held.size(); ++i, rest /= kCount) held[i].bias = plain[i].bias + kMoves[rest % kCount];
    if (survives(held, steps)) return;
  }
  held = plain;
}

void to_bytes(std::vector<Held>& held, WeightTally& tally) {
  const std::vector<Held> exact = held;
  std::vector<double> shares;
  for (const Held& one : held) shares.push_back(one.weight);
  std::vector<int64_t> steps = byte_steps(shares);
  for (size_t i = held.size(); i-- > 0;) {
    if (steps[i] == 0 && held.size() > 1)
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(i)),
          steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
  }
  int64_t others = 0;
  for (size_t i = 0; i < held.size(); ++i) {
    held[i].bias = i + 1 < held.size()
                       ? static_cast<int64_t>(std::round(static_cast<double>(steps[i]) * kBiasOne / kByteSteps))
                       : kBiasOne - others;
    others += held[i].bias;
  }
  for (const Held& one : exact) {
    const auto found = std::find_if(held.begin(), held.end(), [&](const Held& h) { return h.joint == one.joint; });
    const double now = found == held.end() ? 0 : static_cast<double>(found->bias) / static_cast<double>(kBiasOne);
    tally.largest_step = std::max(tally.largest_step, std::abs(now - one.weight));
  }
  ++tally.stepped;
  nudge(held, steps);
}

void to_decimals(std::vector<Held>& held, bool to_one) {
  int64_t others = 0;
  for (Held& one : held) one.bias = shortest(one.weight);
  if (!to_one) return;
  for (size_t i = 0; i + 1 < held.size(); ++i) others += held[i].bias;
  held.back().bias = kBiasOne - others;
}

}  // namespace

void settle_weights(std::vector<Held>& held, const Md5WriteOptions& options, WeightTally& tally) {
  merge_joints(held);
  std::stable_sort(held.begin(), held.end(), [](const Held& a, const Held& b) { return a.weight > b.weight; });
  if (held.empty()) return;
  const double off = std::abs(sum_of(held) - 1);
  const bool near = off <= kNearOne;
  if (!near) ++tally.off_sum, tally.largest_off = std::max(tally.largest_off, off);
  reduce(held, options, tally);
  const bool to_one = near || !options.engine.empty();
  if (to_one && !near && sum_of(held) > 0) scale_to_one(held);
  if (options.byte_weights && to_one && held.size() > 1) {
    scale_to_one(held);
    to_bytes(held, tally);
  } else {
    to_decimals(held, to_one);
  }
}

}  // namespace vitrine::md5_export
