// KRI and pivot files in, and the exporter's stages, at three sizes each: the stages must grow linearly.

#include <benchmark/benchmark.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "formats/pivot/write.h"
#include "session/document.h"
#include "session/export_kri.h"

namespace vitrine {
namespace {

/// A bumpy grid of about `triangles` triangles with a texture that turns, so that quaternions need processing.
Scene grid(uint32_t triangles) {
  const auto side = static_cast<uint32_t>(std::sqrt(triangles / 2.0));
  Scene scene;
  scene.axes.up = Up::kZ;
  scene.axes.uv_origin_top = false;
  Mesh mesh;
  mesh.name = "Grid";
  mesh.normal_rule = NormalRule::kStored;
  mesh.uv_layers.push_back({"UV", {}});
  for (uint32_t y = 0; y <= side; ++y) {
    for (uint32_t x = 0; x <= side; ++x) {
      const float h = std::sin(0.3f * static_cast<float>(x)) * std::cos(0.2f * static_cast<float>(y));
      mesh.positions.emplace_back(x, y, h);
      mesh.normals.push_back(glm::normalize(glm::vec3(-h, h, 2)));
      const float turn = 0.05f * static_cast<float>(x + 2 * y);
      mesh.uv_layers[0].uv.emplace_back(static_cast<float>(x) * std::cos(turn), static_cast<float>(y) * std::sin(turn));
    }
  }
  for (uint32_t y = 0; y < side; ++y) {
    for (uint32_t x = 0; x < side; ++x) {
      const uint32_t a = y * (side + 1) + x, b = a + 1, c = a + side + 1, d = c + 1;
      for (const uint32_t v : {a, b, d, a, d, c}) mesh.indices.push_back(v);
    }
  }
  mesh.primitives = {{0, static_cast<uint32_t>(mesh.indices.size()), kNone, {}}};
  Node node;
  node.name = "Grid";
  node.kind = NodeKind::kMesh;
  node.mesh = 0;
  scene.nodes.push_back(node);
  scene.meshes.push_back(std::move(mesh));
  return scene;
}

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
    LoadOptions options;
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
  LossLedger ledger;
  return export_kri(grid(triangles), {}, ledger)->bytes;
}

void kri_load(benchmark::State& state) { load(state, kri_bytes(static_cast<uint32_t>(state.range(0))), "kri"); }
BENCHMARK(kri_load)->Arg(60000)->Arg(240000)->Unit(benchmark::kMillisecond);

void pivot_load(benchmark::State& state) {
  std::vector<pivot::Lost> losses;
  load(state, *pivot::write(grid(static_cast<uint32_t>(state.range(0))), {}, losses), "pivot");
}
BENCHMARK(pivot_load)->Arg(60000)->Arg(240000)->Unit(benchmark::kMillisecond);

/// Items are triangles; the fitted exponent is printed as the last row.
void kri_stages(benchmark::State& state) {
  const Scene scene = grid(static_cast<uint32_t>(state.range(0)));
  const Mesh& mesh = scene.meshes[0];
  for (auto _ : state) {
    auto staged = geometry::stage_for_kri(mesh, {});
    benchmark::DoNotOptimize(staged.mesh.indices.data());
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * mesh.indices.size() / 3));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(kri_stages)->Arg(50000)->Arg(200000)->Arg(800000)->Unit(benchmark::kMillisecond)->Complexity(benchmark::oN);

}  // namespace
}  // namespace vitrine
