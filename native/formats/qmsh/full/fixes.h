#pragma once
#include <span>

#include "formats/fix.h"
#include "formats/format.h"

namespace vitrine::qmsh {

Fixes find_text_fixes(std::span<const uint8_t> bytes, const FormatRow& row);
Fixes find_binary_fixes(std::span<const uint8_t> bytes);

}  // namespace vitrine::qmsh
