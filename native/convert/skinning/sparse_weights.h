#pragma once
// The weights of one vertex: not negative, their sum 1, few of them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace vitrine {

inline constexpr size_t kMostWeights = 4;

struct SparseWeights {
  uint32_t count = 0;
  std::array<uint32_t, kMostWeights> joint{};
  std::array<double, kMostWeights> weight{};
};

/// Half of w^T A w - b^T w is to be least. An entry of A is a quadratic form of the vertex, of which only the few that
/// are asked for are made.
struct WeightProblem {
  static constexpr size_t kForm = 10;

  std::span<const double> forms;       ///< [(j * joints + k) * kForm], for j <= k and j > k alike
  std::array<double, kForm> products;  ///< of the vertex's coordinates, as the forms count them
  std::span<const double> b;           ///< per joint

  double a(size_t j, size_t k) const {
    const double* form = forms.data() + (j * b.size() + k) * kForm;
    double sum = 0;
    for (size_t i = 0; i < kForm; ++i) sum += form[i] * products[i];
    return sum;
  }
};

/// An active set as Lawson and Hanson's (Solving Least Squares Problems, 1974, chapter 23) with the sum held at 1, that
/// grows to no more than kMostWeights: of the joints outside, the one enters that lowers the value fastest, and a
/// weight that would become negative leaves. `before` is kept where that is no better.
SparseWeights solve_weights(const WeightProblem& problem, const SparseWeights& before);

/// The nearest weights that are whole steps of 1 / `steps` and have the sum 1; those of less than half a step leave.
SparseWeights in_steps(const SparseWeights& weights, uint32_t steps);

}  // namespace vitrine
