#pragma once
// Where a file has what the scene has, and the fields of its records.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "formats/source_records.h"

namespace vitrine::pivot {

SourceRecordLists places(std::span<const uint8_t> bytes);

/// See FormatRow::map_record. The records are the header and the objects.
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);
/// Where the header, object or rest begins that holds a byte.
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::pivot
