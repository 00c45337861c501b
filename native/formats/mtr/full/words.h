#pragma once
// The words of id Tech 4 declarations. Names may hold any sign but blanks, quotes, braces, brackets and commas, so that
// paths with dashes need no quotes; expressions are read character by character through `cursor`.

#include <string_view>

#include "base/names.h"
#include "base/text_cursor.h"

namespace vitrine::mtr {

struct Word {
  std::string_view text;  ///< without quotes; empty at the end (and of an empty string)
  uint64_t offset = 0;
  bool quoted = false;
  bool at_end() const { return text.empty() && !quoted; }
  bool is(char c) const { return !quoted && text.size() == 1 && text[0] == c; }
};

inline bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

class Words {
 public:
  explicit Words(std::span<const uint8_t> bytes, uint64_t begin = 0, uint64_t end = kNoOffsetYet) : cursor(bytes) {
    if (end < cursor.size()) {
      cursor.move_to(end);
      cursor.end_here();
    }
    cursor.move_to(begin);
    if (begin == 0 && cursor.starts_with("\xEF\xBB\xBF")) cursor.advance(3);
  }

  void skip_blanks();
  Word next();
  Word peek();
  bool accept(char punctuation);
  /// Past everything up to the end of the line or the next brace.
  void skip_line();
  /// Past a block whose opening brace has been taken; false when the text ends first.
  bool skip_block();

  TextCursor cursor;
  /// Names end at blanks alone, and braces are signs where a word would begin, as in scripts of Quake III.
  bool by_blanks = false;

 private:
  static constexpr uint64_t kNoOffsetYet = ~uint64_t{0};
};

}  // namespace vitrine::mtr
