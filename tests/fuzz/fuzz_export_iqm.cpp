// Any model that opens, written as IQM or IQE for an engine and by options that its last bytes pick.

#include "export_check.h"

namespace {

nlohmann::json options_of(uint8_t a, uint8_t b) {
  static constexpr const char* kEngines[] = {"",           "raylib",    "gzdoom",   "fteqw",      "cube2", "darkplaces",
                                             "ioquake3",   "daemon",    "warfork",  "alienarena", "q2rtx", "love",
                                             "redeclipse", "spearmint", "portable", "quake3e"};
  nlohmann::json options = {{"name", "fuzz"},
                            {"engine", kEngines[a & 15]},
                            {"front", vitrine::fuzz::kFronts[(a >> 4) & 3]},
                            {"hidden", (a & 64) != 0},
                            {"actionsApart", (b & 128) != 0}};
  if ((a & 128) != 0) options["fps"] = 1 + b % 32;
  if ((b & 64) != 0) options["scale"] = 0.01;
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const uint8_t last = data[size - 1], before = data[size - 2];
  (void)vitrine::fuzz::check_export((before & 32) != 0 ? "iqe" : "iqm", options_of(last, before), data, size);
  return 0;
}
