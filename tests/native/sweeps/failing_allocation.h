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

}  // namespace vitrine::test
