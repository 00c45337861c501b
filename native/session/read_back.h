#pragma once
// An exported file is opened once more before it is handed over.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vitrine {

/// Opens a file that was exported as `kind`, with default options. EXPORT_UNREADABLE with the first error when it does
/// not open, OUT_OF_MEMORY.
Status opens_again(std::string_view kind, const std::vector<uint8_t>& bytes);

}  // namespace vitrine
