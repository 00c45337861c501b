#pragma once
#include "formats/registry.h"

namespace vitrine::iqm {

/// Known by its magic.
std::span<const FormatRow> rows();

}  // namespace vitrine::iqm
