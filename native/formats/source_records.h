#pragma once
// Where the records of a file stand: vertices, triangles, weights, keys and whole blocks with their bytes. Made in a
// second walk over a file that has opened, on request, so that loading stays fast.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace vitrine {

enum class PlaceKind : uint8_t {
  kVertex,
  kTriangle,
  kWeight,
  kKey,    ///< of one curve (or of all components of one)
  kFrame,  ///< all joints of a clip at one time
  kTrack,  ///< what a clip says of one of its tracks for all times
  kBlock,  ///< a node, mesh, curve, clip or material, known by where it begins
};

/// Records of one kind, one after another as they stand in the file.
struct SourceRecords {
  PlaceKind kind = PlaceKind::kBlock;
  const char* name = "";          ///< what the file calls them: "vert", "v_pos"
  uint64_t owner = 0;             ///< where the mesh, curve or clip begins that they belong to
  uint32_t first = 0;             ///< number of the first one, where they have no numbers of their own
  uint32_t frame = ~uint32_t{0};  ///< of vertices that the file has again in every frame
  uint8_t part = 0;               ///< of keys: 1 + Channel where the owner has several kinds of curves, else 0

  // Either of one size ...
  uint64_t offset = 0;
  uint32_t stride = 0, count = 0;
  // ... or one by one.
  std::vector<uint64_t> offsets;
  std::vector<uint32_t> sizes;
  std::vector<uint32_t> numbers;  ///< of each; empty = first, first + 1, ...
  bool runs = false;              ///< `numbers` ascend and each record holds all up to the next one's (quads)
  std::vector<uint32_t> links;    ///< md5 vertices: first weight and their count, two per record
  uint64_t begin = 0, end = 0;    ///< of all of them

  uint32_t size() const { return stride != 0 ? count : static_cast<uint32_t>(offsets.size()); }
  uint64_t offset_of(uint32_t i) const { return stride != 0 ? offset + uint64_t{i} * stride : offsets[i]; }
  uint32_t bytes_of(uint32_t i) const { return stride != 0 ? stride : sizes[i]; }
  uint32_t number_of(uint32_t i) const { return numbers.empty() ? first + i : numbers[i]; }

  void add(uint64_t at, uint64_t past) {
    if (offsets.empty()) begin = at;
    offsets.push_back(at);
    sizes.push_back(static_cast<uint32_t>(past - at));
    end = past;
  }
  void add(uint64_t at, uint64_t past, uint32_t number) {
    add(at, past);
    numbers.push_back(number);
  }
  /// The record that has a number; of several the first.
  std::optional<uint32_t> find(uint32_t number) const {
    if (numbers.empty()) {
      if (number < first || number - first >= size()) return {};
      return number - first;
    }
    if (runs) {
      const auto after = std::upper_bound(numbers.begin(), numbers.end(), number);
      if (after == numbers.begin()) return {};
      return static_cast<uint32_t>(after - numbers.begin() - 1);
    }
    if (number < numbers.size() && numbers[number] == number) return number;
    const auto found = std::find(numbers.begin(), numbers.end(), number);
    if (found == numbers.end()) return {};
    return static_cast<uint32_t>(found - numbers.begin());
  }
  /// The record that holds a byte. Records stand in the order of their offsets and do not overlap, blocks aside.
  std::optional<uint32_t> at(uint64_t byte) const {
    if (byte < begin || byte >= end || size() == 0) return {};
    uint32_t i = 0;
    if (stride != 0) {
      i = static_cast<uint32_t>((byte - offset) / stride);
    } else {
      const auto after = std::upper_bound(offsets.begin(), offsets.end(), byte);
      if (after == offsets.begin()) return {};
      i = static_cast<uint32_t>(after - offsets.begin() - 1);
    }
    if (i >= size() || byte >= offset_of(i) + bytes_of(i)) return {};
    return i;
  }
};

inline SourceRecords fixed_places(PlaceKind kind, const char* name, uint64_t owner, uint64_t offset, uint64_t count,
                                  uint32_t stride, uint32_t first = 0) {
  SourceRecords list;
  list.kind = kind, list.name = name, list.owner = owner, list.first = first;
  list.offset = list.begin = offset;
  list.stride = stride;
  list.count = static_cast<uint32_t>(count);
  list.end = offset + count * stride;
  return list;
}

using SourceRecordLists = std::vector<SourceRecords>;

/// Bytes of a file under the name the file has for them.
struct NamedPlace {
  uint64_t offset = 0, size = 0;
  const char* name = "";
};

/// A number that changes with time, as a clip counts them.
struct ChannelPlace {
  std::string_view property;  ///< "translation", "rotation", "scale", "fov"
  uint32_t component = 0, track = 0;
  uint8_t animated = 0;  ///< Clip::frames: which components the file has one by one
};

}  // namespace vitrine
