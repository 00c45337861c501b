#pragma once
#include <cstdint>
#include <string>

#include "base/diagnostics.h"

namespace vitrine::qmsh {

/// Counts one kind of fault and remembers the first, so that a thousand of them make one message.
struct Tally {
  uint64_t count = 0, offset = kNoOffset;
  std::string path;

  void add(uint64_t at, std::string place = {}) {
    if (count++ != 0) return;
    offset = at;
    path = std::move(place);
  }
  void add(uint64_t at, const char* table, size_t index) {
    if (count != 0)
      ++count;
    else
      add(at, std::string(table) + "[" + std::to_string(index) + "]");
  }
  void report(Diagnostics& diagnostics, const Code& code, const std::string& what) const {
    if (count != 0) diagnostics.add(code, offset, std::to_string(count) + " " + what, path);
  }
};

}  // namespace vitrine::qmsh
