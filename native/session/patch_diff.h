#pragma once
#include <nlohmann/json.hpp>

#include "formats/format.h"
#include "session/patch.h"

namespace vitrine {

/// Hunks of lines with some around them, as in unified diffs.
nlohmann::ordered_json text_diff(std::span<const uint8_t> before, const PatchedFile& after);
/// Fields before and after; what is no field of a record is named by its bytes.
nlohmann::ordered_json binary_diff(std::span<const uint8_t> before, const PatchedFile& after, const FormatRow& row);

}  // namespace vitrine
