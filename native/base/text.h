#pragma once
// Sentences for people. The whole core writes them; the core for viewing (VITRINE_VIEW_ONLY) only has to know that
// there is something to say: whoever asks what, asks the whole core, which opens the same files.

#include <string>

namespace vitrine {

#if VITRINE_VIEW_ONLY

/// Code behind `if constexpr (kTells)` is in the whole core only.
inline constexpr bool kTells = false;

/// Takes the place of a sentence and holds nothing.
struct Text {
  constexpr Text() = default;
  constexpr Text(const char*) {}
  Text(const std::string&) {}
  constexpr bool empty() const { return true; }
  friend constexpr Text operator+(Text, Text) { return {}; }
};
using Words = Text;
/// The words of a message; not evaluated by a core that does not tell them, so they must have no effect.
#define VITRINE_TEXT(...) ::vitrine::Text()

#else

inline constexpr bool kTells = true;
using Text = std::string;
/// A sentence that is known when the core is built.
using Words = const char*;
#define VITRINE_TEXT(...) ::vitrine::Text(__VA_ARGS__)

#endif

}  // namespace vitrine
