#pragma once
#include <span>
#include <string>
#include <string_view>

#include "formats/source_records.h"

namespace vitrine::md5 {

SourceRecordLists mesh_places(std::span<const uint8_t> bytes, bool version6);
/// Where the line of a vertex begins in the list that starts at `from`.
uint64_t vertex_place(std::span<const uint8_t> bytes, uint64_t from, uint64_t vertex);
SourceRecordLists animation_places(std::span<const uint8_t> bytes);
SourceRecordLists camera_places(std::span<const uint8_t> bytes);
/// See FormatDetails::key_places. A number that is the same in all frames stands in the base frame; the w of a rotation
/// is not in the file, so its place is the whole frame.
std::vector<NamedPlace> animation_key_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists,
                                             uint64_t owner, const ChannelPlace& channel, uint32_t key);
std::vector<NamedPlace> camera_key_places(std::span<const uint8_t> bytes, const SourceRecordLists& lists,
                                          uint64_t owner, const ChannelPlace& channel, uint32_t key);

/// A number as it is written.
struct NumberPlace {
  uint64_t offset = 0;
  uint32_t size = 0;
  double value = 0;
};
/// Numbers that say how much of something there is, and the frame rate: `numverts 8` of the mesh at an offset.
struct DeclaredNumber {
  std::string word;
  uint64_t mesh = 0;
  NumberPlace number;
};
std::vector<DeclaredNumber> declared_numbers(std::span<const uint8_t> bytes);
/// The cuts of a camera; nothing where one has a view of its own.
std::vector<NumberPlace> cut_numbers(std::span<const uint8_t> bytes);
/// Braces that the end of the file leaves open.
uint32_t unclosed_blocks(std::span<const uint8_t> bytes);

/// The numbers between two offsets, in order: frames, lines of the base frame and of the hierarchy.
std::vector<NumberPlace> numbers_between(std::span<const uint8_t> bytes, uint64_t from, uint64_t to);

}  // namespace vitrine::md5
