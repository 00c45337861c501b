// Any bytes against the rows of the registry: loaded and posed (see chosen_row.h for its flags).

#include <cstdio>
#include <cstdlib>
#include <string>

#include "chosen_row.h"
#include "format_check.h"

namespace {

using namespace vitrine;

void require(const std::string& broken, const FormatRow& row) {
  if (broken.empty()) return;
  std::fprintf(stderr, "%s: %s\n", row.kind, broken.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::span<const uint8_t> bytes(data, size);
  for (const FormatRow& row : formats()) {
    if (fuzz::chosen_row != nullptr && fuzz::chosen_row != &row) continue;
    (void)row.sniff(bytes, "fuzz");
    require(fuzz::check_row(row, bytes), row);
    require(fuzz::check_document(row, bytes), row);
  }
  return 0;
}
