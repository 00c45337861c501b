#include "formats/qmsh/name_index.h"

#include <bit>

#include "base/hash.h"

namespace vitrine::qmsh {

NameIndex::NameIndex(size_t names) : first_(std::bit_ceil(names + 1), kNone) { entries_.reserve(names); }

size_t NameIndex::slot(std::string_view name) const {
  Hash64 hash;
  hash.bytes(name.data(), name.size());
  return static_cast<size_t>(hash.value() ^ hash.value() >> 32) & (first_.size() - 1);
}

bool NameIndex::add(std::string_view name, uint32_t number) {
  if (find(name) != kNone) return false;
  uint32_t& first = first_[slot(name)];
  entries_.push_back({name, number, first});
  first = static_cast<uint32_t>(entries_.size() - 1);
  return true;
}

uint32_t NameIndex::find(std::string_view name) const {
  for (uint32_t i = first_[slot(name)]; i != kNone; i = entries_[i].next) {
    if (entries_[i].name == name) return entries_[i].number;
  }
  return kNone;
}

}  // namespace vitrine::qmsh
