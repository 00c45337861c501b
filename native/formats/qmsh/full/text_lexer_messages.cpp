// Describes the token that was found instead of the expected one; left out of view cores (view/rows.cpp).

#include "formats/qmsh/read/text_lexer.h"
#include "formats/qmsh/sentences.h"

namespace vitrine::qmsh {
namespace {

constexpr std::string_view kSymbols = "`~!@#$%^&*()=[]{};:,.<>?\\|/";

}  // namespace

std::string TextLexer::describe_next() {
  skip_blank();
  if (error_ || cursor_.at_end()) return "the end of the file";
  const char c = cursor_.peek();
  std::string shown;
  const auto show = [&](auto&& wanted) {
    for (size_t i = 0; i < kLongestExcerpt && i < cursor_.remaining() && wanted(cursor_.peek(i)); ++i)
      shown += cursor_.peek(i);
  };
  if (c == '"') {
    show([](char x) { return x != '\n' && x != '\r'; });
    const size_t close = shown.find('"', 1);
    return "the string " + shown.substr(0, close == std::string::npos ? close : close + 1);
  }
  if (next_starts_number())
    show([](char x) { return is_kind(x, kNumberPart); });
  else if (is_kind(c, kWordPart))
    show([](char x) { return is_kind(x, kWordPart); });
  else
    shown = c;
  return "'" + shown + "'";
}

void TextLexer::fail_expected(const Phrase& what) {
  if (error_) return;
  skip_blank();
  const uint64_t at = text_.file_offset(cursor_.offset());
  const char c = cursor_.peek();
  if (!cursor_.at_end() && c != '"' && c != '\'' && !is_kind(c, kWordPart) && !next_starts_number() &&
      kSymbols.find(c) == std::string_view::npos) {
    constexpr const char* kHex = "0123456789abcdef";
    const auto byte = static_cast<uint8_t>(c);
    fail(messages::kStrayByte, at, {kHex[byte >> 4], kHex[byte & 15]});
    return;
  }
  fail(messages::kExpected, at, {what, describe_next()});
}

}  // namespace vitrine::qmsh
