#pragma once
#include <span>

#include "convert/kind.h"

namespace vitrine {

/// What can be written, in the order of menus: the second half of the ONE table (formats/registry.cpp).
std::span<const ExportKind* const> export_kinds();

}  // namespace vitrine
