#pragma once
#include "formats/details.h"

namespace vitrine::mtr {

std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::mtr
