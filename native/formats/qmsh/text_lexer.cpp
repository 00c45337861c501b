#include "formats/qmsh/text_lexer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/sentences.h"

namespace vitrine::qmsh {
namespace {

constexpr size_t kLongestExcerpt = 32;
constexpr std::string_view kMark = "\xEF\xBB\xBF";

bool is_digit(char c) { return is_kind(c, kDigit); }
bool is_letter(char c) { return is_kind(c, kWordPart) && !is_digit(c) && c != '_'; }
bool is_word(char c) { return is_kind(c, kWordPart); }
/// What a number token swallows once it has begun.
bool is_number_part(char c) { return is_kind(c, kNumberPart); }
int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

namespace {

/// The first backslash in [p, end), or `end`; stretches without one go by eight bytes at a time.
const uint8_t* find_backslash(const uint8_t* p, const uint8_t* end) {
  constexpr uint64_t kOnes = 0x0101010101010101u;
  const auto word_at = [](const uint8_t* at) {
    uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word ^ kOnes * '\\';
  };
  // The high bit of a byte of (word - ones) & ~word tells of a zero there, or of one in a lower byte.
  const auto zeros = [](uint64_t word) { return (word - kOnes) & ~word; };
  for (; end - p >= 32; p += 32) {
    const uint64_t hits =
        (zeros(word_at(p)) | zeros(word_at(p + 8))) | (zeros(word_at(p + 16)) | zeros(word_at(p + 24)));
    if ((hits & kOnes << 7) != 0) break;
  }
  return std::find(p, end, uint8_t{'\\'});
}

}  // namespace

SplicedText::SplicedText(std::span<const uint8_t> bytes) : source_(bytes) {
  const uint8_t* const begin = bytes.data();
  const uint8_t* const end = begin + bytes.size();
  const uint8_t* copied = begin;
  for (const uint8_t* p = begin; p != end;) {
    p = find_backslash(p, end);
    if (p == end) break;
    const size_t left = static_cast<size_t>(end - p);
    const size_t length = left > 1 && p[1] == '\n' ? 2 : left > 2 && p[1] == '\r' && p[2] == '\n' ? 3 : 0;
    if (length == 0) {
      ++p;
      continue;
    }
    joined_.insert(joined_.end(), copied, p);
    splices_.push_back({joined_.size(), static_cast<uint64_t>(p + length - begin) - joined_.size()});
    p += length;
    copied = p;
  }
  if (splices_.empty()) return;
  joined_.insert(joined_.end(), copied, end);
  if (joined_.empty()) source_ = source_.subspan(source_.size());
}

uint64_t SplicedText::spliced_offset(uint64_t offset) const {
  const auto after = std::upper_bound(splices_.begin(), splices_.end(), offset,
                                      [](uint64_t value, const Splice& splice) { return value < splice.at; });
  return after == splices_.begin() ? offset : offset + (after - 1)->removed;
}

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
  fail(says::kOpenComment, text_.file_offset(start));
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

/// The cursor stands behind a backslash.
bool TextLexer::escape(std::string& out) {
  const char c = cursor_.peek();
  cursor_.advance();
  constexpr std::string_view kFrom = "\\?\"'0rntvbfa";
  constexpr std::string_view kTo("\\?\"'\0\r\n\t\v\b\f\a", kFrom.size());
  if (const size_t found = kFrom.find(c); found != std::string_view::npos && c != '\0') {
    out += kTo[found];
    return true;
  }
  const int high = hex_digit(cursor_.peek()), low = hex_digit(cursor_.peek(1));
  if (c != 'x' || high < 0 || low < 0) return false;
  cursor_.advance(2);
  out += static_cast<char>(high << 4 | low);
  return true;
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
  unescaped_ = first;
  for (;;) {
    if (cursor_.take('"')) return unescaped_;
    const uint64_t at = cursor_.offset();
    if (!cursor_.take('\\')) {
      fail(says::kOpenString, text_.file_offset(start));
      return {};
    }
    if (!escape(unescaped_)) {
      fail(says::kUnknownEscape, text_.file_offset(at));
      return {};
    }
    unescaped_ += cursor_.take_while(plain);
  }
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
  std::string token(cursor_.since(start));
  // Fortran's exponent letter is the one other thing that a float may hold.
  const size_t d = token.find_first_of("dD");
  if (read && d != std::string::npos) {
    token[d] = 'e';
    TextCursor again({reinterpret_cast<const uint8_t*>(token.data()), token.size()});
    if (again.peek() == '-' || again.peek() == '+') again.advance();
    if (again.take_number(value) && again.at_end() && std::isfinite(value)) return negative ? -value : value;
  }
  fail_bad_number(start, what);
  return 0;
}

void TextLexer::fail_bad_number(uint64_t start, const char* what) {
  fail(says::kBadNumber, text_.file_offset(start), {what, cursor_.since(start).substr(0, kLongestExcerpt)});
}

float TextLexer::other_number(const char* what) { return floating<float>(what); }
double TextLexer::other_wide_number(const char* what) { return floating<double>(what); }

/// Decimal, octal with a leading 0, or hexadecimal.
bool TextLexer::integer_token(const char* what, bool& negative, uint64_t& magnitude) {
  skip_blank();
  const uint64_t start = cursor_.offset();
  if (!next_starts_number()) {
    fail_expected({what});
    return false;
  }
  std::string_view digits = cursor_.take_while(is_number_part);
  negative = digits[0] == '-';
  if (digits[0] == '-' || digits[0] == '+') digits.remove_prefix(1);
  uint64_t base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    const bool hex = digits[1] == 'x' || digits[1] == 'X';
    base = hex ? 16 : 8;
    digits.remove_prefix(hex ? 2 : 1);
  }
  magnitude = 0;
  bool good = !digits.empty();
  for (const char c : digits) {
    const int digit = hex_digit(c);
    good &= digit >= 0 && static_cast<uint64_t>(digit) < base && magnitude <= 0xFFFFFFFFu;
    if (!good) break;
    magnitude = magnitude * base + static_cast<uint64_t>(digit);
  }
  if (good) return true;
  fail_bad_number(start, what);
  return false;
}

uint32_t TextLexer::other_unsigned_integer(const char* what) {
  const uint64_t at = offset();
  const bool has_sign = cursor_.peek() == '-' || cursor_.peek() == '+';
  bool negative = false;
  uint64_t magnitude = 0;
  if (!integer_token(what, negative, magnitude)) return 0;
  if (has_sign || magnitude > 0xFFFFFFFFu) {
    fail(says::kNotUnsigned, at, {what});
    return 0;
  }
  return static_cast<uint32_t>(magnitude);
}

int64_t TextLexer::integer(const char* what) {
  const uint64_t at = offset();
  bool negative = false;
  uint64_t magnitude = 0;
  if (!integer_token(what, negative, magnitude)) return 0;
  if (magnitude > (negative ? 0x80000000u : 0x7FFFFFFFu)) {
    fail(says::kNotWhole, at, {what});
    return 0;
  }
  return negative ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
}

}  // namespace vitrine::qmsh
