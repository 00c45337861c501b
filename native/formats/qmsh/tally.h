#pragma once
#include <cstdint>
#include <string>

#include "base/diagnostics.h"

namespace vitrine::qmsh {

#if VITRINE_VIEW_ONLY

/// What is counted here is told and nothing else.
struct Tally {
  static constexpr uint64_t count = 0;
  void add(uint64_t, Text) {}
  void add(uint64_t, const char*, size_t) {}
  void report(Diagnostics&, const Code&, Text) const {}
};

#else

/// Counts one kind of fault and remembers the first, so that a thousand of them make one message.
struct Tally {
  uint64_t count = 0, offset = kNoOffset;
  Text path;

  void add(uint64_t at, Text place = {}) {
    if (count++ != 0) return;
    offset = at;
    path = std::move(place);
  }
  void add(uint64_t at, const char* table, size_t index) {
    if (count != 0)
      ++count;
    else
      add(at, VITRINE_TEXT(std::string(table) + "[" + std::to_string(index) + "]"));
  }
  void report(Diagnostics& diagnostics, const Code& code, const std::string& what) const {
    if (count != 0) diagnostics.add(code, offset, VITRINE_TEXT(std::to_string(count) + " " + what), path);
  }
};

#endif

}  // namespace vitrine::qmsh
