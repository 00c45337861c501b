#include <benchmark/benchmark.h>

#include "skinning_case.h"

namespace {

using namespace vitrine;

void skinning(benchmark::State& state, NormalRule rule) {
  bench::SkinningCase skinning_case(rule);
  for (auto _ : state) {
    skinning_case.run();
    benchmark::DoNotOptimize(skinning_case.probe());
  }
  state.SetItemsProcessed(state.iterations() * bench::kVertices);
}
BENCHMARK_CAPTURE(skinning, stored_normals, NormalRule::kStored);
BENCHMARK_CAPTURE(skinning, recomputed_normals, NormalRule::kRecompute);

}  // namespace
