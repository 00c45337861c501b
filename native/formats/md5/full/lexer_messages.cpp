// Errors and warnings of the lexer, with the place where it is; view cores have others (view/rows.cpp).

#include <algorithm>

#include "formats/md5/read/lexer.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {

std::string Lexer::path() const {
  std::string text;
  if (place.mesh != kNone) text = "meshes[" + std::to_string(place.mesh) + "]";
  if (place.list == nullptr) return text;
  if (!text.empty()) text += '.';
  text += place.list;
  if (place.record != kNone) text += "[" + std::to_string(place.record) + "]";
  return text;
}

std::string Lexer::found() {
  const Token next = peek();
  switch (next.kind) {
    case TokenKind::kEnd:
      return "the end of the file";
    case TokenKind::kString:
      return "the text \"" + std::string(next.text.substr(0, lexer_detail::kShownBytes)) + "\"";
    default:
      return "'" + std::string(next.text.substr(0, lexer_detail::kShownBytes)) + "'";
  }
}

void Lexer::leave_rest() {
  const uint64_t offset = here();
  warn(messages::kBehindLastBlock, offset, {Lexer(*this, offset).found()});
  cursor_.end_here();
}

std::string Lexer::where() const {
  std::string message;
  if (place.item != nullptr && place.record != kNone) {
    message += " (";
    if (place.mesh != kNone) message += "mesh " + std::to_string(place.mesh) + ", ";
    message += place.item;
    message += " " + std::to_string(place.record) + ")";
  } else if (place.mesh != kNone) {
    message += " (mesh " + std::to_string(place.mesh) + ")";
  }
  return message;
}

void Lexer::remember(const Sentence& sentence, uint64_t offset, Arguments arguments) {
  if (!failed_) error_ = Error(sentence, offset, arguments).at(offset, path()).about(where());
}

void Lexer::remember(const Error& error, uint64_t offset) {
  if (!failed_) error_ = error.at(offset, path()).about(where());
}

void Lexer::remember_expected(const Phrase& expected) {
  if (failed_) return;
  const uint64_t offset = here();
  const std::string what = found();
  remember(what == "the end of the file" ? messages::kExpectedMore : messages::kExpected, offset, {expected, what});
}

bool Lexer::forgive(const char* part, uint64_t from, std::span<const char* const> keys, bool skip_line) {
  const Code* code = failed_ ? error_.code() : nullptr;
  if (code != &kSyntax && code != &kNotFinite && code != &kDuplicate) return false;
  failed_ = false;
  warn_game(messages::kPartLeftOut, error_.offset(), {error_.message(), part});
  skip_to(keys, from, skip_line);
  return true;
}

void Lexer::skip_to(std::span<const char* const> keys, uint64_t from, bool skip_line) {
  failed_ = false;
  cursor_ = TextCursor(context_.bytes);
  cursor_.move_to(from);
  if (skip_line) cursor_.take_while([](char c) { return c != '\n'; });
  const auto is_here = [&](std::string_view key) {
    return !key.empty() && cursor_.starts_with(key) && !lexer_detail::continues_name(cursor_.peek(key.size()));
  };
  while (!at_end()) {
    if (!lexer_detail::starts_name(cursor_.peek()))
      cursor_.advance();
    else if (std::none_of(keys.begin(), keys.end(), is_here))
      name_text();
    else
      break;
  }
}

void Lexer::warn(const Sentence& sentence, uint64_t offset, Arguments arguments) {
  if (!silent_ && !failed_) context_.diagnostics.add(sentence, offset, arguments, {"{}", {path()}});
}

void Lexer::warn_game(const Sentence& sentence, uint64_t offset, Arguments arguments) {
  if (silent_ || failed_) return;
  if (game_reason_.empty()) {
    game_reason_ = to_text({sentence.text, arguments});
    context_.diagnostics.add(messages::kGameRefuses, offset, {game_reason_}, {"{}", {path()}});
  }
  warn(sentence, offset, arguments);
}

}  // namespace vitrine::md5
