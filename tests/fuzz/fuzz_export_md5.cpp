// Any model that opens, written as MD5 by options that its last bytes pick: text that every reader takes.

#include <string>

#include "export_check.h"

namespace {

nlohmann::json options_of(uint8_t a, uint8_t b) {
  static constexpr const char* kMotions[] = {"keep", "extract", "lock", "loops"};
  static constexpr const char* kShaders[] = {"keep", "base", "folder"};
  nlohmann::json options = {{"name", "fuzz"},
                            {"rootMotion", kMotions[a & 3]},
                            {"shaderNames", kShaders[(a >> 2) % 3]},
                            {"byteWeights", (a & 16) != 0},
                            {"oneBindPosition", (a & 32) != 0},
                            {"oneFile", (a & 64) != 0},
                            {"openLoops", (a & 128) != 0},
                            {"front", vitrine::fuzz::kFronts[b & 3]},
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
  return options;
}

/// Fixed notation, one kind of line end, nothing that is no text.
void require_plain(const std::string& text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    vitrine::fuzz::require(c == '\n' || c == '\t' || c >= ' ', "a control character");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const auto written = vitrine::fuzz::check_export("md5mesh", options_of(data[size - 1], data[size - 2]), data, size);
  if (written) require_plain({written->bytes.begin(), written->bytes.end()});
  return 0;
}
