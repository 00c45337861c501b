#include "formats/qmsh/tally.h"

namespace vitrine::qmsh {

void Tally::add(uint64_t at, const Phrase& place) {
  if (count++ != 0) return;
  offset = at;
  path = to_text(place);
}

void Tally::report(Diagnostics& diagnostics, const Sentence& sentence) const {
  if (count != 0) diagnostics.add(sentence, offset, {count}, {"{}", {path}});
}

}  // namespace vitrine::qmsh
