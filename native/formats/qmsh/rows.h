#pragma once
#include <span>

#include "formats/registry.h"

namespace vitrine::qmsh {

std::span<const FormatRow> rows();

}  // namespace vitrine::qmsh
