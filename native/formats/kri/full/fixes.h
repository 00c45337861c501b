#pragma once
#include <span>

#include "formats/fix.h"

namespace vitrine::kri {

Fixes find_fixes(std::span<const uint8_t> bytes);

}  // namespace vitrine::kri
