#pragma once
#include <span>

#include "formats/source_records.h"

namespace vitrine::quake {

/// See FormatDetails. Vertices have a list for each frame.
SourceRecordLists places_of(std::span<const uint8_t> bytes);

}  // namespace vitrine::quake
