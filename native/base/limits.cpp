#include "base/limits.h"

#include "base/checked.h"

namespace vitrine {

Status Budget::charge(uint64_t count, uint64_t size, uint64_t offset) {
  const uint64_t bytes = saturating_mul(count, size);
  if (bytes > left_) {
    return Error{&kLimitMemory,
                 offset,
                 VITRINE_TEXT("this would need " + std::to_string(bytes) + " more bytes of memory, the limit leaves " +
                              std::to_string(left_)),
                 {}};
  }
  left_ -= bytes;
  return ok_status();
}

Status check_limit(uint64_t count, uint64_t limit, [[maybe_unused]] Words what, uint64_t offset) {
  if (count <= limit) return ok_status();
  return Error{
      &kLimitCount,
      offset,
      VITRINE_TEXT(std::to_string(count) + " " + what + " are more than the limit of " + std::to_string(limit)),
      {}};
}

}  // namespace vitrine
