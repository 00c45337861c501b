#pragma once
#include <span>
#include <vector>

#include "formats/source_records.h"

namespace vitrine::iqm {

SourceRecordLists binary_places(std::span<const uint8_t> bytes);
SourceRecordLists text_places(std::span<const uint8_t> bytes);

/// See FormatDetails::key_places. What no frame has stands in the pose's record; a looping action's last key is its
/// first frame. What the file leaves out (the w of version 1 and of many texts) has the whole frame as its place.
std::vector<NamedPlace> binary_key_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists,
                                          uint64_t owner, const ChannelPlace& channel, uint32_t key);
std::vector<NamedPlace> text_key_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists, uint64_t owner,
                                        const ChannelPlace& channel, uint32_t key);

}  // namespace vitrine::iqm
