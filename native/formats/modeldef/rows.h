#pragma once
#include "formats/details.h"

namespace vitrine::modeldef {

std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::modeldef
