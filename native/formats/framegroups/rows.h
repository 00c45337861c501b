#pragma once
#include "formats/details.h"

namespace vitrine::framegroups {

std::span<const FormatRow> rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::framegroups
