#pragma once
// The tokens of id Tech 4 text files, read as id's lexer does where files depend on it and more kindly elsewhere (the
// verdict of the game is kept as warnings).
//
// Errors are sticky: the first one is remembered, the text ends there, and every later read gives zero. Readers run a
// record straight through and test once.

#include <string>
#include <string_view>

#include "base/text_cursor.h"
#include "formats/format.h"
#include "formats/md5/codes.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {

namespace lexer_detail {
inline constexpr size_t kShownBytes = 40;  ///< of a token in a message
/// id's lexer compares signed chars, so bytes from 0x80 are blanks too (a byte order mark); a NUL ends the text.
inline constexpr bool is_blank(char c) { return static_cast<signed char>(c) <= ' ' && c != '\0'; }
inline constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline constexpr bool starts_name(char c) { return is_letter(c) || c == '_' || c == '/' || c == '\\' || c == '.'; }
inline constexpr bool continues_name(char c) { return starts_name(c) || is_digit(c) || c == ':'; }
}  // namespace lexer_detail

enum class TokenKind : uint8_t { kEnd, kName, kNumber, kString, kPunctuation };
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  ///< without quotes
  uint64_t offset = 0;
};

class Lexer {
 public:
  explicit Lexer(LoadContext& context);
  /// Reads from `offset` on and reports nothing: for finding the place of something already read.
  Lexer(const Lexer& other, uint64_t offset);

  bool ok() const { return !failed_; }
  Error take_error() { return std::move(error_); }
  /// Where the reader is, for messages: `meshes[mesh].list[record]`; parts that are null or kNone are left out.
  struct Place {
    uint32_t mesh = kNone;
    const char* list = nullptr;  ///< "weights"
    const char* item = nullptr;  ///< "weight"
    uint32_t record = kNone;
  };
  Place place;
  std::string path() const;

  /// Offset of the next token.
  uint64_t here() {
    skip_blanks();
    return cursor_.offset();
  }
  uint64_t offset() const { return cursor_.offset(); }
  size_t remaining() const { return cursor_.remaining(); }
  bool at_end() {
    skip_blanks();
    return cursor_.at_end();
  }
  bool at_name() {
    skip_blanks();
    return lexer_detail::starts_name(cursor_.peek());
  }
  /// The text ends here, with a warning of what stands behind.
  void leave_rest();

  /// True, and past it, when the next token is this name.
  bool accept(std::string_view name);
  bool accept(char punctuation) {
    skip_blanks();
    return cursor_.take(punctuation);
  }
  /// `where` completes "expected '(' ...": "after the weight bias".
  void expect(char punctuation, const char* where) {
    if (!accept(punctuation)) fail_expected_at(punctuation, where);
  }
  void expect(std::string_view name, const char* where) {
    if (!accept(name)) fail_expected_at(name, where);
  }
  /// Finite number; `what` completes "expected a number for ...".
  float real32(const char* what);
  double real64(const char* what);
  /// Whole number; a fraction is cut off, as id does.
  int64_t integer(const char* what);
  /// Whole number from 0 to 4294967294, as sizes and indices are.
  uint32_t index(const char* what);

  Token token();
  /// The next token without taking it.
  Token peek();
  /// Any token as text; adjacent strings join when `join` (md5mesh only).
  std::string text(const char* what, bool join);
  /// Past the value of an unknown key: everything up to the next name or closing brace, blocks as a whole.
  void skip_value();

  /// The last line comment that was passed, without the slashes, and where it stood.
  std::string_view comment() const { return comment_; }
  uint64_t comment_offset() const { return comment_offset_; }

  void fail(const Sentence& sentence, uint64_t offset, Arguments arguments = {}) {
    remember(sentence, offset, arguments);
    stop();
  }
  void fail(const Error& error, uint64_t offset) {
    remember(error, offset);
    stop();
  }
  /// `expected` completes "expected ..., found ...".
  void fail_expected(const Phrase& expected) {
    remember_expected(expected);
    stop();
  }
  /// Fails where a budget or a limit does; true when it does not.
  bool holds(const Status& status, uint64_t offset);
  bool charge(uint64_t count, uint64_t size, uint64_t offset);
  /// After a fault of the text in `part`, which the picture does not need: a warning instead, and reading goes on at
  /// the first of `keys` behind `from`, or behind the line of that. False, and the fault stands, where the file ends in
  /// it or a limit is met; view cores leave all of them to the full core.
  bool forgive(const char* part, uint64_t from, std::span<const char* const> keys, bool skip_line = false);
  /// Goes on there, whatever failed before. Not in view cores.
  void skip_to(std::span<const char* const> keys, uint64_t from, bool skip_line = false);
  /// A warning; with `game` also the verdict that the game refuses the file (once, at the first such place).
  void warn(const Sentence& sentence, uint64_t offset, Arguments arguments = {});
  void warn_game(const Sentence& sentence, uint64_t offset, Arguments arguments = {});
  bool game_accepts() const { return game_reason_.empty(); }
  const std::string& game_reason() const { return game_reason_; }

