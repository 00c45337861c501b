#pragma once
#include "formats/registry.h"

namespace vitrine::vfx {

std::span<const FormatRow> rows();

}  // namespace vitrine::vfx
