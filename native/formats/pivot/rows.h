#pragma once
#include "formats/registry.h"

namespace vitrine::pivot {

/// Known by structure alone: this row goes last.
std::span<const FormatRow> rows();

}  // namespace vitrine::pivot
