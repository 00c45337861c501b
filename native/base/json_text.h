#pragma once
// JSON as text: of a value, or written member by member.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace vitrine {

using Json = nlohmann::ordered_json;

/// Compact JSON text. Unlike the library's own dump it does not recurse, so that a chain of four thousand joints cannot
/// exhaust a call stack. Strings that are not UTF-8 get replacement characters; NaN and infinity become null.
std::string json_text(const Json& value);

// Compact JSON, written straight into a text. What is written is what nlohmann's dump gives for the same values.

/// Commas come by themselves; that what is begun is ended, and that in objects every value has a key, is the caller's
/// part. Strings may be any bytes: those that are no UTF-8 are read as `to_utf8` does. `const char*` is for our own.
class JsonWriter {
 public:
  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  /// Key of the value, object or array that comes next.
  void key(const char* name);
  void key(const std::string& name);
  void key(size_t number);

  void value(const std::string& text);
  void value(const char* text);
  void value(bool truth);
  /// The shortest text that reads back the same, with a point or an exponent; null for NaN and infinity.
  void value(double number);
  template <std::integral Number>
  void value(Number number) {
    if constexpr (std::signed_integral<Number>)
      write_signed(number);
    else
      write_unsigned(number);
  }
  void null();
  /// A whole value that is JSON text already.
  void raw(std::string_view json);

  // In an object: a key and its value, or what begins there.
  void field(const char* name, const std::string& text);
  void field(const char* name, const char* text);
  void field(const char* name, bool truth);
  void field(const char* name, double number);
  template <std::integral Number>
  void field(const char* name, Number number) {
    if constexpr (std::signed_integral<Number>)
      key(name), write_signed(number);
    else
      unsigned_field(name, number);
  }
  void null_field(const char* name);
  void begin_object(const char* name);
  void begin_array(const char* name);
  /// An array of numbers.
  void field(const char* name, const float* numbers, size_t count);
  void field(const char* name, const uint32_t* numbers, size_t count);

 private:
  void begin(char bracket);
  void end(char bracket);
  void write_signed(int64_t number);
  void write_unsigned(uint64_t number);
  void unsigned_field(const char* name, uint64_t number);
  void separate();
  void begin_value();
  void quote(const char* text, size_t size);

  std::string text_;
  bool follows_ = false;  ///< a value stands before the next one
};

}  // namespace vitrine
