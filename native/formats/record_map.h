#pragma once
// Fields of a record of a binary file: each with its place, for views that show bytes beside their
// meaning. Built on demand for one record, so that reports need not carry it.

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/trace.h"

namespace vitrine {

/// A part of a binary file that is shown as one record.
struct Section {
  std::string name;
  uint64_t offset = 0, size = 0;
  uint64_t count = 0;                ///< of its records; 0 = it has none
  std::vector<ElementPart> members;  ///< of a record; empty = bytes
};

/// Offset of the section that contains a byte.
inline uint64_t section_start(const std::vector<Section>& sections, uint64_t offset) {
  uint64_t start = 0;
  for (const Section& section : sections) {
    if (section.offset <= offset) start = section.offset;
  }
  return start;
}

/// The section that begins at an offset; null if none does.
inline const Section* section_at(const std::vector<Section>& sections, uint64_t offset) {
  for (const Section& section : sections) {
    if (section.offset == offset) return &section;
  }
  return nullptr;
}

/// Sorts sections by their offsets, and adds one for bytes that belong to none: "padding", at the end "unread".
inline void fill_gaps(uint64_t size, std::vector<Section>& out) {
  std::stable_sort(out.begin(), out.end(), [](const Section& a, const Section& b) { return a.offset < b.offset; });
  std::vector<Section> gaps;
  uint64_t end = 0;
  for (const Section& section : out) {
    if (section.offset > end) gaps.push_back({"padding", end, section.offset - end, 0, {}});
    end = std::max(end, section.offset + section.size);
  }
  if (end < size) gaps.push_back({"unread", end, size - end, 0, {}});
  out.insert(out.end(), gaps.begin(), gaps.end());
  std::stable_sort(out.begin(), out.end(), [](const Section& a, const Section& b) { return a.offset < b.offset; });
}

class RecordMap {
 public:
  using Json = nlohmann::ordered_json;

  /// `size` counts from `offset`, headers included.
  RecordMap(std::string_view kind, uint64_t offset, uint64_t size, bool big_endian = false)
      : json_{{"kind", kind}, {"offset", offset}, {"size", size}} {
    if (big_endian) json_["bigEndian"] = true;
    json_["parts"] = Json::array();
  }

  /// `type` of numbers as above, or "bool", "text", "bytes".
  void field(std::string name, std::string_view type, uint64_t offset, uint64_t size, Json value) {
    json_["parts"].push_back(
        {{"name", std::move(name)}, {"type", type}, {"offset", offset}, {"size", size}, {"value", std::move(value)}});
  }

  /// `count` elements one after another; their values are in the bytes.
  void array(std::string name, uint64_t offset, uint64_t count, const std::vector<ElementPart>& parts) {
    if (count == 0) return;
    uint32_t at = 0;
    Json members = Json::array();
    for (const ElementPart& part : parts) {
      members.push_back({{"name", part.name}, {"type", part.type}, {"count", part.count}, {"at", at}});
      at += bytes_of_type(part.type) * part.count;
    }
    json_["parts"].push_back({{"name", std::move(name)},
                              {"offset", offset},
                              {"count", count},
                              {"stride", at},
                              {"members", std::move(members)}});
  }

  void resize(uint64_t size) { json_["size"] = size; }
  Json take() && { return std::move(json_); }

 private:
  Json json_;
};

}  // namespace vitrine
