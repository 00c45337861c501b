// What loads can be held against on this machine: copying bytes, reading numbers that stand in a text with nothing
// between them, and what no skinned model does without: its influences carried into the spaces of their joints, read
// once, and written for the graphics card. Prints {"<case>": [bytes or influences per second of each run]} for `npm run
// bench`.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/text_cursor.h"
#include "scene/reach.h"
#include "scene/transform.h"
#include "skin/gpu_layout.h"

namespace {

using namespace vitrine;

constexpr int kRuns = 9;
constexpr size_t kBytes = 24'000'000;

template <class Work>
void measure(const char* name, size_t count, bool last, Work work) {
  // Not inlined: engines compile for speed what is called again, not what runs on.
  void (*volatile call)(Work&) = [](Work& todo) { todo(); };
  std::printf("\"%s\": [", name);
  for (int run = -1; run < kRuns; ++run) {  // run -1 warms up
    const auto start = std::chrono::steady_clock::now();
    call(work);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (run >= 0) std::printf("%s%.0f", run > 0 ? ", " : "", static_cast<double>(count) / seconds.count());
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

constexpr size_t kMeshes = 12, kVertices = 32'761, kPerVertex = 3, kJoints = 16;

void carry(const std::vector<AffineMap>& joint_from_mesh, Mesh& mesh) {
  mesh.influences = Influences(kVertices * kPerVertex);
  Influence* to = mesh.influences.data();
  for (size_t v = 0; v < kVertices; ++v) {
    const glm::dvec3 position(mesh.positions[v]);
    for (size_t i = 0; i < kPerVertex; ++i) {
      const auto joint = static_cast<uint32_t>((v + 3 * i) % kJoints);
      *to++ = {joint, 1.0f / kPerVertex, joint_from_mesh[joint](position)};
    }
  }
}

void measure_influences(volatile float& sink) {
  std::vector<AffineMap> joint_from_mesh;
  for (size_t j = 0; j < kJoints; ++j)
    joint_from_mesh.emplace_back(glm::dmat4(1, 0, 0, 0, 0.1 * double(j), 1, 0, 0, 0, 0, 1, 0, double(j), 0, 0, 1));
  std::vector<Mesh> meshes(kMeshes);
  for (Mesh& mesh : meshes) {
    for (size_t v = 0; v < kVertices; ++v) {
      mesh.positions.emplace_back(v % 181, v / 181, 1);
      mesh.influence_first.push_back(static_cast<uint32_t>(v * kPerVertex));
    }
    mesh.influence_first.push_back(static_cast<uint32_t>(kVertices * kPerVertex));
  }
  constexpr size_t kCount = kMeshes * kVertices * kPerVertex;
  measure("carried", kCount, false, [&] {
    for (Mesh& mesh : meshes) carry(joint_from_mesh, mesh);
  });
  measure("read", kCount, false, [&] {
    for (const Mesh& mesh : meshes) sink = reach_of(mesh).offset;
  });
  std::vector<skin::GpuLayout> layouts(kMeshes);
  measure("written", kCount, true, [&] {
    for (size_t m = 0; m < kMeshes; ++m) layouts[m] = skin::build_gpu_layout(meshes[m]);
  });
  sink = layouts.back().influences.back().term[0];
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
  measure("numbers", text.size(), false, [&] {
    TextCursor cursor({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    float sum = 0;
    for (Decimal decimal; cursor.take_decimal(decimal); cursor.advance()) sum += to_float(decimal);
    sink = sum;
  });
  measure_influences(sink);
  std::printf("}\n");
  return sink > 0 ? 0 : 1;
}
