#pragma once
// Where a file has what the scene has, and its parts one after another.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "formats/quake/raw.h"
#include "formats/record_map.h"
#include "formats/source_records.h"

namespace vitrine::quake {

/// See FormatDetails. Vertices have a list for each frame.
SourceRecordLists places_of(std::span<const uint8_t> bytes);

// The parts of a file one after another, for the views that show its bytes: no byte is without one.

/// In the order of their offsets. A frame of an MDL or MD2 is a section, whose `count` are its vertices.
std::vector<Section> sections_of(std::span<const uint8_t> bytes, const RawModel& raw);

/// See FormatDetails.
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::quake
