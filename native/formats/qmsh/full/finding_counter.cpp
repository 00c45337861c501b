#include "formats/qmsh/full/finding_counter.h"

namespace vitrine::qmsh {

void FindingCounter::add(uint64_t at, const Phrase& place) {
  if (count++ != 0) return;
  offset = at;
  path = to_text(place);
}

void FindingCounter::report(Diagnostics& diagnostics, const Sentence& sentence) const {
  if (count != 0) diagnostics.add(sentence, offset, {count}, {"{}", {path}});
}

}  // namespace vitrine::qmsh
