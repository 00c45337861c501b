#include "formats/qmsh/read/text_lexer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/sentences.h"

namespace vitrine::qmsh {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

bool is_digit(char c) { return is_kind(c, kDigit); }
bool is_letter(char c) { return is_kind(c, kWordPart) && !is_digit(c) && c != '_'; }
bool is_word(char c) { return is_kind(c, kWordPart); }
/// Characters that a number token contains after its first.
bool is_number_part(char c) { return is_kind(c, kNumberPart); }

}  // namespace

TextLexer::TextLexer(const SplicedText& text) : text_(text), cursor_(text.bytes()) {
  skipped_mark_ = cursor_.starts_with(kMark);
  if (skipped_mark_) cursor_.advance(kMark.size());
}

void TextLexer::fail(Error error) {
  if (error_) return;
  error_ = std::move(error);
  // Nothing is read after an error.
  cursor_.end_here();
}

void TextLexer::skip_comments() {
  while (cursor_.peek() == '/' && (cursor_.peek(1) == '/' || cursor_.peek(1) == '*')) {
    skip_comment();
    while (is_kind(cursor_.peek(), kBlank)) cursor_.advance();
  }
}

void TextLexer::skip_comment() {
  const uint64_t start = cursor_.offset();
  const bool to_line_end = cursor_.peek(1) == '/';
  cursor_.advance(2);
  if (to_line_end) {
    cursor_.take_while([](char c) { return c != '\n'; });
    return;
  }
  while (!cursor_.at_end()) {
    cursor_.take_while([](char c) { return c != '*'; });
    if (cursor_.peek() == '*' && cursor_.peek(1) == '/') {
      cursor_.advance(2);
      return;
    }
    cursor_.advance();
  }
  fail(messages::kOpenComment, text_.file_offset(start));
}

bool TextLexer::at_end() {
  skip_blank();
  return cursor_.at_end();
}

bool TextLexer::next_is(char symbol) {
  skip_blank();
  return !cursor_.at_end() && cursor_.peek() == symbol;
}

bool TextLexer::next_is_word(std::string_view word) {
  skip_blank();
  return cursor_.starts_with(word) && !is_word(cursor_.peek(word.size()));
}

bool TextLexer::next_is_string() { return next_is('"'); }

bool TextLexer::next_starts_number() const {
  const char c = cursor_.peek();
  return is_digit(c) || c == '+' || c == '-';
}

bool TextLexer::next_is_number() {
  skip_blank();
  return next_starts_number();
}

void TextLexer::fail_expected_symbol(char symbol, const char* what) { fail_expected({"'{}' {}", {symbol, what}}); }

bool TextLexer::take_word(std::string_view word) {
  if (!next_is_word(word)) return false;
  cursor_.advance(word.size());
  return true;
}

void TextLexer::expect_word(std::string_view word) {
  if (!take_word(word)) fail_expected({"'{}'", {word}});
}

std::string_view TextLexer::word(const char* what) {
  skip_blank();
  const char c = cursor_.peek();
  if (!is_letter(c) && c != '_') {
    fail_expected({what});
    return {};
  }
  return cursor_.take_while(is_word);
}

std::string_view TextLexer::string(const char* what) {
  skip_blank();
  const uint64_t start = cursor_.offset();
  if (!cursor_.take('"')) {
    fail_expected({what});
    return {};
  }
  const auto plain = [](char c) { return c != '"' && c != '\\' && c != '\n' && c != '\r'; };
  const std::string_view first = cursor_.take_while(plain);
  if (cursor_.take('"')) return first;
  return string_with_escapes(start, first);
}

/// Passes over a sign; false where no number begins.
bool TextLexer::begin_number(const char* what, bool& negative) {
  const char first = cursor_.peek();
  negative = first == '-';
  if (negative || first == '+')
    cursor_.advance();
  else if (!is_digit(first))
    fail_expected({what});
  return !failed();
}

template <class T>
T TextLexer::floating(const char* what) {
  skip_blank();
  const uint64_t start = cursor_.offset();
  bool negative = false;
  if (!begin_number(what, negative)) return 0;
  T value = 0;
  // A token may not begin with a point, but a point may follow a sign.
  const bool read = cursor_.take_number(value);
  if (read && !is_number_part(cursor_.peek()) && std::isfinite(value)) return negative ? -value : value;
  cursor_.take_while(is_number_part);
  if (read && fortran_number(start, value)) return negative ? -value : value;
  fail_bad_number(start, what);
  return 0;
}

void TextLexer::fail_bad_number(uint64_t start, const char* what) {
  fail(messages::kBadNumber, text_.file_offset(start), {what, cursor_.since(start).substr(0, kLongestExcerpt)});
}

float TextLexer::other_number(const char* what) { return floating<float>(what); }
double TextLexer::other_wide_number(const char* what) { return floating<double>(what); }

uint32_t TextLexer::other_unsigned_integer(const char* what) {
  const uint64_t at = offset();
  const bool has_sign = cursor_.peek() == '-' || cursor_.peek() == '+';
  bool negative = false;
  uint64_t magnitude = 0;
  if (!integer_token(what, negative, magnitude)) return 0;
  if (has_sign || magnitude > 0xFFFFFFFFu) {
    fail(messages::kNotUnsigned, at, {what});
    return 0;
  }
  return static_cast<uint32_t>(magnitude);
}

int64_t TextLexer::integer(const char* what) {
  uint32_t plain_value = 0;
  PlainTokens ahead = plain();
  if (ahead.whole(plain_value) && plain_value <= 0x7FFFFFFFu) {
    follow(ahead);
    return plain_value;
  }
  const uint64_t at = offset();
  bool negative = false;
  uint64_t magnitude = 0;
  if (!integer_token(what, negative, magnitude)) return 0;
  if (magnitude > (negative ? 0x80000000u : 0x7FFFFFFFu)) {
    fail(messages::kNotWhole, at, {what});
    return 0;
  }
  return negative ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
}

void TextLexer::skip_token() {
  skip_blank();
  if (next_is_string())
    string("a string");
  else if (cursor_.at_end())
    fail_expected({"'}'"});
  else if (cursor_.take_while(is_number_part).empty())
    cursor_.advance();
}

}  // namespace vitrine::qmsh
