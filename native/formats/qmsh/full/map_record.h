#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>

namespace vitrine::qmsh {

/// See FormatRow::map_record. A record is a section of the file (header, vertices, bones, ...), a gap between two or
/// what stands behind the last one.
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);
/// Where the record begins that holds a byte.
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::qmsh
