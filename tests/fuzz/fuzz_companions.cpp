// Any bytes as a file beside a model that is sound: whatever the file has, the model shows with all its surfaces, and
// poses and reports have numbers. `--kind=NAME` picks a row as for the other targets.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "chosen_row.h"
#include "format_check.h"
#include "formats/format.h"
#include "session/document.h"

namespace {

using namespace vitrine;

constexpr int kFrames = 8;

struct Beside {
  const char *kind, *name;
};
/// Names under which the model takes them.
constexpr Beside kBeside[] = {{"q3.skin", "x_default.skin"},
                              {"q3.shader", "scripts/x.shader"},
                              {"framegroups", "x.iqe.framegroups"},
                              {"modeldef", "MODELDEF"}};

const std::string& model() {
  static const std::string text = [] {
    std::string out = "# Inter-Quake Export\njoint root -1\npq 0 0 0\n";
    for (const char* surface : {"head", "torso", "legs"})
      out += std::string("mesh ") + surface +
             "\nmaterial mat\nvp 0 0 0\nvb 0 1\nvp 0 0 2\nvb 0 1\nvp 0 1 2\nvb 0 1\nfm 0 1 2\n";
    out += "animation move\nframerate 10\n";
    for (int i = 0; i < kFrames; ++i) out += "frame\npq " + std::to_string(i) + " 0 0\n";
    return out;
  }();
  return text;
}

void require(bool holds, const char* kind, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", kind, what);
  std::abort();
}

void check(const Beside& beside, std::span<const uint8_t> bytes) {
  // A model of its own, say: the other targets have those.
  const FormatRow* row = find_format(bytes, beside.name);
  if (row != nullptr && std::strcmp(row->kind, beside.kind) != 0) return;
  Document document(fuzz::small_limits());
  document.add_file("x.iqe", std::vector<uint8_t>(model().begin(), model().end()));
  document.add_file(beside.name, std::vector<uint8_t>(bytes.begin(), bytes.end()));
  require(document.load(), beside.kind, "the model does not show");
  const Scene& scene = document.scene();
  require(scene.meshes.size() == 1 && scene.meshes[0].primitives.size() == 3, beside.kind, "a surface is lost");
  for (const Primitive& primitive : scene.meshes[0].primitives)
    require(primitive.material < scene.materials.size(), beside.kind, "a surface has no material");
  require(!scene.clips.empty(), beside.kind, "the actions are lost");
  for (const Message& message : document.diagnostics().messages())
    require(message.offset == kNoOffset || message.source != beside.name || message.offset <= bytes.size(), beside.kind,
            "the place of a message leaves the file");
  // Names are letters by then: a sign that stands for broken ones is one that the file has.
  constexpr std::string_view kBroken = "\xEF\xBF\xBD";
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  require(document.report().dump().find(kBroken) == std::string::npos || text.find(kBroken) != text.npos ||
              text.find("\\u") != text.npos,
          beside.kind, "the report has bytes that are not UTF-8");
  for (uint32_t clip = 0; clip < scene.clips.size() && clip < 3; ++clip) {
    if (!document.select_clip(clip)) continue;
    document.evaluate(document.duration_s() / 3, {true, true, true});
    for (const auto& t : scene.clips[clip].poses->transforms)
      require(t.translation.x >= 0 && t.translation.x < kFrames, beside.kind, "a frame that the model does not have");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  for (const Beside& beside : kBeside) {
    if (fuzz::chosen_row != nullptr && std::strcmp(fuzz::chosen_row->kind, beside.kind) != 0) continue;
    check(beside, {data, size});
  }
  return 0;
}
