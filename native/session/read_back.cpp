#include "session/read_back.h"

#include <new>

#include "session/loader.h"

namespace vitrine {
namespace {

constexpr Code kExportUnreadable{"EXPORT_UNREADABLE", Severity::kError,
                                 "The scene has what this format cannot say; write another kind."};

}  // namespace

Status opens_again(std::string_view kind, const std::vector<uint8_t>& bytes) try {
  Loader again(Limits{}, LoadOptions{});
  again.stage("written." + std::string(kind), bytes);
  again.load();
  for (const Message& message : again.diagnostics().messages()) {
    if (message.severity != Severity::kError) continue;
    if (message.code == &kOutOfMemory) return Error{&kOutOfMemory, kNoOffset, kOutOfMemory.help, {}};
    return Error{&kExportUnreadable,
                 kNoOffset,
                 "the file that was written would not open: " + std::string(message.code->id) + ", " + message.text,
                 {}};
  }
  return ok_status();
} catch (const std::bad_alloc&) {
  return Error{&kOutOfMemory, kNoOffset, kOutOfMemory.help, {}};
}

}  // namespace vitrine
