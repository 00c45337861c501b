#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "formats/kri/read/container.h"

namespace vitrine::kri {

/// See FormatRow::map_record. The records are the chunks, and what stands behind the last complete one.
nlohmann::ordered_json map_record(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::kri
