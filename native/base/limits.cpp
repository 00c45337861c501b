#include "base/limits.h"

#include "base/checked.h"
#include "base/sentences.h"

namespace vitrine {

Status Budget::charge(uint64_t count, uint64_t size, uint64_t offset) {
  const uint64_t bytes = saturating_mul(count, size);
  if (bytes > left_) {
    return Error{messages::kMemory, offset, {bytes, left_}};
  }
  left_ -= bytes;
  return ok_status();
}

Status check_limit(uint64_t count, uint64_t limit, const char* what, uint64_t offset) {
  if (count <= limit) return ok_status();
  return Error{messages::kLimit, offset, {count, what, limit}};
}

}  // namespace vitrine
