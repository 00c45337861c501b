#pragma once
#include "formats/details.h"

namespace vitrine::q3 {

std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::q3
