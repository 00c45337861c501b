#pragma once
// Lets allocations of a piece of work fail, one after another:
//   FailingAllocation failing;
//   while (failing.next()) { prepare; failing.begin(); work; failing.end(); judge; }
// The first round records by which calls the program comes to its allocations, and none fails. Then, of those with the
// same calls, the first and the last fail: what many vertices or frames allocate alike is not tried for each.

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

namespace vitrine::test {

/// Ways to an allocation that has failed, by their hash.
using TriedPaths = std::unordered_set<uint64_t>;

class FailingAllocation {
 public:
  FailingAllocation() = default;
  /// Leaves out what is in `tried`, and adds to it: for work that is done to many inputs.
  explicit FailingAllocation(TriedPaths& tried) : tried_(&tried) {}

  /// False once each has failed.
  bool next();
  /// From here on allocations are counted, and one of them throws bad_alloc.
  void begin() const;
  void end();
  /// The allocation to fail, for messages; -1 in the first round.
  long nth() const { return round_ < chosen_.size() ? chosen_[round_] : -1; }

 private:
  TriedPaths* tried_ = nullptr;
  bool is_recorded_ = false;
  std::vector<long> chosen_;
  size_t round_ = 0;
};

namespace detail {
void start_counting();
long stop_counting();
}  // namespace detail

/// Allocations of `work`, none of which fails.
template <typename Work>
long count_allocations(const Work& work) {
  detail::start_counting();
  work();
  return detail::stop_counting();
}

}  // namespace vitrine::test
