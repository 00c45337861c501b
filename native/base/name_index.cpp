#include "base/name_index.h"

#include "base/hash.h"

namespace vitrine {

size_t NameIndex::slot_of(std::string_view name) const {
  Hash64 hash;
  hash.bytes(name.data(), name.size());
  const size_t mask = slots_.size() - 1;
  size_t at = static_cast<size_t>(hash.value() ^ hash.value() >> 32) & mask;
  while (slots_[at].number != kUnknown && slots_[at].name != name) at = (at + 1) & mask;
  return at;
}

uint32_t NameIndex::find_or_add(std::string_view name, uint32_t number) {
  if (2 * (taken_ + 1) > slots_.size()) {
    std::vector<Slot> before(slots_.empty() ? 16 : 2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.number != kUnknown) slots_[slot_of(slot.name)] = slot;
    }
  }
  Slot& slot = slots_[slot_of(name)];
  if (slot.number == kUnknown) {
    slot = {name, number};
    ++taken_;
  }
  return slot.number;
}

}  // namespace vitrine
