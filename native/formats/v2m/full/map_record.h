#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>

namespace vitrine::v2m {

/// See FormatDetails::map_record. The records are the header, the tempo map, the sixteen channels, the globals, the
/// table of patches, each patch, the speech and what pads the end.
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::v2m
