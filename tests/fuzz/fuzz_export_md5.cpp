// Any model that opens, written as MD5 by options that its last bytes pick. What is written has to open, has to be the
// same when it is written again, and has to be text that every reader takes.

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "format_check.h"
#include "session/document.h"

namespace {

using namespace vitrine;

/// No more is posed for one input.
constexpr uint64_t kMostFrameNodes = 200'000;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

std::string options_of(uint8_t a, uint8_t b) {
  static constexpr const char* kMotions[] = {"keep", "extract", "lock", "loops"};
  static constexpr const char* kShaders[] = {"keep", "base", "folder"};
  static constexpr const char* kFronts[] = {"+x", "-z", "+y", ""};
  nlohmann::json options = {{"name", "fuzz"},
                            {"rootMotion", kMotions[a & 3]},
                            {"shaderNames", kShaders[(a >> 2) % 3]},
                            {"byteWeights", (a & 16) != 0},
                            {"oneBindPosition", (a & 32) != 0},
                            {"oneFile", (a & 64) != 0},
                            {"openLoops", (a & 128) != 0},
                            {"front", kFronts[b & 3]},
                            {"needsAnimation", (b & 4) != 0},
                            {"wholeBounds", (b & 8) != 0},
                            {"reduceJoints", (b & 16) != 0},
                            {"bake", (b & 128) != 0},
                            {"companions", {"def", "mtr", "skin", "md5.cfg", "images"}},
                            {"imageSuffix", "_00_00"},
                            {"glowSuffix", "_glow"}};
  if ((b & 32) != 0) {
    options["engine"] = "Fuzz";
    options["limits"] = {{"joints", 4},       {"influences", 2}, {"nameBytes", 8},
                         {"meshVertices", 8}, {"frames", 50},    {"meshesByJoints", true}};
  }
  if ((b & 64) != 0) options["sequences"] = {{{"name", "a"}, {"frames", 3}}, {{"name", "walk"}, {"frames", 2}}};
  return options.dump();
}

/// An image for every texture that was found.
ExportImages images_of(const Scene& scene) {
  ExportImages out;
  for (uint32_t t = 0; t < scene.textures.size(); ++t) {
    if (scene.textures[t].status == TextureStatus::kFound) out[t] = {'T', 'G', 'A'};
  }
  return out;
}

/// Images too lie below the model, whatever the materials are called.
void require_below(const nlohmann::ordered_json& files) {
  for (const auto& file : files) {
    const std::string name = "/" + file["name"].get<std::string>() + "/";
    require(name.find("//") == std::string::npos && name.find("/../") == std::string::npos &&
                name.find_first_of("\\:") == std::string::npos,
            "a file elsewhere");
  }
}

/// Fixed notation, one kind of line end, nothing that is no text.
void require_plain(const std::string& text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    require(c == '\n' || c == '\t' || c >= ' ', "a control character");
  }
}

bool is_small(const Scene& scene) {
  double frames = 0;
  for (const Clip& clip : scene.clips) frames += 1 + 64 * clip.duration_s;
  return frames * static_cast<double>(scene.nodes.size() + 1) < static_cast<double>(kMostFrameNodes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  Document document(fuzz::small_limits());
  document.add_file("fuzz", std::vector<uint8_t>(data, data + size));
  if (!document.load() || document.scene().meshes.empty() || !is_small(document.scene())) return 0;
  const std::string options = options_of(data[size - 1], data[size - 2]);
  const ExportImages images = images_of(document.scene());
  const Result<ExportedFile> written = document.export_file("md5mesh", options, images);
  if (!written) {
    require(written.error().code() != nullptr && !written.error().message().empty(), "refused without a reason");
    require(std::string(written.error().code()->id) != "EXPORT_UNREADABLE", written.error().message().c_str());
    return 0;
  }
  const std::string bytes(written->bytes.begin(), written->bytes.end());
  require_plain(bytes);
  require_below(written->report["files"]);
  const Result<ExportedFile> again = document.export_file("md5mesh", options, images);
  require(again.ok() && again->bytes == written->bytes && again->report == written->report,
          "written otherwise the second time");
  return 0;
}
