// Any bytes against the rows of the registry. `--kind=NAME` picks one row, `--kinds` prints their names and ends.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "format_check.h"

namespace {

using namespace vitrine;

const FormatRow* chosen = nullptr;

void require(const std::string& broken, const FormatRow& row) {
  if (broken.empty()) return;
  std::fprintf(stderr, "%s: %s\n", row.kind, broken.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  for (int i = 1; i < *count; ++i) {
    const char* argument = (*arguments)[i];
    if (std::strcmp(argument, "--kinds") == 0) {
      for (const FormatRow& row : formats()) std::printf("%s %s\n", row.kind, row.id);
      std::exit(0);
    }
    if (std::strncmp(argument, "--kind=", 7) != 0) continue;
    for (const FormatRow& row : formats()) {
      if (std::strcmp(argument + 7, row.kind) == 0) chosen = &row;
    }
    if (chosen == nullptr) {
      std::fprintf(stderr, "no such kind: %s\n", argument + 7);
      std::exit(2);
    }
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::span<const uint8_t> bytes(data, size);
  for (const FormatRow& row : formats()) {
    if (chosen != nullptr && chosen != &row) continue;
    (void)row.sniff(bytes, "fuzz");
    require(fuzz::check_row(row, bytes), row);
    require(fuzz::check_document(row, bytes), row);
  }
  return 0;
}