 private:
  /// With the record that is being read.
  std::string where() const;
  void remember(const Sentence& sentence, uint64_t offset, Arguments arguments);
  void remember(const Error& error, uint64_t offset);
  void remember_expected(const Phrase& expected);
  void fail_expected_at(char punctuation, const char* where);
  void fail_expected_at(std::string_view name, const char* where);
  void stop();
  void skip_blanks() {
    cursor_.take_while(lexer_detail::is_blank);
    const char c = cursor_.peek();
    if (c == '/' || c == '\0') skip_rare();
  }
  void skip_rare();
  void skip_comment();
  std::string_view name_text();
  Token string_token();
  std::string found();
  double slow_number(const char* what, bool& is_integer);
  /// The game accepts only some forms.
  void look_at_exponent(uint64_t start);
  double slow_real(uint64_t start, const char* what);
  float slow_float(uint64_t start, const char* what);
  int64_t slow_integer(uint64_t start, const char* what);
  uint32_t fail_index(uint64_t start, const char* what, int64_t value);
  VITRINE_HOT_INLINE bool plain(const Decimal& decimal) const;
  /// Sign and digits of a number that needs no look at what the game makes of it.
  VITRINE_HOT_INLINE bool take_plain(Decimal& decimal, bool& negative);

  LoadContext& context_;
  TextCursor cursor_;
  bool silent_ = false;
  bool failed_ = false;
  bool cr_only_ = false;
  Error error_;
  std::string game_reason_;
  std::string_view comment_;
  uint64_t comment_offset_ = kNoOffset;
};

inline bool Lexer::accept(std::string_view name) {
  skip_blanks();
  if (!cursor_.starts_with(name) || lexer_detail::continues_name(cursor_.peek(name.size()))) return false;
  cursor_.advance(name.size());
  return true;
}

/// A number that every reader takes alike and that ends where a token may end.
inline bool Lexer::plain(const Decimal& decimal) const {
  const char next = cursor_.peek();
  if (decimal.has_exponent) return !lexer_detail::continues_name(next) && next != '#';
  return (*decimal.first != '0' || decimal.end - decimal.first == 1 || decimal.first[1] == '.') &&
         !lexer_detail::is_letter(next) && next != '.' && next != '#' && next != '_';
}

inline bool Lexer::take_plain(Decimal& decimal, bool& negative) {
  negative = cursor_.take('-');
  return cursor_.take_decimal(decimal) && plain(decimal);
}

inline int64_t Lexer::integer(const char* what) {
  skip_blanks();
  const uint64_t start = cursor_.offset();
  const bool negative = cursor_.take('-');
  const bool leading_zero = cursor_.peek() == '0';
  uint64_t value = 0;
  if (cursor_.take_digits(value)) {
    const char next = cursor_.peek();
    if (!lexer_detail::continues_name(next) && next != '#' &&
        (!leading_zero || cursor_.offset() - start == 1u + negative)) {
      return negative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
    }
  }
  return slow_integer(start, what);
}

inline uint32_t Lexer::index(const char* what) {
  const uint64_t start = here();
  const int64_t value = integer(what);
  if (value >= 0 && value < int64_t{kNone}) return static_cast<uint32_t>(value);
  return fail_index(start, what, value);
}

inline double Lexer::real64(const char* what) {
  const uint64_t start = here();
  Decimal decimal;
  bool negative;
  if (take_plain(decimal, negative)) {
    const double value = to_double(decimal);
    if (value <= 1.7976931348623157e308) {
      if (decimal.has_exponent) look_at_exponent(start);
      return negative ? -value : value;
    }
  }
  return slow_real(start, what);
}

inline float Lexer::real32(const char* what) {
  const uint64_t start = here();
  Decimal decimal;
  bool negative;
  if (take_plain(decimal, negative)) {
    // Numbers with an exponent are rounded by way of a double, as slow_number does.
    const float value = decimal.has_exponent ? static_cast<float>(to_double(decimal)) : to_float(decimal);
    if (value <= 3.40282347e38f) {
      if (decimal.has_exponent) look_at_exponent(start);
      return negative ? -value : value;
    }
  }
  return slow_float(start, what);
}

}  // namespace vitrine::md5
