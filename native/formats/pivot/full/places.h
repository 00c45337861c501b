#pragma once
#include <span>

#include "formats/source_records.h"

namespace vitrine::pivot {

SourceRecordLists places(std::span<const uint8_t> bytes);

}  // namespace vitrine::pivot
