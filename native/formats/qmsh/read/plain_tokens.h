#pragma once
// Tokens with nothing odd about them, which are nearly all of a large text: whole and decimal numbers and symbols, set
// apart by blanks. A row of them is read ahead in one go; where anything else turns up (comments, octal numbers, other
// exponents, errors) the row is read again by the lexer, which handles the rest and has the messages.

#include <array>
#include <cstdint>
#include <limits>

#include "base/text_cursor.h"

namespace vitrine::qmsh {

// Kinds of bytes, for the loops that run over every one of them.
inline constexpr uint8_t kBlank = 1, kDigit = 2, kNumberPart = 4, kWordPart = 8;
inline constexpr std::array<uint8_t, 256> kByteKinds = [] {
  std::array<uint8_t, 256> kinds{};
  for (const char c : {' ', '\t', '\r', '\n', '\v'}) kinds[static_cast<uint8_t>(c)] = kBlank;
  for (int c = '0'; c <= '9'; ++c) kinds[static_cast<size_t>(c)] = kDigit | kNumberPart | kWordPart;
  for (int c = 0; c < 26; ++c)
    kinds[static_cast<size_t>('a' + c)] = kinds[static_cast<size_t>('A' + c)] = kNumberPart | kWordPart;
  for (const char c : {'+', '-', '.'}) kinds[static_cast<uint8_t>(c)] = kNumberPart;
  kinds['_'] = kWordPart;
  return kinds;
}();
inline bool is_kind(char c, uint8_t kind) { return (kByteKinds[static_cast<uint8_t>(c)] & kind) != 0; }

/// Every reading is false where the next token is not plain, and then leaves the position undefined. Always
/// inline: a row is one loop over bytes with its place in a register.
class PlainTokens {
 public:
  explicit PlainTokens(const TextCursor& cursor) : cursor_(cursor) {}
  /// Behind the last token.
  const TextCursor& cursor() const { return cursor_; }

  VITRINE_HOT_INLINE bool symbol(char c) {
    if (cursor_.take(c)) return true;
    skip_blank();
    return cursor_.take(c);
  }
  /// Below 2^32, no sign, and no leading 0, which would make it octal.
  VITRINE_HOT_INLINE bool whole(uint32_t& value) {
    skip_blank();
    if (cursor_.peek() == '0' && is_kind(cursor_.peek(1), kNumberPart)) return false;
    uint64_t wide = 0;
    if (!cursor_.take_digits(wide) || wide > std::numeric_limits<uint32_t>::max()) return false;
    value = static_cast<uint32_t>(wide);
    return !is_kind(cursor_.peek(), kNumberPart);
  }
  /// Finite, correctly rounded.
  VITRINE_HOT_INLINE bool number(float& value) {
    Decimal decimal;
    bool negative = false;
    if (!scan(decimal, negative)) return false;
    const float size = to_float(decimal);
    value = negative ? -size : size;
    return size <= std::numeric_limits<float>::max();
  }
  VITRINE_HOT_INLINE bool number(double& value) {
    Decimal decimal;
    bool negative = false;
    if (!scan(decimal, negative)) return false;
    const double size = to_double(decimal);
    value = negative ? -size : size;
    return size <= std::numeric_limits<double>::max();
  }
  /// `x,y` and longer, into `count` numbers one after the other.
  template <class T>
  VITRINE_HOT_INLINE bool row(T* numbers, int count) {
    for (int i = 0; i < count; ++i) {
      if (i > 0 && !symbol(',')) return false;
      if (!number(numbers[i])) return false;
    }
    return true;
  }

 private:
  VITRINE_HOT_INLINE void skip_blank() {
    const auto blank = [](char c) { return is_kind(c, kBlank); };
    if (cursor_.take_if(blank) && cursor_.take_if(blank)) cursor_.take_while(blank);
  }
  /// A point may follow a sign but not begin a number.
  VITRINE_HOT_INLINE bool scan(Decimal& decimal, bool& negative) {
    skip_blank();
    negative = cursor_.take('-');
    if (!negative && !is_kind(cursor_.peek(), kDigit)) return false;
    return cursor_.take_decimal(decimal) && !is_kind(cursor_.peek(), kNumberPart);
  }

  TextCursor cursor_;
};

}  // namespace vitrine::qmsh
