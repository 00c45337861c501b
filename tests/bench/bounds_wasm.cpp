// What loads can be held against on this machine: copying bytes, and reading numbers that stand in a text with nothing
// between them. Prints {"<case>": [bytes per second of each run]} for `npm run bench`.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/text_cursor.h"

namespace {

using namespace vitrine;

constexpr int kRuns = 9;
constexpr size_t kBytes = 24'000'000;

template <class Work>
void measure(const char* name, size_t bytes, bool last, Work work) {
  // Not inlined: engines compile for speed what is called again, not what runs on.
  void (*volatile call)(Work&) = [](Work& todo) { todo(); };
  std::printf("\"%s\": [", name);
  for (int run = -1; run < kRuns; ++run) {  // run -1 warms up
    const auto start = std::chrono::steady_clock::now();
    call(work);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (run >= 0) std::printf("%s%.0f", run > 0 ? ", " : "", static_cast<double>(bytes) / seconds.count());
  }
  std::printf("]%s", last ? "" : ", ");
}

/// Numbers as exporters write them, with six digits behind the point.
std::string numbers() {
  std::string text;
  char number[32];
  for (uint32_t i = 0; text.size() < kBytes; ++i) {
    std::snprintf(number, sizeof number, "%.6f ", static_cast<double>(i * 2654435761u % 100'000) / 997);
    text += number;
  }
  return text;
}

}  // namespace

int main() {
  volatile float sink = 0;
  std::vector<uint8_t> from(kBytes, 1), to(kBytes);
  const std::string text = numbers();
  std::printf("{");
  measure("copy", kBytes, false, [&] {
    std::memcpy(to.data(), from.data(), kBytes);
    from[sink > 0 ? 1 : 0] = to[kBytes - 1];
  });
  measure("numbers", text.size(), true, [&] {
    TextCursor cursor({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    float sum = 0;
    for (Decimal decimal; cursor.take_decimal(decimal); cursor.advance()) sum += to_float(decimal);
    sink = sum;
  });
  std::printf("}\n");
  return sink > 0 ? 0 : 1;
}
