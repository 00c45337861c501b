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
  bool fail(const Code& code, uint64_t offset, Text message, Text path = {}) {
    return fail(Error{&code, offset, std::move(message), std::move(path)});
  }
  bool check(Status status) { return status.ok() || fail(std::move(status.error())); }
  Status status() const { return error_.code == nullptr ? ok_status() : Status(error_); }

 private:
  Error error_;
};

}  // namespace vitrine::qmsh
