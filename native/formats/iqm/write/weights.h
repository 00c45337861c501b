#pragma once
// The influences of one vertex on their way to a file: one per joint, the strongest first, with the sum 1.

#include <vector>

#include "formats/iqm/write/geometry.h"

namespace vitrine::iqm_export {

struct WeightTally {
  uint64_t reduced = 0, small = 0, off_sum = 0;
  double largest_share = 0, largest_off = 0;
};

/// `most`: influences that are kept, of those whose share is not less than `least`.
void settle_holds(std::vector<Hold>& holds, uint32_t most, double least, WeightTally& tally);

}  // namespace vitrine::iqm_export
