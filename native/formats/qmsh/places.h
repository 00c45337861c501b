#pragma once
#include <nlohmann/json.hpp>
#include <span>

#include "formats/place_list.h"

namespace vitrine::qmsh {

PlaceLists text_places(std::span<const uint8_t> bytes);
PlaceLists binary_places(std::span<const uint8_t> bytes);

/// See FormatDetails::key_places.
std::vector<NamedPlace> pose_places(std::span<const uint8_t> bytes, const PlaceLists& lists, uint64_t owner,
                                    const ChannelPlace& channel, uint32_t key);

}  // namespace vitrine::qmsh
