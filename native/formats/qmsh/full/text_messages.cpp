// Messages about faults of texts; left out of view cores (view/rows.cpp).

#include <algorithm>

#include "formats/qmsh/full/finding_counter.h"
#include "formats/qmsh/read/text_actions.h"
#include "formats/qmsh/read/text_lexer.h"
#include "formats/qmsh/sentences.h"
#include "formats/qmsh/text_blocks.h"

namespace vitrine::qmsh {
namespace {

constexpr std::string_view kSymbols = "`~!@#$%^&*()=[]{};:,.<>?\\|/";

}  // namespace

/// The token that was found instead of the expected one.
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

/// What a text loses when it has a fault behind its objects.
void TextBlocks::leave_out_rest(bool has_actions) {
  const bool has_parameters = !in_.failed();
  const bool is_over = in_.at_end();  // fails where a comment does not end
  if (!in_.failed()) {
    if (is_over) return;
    diagnostics_.add(messages::kTextFollows, in_.offset());
    in_.end_here();
    return;
  }
  const Code* const of_text[] = {&kSyntax, &kToken, &kNumber, &kString, &kComment, &kCurveWord, &kFps, &kNotFinite};
  if (std::find(std::begin(of_text), std::end(of_text), in_.error().code()) == std::end(of_text)) return;
  const Error error = in_.take_error();
  if (has_parameters) {
    diagnostics_.add(messages::kTextFollows, error.offset());
  } else {
    diagnostics_.add(has_actions ? messages::kParametersLeftOut : messages::kActionsLeftOut, error.offset(),
                     {error.message()});
  }
  model_.actions.resize(actions_end_);
}

void FindingCounter::add(uint64_t at, const Phrase& place) {
  if (count++ != 0) return;
  offset = at;
  path = to_text(place);
}

void FindingCounter::report(Diagnostics& diagnostics, const Sentence& sentence) const {
  if (count != 0) diagnostics.add(sentence, offset, {count}, {"{}", {path}});
}

void put_in_order(const TextCurve& text, std::vector<Key>& keys, FindingCounter& disorder, Diagnostics&) {
  std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.time_s < b.time_s; });
  disorder.add(text.offset, {"{}", {text.name}});
}

}  // namespace vitrine::qmsh
