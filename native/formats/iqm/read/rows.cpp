#include "formats/iqm/rows.h"

#include "formats/iqm/build.h"
#include "formats/iqm/full/describe.h"
#include "formats/iqm/read.h"
#include "formats/iqm/read/header.h"

namespace vitrine::iqm {
namespace {

constexpr const char* kExtensions[] = {"iqm", "exm", "vvm"};
constexpr const char* kTextExtensions[] = {"iqe"};

/// A file without meshes brings actions to those that have some.
template <bool meshes>
bool sniff_binary(std::span<const uint8_t> bytes, std::string_view) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(kMagicBytes)) return false;
  const bool has_meshes = bytes.size() < kHeaderBytes || u32_at(bytes, offset_of(kMeshCount)) != 0 ||
                          u32_at(bytes, offset_of(kArrayCount)) != 0;
  return has_meshes == meshes;
}

/// Does a line of the text give a vertex?
bool has_vertices(std::string_view text) {
  for (size_t at = text.find("vp"); at != std::string_view::npos; at = text.find("vp", at + 2)) {
    const size_t before = text.find_last_not_of(" \t", at == 0 ? 0 : at - 1);
    if (at == 0 || before == std::string_view::npos || text[before] == '\n') return true;
  }
  return false;
}
template <bool meshes>
bool sniff_text(std::span<const uint8_t> bytes, std::string_view) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return is_text(bytes) && has_vertices(text) == meshes;
}

Status load_text_model(LoadContext& context, Scene& scene) {
  VITRINE_TRY(RawModel raw, read_text(context));
  VITRINE_CHECK(take_listed_actions(context, raw));
  return build_model(context, std::move(raw), scene);
}
Status load_text_animations(LoadContext& context, Scene& scene) {
  VITRINE_TRY(RawModel raw, read_text(context));
  VITRINE_CHECK(take_listed_actions(context, raw));
  return build_animations(context, raw, scene);
}

Status load_model(LoadContext& context, Scene& scene) {
  VITRINE_TRY(RawModel raw, read_binary(context));
  VITRINE_CHECK(take_listed_actions(context, raw));
  return build_model(context, std::move(raw), scene);
}
Status load_animations(LoadContext& context, Scene& scene) {
  VITRINE_TRY(RawModel raw, read_binary(context));
  VITRINE_CHECK(take_listed_actions(context, raw));
  return build_animations(context, raw, scene);
}

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow kRows[] = {
      {"iqm", "iqm", kExtensions, FileRole::kModel, false, sniff_binary<true>, load_model},
      {"iqm", "iqm.anim", kExtensions, FileRole::kAnimation, false, sniff_binary<false>, load_animations},
      {"iqm", "iqe", kTextExtensions, FileRole::kModel, true, sniff_text<true>, load_text_model},
      {"iqm", "iqe.anim", kTextExtensions, FileRole::kAnimation, true, sniff_text<false>, load_text_animations}};
  return kRows;
}

}  // namespace vitrine::iqm
