#include "base/argument.h"

#include <cassert>

namespace vitrine {
namespace {

void append(std::string& out, const Phrase& phrase) {
  const Argument* next = phrase.arguments.begin();
  for (const char* p = phrase.text; *p != '\0'; ++p) {
    if (p[0] != '{' || p[1] != '}') {
      out += *p;
      continue;
    }
    assert(next != phrase.arguments.end());
    next++->append_to(out);
    ++p;
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

std::string to_text(const Phrase& phrase) {
  std::string text;
  append(text, phrase);
  return text;
}

}  // namespace vitrine
