#pragma once
#include "formats/registry.h"

namespace vitrine::kri {

std::span<const FormatRow> rows();

}  // namespace vitrine::kri
