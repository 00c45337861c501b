#pragma once
#include "formats/registry.h"

namespace vitrine::v2m {

std::span<const FormatRow> rows();

}  // namespace vitrine::v2m
