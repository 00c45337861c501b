#pragma once
// A file that has opened, read once more for the views of its bytes.

#include <nlohmann/json.hpp>
#include <optional>

#include "formats/quake/fields.h"
#include "formats/quake/read.h"

namespace vitrine::quake {

inline std::optional<RawModel> reread_model(std::span<const uint8_t> bytes) {
  const ReadOptions options;
  const Limits limits;
  Budget budget(~uint64_t{0});
  Diagnostics diagnostics(0);
  nlohmann::ordered_json info;
  LoadContext context{.name = "",
                      .bytes = bytes,
                      .options = options,
                      .limits = limits,
                      .budget = budget,
                      .diagnostics = diagnostics,
                      .info = info};
  const std::string_view magic = File(bytes).magic();
  auto raw = magic == "IDP2" ? read_md2(context) : magic == "IDP3" ? read_md3(context) : read_mdl(context);
  if (!raw) return {};
  return std::move(*raw);
}

}  // namespace vitrine::quake
