// Prints {"<triangles>": [milliseconds of each run]}: the exporter's steps on meshes of three sizes.

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "formats/kri/write/steps.h"
#include "kri_case.h"

namespace {

using namespace vitrine;

constexpr uint32_t kSizes[] = {50000, 200000, 800000};
constexpr int kRuns = 9;

/// Milliseconds of one pass, as the mean of enough passes to be measured.
double time_ms(const Mesh& mesh, size_t passes) {
  const auto start = std::chrono::steady_clock::now();
  for (size_t pass = 0; pass < passes; ++pass) {
    const geometry::KriPreparedMesh prepared = geometry::prepare_for_kri(mesh, {});
    if (prepared.statistics.negatives_after[0] != prepared.statistics.triangles) std::abort();
  }
  const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - start;
  return ms.count() / static_cast<double>(passes);
}

void measure(uint32_t size, bool last) {
  const Mesh mesh = bench::grid(size);
  const size_t passes = kSizes[2] / size;
  std::printf("\"%zu\": [", mesh.indices.size() / 3);
  time_ms(mesh, passes);  // warms up
  for (int run = 0; run < kRuns; ++run) std::printf("%s%.3f", run > 0 ? ", " : "", time_ms(mesh, passes));
  std::printf("]%s", last ? "" : ", ");
}

}  // namespace

int main() {
  std::printf("{");
  for (const uint32_t size : kSizes) measure(size, size == kSizes[2]);
  std::printf("}\n");
}
