#pragma once
#include <span>

#include "formats/place_list.h"

namespace vitrine::pivot {

PlaceLists places(std::span<const uint8_t> bytes);
/// Where the header, object or rest begins that holds a byte.
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::pivot
