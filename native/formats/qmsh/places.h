#pragma once
#include <nlohmann/json.hpp>
#include <span>

#include "formats/place_list.h"

namespace vitrine::qmsh {

PlaceLists text_places(std::span<const uint8_t> bytes);
PlaceLists binary_places(std::span<const uint8_t> bytes);

/// Bones of a binary as key poses have them: where the numbers of one stand within a key.
struct PoseLayout {
  uint32_t stride = 32;  ///< bytes of one bone
  uint32_t scales = 1;   ///< 1 or 3
};
PoseLayout pose_layout(std::span<const uint8_t> bytes);

}  // namespace vitrine::qmsh
