#pragma once
// Lets every allocation of a piece of work fail once, one after another:
//   FailingAllocation failing;
//   while (failing.next()) { prepare; failing.begin(); work; failing.end(); judge; }

namespace vitrine::test {

class FailingAllocation {
 public:
  /// False once the work has run to its end without a failure.
  bool next();
  /// From here on allocations are counted, and one of them throws bad_alloc.
  void begin() const;
  void end();
  /// The allocation to fail, for messages.
  long nth() const { return nth_; }

 private:
  long nth_ = -1;
  bool failed_ = true;
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
