#pragma once
// A file read once more on its own, for fixes.

#include <nlohmann/json.hpp>

#include "formats/format.h"

namespace vitrine {

struct Reread {
  Scene scene;
  Diagnostics said{1 << 20};    ///< all messages of the reader
  const char* error = nullptr;  ///< code of what stopped it; null when the file opens
};

inline Reread reread(std::span<const uint8_t> bytes, const FormatRow& row) {
  Reread out;
  const ReadOptions options;
  const Limits limits;
  Budget budget(~uint64_t{0});
  nlohmann::ordered_json info;
  LoadContext context{.name = "",
                      .bytes = bytes,
                      .options = options,
                      .limits = limits,
                      .budget = budget,
                      .diagnostics = out.said,
                      .info = info};
  const Status status = row.load(context, out.scene);
  if (!status) out.error = status.error().code()->id;
  return out;
}

}  // namespace vitrine
