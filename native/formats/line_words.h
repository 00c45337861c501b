#pragma once
// The words of texts whose lines count, as companions of Quake models have them. Comments are // and /* */; one over
// several lines ends no line.

#include <span>
#include <string_view>

#include "base/text_cursor.h"

namespace vitrine {

struct LineWord {
  std::string_view text;  ///< without quotes
  uint64_t offset = 0;
  bool quoted = false, ends_line = false, at_end = false;

  bool is_word() const { return !ends_line && !at_end; }
  bool is(char sign) const { return is_word() && !quoted && text.size() == 1 && text[0] == sign; }
};

class LineWords {
 public:
  /// Each of `signs` is a word by itself, those of `first_signs` where a word would begin.
  LineWords(std::span<const uint8_t> bytes, std::string_view signs, std::string_view first_signs = {},
            uint64_t begin = 0)
      : cursor_(bytes), signs_(signs), first_signs_(first_signs) {
    cursor_.move_to(begin);
    if (begin == 0 && cursor_.starts_with("\xEF\xBB\xBF")) cursor_.advance(3);
  }

  LineWord next() {
    skip_blanks();
    LineWord word;
    word.offset = cursor_.offset();
    word.at_end = cursor_.at_end();
    if (word.at_end) return word;
    const char first = cursor_.peek();
    if (is_line_end(first)) {
      cursor_.advance(first == '\r' && cursor_.peek(1) == '\n' ? 2 : 1);
      word.ends_line = true;
    } else if (first == '"') {
      cursor_.advance();
      word.quoted = true;
      word.text = cursor_.take_while([](char c) { return c != '"' && !is_line_end(c); });
      cursor_.take('"');
    } else if (is_sign(first) || first_signs_.find(first) != std::string_view::npos) {
      cursor_.advance();
      word.text = cursor_.since(word.offset);
    } else {
      word.text =
          cursor_.take_while([this](char c) { return !is_blank(c) && !is_line_end(c) && !is_sign(c) && c != '"'; });
    }
    return word;
  }

  void move_to(uint64_t offset) { cursor_.move_to(offset); }

  /// The comment that was passed last, without its signs and the blanks around it.
  std::string_view comment() const { return comment_; }
  void forget_comment() { comment_ = {}; }

 private:
  static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
  static bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' ' && !is_line_end(c); }
  bool is_sign(char c) const { return signs_.find(c) != std::string_view::npos; }

  void skip_blanks() {
    for (;;) {
      cursor_.take_while(is_blank);
      const bool is_line = cursor_.starts_with("//");
      if (!is_line && !cursor_.starts_with("/*")) return;
      cursor_.advance(2);
      const uint64_t from = cursor_.offset();
      if (is_line) {
        cursor_.take_while([](char c) { return !is_line_end(c); });
      } else {
        while (!cursor_.at_end() && !cursor_.starts_with("*/")) cursor_.advance();
      }
      comment_ = cursor_.since(from);
      while (!comment_.empty() && static_cast<unsigned char>(comment_.front()) <= ' ') comment_.remove_prefix(1);
      while (!comment_.empty() && static_cast<unsigned char>(comment_.back()) <= ' ') comment_.remove_suffix(1);
      if (!is_line) cursor_.advance(2);
    }
  }

  TextCursor cursor_;
  std::string_view signs_, first_signs_, comment_;
};

}  // namespace vitrine
