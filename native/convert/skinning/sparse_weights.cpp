#include "convert/skinning/sparse_weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitrine {
namespace {

constexpr double kRidge = 1e-9;     // of A's diagonal, where joints move alike
constexpr double kNoGain = 1e-10;   // of A's diagonal
constexpr double kNoWeight = 1e-6;  // a weight
constexpr int kMostEntries = 24;

/// Solves the symmetric system of the weights in the set and of the multiplier that holds their sum.
class Set {
 public:
  explicit Set(const WeightProblem& problem) : problem_(&problem) {}

  size_t size() const { return size_; }
  bool has(uint32_t joint) const {
    const auto end = joint_.begin() + size_;
    return std::find(joint_.begin(), end, joint) != end;
  }
  void start(uint32_t joint, double weight) { enter(joint), weight_[size_ - 1] = weight; }

  void enter(uint32_t joint) {
    joint_[size_] = joint, weight_[size_] = 0;
    for (size_t k = 0; k <= size_; ++k) a_[size_][k] = a_[k][size_] = problem_->a(joint, joint_[k]);
    ++size_;
  }

  /// Goes to the least value within the set; weights that reach 0 on the way there leave it.
  void settle() {
    while (size_ > 1) {
      std::array<double, kMostWeights> wanted = solve();
      double step = 1;
      size_t first = size_;
      for (size_t k = 0; k < size_; ++k) {
        if (wanted[k] > 0) continue;
        const double way = weight_[k] - wanted[k], part = way > 0 ? weight_[k] / way : 0;
        if (part < step || first == size_) step = std::min(step, part), first = k;
      }
      for (size_t k = 0; k < size_; ++k) weight_[k] += step * (wanted[k] - weight_[k]);
      if (first == size_) return;
      leave(first);
    }
    if (size_ == 1) weight_[0] = 1;
  }

  /// The rate at which the value changes with a weight.
  double slope(uint32_t joint) const {
    double sum = -problem_->b[joint];
    for (size_t k = 0; k < size_; ++k) sum += weight_[k] * problem_->a(joint, joint_[k]);
    return sum;
  }
  double value() const {
    double sum = 0;
    for (size_t k = 0; k < size_; ++k) {
      sum -= problem_->b[joint_[k]] * weight_[k];
      for (size_t l = 0; l < size_; ++l) sum += 0.5 * weight_[k] * weight_[l] * a_[k][l];
    }
    return sum;
  }
  /// The slope that all weights of the set have where it has settled.
  double level() const {
    double sum = 0;
    for (size_t k = 0; k < size_; ++k) sum += weight_[k] * slope(joint_[k]);
    return sum;
  }

  void leave_least() {
    leave(static_cast<size_t>(std::min_element(weight_.begin(), weight_.begin() + size_) - weight_.begin()));
  }

  SparseWeights weights() const {
    SparseWeights out;
    double sum = 0;
    for (size_t k = 0; k < size_; ++k) {
      if (weight_[k] < kNoWeight) continue;
      out.joint[out.count] = joint_[k], out.weight[out.count] = weight_[k];
      sum += weight_[k], ++out.count;
    }
    for (uint32_t k = 0; k < out.count; ++k) out.weight[k] /= sum;
    return out;
  }

 private:
  void leave(size_t at) {
    for (size_t k = at; k + 1 < size_; ++k) {
      joint_[k] = joint_[k + 1], weight_[k] = weight_[k + 1];
      for (size_t l = 0; l < size_; ++l) a_[k][l] = a_[k + 1][l];
    }
    for (size_t k = 0; k < size_; ++k)
      for (size_t l = at; l + 1 < size_; ++l) a_[k][l] = a_[k][l + 1];
    --size_;
  }

