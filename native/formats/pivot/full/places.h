#pragma once
#include <span>

#include "formats/source_records.h"

namespace vitrine::pivot {

SourceRecordLists places(std::span<const uint8_t> bytes);
/// Where the header, object or rest begins that holds a byte.
uint64_t record_start(std::span<const uint8_t> bytes, uint64_t offset);

}  // namespace vitrine::pivot
