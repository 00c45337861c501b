#pragma once
#include <nlohmann/json.hpp>
#include <span>

#include "formats/source_records.h"

namespace vitrine::qmsh {

SourceRecordLists text_places(std::span<const uint8_t> bytes);
SourceRecordLists binary_places(std::span<const uint8_t> bytes);

/// See FormatDetails::key_places.
std::vector<NamedPlace> pose_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists, uint64_t owner,
                                    const ChannelPlace& channel, uint32_t key);

}  // namespace vitrine::qmsh
