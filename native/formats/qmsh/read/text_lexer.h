#pragma once
// The tokenizer of `.qmsh.tmp` (FORMAT.md, "Tokens"). Numbers are read where they stand, names are views into the text:
// no token owns memory, except strings with escapes.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/text_cursor.h"
#include "formats/qmsh/read/plain_tokens.h"

namespace vitrine::qmsh {

/// The text with its line splices (backslash, line end) taken out, and the way back to offsets of the file.
class SplicedText {
 public:
  explicit SplicedText(std::span<const uint8_t> bytes);
  std::span<const uint8_t> bytes() const { return joined_.empty() ? source_ : std::span<const uint8_t>(joined_); }
  /// Offset in the file of a byte of `bytes()`.
  uint64_t file_offset(uint64_t offset) const { return splices_.empty() ? offset : spliced_offset(offset); }

 private:
  uint64_t spliced_offset(uint64_t offset) const;
  struct Splice {
    uint64_t at;       ///< offset in the joined text from which on ...
    uint64_t removed;  ///< ... so many bytes are missing
  };
  std::span<const uint8_t> source_;
  std::vector<uint8_t> joined_;
  std::vector<Splice> splices_;
};

inline constexpr size_t kLongestExcerpt = 32;  ///< bytes of the text in a message

/// The oldest version after 10 that is read: 12; 16 in the view core (view/rows.cpp).
extern const uint32_t kOldestOfLater;

/// A pull tokenizer. The first error sticks: afterwards every reading gives a zero or empty value and `failed()` holds,
/// so a record is read straight through and tested once.
class TextLexer {
 public:
  explicit TextLexer(const SplicedText& text);

  bool failed() const { return static_cast<bool>(error_); }
  const Error& error() const { return error_; }
  Error take_error() { return std::exchange(error_, {}); }
  /// The text began with a UTF-8 byte order mark, which was passed over.
  bool skipped_mark() const { return skipped_mark_; }
  /// Offset in the file of the next token.
  uint64_t offset() {
    skip_blank();
    return text_.file_offset(cursor_.offset());
  }
  /// The same behind the last token.
  uint64_t past() const { return text_.file_offset(cursor_.offset()); }
  bool at_end();

  void end_here() { cursor_.end_here(); }

  // -- tests; none of them consumes
  // ---------------------------------------------------------------------------------------
  bool next_is(char symbol);
  bool next_is_word(std::string_view word);
  bool next_is_string();
  bool next_is_number();

  // -- readings; `what` names the thing for the message
  // -------------------------------------------------------------------
  /// Consumes the symbol when it is next.
  bool take(char symbol) {
    skip_blank();
    return cursor_.take(symbol);
  }
  void expect(char symbol, const char* what) {
    if (!take(symbol)) fail_expected_symbol(symbol, what);
  }
  bool take_word(std::string_view word);
  void expect_word(std::string_view word);
  std::string_view word(const char* what);
  /// The bytes of a string, escapes resolved. Valid until the next call of `string`.
  std::string_view string(const char* what);
  float number(const char* what) {
    if constexpr (!kForSpeed) return other_number(what);
    float value = 0;
    PlainTokens ahead = plain();
    if (!ahead.number(value)) return other_number(what);
    follow(ahead);
    return value;
  }
  double wide_number(const char* what) {
    if constexpr (!kForSpeed) return other_wide_number(what);
    double value = 0;
    PlainTokens ahead = plain();
    if (!ahead.number(value)) return other_wide_number(what);
    follow(ahead);
    return value;
  }
  uint32_t unsigned_integer(const char* what) {
    uint32_t value = 0;
    PlainTokens ahead = plain();
    if (!ahead.whole(value)) return other_unsigned_integer(what);
    follow(ahead);
    return value;
  }
  int64_t integer(const char* what);
  /// Passes over a string, a word, a number or a symbol; fails at the end.
  void skip_token();

  /// For rows of plain tokens: what is read ahead counts once the lexer follows.
  PlainTokens plain() const { return PlainTokens(cursor_); }
  void follow(const PlainTokens& ahead) { cursor_ = ahead.cursor(); }

  /// Records an error at a place of the file; the first one stays.
  void fail(const Sentence& sentence, uint64_t file_offset, Arguments arguments = {}, const Phrase& path = {}) {
    if (!error_) fail(Error{sentence, file_offset, arguments, path});
  }
  void fail(Error error);
  /// "expected `what`, found ..." at the next token.
  void fail_expected(const Phrase& what);

 private:
  void skip_blank() {
    while (is_kind(cursor_.peek(), kBlank)) cursor_.advance();
    if (cursor_.peek() == '/') skip_comments();
  }
  void skip_comments();
  void skip_comment();
  void fail_expected_symbol(char symbol, const char* what);
  float other_number(const char* what);
  double other_wide_number(const char* what);
  uint32_t other_unsigned_integer(const char* what);
  bool next_starts_number() const;
  bool begin_number(const char* what, bool& negative);
  template <class T>
  T floating(const char* what);
  bool integer_token(const char* what, bool& negative, uint64_t& magnitude);
  // full/text_unusual_tokens.cpp
  bool escape(std::string& out);
  std::string_view string_with_escapes(uint64_t start, std::string_view first);
  /// An exponent after the letter d, the one other thing that a float may hold.
  bool fortran_number(uint64_t start, float& value) const;
  bool fortran_number(uint64_t start, double& value) const;
  void fail_bad_number(uint64_t start, const char* what);
  std::string describe_next();

  const SplicedText& text_;
  TextCursor cursor_;
  Error error_;
  std::string unescaped_;
  bool skipped_mark_ = false;
};

}  // namespace vitrine::qmsh
