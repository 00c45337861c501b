#pragma once
#include "formats/details.h"

namespace vitrine::v2m {

std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::v2m
