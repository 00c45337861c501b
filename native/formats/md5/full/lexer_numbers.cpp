// Numbers in every form that the game's lexer accepts or refuses.

#include <algorithm>

#include "base/names.h"
#include "formats/md5/read/lexer.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

using namespace lexer_detail;

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

}  // namespace

/// The number that ends at the cursor.
void Lexer::look_at_exponent(uint64_t start) {
  std::string_view text = cursor_.since(start);
  text.remove_prefix(std::min(text.find_first_of("0123456789."), text.size()));
  if (text.find('E') != std::string_view::npos)
    warn_game(messages::kCapitalExponent, start);
  else if (text.starts_with("0e"))
    warn_game(messages::kExponentBehindZero, start);
}

double Lexer::slow_number(const char* what, bool& is_integer) {
  is_integer = true;
  const uint64_t start = here();
  bool negative = false;
  if (cursor_.take('+'))
    warn_game(messages::kPlusSign, start);
  else if (cursor_.take('-'))
    negative = true;
  const uint64_t digits = here();

  const char second = cursor_.peek(1);
  if (cursor_.peek() == '0' && (second == 'x' || second == 'X' || second == 'b' || second == 'B')) {
    const int base = second == 'x' || second == 'X' ? 16 : 2;
    cursor_.advance(2);
    const std::string_view text = cursor_.take_while([base](char c) { return digit_value(c) < base; });
    double value = 0;
    for (const char c : text) value = value * base + digit_value(c);
    const char next = cursor_.peek();
    if (text.empty() || text.size() > 64 || continues_name(next)) {
      cursor_.move_to(start);
      fail_expected({"a number for {}", {what}});
      return 0;
    }
    return negative ? -value : value;
  }

  Decimal decimal;
  if (!cursor_.take_decimal(decimal)) {
    const Token next = peek();
    cursor_.move_to(start);
    for (const char* name : {"nan", "inf", "infinity", "ind", "qnan", "snan"}) {
      if (next.kind == TokenKind::kName && equal_ignoring_case(next.text, name)) {
        fail(messages::kNotFinite, digits, {what, next.text});
        return 0;
      }
    }
    fail_expected({"a number for {}", {what}});
    return 0;
  }
  is_integer = !decimal.has_point && !decimal.has_exponent;
  double value = to_double(decimal);
  const std::string_view text = cursor_.since(digits);

  if (cursor_.peek() == '#') {
    const std::string_view rest = cursor_.take_while([](char c) { return c == '#' || is_letter(c) || is_digit(c); });
    fail(messages::kNotFiniteParts, digits, {what, text, rest});
    return 0;
  }
  if (decimal.has_exponent) look_at_exponent(start);
  if (is_integer && text.size() > 1 && text[0] == '0') {
    double octal = 0;
    bool possible = true;
    for (const char c : text) {
      octal = octal * 8 + (c - '0');
      possible &= c < '8';
    }
    if (possible)
      warn(messages::kReadAsOctal, start, {text});
    else
      warn(messages::kNotOctal, start, {text});
    if (possible) value = octal;
  }
  // Suffixes of C: one of f l behind a fraction, up to two of l u behind an integer.
  for (int i = 0; i < (is_integer ? 2 : 1); ++i) {
    const char c = cursor_.peek();
    const bool floating = c == 'f' || c == 'F';
    const bool is_long = c == 'l' || c == 'L';
    const bool is_unsigned = c == 'u' || c == 'U';
    if (!(is_long || (is_integer ? is_unsigned || (floating && i == 0) : floating))) break;
    if (is_integer && floating) warn_game(messages::kFraction, start);
    cursor_.advance();
    if (floating) break;
  }
  const char next = cursor_.peek();
  if (continues_name(next) && next != '/') {
    cursor_.move_to(start);
    fail_expected({"a number for {}", {what}});
    return 0;
  }
  if (!(value <= 1.7976931348623157e308)) {
    fail(messages::kNotFinite, start, {what, text.substr(0, kShownBytes)});
    return 0;
  }
  return negative ? -value : value;
}

double Lexer::slow_real(uint64_t start, const char* what) {
  cursor_.move_to(start);
  bool is_integer;
  return slow_number(what, is_integer);
}

/// Parses by way of a double.
float Lexer::slow_float(uint64_t start, const char* what) {
  const double value = slow_real(start, what);
  if (!(value > 3.4028235677973366e38 || value < -3.4028235677973366e38)) return static_cast<float>(value);
  fail(messages::kBeyondFloat, start, {what});
  return 0;
}

int64_t Lexer::slow_integer(uint64_t start, const char* what) {
  cursor_.move_to(start);
  bool is_integer;
  const double value = slow_number(what, is_integer);
  if (failed_) return 0;
  if (!is_integer && value < 0) warn_game(messages::kNegativeFraction, start);
  if (value > 9e15 || value < -9e15) {
    fail(messages::kWholeTooLarge, start, {what});
    return 0;
  }
  return static_cast<int64_t>(value);
}

uint32_t Lexer::fail_index(uint64_t start, const char* what, int64_t value) {
  fail(messages::kIndexOutOfRange, start, {what, value});
  return 0;
}

}  // namespace vitrine::md5
