#include "base/argument.h"

#include <cassert>

namespace vitrine {
namespace {

struct Choice {
  std::string_view one, many;
};

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/// The two forms of `{one|many}` at the start of `text`; both empty if it does not start with such a choice. Other
/// braces of sentences are quoted characters: a choice begins with a letter.
Choice choice_at(std::string_view text) {
  if (text.size() < 2 || text[0] != '{' || !is_letter(text[1])) return {};
  const size_t end = text.find('}'), bar = text.find('|');
  if (end == text.npos || bar >= end) return {};
  return {text.substr(1, bar - 1), text.substr(bar + 1, end - bar - 1)};
}

void append(std::string& out, const Phrase& phrase) {
  const std::string_view text = phrase.text;
  const Argument* next = phrase.arguments.begin();
  bool is_one = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "{}") {
      assert(next != phrase.arguments.end());
      next->append_to(out);
      if (next->is_number()) is_one = next->is_one();
      ++next;
      ++i;
    } else if (const Choice choice = choice_at(text.substr(i)); !choice.one.empty()) {
      out += is_one ? choice.one : choice.many;
      i += choice.one.size() + choice.many.size() + 2;
    } else {
      out += text[i];
    }
  }
  assert(next == phrase.arguments.end());
}

}  // namespace

void Argument::append_to(std::string& text) const {
  switch (kind_) {
    case Kind::kSigned:
      text += std::to_string(signed_);
      break;
    case Kind::kUnsigned:
      text += std::to_string(unsigned_);
      break;
    case Kind::kDouble:
      text += std::to_string(double_);
      break;
    case Kind::kCharacter:
      text += character_;
      break;
    case Kind::kText:
      text += text_;
      break;
    case Kind::kPhrase:
      append(text, *phrase_);
      break;
  }
}

bool Argument::is_number() const {
  return kind_ == Kind::kSigned || kind_ == Kind::kUnsigned || kind_ == Kind::kDouble;
}

bool Argument::is_one() const {
  return (kind_ == Kind::kSigned && signed_ == 1) || (kind_ == Kind::kUnsigned && unsigned_ == 1);
}

std::string counted(uint64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string to_text(const Phrase& phrase) {
  std::string text;
  append(text, phrase);
  return text;
}

}  // namespace vitrine
