#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace vitrine {

inline constexpr int64_t kByteSteps = 255;

/// Weights with the sum 1 in steps of 1/255 with that sum, the largest remainders rounded up.
std::vector<int64_t> byte_steps(std::span<const double> weights);

}  // namespace vitrine
