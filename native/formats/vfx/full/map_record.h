#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>

namespace vitrine::vfx {

/// See FormatDetails::map_record. The records are the header, those of the song, the rate with the count, and each
/// effect.
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::vfx
