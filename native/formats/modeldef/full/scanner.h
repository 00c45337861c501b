#pragma once
// The words of GZDoom's scripts, as its FScanner takes them outside of C mode: `;` begins a comment, and the signs
// { } | = are words by themselves.

#include <string_view>

#include "base/names.h"
#include "base/text_cursor.h"

namespace vitrine::modeldef {

struct Word {
  std::string_view text;  ///< without quotes
  uint64_t offset = 0;
  bool quoted = false, closed = true;
  bool at_end = false;

  bool is(std::string_view name) const { return !at_end && equal_ignoring_case(text, name); }
  bool is_sign(char c) const { return !quoted && text.size() == 1 && text[0] == c; }
};

class Scanner {
 public:
  explicit Scanner(std::span<const uint8_t> bytes) : cursor_(bytes) {
    if (cursor_.starts_with("\xEF\xBB\xBF")) cursor_.advance(3);
  }

  Word next() {
    skip_blanks();
    Word word;
    word.offset = cursor_.offset();
    word.at_end = cursor_.at_end();
    if (word.at_end) return word;
    if (cursor_.take('"')) {
      word.quoted = true;
      word.text = cursor_.take_while([](char c) { return c != '"' && c != '\n'; });
      word.closed = cursor_.take('"');
    } else if (is_sign(cursor_.peek())) {
      cursor_.advance();
      word.text = cursor_.since(word.offset);
    } else {
      while (!cursor_.at_end() && ends_word() == false) cursor_.advance();
      word.text = cursor_.since(word.offset);
    }
    return word;
  }
  Word peek() {
    const uint64_t before = cursor_.offset();
    const Word word = next();
    cursor_.move_to(before);
    return word;
  }

 private:
  static bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
  static bool is_sign(char c) { return c == '{' || c == '}' || c == '|' || c == '='; }
  bool ends_word() const {
    const char c = cursor_.peek();
    return is_blank(c) || is_sign(c) || c == '"' || c == ';' || cursor_.starts_with("//") || cursor_.starts_with("/*");
  }

  void skip_blanks() {
    for (;;) {
      cursor_.take_while(is_blank);
      if (cursor_.starts_with("//") || cursor_.peek() == ';') {
        cursor_.take_while([](char c) { return c != '\n'; });
      } else if (cursor_.starts_with("/*")) {
        cursor_.advance(2);
        while (!cursor_.at_end() && !cursor_.starts_with("*/")) cursor_.advance();
        cursor_.advance(2);
      } else {
        return;
      }
    }
  }

  TextCursor cursor_;
};

}  // namespace vitrine::modeldef
