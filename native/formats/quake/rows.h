#pragma once
#include "formats/details.h"

namespace vitrine::quake {

/// Known by their magic.
std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::quake
