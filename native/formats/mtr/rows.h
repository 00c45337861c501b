#pragma once
#include "formats/registry.h"

namespace vitrine::mtr {

std::span<const FormatRow> rows();

}  // namespace vitrine::mtr
