// Any bytes as the chosen row of the registry, or as the row that takes them, and on after the load: reports, curves,
// health, places, a picture, every export and every fix (see chosen_row.h for its flags).

#include <cstdio>
#include <cstdlib>

#include "chosen_row.h"
#include "whole_check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace vitrine;
  const FormatRow* row = fuzz::chosen_row != nullptr ? fuzz::chosen_row : find_format({data, size}, "fuzz");
  if (row == nullptr) return 0;
  const std::string broken = fuzz::check_whole(*row, {data, size});
  if (broken.empty()) return 0;
  std::fprintf(stderr, "%s: %s\n", row->kind, broken.c_str());
  std::abort();
}
