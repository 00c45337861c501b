#pragma once
// Where a file has what the scene has, and the fields of its records.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>

#include "formats/source_records.h"

namespace vitrine::qmsh {

SourceRecordLists text_places(std::span<const uint8_t> bytes);
SourceRecordLists binary_places(std::span<const uint8_t> bytes);

/// See FormatDetails::key_places.
std::vector<NamedPlace> pose_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists, uint64_t owner,
                                    const ChannelPlace& channel, uint32_t key);

/// See FormatRow::map_record. A record is a section of the file (header, vertices, bones, ...), a gap between two or
/// what stands behind the last one.
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);
/// Where the record begins that holds a byte.
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::qmsh
