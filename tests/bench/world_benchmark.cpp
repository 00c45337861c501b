#include <benchmark/benchmark.h>

#include "world_case.h"

namespace {

using namespace vitrine;

/// Argument: instances.
void world_frame(benchmark::State& state) {
  bench::WorldCase world(static_cast<double>(state.range(0)) / 10000);
  for (auto _ : state) benchmark::DoNotOptimize(world.run());
  state.SetComplexityN(state.range(0));
}
BENCHMARK(world_frame)
    ->RangeMultiplier(2)
    ->Range(2500, 20000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

/// Argument: segments.
void flood_fill(benchmark::State& state) {
  bench::FloodCase flood(static_cast<uint32_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(flood.run());
  state.SetComplexityN(state.range(0));
}
BENCHMARK(flood_fill)
    ->RangeMultiplier(10)
    ->Range(100, 10000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oNLogN);

}  // namespace
