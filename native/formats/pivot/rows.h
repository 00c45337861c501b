#pragma once
#include "formats/details.h"

namespace vitrine::pivot {

/// Known by structure alone: this row goes last.
std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::pivot
