#pragma once
// Where a file has what the scene has, and the fields of its records.

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "formats/kri/read/container.h"
#include "formats/source_records.h"

namespace vitrine::kri {

SourceRecordLists places(std::span<const uint8_t> bytes);
/// Where the chunk begins that holds a byte (or what is left behind the last one).
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

/// See FormatRow::map_record. The records are the chunks, and what stands behind the last complete one.
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::kri
