#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace vitrine::qmsh {

/// Leads from names to numbers. The names stay where they are and must outlive it.
class NameIndex {
 public:
  explicit NameIndex(size_t names);
  /// False, and no change, when the name has its number already.
  bool add(std::string_view name, uint32_t number);
  /// How many were added.
  size_t size() const { return entries_.size(); }
  /// kNone for a name that was not added.
  uint32_t find(std::string_view name) const;

 private:
  struct Entry {
    std::string_view name;
    uint32_t number = 0;
    uint32_t next = kNone;  ///< entry with a hash of the same slot
  };
  size_t slot(std::string_view name) const;

  std::vector<uint32_t> first_;  ///< per slot
  std::vector<Entry> entries_;
};

}  // namespace vitrine::qmsh
