// Prints {"<case>": [vertices per second of each run]} for `npm run bench`.

#include <chrono>
#include <cstdio>

#include "skinning_case.h"

namespace {

using namespace vitrine;

constexpr int kRuns = 9, kRounds = 40;

void measure(const char* name, NormalRule rule, bool last) {
  bench::SkinningCase skinning_case(rule);
  volatile float sink = 0;
  std::printf("\"%s\": [", name);
  for (int run = -1; run < kRuns; ++run) {  // run -1 warms up
    const auto start = std::chrono::steady_clock::now();
    for (int round = 0; round < kRounds; ++round) {
      skinning_case.run();
      sink = skinning_case.probe();
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (run >= 0) std::printf("%s%.0f", run > 0 ? ", " : "", double(bench::kVertices) * kRounds / seconds.count());
  }
  (void)sink;
  std::printf("]%s", last ? "" : ", ");
}

}  // namespace

int main() {
  std::printf("{");
  measure("stored_normals", NormalRule::kStored, false);
  measure("recomputed_normals", NormalRule::kRecompute, true);
  std::printf("}\n");
}
