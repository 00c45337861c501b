#pragma once
// Errors are values. A Result holds either a T or an Error; a function that can fail returns one and is [[nodiscard]].

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/argument.h"
#include "base/codes.h"

namespace vitrine {

/// Passed and returned in a register, though it is destroyed.
#if defined(__clang__)
#define VITRINE_IN_REGISTER [[clang::trivial_abi]]
#else
#define VITRINE_IN_REGISTER
#endif

struct Unit {};

/// Why a load or a conversion stopped; nothing when default-constructed. The functions that are not inline are linked
/// in two versions: those of the view cores (native/wasm/view/quiet.cpp) only know that there is an error, so that the
/// linker leaves out sentences, codes and arguments.
class VITRINE_IN_REGISTER Error {
 public:
  Error() = default;
  /// `offset` is a byte of the input, kNoOffset where none is to blame; `path` a place in the model, as
  /// `meshes[0].vertices[3]`.
  Error(const Sentence& sentence, uint64_t offset, Arguments arguments = {}, const Phrase& path = {});
  Error(const Error& other);
  Error(Error&& other) noexcept : fault_(std::exchange(other.fault_, nullptr)) {}
  Error& operator=(Error other) noexcept {
    std::swap(fault_, other.fault_);
    return *this;
  }
  ~Error() {
    if (fault_ != nullptr) release(fault_);
  }

  explicit operator bool() const { return fault_ != nullptr; }
  const Code* code() const;  ///< null when there is no error
  uint64_t offset() const;
  const std::string& message() const;  ///< one sentence: what was expected and what was found
  const std::string& path() const;
  /// The same error at another place.
  Error at(uint64_t offset) const;
  Error at(uint64_t offset, std::string path) const;
  /// The same error with `what` behind its message.
  Error about(std::string_view what) const;

 private:
  struct Fault;
  static void release(Fault* fault);

  Fault* fault_ = nullptr;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) { assert(error_); }

  explicit operator bool() const { return !error_; }
  bool ok() const { return !error_; }
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

template <>
class [[nodiscard]] VITRINE_IN_REGISTER Result<Unit> {
 public:
  Result(Unit) {}
  Result(Error error) : error_(std::move(error)) { assert(error_); }

  explicit operator bool() const { return !error_; }
  bool ok() const { return !error_; }
  Unit operator*() const { return {}; }
  Error& error() { return error_; }
  const Error& error() const { return error_; }

 private:
  Error error_;
};

/// Result of a step that only succeeds or fails.
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
