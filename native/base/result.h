#pragma once
// Errors are values. A Result holds either a T or an Error; a function that can fail returns one and is [[nodiscard]].

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

#include "base/codes.h"
#include "base/text.h"

namespace vitrine {

struct Unit {};

#if VITRINE_VIEW_ONLY

/// That a load stopped: the place and the words are the whole core's to find.
struct Error {
  const Code* code = nullptr;
  static constexpr uint64_t offset = kNoOffset;
  static constexpr Text message{}, path{};

  constexpr Error() = default;
  constexpr Error(const Code* stopped, uint64_t, Text, Text) : code(stopped) {}
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(error) {}

  explicit operator bool() const { return error_.code == nullptr; }
  bool ok() const { return error_.code == nullptr; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  Error& error() { return error_; }
  const Error& error() const { return error_; }

 private:
  std::optional<T> value_;
  Error error_;
};

/// One word, which calls return in a register.
template <>
class [[nodiscard]] Result<Unit> {
 public:
  constexpr Result(Unit) {}
  constexpr Result(Error error) : error_(error) {}
  explicit operator bool() const { return error_.code == nullptr; }
  bool ok() const { return error_.code == nullptr; }
  Unit operator*() const { return {}; }
  Error& error() { return error_; }
  const Error& error() const { return error_; }

 private:
  Error error_;
};

#else

/// Why a load or a conversion stopped.
struct Error {
  const Code* code = nullptr;   ///< never null in a live Error
  uint64_t offset = kNoOffset;  ///< byte offset in the input it speaks of; kNoOffset where no byte is to blame
  Text message;                 ///< one sentence: what was expected and what was found
  Text path;                    ///< where in the model, as `meshes[0].vertices[3]`; may be empty
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  bool ok() const { return state_.index() == 0; }
  T& value() { return *std::get_if<0>(&state_); }
  const T& value() const { return *std::get_if<0>(&state_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  Error& error() { return *std::get_if<1>(&state_); }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

#endif

/// Result of a stage that only succeeds or fails.
using Status = Result<Unit>;
inline Status ok_status() { return Unit{}; }

}  // namespace vitrine

#define VITRINE_CONCAT_(a, b) a##b
#define VITRINE_CONCAT(a, b) VITRINE_CONCAT_(a, b)
/// `VITRINE_TRY(auto x, f());` declares x from the value of f(), or returns f()'s error from the calling function.
#define VITRINE_TRY(declaration, expression)                                                     \
  auto VITRINE_CONCAT(try_, __LINE__) = (expression);                                            \
  if (!VITRINE_CONCAT(try_, __LINE__)) return std::move(VITRINE_CONCAT(try_, __LINE__).error()); \
  declaration = std::move(*VITRINE_CONCAT(try_, __LINE__))
/// The same for a Status.
#define VITRINE_CHECK(expression)                                                          \
  if (auto VITRINE_CONCAT(try_, __LINE__) = (expression); !VITRINE_CONCAT(try_, __LINE__)) \
  return std::move(VITRINE_CONCAT(try_, __LINE__).error())
