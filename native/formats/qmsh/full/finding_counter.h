#pragma once
#include <cstdint>
#include <string>

#include "base/diagnostics.h"

namespace vitrine::qmsh {

/// Counts one kind of fault and remembers the first, so that a thousand of them make one message. View cores have
/// nothing of it (view/rows.cpp).
struct FindingCounter {
  uint64_t count = 0, offset = kNoOffset;
  std::string path;

  void add(uint64_t at, const Phrase& place = {});
  /// The sentence takes the count.
  void report(Diagnostics& diagnostics, const Sentence& sentence) const;
};

}  // namespace vitrine::qmsh
