#pragma once
// The parts of a binary file one after another, for the views that show its bytes: no byte is without one.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "formats/iqm/read/header.h"
#include "formats/record_map.h"

namespace vitrine::iqm {

/// In the order of their offsets: "header", "meshes", "position", ..., "padding" for what belongs to no part. Empty
/// when the file does not open.
std::vector<Section> sections_of(std::span<const uint8_t> bytes);
/// The vertex arrays that lie inside of the file, one section each.
std::vector<Section> array_sections(std::span<const uint8_t> bytes, const Header& header, const Parts& parts);
/// Where the section begins that holds a byte.
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);
/// See FormatRow::map_record. The records are the sections.
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::iqm
