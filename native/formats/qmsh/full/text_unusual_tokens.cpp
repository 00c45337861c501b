// Tokens that hardly any file has: line splices, escapes, Fortran's exponents, octal and hexadecimal numbers. The view
// core leaves such files to the full one (view/rows.cpp).

#include <algorithm>
#include <cmath>
#include <cstring>

#include "formats/qmsh/read/text_lexer.h"
#include "formats/qmsh/sentences.h"

namespace vitrine::qmsh {
namespace {

bool is_digit_of(char c) { return is_kind(c, kDigit); }
int hex_digit(char c) {
  if (is_digit_of(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

template <class T>
bool read_fortran(std::string token, T& value) {
  const size_t d = token.find_first_of("dD");
  if (d == std::string::npos) return false;
  token[d] = 'e';
  TextCursor again({reinterpret_cast<const uint8_t*>(token.data()), token.size()});
  if (again.peek() == '-' || again.peek() == '+') again.advance();
  return again.take_number(value) && again.at_end() && std::isfinite(value);
}

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

std::string_view TextLexer::string_with_escapes(uint64_t start, std::string_view first) {
  const auto plain = [](char c) { return c != '"' && c != '\\' && c != '\n' && c != '\r'; };
  unescaped_ = first;
  for (;;) {
    if (cursor_.take('"')) return unescaped_;
    const uint64_t at = cursor_.offset();
    if (!cursor_.take('\\')) {
      fail(messages::kOpenString, text_.file_offset(start));
      return {};
    }
    if (!escape(unescaped_)) {
      fail(messages::kUnknownEscape, text_.file_offset(at));
      return {};
    }
    unescaped_ += cursor_.take_while(plain);
  }
}

const uint32_t kOldestOfLater = 12;

bool TextLexer::fortran_number(uint64_t start, float& value) const {
  return read_fortran(std::string(cursor_.since(start)), value);
}
bool TextLexer::fortran_number(uint64_t start, double& value) const {
  return read_fortran(std::string(cursor_.since(start)), value);
}

/// Decimal, octal with a leading 0, or hexadecimal.
bool TextLexer::integer_token(const char* what, bool& negative, uint64_t& magnitude) {
  skip_blank();
  const uint64_t start = cursor_.offset();
  if (!next_starts_number()) {
    fail_expected({what});
    return false;
  }
  std::string_view digits = cursor_.take_while([](char c) { return is_kind(c, kNumberPart); });
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

}  // namespace vitrine::qmsh
