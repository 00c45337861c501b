#pragma once
#include "formats/details.h"

namespace vitrine::kri {

std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::kri
