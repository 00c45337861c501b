#pragma once
// The flags of a target that covers every row of the registry: `--kind=NAME` picks one row, `--kinds` prints their
// names and ends. Included by one source of a program.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "formats/format.h"

namespace vitrine::fuzz {

/// The row that was named; null for all of them.
inline const FormatRow* chosen_row = nullptr;

}  // namespace vitrine::fuzz

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  using namespace vitrine;
  for (int i = 1; i < *count; ++i) {
    const char* argument = (*arguments)[i];
    if (std::strcmp(argument, "--kinds") == 0) {
      for (const FormatRow& row : formats()) std::printf("%s %s\n", row.kind, row.id);
      std::exit(0);
    }
    if (std::strncmp(argument, "--kind=", 7) != 0) continue;
    for (const FormatRow& row : formats()) {
      if (std::strcmp(argument + 7, row.kind) == 0) fuzz::chosen_row = &row;
    }
    if (fuzz::chosen_row == nullptr) {
      std::fprintf(stderr, "no such kind: %s\n", argument + 7);
      std::exit(2);
    }
  }
  return 0;
}
