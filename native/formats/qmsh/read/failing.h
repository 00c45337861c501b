#pragma once
#include <utility>

#include "base/result.h"

namespace vitrine::qmsh {

/// For what is done in steps: a step that fails sets the error and returns false, and the next ones do nothing.
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
