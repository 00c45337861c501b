// Linked into view cores instead of base/full/error.cpp, base/full/diagnostics.cpp and base/full/argument.cpp: errors
// without a cause and messages without words. For messages the full core opens the same files.

#include "base/diagnostics.h"
#include "scene/full/messages_report.h"

namespace vitrine {

struct Error::Fault {
  static Fault there_is_one;
};
Error::Fault Error::Fault::there_is_one;

Error::Error(const Sentence&, uint64_t, Arguments, const Phrase&) : fault_(&Fault::there_is_one) {}
Error::Error(const Error& other) : fault_(other.fault_) {}
void Error::release(Fault*) {}
const Code* Error::code() const { return nullptr; }
uint64_t Error::offset() const { return kNoOffset; }
Error Error::at(uint64_t) const { return *this; }

void Diagnostics::enter(std::string) {}
void Diagnostics::add_as(Severity severity, const Sentence&, uint64_t, Arguments, const Phrase&) {
  ++counts_[static_cast<int>(severity)];
}
void Diagnostics::add(const Error&) { ++counts_[static_cast<int>(Severity::kError)]; }
void Diagnostics::locate(std::span<const uint8_t>, TextDecoder) {}

void write_issues(JsonWriter& out, const Diagnostics&) {
  out.begin_object("issues");
  for (const char* count : {"numErrors", "numWarnings", "numInfos", "numHints"}) out.field(count, 0);
  out.field("truncated", true);
  out.begin_array("messages");
  out.end_array();
  out.end_object();
}

}  // namespace vitrine
