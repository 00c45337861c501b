#include <algorithm>

#include "formats/qmsh/read/text_actions.h"

namespace vitrine::qmsh {

void put_in_order(const TextCurve& text, std::vector<Key>& keys, FindingCounter& disorder, Diagnostics&) {
  std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.time_s < b.time_s; });
  disorder.add(text.offset, {"{}", {text.name}});
}

}  // namespace vitrine::qmsh
