#pragma once
#include "formats/details.h"

namespace vitrine::iqm {

/// Known by its magic.
std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::iqm
