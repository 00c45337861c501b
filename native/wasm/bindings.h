#pragma once
// What every part of the full core's border shares: memory that runs out, errors as text, bytes of the other side.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"

namespace vitrine {

/// Throws VitrineError OUT_OF_MEMORY on the other side; the core is in order afterwards.
[[noreturn]] void out_of_memory();

template <typename Work>
auto guarded(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    out_of_memory();
  }
}

/// Embind copies a text that is returned without asking whether there is memory for the copy.
void check_room(const std::string& text);

/// A function or method as JavaScript calls it.
template <auto Function>
struct Caller;
template <typename Result, typename Work>
Result run_guarded(const Work& work) {
  return guarded([&]() -> Result {
    if constexpr (std::is_same_v<Result, std::string>) {
      std::string text = work();
      check_room(text);
      return text;
    } else {
      return work();
    }
  });
}
template <typename Result, typename... Given, Result (*Function)(Given...)>
struct Caller<Function> {
  static Result call(Given... given) {
    return run_guarded<Result>([&]() -> Result { return Function(std::forward<Given>(given)...); });
  }
};
template <typename Thing, typename Result, typename... Given, Result (Thing::*Method)(Given...)>
struct Caller<Method> {
  static Result call(Thing& thing, Given... given) {
    return run_guarded<Result>([&]() -> Result { return (thing.*Method)(std::forward<Given>(given)...); });
  }
};
template <typename Thing, typename Result, typename... Given, Result (Thing::*Method)(Given...) const>
struct Caller<Method> {
  static Result call(const Thing& thing, Given... given) {
    return run_guarded<Result>([&]() -> Result { return (thing.*Method)(std::forward<Given>(given)...); });
  }
};
template <auto Function>
constexpr auto call = &Caller<Function>::call;

template <typename Thing>
Thing* make(const std::string& given) {
  return guarded([&] { return new Thing(given); });
}

/// { "error": Message } of something that failed.
std::string error_text(const Error& e, std::string_view source);

/// A Uint8Array of the other side, copied at once: as a string it would be copied byte by byte.
inline std::vector<uint8_t> bytes_of(const emscripten::val& array) {
  return emscripten::convertJSArrayToNumberVector<uint8_t>(array);
}

}  // namespace vitrine
