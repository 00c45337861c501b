#pragma once
// What a model is among the parts that games put together, by its name and its tags (Quake III, CG_RegisterClientModel,
// CG_RegisterWeapon).

#include <cstdint>
#include <span>
#include <string_view>

#include "formats/format.h"
#include "formats/joins.h"

namespace vitrine::quake {

enum class Part : uint8_t { kNone, kLower, kUpper, kHead, kHand, kBarrel, kFlash };

/// Without folders, endings and the number of a level of detail.
std::string_view stem_of_part(std::string_view name);
/// By the name alone.
Part part_by_name(std::string_view name);

/// See FormatRow::load_rank: what others hang on comes first.
uint8_t rank_of_part(std::span<const uint8_t> bytes, std::string_view name);

/// See FormatDetails::joins.
std::vector<TagJoin> joins_of(std::span<const JoinPart> parts);

}  // namespace vitrine::quake
