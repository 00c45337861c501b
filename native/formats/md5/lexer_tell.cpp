// Numbers in every form that the game's lexer knows or refuses, and the words of messages: what the core for viewing
// leaves to the whole one.

#include "base/names.h"
#include "formats/md5/lexer.h"

namespace vitrine::md5 {
namespace {

using namespace lexer_detail;

constexpr size_t kShownBytes = 40;

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

}  // namespace

double Lexer::slow_number(const char* what, bool& is_integer) {
  is_integer = true;
  const uint64_t start = here();
  bool negative = false;
  if (cursor_.take('+'))
    warn_game(kNumberForm, start, "a number with a plus sign");
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
      fail_expected("a number for " + std::string(what));
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
        fail(kNotFinite, digits,
             "expected a finite number for " + std::string(what) + ", found '" + std::string(next.text) + "'");
        return 0;
      }
    }
    fail_expected("a number for " + std::string(what));
    return 0;
  }
  is_integer = !decimal.has_point && !decimal.has_exponent;
  double value = to_double(decimal);
  const std::string_view text = cursor_.since(digits);

  if (cursor_.peek() == '#') {
    const std::string_view rest = cursor_.take_while([](char c) { return c == '#' || is_letter(c) || is_digit(c); });
    fail(kNotFinite, digits,
         "expected a finite number for " + std::string(what) + ", found '" + std::string(text) + std::string(rest) +
             "'");
    return 0;
  }
  if (decimal.has_exponent) {
    if (text.find('E') != std::string_view::npos)
      warn_game(kNumberForm, start, "an exponent with a capital E");
    else if (text[0] == '0' && text.size() > 1 && text[1] == 'e')
      warn_game(kNumberForm, start, "an exponent right behind a leading 0");
  }
  if (is_integer && text.size() > 1 && text[0] == '0') {
    double octal = 0;
    bool possible = true;
    for (const char c : text) {
      octal = octal * 8 + (c - '0');
      possible &= c < '8';
    }
    warn(kOctal, start,
         possible ? "'" + std::string(text) + "' is read as octal"
                  : "'" + std::string(text) + "' starts with 0 but is not octal; it is read as decimal");
    if (possible) value = octal;
  }
  // Suffixes of C: one of f l behind a fraction, up to two of l u behind an integer.
  for (int i = 0; i < (is_integer ? 2 : 1); ++i) {
    const char c = cursor_.peek();
    const bool floating = c == 'f' || c == 'F';
    const bool is_long = c == 'l' || c == 'L';
    const bool is_unsigned = c == 'u' || c == 'U';
    if (!(is_long || (is_integer ? is_unsigned || (floating && i == 0) : floating))) break;
    if (is_integer && floating) warn_game(kNumberForm, start, "an integer with the suffix of a fraction");
    cursor_.advance();
    if (floating) break;
  }
  const char next = cursor_.peek();
  if (continues_name(next) && next != '/') {
    cursor_.move_to(start);
    fail_expected("a number for " + std::string(what));
    return 0;
  }
  if (!(value <= 1.7976931348623157e308)) {
    fail(kNotFinite, start,
         "expected a finite number for " + std::string(what) + ", found '" + std::string(text.substr(0, kShownBytes)) +
             "'");
    return 0;
  }
  return negative ? -value : value;
}

int64_t Lexer::slow_integer(uint64_t start, const char* what) {
  cursor_.move_to(start);
  bool is_integer;
  const double value = slow_number(what, is_integer);
  if (failed_) return 0;
  if (!is_integer && value < 0) warn_game(kNumberForm, start, "a negative fraction where a whole number belongs");
  if (value > 9e15 || value < -9e15) {
    fail(kBadNumber, start, "expected a whole number for " + std::string(what) + ", found one that is too large");
    return 0;
  }
  return static_cast<int64_t>(value);
}

uint32_t Lexer::fail_index(uint64_t start, const char* what, int64_t value) {
  fail(kBadNumber, start,
       "expected a number from 0 to 4294967294 for " + std::string(what) + ", found " + std::to_string(value));
  return 0;
}

std::string Lexer::path() const {
  std::string text;
  if (place.mesh != kNone) text = "meshes[" + std::to_string(place.mesh) + "]";
  if (place.list == nullptr) return text;
  if (!text.empty()) text += '.';
  text += place.list;
  if (place.record != kNone) text += "[" + std::to_string(place.record) + "]";
  return text;
}

std::string Lexer::found() {
  const Token next = peek();
  switch (next.kind) {
    case TokenKind::kEnd:
      return "the end of the file";
    case TokenKind::kString:
      return "the text \"" + std::string(next.text.substr(0, kShownBytes)) + "\"";
    default:
      return "'" + std::string(next.text.substr(0, kShownBytes)) + "'";
  }
}

void Lexer::leave_rest() {
  const uint64_t offset = here();
  warn(kTrailing, offset, "unexpected " + Lexer(*this, offset).found() + " after the last block");
  cursor_.end_here();
}

Text Lexer::placed(Text message) const {
  if (place.item != nullptr && place.record != kNone) {
    message += " (";
    if (place.mesh != kNone) message += "mesh " + std::to_string(place.mesh) + ", ";
    message += place.item;
    message += " " + std::to_string(place.record) + ")";
  } else if (place.mesh != kNone) {
    message += " (mesh " + std::to_string(place.mesh) + ")";
  }
  return message;
}

void Lexer::remember(const Code& code, uint64_t offset, Text message) {
  if (!failed_) error_ = Error{&code, offset, placed(std::move(message)), path()};
}

void Lexer::remember_expected(const Text& expected) {
  if (failed_) return;
  const uint64_t offset = here();
  const std::string what = found();
  remember(what == "the end of the file" ? kTruncated : kSyntax, offset, "expected " + expected + ", found " + what);
}

void Lexer::fail_expected_char(char punctuation, const char* where) {
  fail_expected(std::string("'") + punctuation + "' " + where);
}

void Lexer::fail_expected_name(std::string_view name, const char* where) {
  fail_expected("'" + std::string(name) + "' " + where);
}

void Lexer::tell(const Code& code, uint64_t offset, Text message) {
  if (!silent_ && !failed_) context_.diagnostics.add(code, offset, std::move(message), path());
}

void Lexer::tell_game(const Code& code, uint64_t offset, Text message) {
  if (silent_ || failed_) return;
  if (game_reason_.empty()) {
    game_reason_ = message;
    context_.diagnostics.add(kGameRefuses, offset, "the game would refuse this file: " + message, path());
  }
  context_.diagnostics.add(code, offset, std::move(message), path());
}

}  // namespace vitrine::md5
