// Prints {"world": {"<instances>": [ms per frame]}, "flood": {"<segments>": [ms]}} for `npm run bench`.

#include <chrono>
#include <cstdio>

#include "world_case.h"

namespace {

using namespace vitrine;

constexpr int kRuns = 9;

template <class Case>
void measure(Case& subject, int size, int rounds, bool last) {
  volatile double sink = 0;
  std::printf("\"%d\": [", size);
  for (int run = -1; run < kRuns; ++run) {  // run -1 warms up
    const auto start = std::chrono::steady_clock::now();
    for (int round = 0; round < rounds; ++round) sink = static_cast<double>(subject.run());
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    if (run >= 0) std::printf("%s%.4f", run > 0 ? ", " : "", spent.count() / rounds);
  }
  (void)sink;
  std::printf("]%s", last ? "" : ", ");
}

}  // namespace

int main() {
  std::printf("{\"world\": {");
  for (const int instances : {2500, 5000, 10000, 20000}) {
    bench::WorldCase world(instances / 10000.0);
    measure(world, instances, 20, instances == 20000);
  }
  std::printf("}, \"flood\": {");
  for (const int segments : {1000, 3000, 10000}) {
    bench::FloodCase flood(static_cast<uint32_t>(segments));
    measure(flood, segments, 100000 / segments, segments == 10000);
  }
  std::printf("}}\n");
}
