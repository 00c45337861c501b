#pragma once
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "formats/qmsh/binary_model.h"

namespace vitrine::qmsh {

/// The model as a file of `model.version` (10 or 12 to 22): a file that was read comes out byte for byte. Counts,
/// offsets and strings are tested against the width of their fields (LIMIT_COUNT); arrays must have the lengths that
/// the flags ask for.
Result<std::vector<uint8_t>> write_binary(const BinaryModel& model);

}  // namespace vitrine::qmsh