  /// Gauss, each column by its largest entry.
  std::array<double, kMostWeights> solve() const {
    const size_t n = size_ + 1;
    double m[kMostWeights + 1][kMostWeights + 2] = {};
    double largest = 0;
    for (size_t k = 0; k < size_; ++k) largest = std::max(largest, std::abs(a_[k][k]));
    const double unit = largest > 0 ? largest : 1;
    for (size_t k = 0; k < size_; ++k) {
      for (size_t l = 0; l < size_; ++l) m[k][l] = a_[k][l] / unit + (k == l ? kRidge : 0);
      m[k][size_] = m[size_][k] = 1;
      m[k][n] = problem_->b[joint_[k]] / unit + kRidge * weight_[k];
    }
    m[size_][n] = 1;
    for (size_t column = 0; column < n; ++column) {
      size_t chosen = column;
      for (size_t row = column + 1; row < n; ++row)
        if (std::abs(m[row][column]) > std::abs(m[chosen][column])) chosen = row;
      if (std::abs(m[chosen][column]) < 1e-300) return weight_;
      for (size_t c = 0; c <= n; ++c) std::swap(m[column][c], m[chosen][c]);
      for (size_t row = 0; row < n; ++row) {
        if (row == column) continue;
        const double factor = m[row][column] / m[column][column];
        for (size_t c = column; c <= n; ++c) m[row][c] -= factor * m[column][c];
      }
    }
    std::array<double, kMostWeights> out{};
    for (size_t k = 0; k < size_; ++k) {
      out[k] = m[k][n] / m[k][k];
      if (!std::isfinite(out[k])) return weight_;
    }
    return out;
  }

  const WeightProblem* problem_;  ///< never null
  size_t size_ = 0;
  std::array<uint32_t, kMostWeights> joint_{};
  std::array<double, kMostWeights> weight_{};
  double a_[kMostWeights][kMostWeights] = {};
};

/// Joints enter until the set is full or none helps.
void grow(const WeightProblem& problem, Set& set) {
  const auto count = static_cast<uint32_t>(problem.b.size());
  for (int step = 0; step < kMostEntries && set.size() < kMostWeights; ++step) {
    const double level = set.level();
    double best = 0;
    uint32_t enters = count;
    for (uint32_t j = 0; j < count; ++j) {
      const double slope = set.slope(j) - level;
      if (slope < best && !set.has(j)) best = slope, enters = j;
    }
    if (enters == count || -best <= kNoGain * problem.a(enters, enters)) return;
    set.enter(enters);
    set.settle();
    if (!set.has(enters)) return;
  }
}

}  // namespace

SparseWeights solve_weights(const WeightProblem& problem, const SparseWeights& before) {
  Set kept(problem), made(problem);
  for (uint32_t k = 0; k < before.count; ++k) kept.start(before.joint[k], before.weight[k]);
  kept.settle();
  uint32_t nearest = 0;
  double least = 0;
  for (uint32_t j = 0; j < problem.b.size(); ++j) {
    const double alone = 0.5 * problem.a(j, j) - problem.b[j];
    if (j == 0 || alone < least) least = alone, nearest = j;
  }
  made.start(nearest, 1);
  grow(problem, made);
  // What entered first may be the worst of four.
  Set changed = made;
  if (changed.size() == kMostWeights) {
    changed.leave_least();
    changed.settle();
    grow(problem, changed);
    if (changed.value() < made.value()) made = changed;
  }
  if (kept.size() == 0 || made.value() < kept.value()) return made.weights();
  if (kept.size() < kMostWeights) grow(problem, kept);
  return kept.weights();
}

SparseWeights in_steps(const SparseWeights& weights, uint32_t steps) {
  std::array<double, kMostWeights> counts{}, left{};
  double rest = steps;
  for (uint32_t k = 0; k < weights.count; ++k) {
    counts[k] = std::floor(weights.weight[k] * steps);
    left[k] = weights.weight[k] * steps - counts[k];
    rest -= counts[k];
  }
  // What is missing goes to those that were cut most.
  for (; rest > 0.5; --rest) {
    const auto most = std::max_element(left.begin(), left.begin() + weights.count) - left.begin();
    ++counts[static_cast<size_t>(most)], left[static_cast<size_t>(most)] -= 1;
  }
  SparseWeights out;
  for (uint32_t k = 0; k < weights.count; ++k) {
    if (counts[k] < 0.5) continue;
    out.joint[out.count] = weights.joint[k], out.weight[out.count] = counts[k] / steps;
    ++out.count;
  }
  return out;
}

}  // namespace vitrine
