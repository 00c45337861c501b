#include "convert/check_written.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "convert/sentences.h"

namespace vitrine {

Status load_written(std::span<const FormatRow> rows, const std::string& name, std::span<const uint8_t> bytes,
                    Scene& scene) {
  const ReadOptions options;
  Limits limits;
  limits.input_bytes = std::max<uint64_t>(limits.input_bytes, bytes.size());
  Budget budget(limits.heap_bytes);
  Diagnostics diagnostics(16);
  diagnostics.enter(name);
  nlohmann::ordered_json info;
  LoadContext context{.name = name,
                      .bytes = bytes,
                      .file = static_cast<uint32_t>(scene.files.size()),
                      .options = options,
                      .limits = limits,
                      .budget = budget,
                      .diagnostics = diagnostics,
                      .info = info};
  const FormatRow* row = find_format(rows, bytes, name);
  if (row == nullptr) return Error{messages::kNotRecognised, kNoOffset};
  scene.files.push_back({name, bytes.size(), "", row->id});
  const Status loaded = row->load(context, scene);
  if (loaded || loaded.error().code() == &kOutOfMemory) return loaded;
  return Error{messages::kWouldNotOpen, kNoOffset, {loaded.error().code()->id, loaded.error().message()}};
}

}  // namespace vitrine
