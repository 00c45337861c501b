#pragma once
#include <span>

#include "formats/fix.h"
#include "formats/format.h"

namespace vitrine::iqm {

/// Fixes of binaries.
Fixes find_fixes(std::span<const uint8_t> bytes, const FormatRow& row);

}  // namespace vitrine::iqm
