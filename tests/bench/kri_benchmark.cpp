// KRI and pivot files in, and the exporter's steps, at three sizes each: the steps must grow linearly.

#include <benchmark/benchmark.h>

#include <nlohmann/json.hpp>

#include "formats/kri/write/export.h"
#include "formats/pivot/write/file.h"
#include "kri_case.h"
#include "session/document.h"

namespace vitrine {
namespace {

void load(benchmark::State& state, const std::vector<uint8_t>& bytes, const char* kind) {
  const FormatRow* row = nullptr;
  for (const FormatRow& candidate : formats()) {
    if (std::string(candidate.kind) == kind) row = &candidate;
  }
  for (auto _ : state) {
    Scene scene;
    Limits limits;
    Budget budget(limits.heap_bytes);
    Diagnostics diagnostics;
    ReadOptions options;
    nlohmann::ordered_json info;
    LoadContext context{.name = "bench",
                        .bytes = bytes,
                        .options = options,
                        .limits = limits,
                        .budget = budget,
                        .diagnostics = diagnostics,
                        .info = info};
    if (!row->load(context, scene)) state.SkipWithError("load failed");
    benchmark::DoNotOptimize(scene.meshes.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(bytes.size()));
}

std::vector<uint8_t> kri_bytes(uint32_t triangles) {
  LossReport loss_report;
  return export_kri(bench::grid_scene(triangles), {}, loss_report)->bytes;
}

void kri_load(benchmark::State& state) { load(state, kri_bytes(static_cast<uint32_t>(state.range(0))), "kri"); }
BENCHMARK(kri_load)->Arg(60000)->Arg(240000)->Unit(benchmark::kMillisecond);

void pivot_load(benchmark::State& state) {
  std::vector<pivot::Lost> losses;
  load(state, *pivot::write(bench::grid_scene(static_cast<uint32_t>(state.range(0))), {}, losses), "pivot");
}
BENCHMARK(pivot_load)->Arg(60000)->Arg(240000)->Unit(benchmark::kMillisecond);

/// Items are triangles; the fitted exponent is printed as the last row.
void kri_stages(benchmark::State& state) {
  const Scene scene = bench::grid_scene(static_cast<uint32_t>(state.range(0)));
  const Mesh& mesh = scene.meshes[0];
  for (auto _ : state) {
    auto prepared = geometry::prepare_for_kri(mesh, {});
    benchmark::DoNotOptimize(prepared.mesh.indices.data());
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * mesh.indices.size() / 3));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(kri_stages)->Arg(50000)->Arg(200000)->Arg(800000)->Unit(benchmark::kMillisecond)->Complexity(benchmark::oN);

}  // namespace
}  // namespace vitrine
