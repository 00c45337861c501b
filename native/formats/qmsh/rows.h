#pragma once
#include <span>

#include "formats/details.h"

namespace vitrine::qmsh {

std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::qmsh
