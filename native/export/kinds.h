#pragma once
#include <span>

#include "export/kind.h"

namespace vitrine {

/// The ONE table of what can be written, in the order of menus.
std::span<const ExportKind* const> export_kinds();

}  // namespace vitrine
