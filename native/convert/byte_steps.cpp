#include "convert/byte_steps.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

std::vector<int64_t> byte_steps(std::span<const double> weights) {
  std::vector<int64_t> steps(weights.size());
  std::vector<std::pair<double, size_t>> rest;
  int64_t left = kByteSteps;
  for (size_t i = 0; i < weights.size(); ++i) {
    const double exact = std::max(0.0, weights[i]) * kByteSteps;
    steps[i] = static_cast<int64_t>(std::floor(exact));
    left -= steps[i];
    rest.emplace_back(-(exact - std::floor(exact)), i);
  }
  std::stable_sort(rest.begin(), rest.end());
  for (size_t i = 0; left > 0; ++i, --left) ++steps[rest[i % rest.size()].second];
  return steps;
}

}  // namespace vitrine
