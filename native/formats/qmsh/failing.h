#pragma once
#include <utility>

#include "base/result.h"

namespace vitrine::qmsh {

/// For what is done in steps: a step that fails says why and returns false, and nothing is done after it.
class Failing {
 protected:
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }
  bool fail(const Sentence& sentence, uint64_t offset, Arguments arguments = {}, const Phrase& path = {}) {
    return fail(Error{sentence, offset, arguments, path});
  }
  bool check(Status status) { return status.ok() || fail(std::move(status.error())); }
  Status status() const { return error_ ? Status(error_) : ok_status(); }

 private:
  Error error_;
};

}  // namespace vitrine::qmsh
