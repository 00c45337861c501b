#pragma once
#include <span>

#include "formats/place_list.h"

namespace vitrine::kri {

PlaceLists places(std::span<const uint8_t> bytes);
/// Where the chunk begins that holds a byte (or what is left behind the last one).
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::kri
