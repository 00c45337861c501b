#include "formats/md5/read/lexer.h"

#include <cstring>

#include "formats/md5/codes.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
using namespace lexer_detail;

Lexer::Lexer(LoadContext& context) : context_(context), cursor_(context.bytes) {
  cr_only_ = !context.bytes.empty() && std::memchr(context.bytes.data(), '\n', context.bytes.size()) == nullptr;
}

Lexer::Lexer(const Lexer& other, uint64_t offset)
    : context_(other.context_), cursor_(other.context_.bytes), silent_(true), cr_only_(other.cr_only_) {
  cursor_.move_to(offset);
}

// ---- blanks
// -----------------------------------------------------------------------------------------------------------

void Lexer::skip_rare() {
  bool hidden_from_game = false;
  for (;;) {
    cursor_.take_while(is_blank);
    const char c = cursor_.peek();
    if (c == '\0') {
      cursor_.end_here();
      return;
    }
    const char next = cursor_.peek(1);
    if (c != '/' || (next != '/' && next != '*')) break;
    if (next == '/' && cr_only_) hidden_from_game = true;
    skip_comment();
  }
  if (hidden_from_game && !silent_) {
    cr_only_ = false;  // say it once
    warn_game(messages::kCommentHidesRest, cursor_.offset());
    cr_only_ = true;
  }
}

void Lexer::skip_comment() {
  comment_offset_ = cursor_.offset();
  const bool block = cursor_.peek(1) == '*';
  cursor_.advance(2);
  if (!block) {
    const char line_end = cr_only_ ? '\r' : '\n';
    comment_ = cursor_.take_while([line_end](char c) { return c != line_end && c != '\0'; });
    return;
  }
  // One that runs into the end of the file ends it quietly.
  for (;;) {
    cursor_.take_while([](char c) { return c != '*' && c != '\0'; });
    if (cursor_.peek() != '*') return;
    cursor_.advance();
    if (cursor_.take('/')) return;
  }
}

// ---- tokens
// -----------------------------------------------------------------------------------------------------------

std::string_view Lexer::name_text() { return cursor_.take_while(continues_name); }

Token Lexer::string_token() {
  Token token{TokenKind::kString, {}, cursor_.offset()};
  const char quote = cursor_.peek();
  cursor_.advance();
  token.text = cursor_.take_while([quote](char c) { return c != quote && c != '\n' && c != '\0'; });
  if (!cursor_.take(quote)) {
    if (cursor_.at_end())
      fail(messages::kTextCutOff, token.offset, {quote});
    else
      fail(messages::kTextNotClosed, token.offset,
           {quote, cursor_.peek() == '\n' ? "the end of the line" : "the end of the file"});
  }
  return token;
}

Token Lexer::token() {
  skip_blanks();
  Token token{TokenKind::kEnd, {}, cursor_.offset()};
  if (cursor_.at_end()) return token;
  const char c = cursor_.peek();
  if (c == '"' || c == '\'') return string_token();
  if (is_digit(c) || (c == '.' && is_digit(cursor_.peek(1)))) {
    Decimal decimal;
    cursor_.take_decimal(decimal);
    cursor_.take_while([](char d) { return is_letter(d) || is_digit(d) || d == '.' || d == '#'; });
    token.kind = TokenKind::kNumber;
  } else if (starts_name(c)) {
    token.kind = TokenKind::kName;
    name_text();
  } else {
    token.kind = TokenKind::kPunctuation;
    cursor_.advance();
  }
  token.text = cursor_.since(token.offset);
  return token;
}

Token Lexer::peek() {
  const uint64_t start = here();
  const Token next = token();
  if (!failed_) cursor_.move_to(start);
  return next;
}

std::string Lexer::text(const char* what, bool join) {
  Token first = token();
  if (failed_) return {};
  if (first.kind == TokenKind::kEnd) {
    fail_expected({what});
    return {};
  }
  std::string text(first.text);
  while (join && first.kind == TokenKind::kString && !failed_) {
    skip_blanks();
    if (cursor_.peek() != '"' && cursor_.peek() != '\'') break;
    text += string_token().text;
  }
  return text;
}

void Lexer::skip_value() {
  uint64_t depth = 0;
  for (;;) {
    const uint64_t start = here();
    const Token next = token();
    if (failed_ || next.kind == TokenKind::kEnd) return;
    const bool open = next.kind == TokenKind::kPunctuation && next.text[0] == '{';
    const bool close = next.kind == TokenKind::kPunctuation && next.text[0] == '}';
    if (depth == 0 && (next.kind == TokenKind::kName || close)) {
      cursor_.move_to(start);
      return;
    }
    depth += open;
    depth -= close;
    if (close && depth == 0) return;
  }
}

// ---- numbers and messages
// -------------------------------------------------------------------------------------------------

void Lexer::fail_expected_at(char punctuation, const char* where) { fail_expected({"'{}' {}", {punctuation, where}}); }

void Lexer::fail_expected_at(std::string_view name, const char* where) { fail_expected({"'{}' {}", {name, where}}); }

bool Lexer::holds(const Status& status, uint64_t offset) {
  if (!status) fail(status.error(), offset);
  return status.ok();
}

bool Lexer::charge(uint64_t count, uint64_t size, uint64_t offset) {
  return holds(context_.budget.charge(count, size, offset), offset);
}

void Lexer::stop() {
  failed_ = true;
  cursor_.move_to(cursor_.size());
  cursor_.end_here();
}

}  // namespace vitrine::md5
