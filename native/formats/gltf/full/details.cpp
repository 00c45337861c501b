#include <nlohmann/json.hpp>

#include "base/whole_json.h"
#include "formats/gltf/codes.h"
#include "formats/gltf/full/sections.h"
#include "formats/gltf/read/asset.h"
#include "formats/gltf/read/uri.h"
#include "formats/gltf/rows.h"
#include "formats/lookup.h"

namespace vitrine::gltf {
namespace {

/// The files of its buffers, as they are named and with %20 and the like undone.
std::vector<std::string> buffer_files(std::span<const uint8_t> bytes) {
  std::vector<std::string> out;
  const auto container = open_container(bytes, nullptr);
  if (!container) return out;
  const Json document = parse_whole_json(container->json);
  if (!document.is_object() || !document.contains("buffers") || !document["buffers"].is_array()) return out;
  for (const Json& buffer : document["buffers"]) {
    if (!buffer.is_object() || !buffer.contains("uri") || !buffer["uri"].is_string()) continue;
    const auto& uri = buffer["uri"].get_ref<const std::string&>();
    if (is_data_address(uri)) continue;
    if (!has_scheme(uri)) out.push_back(percent_decoded(uri));
  }
  return out;
}

constexpr FormatDetails kDetails[] = {
    {.kind = "glb",
     .title = "glTF 2.0, binary",
     .codes = kCodes,
     .companions = buffer_files,
     .map_record = map_record,
     .record_start = record_start,
     .places = places},
    {.kind = "gltf", .title = "glTF 2.0", .codes = kCodes, .companions = buffer_files, .places = places},
    {.kind = "gltf.bin", .title = "glTF 2.0, a buffer"}};

}  // namespace

std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::gltf
