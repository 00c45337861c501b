#include "session/read_back.h"

#include <new>

#include "export/sentences.h"
#include "session/loader.h"

namespace vitrine {
Status opens_again(std::string_view kind, const std::vector<uint8_t>& bytes) try {
  Loader again(Limits{}, ReadOptions{});
  again.add_file("written." + std::string(kind), bytes);
  again.load();
  for (const Message& message : again.diagnostics().messages()) {
    if (message.severity != Severity::kError) continue;
    if (message.code == &kOutOfMemory) return Error{says::kNoRoom, kNoOffset};
    return Error{says::kWouldNotOpen, kNoOffset, {message.code->id, message.text}};
  }
  return ok_status();
} catch (const std::bad_alloc&) {
  return Error{says::kNoRoom, kNoOffset};
}

}  // namespace vitrine
