#pragma once
// Where the records of a file stand, for the views that show its bytes or lines: made in a second walk over a file that
// has opened.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "formats/record_map.h"
#include "formats/source_records.h"

namespace vitrine::gltf {

/// The parts of a GLB in the order of their offsets, every byte in one: "header", "JSON", "view 3", "padding" for what
/// belongs to no view. Empty for a text and for what does not open.
std::vector<Section> sections_of(std::span<const uint8_t> bytes);
class Asset;
std::vector<Section> sections_of(Asset& asset);
/// Where the section begins that holds a byte.
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);
/// See FormatRow::map_record. The records are the sections.
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);
/// Nodes, meshes, materials, animations and channels by their JSON; vertices, triangles and keys in a GLB's own chunk.
SourceRecordLists places(std::span<const uint8_t> bytes);

}  // namespace vitrine::gltf
