#include "formats/mtr/full/words.h"

#include <algorithm>

namespace vitrine::mtr {
namespace {

bool is_punctuation(char c) { return c == '{' || c == '}' || c == '(' || c == ')' || c == '[' || c == ']' || c == ','; }

}  // namespace

void Words::skip_blanks() {
  for (;;) {
    cursor.take_while(is_blank);
    if (cursor.starts_with("//")) {
      cursor.take_while([](char c) { return c != '\n' && c != '\r'; });
    } else if (cursor.starts_with("/*")) {
      cursor.advance(2);
      while (!cursor.at_end() && !cursor.starts_with("*/")) cursor.advance();
      cursor.advance(2);
    } else {
      return;
    }
  }
}

Word Words::next() {
  skip_blanks();
  Word word;
  word.offset = cursor.offset();
  if (cursor.at_end()) return word;
  const char first = cursor.peek();
  if (first == '"') {
    cursor.advance();
    word.quoted = true;
    word.text = cursor.take_while([](char c) { return c != '"' && c != '\n' && c != '\r'; });
    cursor.take('"');
    return word;
  }
  if (by_blanks ? first == '{' || first == '}' : is_punctuation(first)) {
    cursor.advance();
    word.text = cursor.since(word.offset);
    return word;
  }
  const bool marks = !by_blanks;
  word.text = cursor.take_while([=](char c) { return !is_blank(c) && !(marks && is_punctuation(c)) && c != '"'; });
  return word;
}

Word Words::peek() {
  const uint64_t before = cursor.offset();
  const Word word = next();
  cursor.move_to(before);
  return word;
}

bool Words::accept(char punctuation) {
  skip_blanks();
  return cursor.take(punctuation);
}

void Words::skip_line() {
  for (bool quoted = false; !cursor.at_end(); cursor.advance()) {
    const char c = cursor.peek();
    if (c == '\n' || c == '\r') return;
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '{' || c == '}' || cursor.starts_with("//") || cursor.starts_with("/*"))) return;
  }
}

bool Words::skip_block() {
  for (uint64_t depth = 1; depth > 0;) {
    const Word word = next();
    if (word.at_end()) return false;
    if (word.is('{')) ++depth;
    if (word.is('}')) --depth;
  }
  return true;
}

}  // namespace vitrine::mtr
