#include "formats/gltf/rows.h"

#include <algorithm>

#include "base/names.h"
#include "formats/gltf/read/asset.h"
#include "formats/gltf/read/builder.h"

namespace vitrine::gltf {
namespace {

constexpr const char* kBinaryExtensions[] = {"glb"};
constexpr const char* kTextExtensions[] = {"gltf"};
constexpr const char* kBufferExtensions[] = {"bin", "glbin"};

bool sniff_binary(std::span<const uint8_t> bytes, std::string_view) { return is_glb(bytes); }

/// An object with the names that every document has. A file that is called so may be damaged anywhere.
bool sniff_text(std::span<const uint8_t> bytes, std::string_view name) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return false;
  if (ends_ignoring_case(name, ".gltf")) return !is_glb(bytes);
  const auto has = [&](std::string_view word) { return text.find(word) != text.npos; };
  return text[first] == '{' && has("\"asset\"") && has("\"version\"") &&
         (has("\"accessors\"") || has("\"nodes\"") || has("\"scenes\"") || has("\"meshes\""));
}

/// Bytes say nothing of what they are.
bool sniff_buffer(std::span<const uint8_t>, std::string_view name) {
  return ends_ignoring_case(name, ".bin") || ends_ignoring_case(name, ".glbin");
}

Status load(LoadContext& context, Scene& scene) {
  VITRINE_TRY(Asset asset, Asset::open(context));
  Builder builder(asset);
  VITRINE_CHECK(builder.run(scene));
  builder.describe(context.info);
  return ok_status();
}

Status load_buffer(LoadContext&, Scene&) { return ok_status(); }

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow kRows[] = {{"gltf", "glb", kBinaryExtensions, FileRole::kModel, false, sniff_binary, load},
                                    {"gltf", "gltf", kTextExtensions, FileRole::kModel, true, sniff_text, load}};
  return kRows;
}

std::span<const FormatRow> buffer_rows() {
  static const FormatRow kRows[] = {
      {"gltf", "gltf.bin", kBufferExtensions, FileRole::kBuffer, false, sniff_buffer, load_buffer}};
  return kRows;
}

}  // namespace vitrine::gltf
