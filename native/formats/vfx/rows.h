#pragma once
#include "formats/details.h"

namespace vitrine::vfx {

std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::vfx
