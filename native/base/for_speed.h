#pragma once

/// Inlined wherever it is called, unless the compiler goes for size.
#ifdef __OPTIMIZE_SIZE__
#define VITRINE_HOT_INLINE
#else
#define VITRINE_HOT_INLINE [[gnu::always_inline]]
#endif

namespace vitrine {
#ifdef __OPTIMIZE_SIZE__
inline constexpr bool kForSpeed = false;
#else
/// False where the compiler goes for size: a second, faster way to do the same is then not worth its code.
inline constexpr bool kForSpeed = true;
#endif
}  // namespace vitrine
