#pragma once
// Instances of events and their memory. Every event instance owns 4096 bytes that operators take slots from, in an
// order that must not change from frame to frame; so does every segment, entity and portal for what lies outside
// events.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "world/graph/document.h"

namespace vitrine::world {

enum class InstanceKind : uint8_t { kEvent, kSub, kDynamic, kSegment, kEntity, kPortal };

/// Numbers for names like "e0/s1". 0 is the empty name.
class Instances {
 public:
  uint32_t intern(uint32_t outer, InstanceKind kind, uint32_t index);
  /// Segments are named by `document`; there is no name for a number that is none.
  std::string name(uint32_t instance, const Document& document) const;
  /// Rather more than the bytes of that name, up to a segment's own.
  uint64_t name_bytes(uint32_t instance) const { return uint64_t{12} * rows_[instance].depth; }
  size_t size() const { return rows_.size(); }

 private:
  struct Row {
    uint32_t outer = 0, index = 0;
    InstanceKind kind = InstanceKind::kEvent;
    uint32_t depth = 0;
  };
  struct KeyHash {
    size_t operator()(const Row& row) const {
      const uint64_t mixed =
          (uint64_t{row.outer} << 32 | row.index) * 0x9E3779B97F4A7C15ull + static_cast<uint64_t>(row.kind);
      return static_cast<size_t>(mixed ^ mixed >> 29);
    }
  };
  struct KeyEqual {
    bool operator()(const Row& a, const Row& b) const {
      return a.outer == b.outer && a.index == b.index && a.kind == b.kind;
    }
  };
  std::vector<Row> rows_{Row{}};
  std::unordered_map<Row, uint32_t, KeyHash, KeyEqual> numbers_;
};

inline constexpr uint32_t kBlockBytes = 4096;

struct MemorySlot {
  uint32_t op = kNoNode;
  std::string type;
  uint32_t bytes = 0;
  uint32_t offset = kNoNode;  ///< kNoNode: it did not fit
  bool reset = false;         ///< registered in this frame
};
struct MemoryBlock {
  std::vector<MemorySlot> slots;
  uint32_t used = 0;  ///< end of the last slot that fits
  // Bookkeeping of the current frame.
  uint32_t next = 0;
  uint64_t requested_in = 0, alive_in = 0;
  std::unique_ptr<uint8_t[]> bytes;
};

class InstanceMemory {
 public:
  struct Grant {
    uint8_t* data = nullptr;  ///< null: no room
    bool reset = false;
  };
  void begin_frame() { ++frame_, in_use_.clear(); }
  /// The instance is evaluated in this frame, so its block lives on.
  void keep(uint32_t instance);
  /// Next slot of the instance. Appends warnings of `document`'s operator `op` to `issues`.
  Grant request(uint32_t instance, uint32_t op, const std::string& type, uint32_t bytes, const Document& document,
                std::vector<Issue>& issues);
  /// Frees the blocks of event instances that were not evaluated.
  void end_frame();
  void reset();
  /// Do the blocks that live take more than kMostBytes?
  bool is_too_large() const { return bytes_ > kMostBytes; }
  static constexpr uint64_t kMostBytes = 256u << 20;
  uint64_t held_bytes() const { return bytes_ + blocks_.size() * 128; }

  /// Instances whose blocks were used in this frame, in order of first use.
  const std::vector<uint32_t>& in_use() const { return in_use_; }
  /// Null when the block was freed.
  const MemoryBlock* find(uint32_t instance) const {
    const auto found = blocks_.find(instance);
    return found == blocks_.end() ? nullptr : &found->second;
  }

 private:
  void drop_slots(MemoryBlock& block, size_t from);
  uint64_t frame_ = 0;
  std::unordered_map<uint32_t, MemoryBlock> blocks_;
  std::vector<uint32_t> in_use_;
  std::vector<uint32_t> of_events_;  ///< instances whose blocks can be freed
  uint64_t bytes_ = 0;
};

}  // namespace vitrine::world
