#pragma once
#include <span>

#include "formats/source_records.h"

namespace vitrine::kri {

SourceRecordLists places(std::span<const uint8_t> bytes);
/// Where the chunk begins that holds a byte (or what is left behind the last one).
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::kri
