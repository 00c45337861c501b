#pragma once
// Memory that runs out where there are exceptions; without them, as in view cores, it is a trap.

#include <new>

namespace vitrine {

/// Runs `work`; false when memory ran out.
template <typename Work>
bool within_memory(Work&& work) {
#ifdef __cpp_exceptions
  try {
    work();
  } catch (const std::bad_alloc&) {
    return false;
  }
#else
  work();
#endif
  return true;
}

}  // namespace vitrine
