#pragma once
#include <span>

#include "formats/details.h"

namespace vitrine::gltf {

std::span<const FormatRow> rows();
/// Known by its name alone, so it comes behind all that are known by their content.
std::span<const FormatRow> buffer_rows();
std::span<const FormatDetails> details();

}  // namespace vitrine::gltf
