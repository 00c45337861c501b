// Any model that opens, written as MD3 for an engine and by options that its last bytes pick.

#include "export_check.h"

namespace {

nlohmann::json options_of(uint8_t a, uint8_t b) {
  static constexpr const char* kEngines[] = {"",           "ironwail", "vkquake",  "qss",
                                             "darkplaces", "fteqw",    "ioquake3", "gzdoom"};
  nlohmann::json options = {{"name", "fuzz"},
                            {"engine", (b & 32) != 0 ? "daemon" : kEngines[a & 7]},
                            {"front", vitrine::fuzz::kFronts[(a >> 3) & 3]},
                            {"hidden", (a & 32) != 0}};
  if ((a & 64) != 0) options["fps"] = 1 + b % 32;
  if ((a & 128) != 0) options["scale"] = 0.01;
  if ((b & 192) == 192) options["engine"] = "ioquake3", options["player"] = true;
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace vitrine::fuzz;
  if (size < 2) return 0;
  const auto written = check_export("md3", options_of(data[size - 1], data[size - 2]), data, size);
  if (written && written->report.contains("grid"))
    require(written->report["grid"]["largest"].get<double>() <= 0.0136, "farther off than half a step of the grid");
  return 0;
}
