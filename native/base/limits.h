#pragma once
// Limits of one load. Every host can override the numbers; the defaults are listed in public/docs/limits.md.

#include <atomic>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace vitrine {

struct Limits {
  uint64_t input_bytes = 256ull << 20;
  uint64_t heap_bytes = 512ull << 20;  ///< charged before each reserve
  uint64_t joints = 4096;
  uint64_t meshes = 4096;
  uint64_t vertices = 16ull << 20;  ///< also for indices
  uint64_t influences_per_vertex = 64;
  uint64_t frame_joints = 16ull << 20;  ///< frames x joints of one action
  uint64_t name_bytes = 255;            ///< names in binary formats
  uint64_t nesting = 64;
  uint64_t messages = 64;  ///< messages kept; the rest is counted

  bool operator==(const Limits&) const = default;
};

/// Memory one load has asked for so far. `charge` comes before the reserve it pays for.
class Budget {
 public:
  explicit Budget(uint64_t heap_bytes) : left_(heap_bytes) {}
  /// Takes count * size bytes; LIMIT_MEMORY when they are not left. `offset` is the place of the count in the file.
  Status charge(uint64_t count, uint64_t size, uint64_t offset = kNoOffset);
  uint64_t left() const { return left_; }

 private:
  uint64_t left_;
};

/// LIMIT_COUNT when `count` exceeds `limit`; `what` names both for the message ("joints").
Status check_limit(uint64_t count, uint64_t limit, const char* what, uint64_t offset = kNoOffset);

/// Polled once per record by long loads.
using CancelFlag = std::atomic<bool>;

}  // namespace vitrine
