#include "world/frame/instances.h"

#include <algorithm>
#include <cstring>

#include "base/argument.h"
#include "world/frame/frame.h"
#include "world/graph/codes.h"

namespace vitrine::world {

uint32_t Instances::intern(uint32_t outer, InstanceKind kind, uint32_t index) {
  const Row row{outer, index, kind, rows_[outer].depth + 1};
  const auto [at, is_new] = numbers_.try_emplace(row, static_cast<uint32_t>(rows_.size()));
  if (is_new) rows_.push_back(row);
  return at->second;
}

std::string Instances::name(uint32_t instance, const Document& document) const {
  std::vector<uint32_t> way;
  if (instance >= rows_.size()) return {};
  for (; instance != 0; instance = rows_[instance].outer) way.push_back(instance);
  std::string text;
  for (size_t i = way.size(); i-- > 0;) {
    constexpr const char* kPrefix[] = {"e", "s", "d", "segment:", "entity:", "portal:"};
    const Row& row = rows_[way[i]];
    if (!text.empty()) text += '/';
    text += kPrefix[static_cast<size_t>(row.kind)];
    text += row.kind == InstanceKind::kSegment ? document.ops[document.segments[row.index]].name
                                               : std::to_string(row.index);
  }
  return text;
}

namespace {

/// The same on every host.
uint64_t cost(const MemorySlot& slot) { return 64 + slot.type.size(); }

}  // namespace

void InstanceMemory::keep(uint32_t instance) {
  MemoryBlock& block = blocks_[instance];
  if (block.alive_in == 0) of_events_.push_back(instance);
  block.alive_in = frame_;
}

InstanceMemory::Grant InstanceMemory::request(uint32_t instance, uint32_t op, const std::string& type, uint32_t bytes,
                                              const Document& document, std::vector<Issue>& issues) {
  MemoryBlock& block = blocks_[instance];
  if (block.requested_in != frame_) {
    block.requested_in = frame_;
    block.next = 0;
    in_use_.push_back(instance);
    for (MemorySlot& slot : block.slots) slot.reset = false;
  }
  const auto warn = [&](const Code& code, std::string message) {
    if (issues.size() >= kFrameWarnings) return;
    document.place(issues.emplace_back(Issue{&code, document.label(document.ops[op]), std::move(message)}),
                   document.ops[op].node);
  };
  const uint32_t index = block.next++;
  if (index < block.slots.size() && (block.slots[index].type != type || block.slots[index].bytes != bytes)) {
    const MemorySlot& old = block.slots[index];
    warn(kWorldMemoryOrder, "instance memory order changed (expected " + old.type + "/" + std::to_string(old.bytes) +
                                ", got " + type + "/" + std::to_string(bytes) + ")");
    drop_slots(block, index);
  }
  if (index == block.slots.size()) {
    MemorySlot slot{op, type, bytes, (block.used + 15) / 16 * 16, true};
    if (slot.offset > kBlockBytes || bytes > kBlockBytes - slot.offset) {
      warn(kWorldMemoryFull, type + "/" + std::to_string(bytes) + " does not fit after the " +
                                 counted(block.used, "byte", "bytes") + " in use");
      slot.offset = kNoNode;
      slot.reset = false;
    } else {
      if (block.bytes == nullptr) block.bytes = std::make_unique<uint8_t[]>(kBlockBytes), bytes_ += kBlockBytes;
      std::memset(block.bytes.get() + slot.offset, 0, bytes);
      block.used = slot.offset + bytes;
    }
    bytes_ += cost(slot);
    block.slots.push_back(std::move(slot));
  }
  const MemorySlot& slot = block.slots[index];
  if (slot.offset == kNoNode) return {};
  return {block.bytes.get() + slot.offset, slot.reset};
}

void InstanceMemory::drop_slots(MemoryBlock& block, size_t from) {
  for (size_t i = from; i < block.slots.size(); ++i) bytes_ -= cost(block.slots[i]);
  block.slots.resize(from);
  block.used = 0;
  for (const MemorySlot& slot : block.slots) {
    if (slot.offset != kNoNode) block.used = slot.offset + slot.bytes;
  }
}

void InstanceMemory::end_frame() {
  std::erase_if(of_events_, [&](uint32_t instance) {
    const auto found = blocks_.find(instance);
    MemoryBlock& block = found->second;
    if (block.alive_in == frame_) return false;
    drop_slots(block, 0);
    if (block.bytes != nullptr) bytes_ -= kBlockBytes;
    blocks_.erase(found);
    return true;
  });
}

void InstanceMemory::reset() {
  blocks_.clear();
  of_events_.clear();
  in_use_.clear();
  bytes_ = 0;
}

}  // namespace vitrine::world
