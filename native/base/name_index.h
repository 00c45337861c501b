#pragma once
// Names of one file and their numbers. The names stay where they are in the file's bytes, which must outlive the table.

#include <cstdint>
#include <string_view>
#include <vector>

namespace vitrine {

class NameIndex {
 public:
  static constexpr uint32_t kUnknown = 0xFFFFFFFFu;

  uint32_t find(std::string_view name) const { return slots_.empty() ? kUnknown : slots_[slot_of(name)].number; }
  /// The number of `name`: the one that it has already, or `number`.
  uint32_t find_or_add(std::string_view name, uint32_t number);

 private:
  struct Slot {
    std::string_view name;
    uint32_t number = kUnknown;  ///< unknown = the slot is free
  };

  /// Where the name stands, or where it would.
  size_t slot_of(std::string_view name) const;

  std::vector<Slot> slots_;  ///< a power of two, at most half of them taken
  size_t taken_ = 0;
};

}  // namespace vitrine
