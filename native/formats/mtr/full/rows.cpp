#include "formats/mtr/rows.h"

#include <algorithm>

#include "formats/mtr/codes.h"
#include "formats/mtr/full/words.h"
#include "formats/mtr/read.h"

namespace vitrine::mtr {
namespace {

constexpr const char* kMaterialExtensions[] = {"mtr"};
constexpr const char* kConfigExtensions[] = {"cfg", "js"};
constexpr const char* kModelExtensions[] = {"def"};
constexpr const char* kSkinExtensions[] = {"skin"};
constexpr size_t kSniffBytes = 64 << 10;

bool is_text(std::span<const uint8_t> bytes) {
  const auto head = bytes.first(std::min(bytes.size(), kSniffBytes));
  return !head.empty() && std::find(head.begin(), head.end(), uint8_t{0}) == head.end();
}

/// A name and a block that holds a word of materials.
bool sniff_materials(std::span<const uint8_t> bytes, std::string_view name) {
  if (!is_text(bytes)) return false;
  if (ends_ignoring_case(name, ".mtr")) return true;
  Words words(bytes, 0, std::min(bytes.size(), kSniffBytes));
  Word word = words.next();
  if (equal_ignoring_case(word.text, "material") || equal_ignoring_case(word.text, "table")) word = words.next();
  if (word.at_end() || !words.accept('{')) return false;
  for (int depth = 1; depth > 0;) {
    word = words.next();
    if (word.at_end()) return false;
    if (word.is('{')) ++depth;
    if (word.is('}')) --depth;
    for (const char* key : {"diffusemap", "bumpmap", "specularmap", "qer_editorimage", "blend", "noselfshadow"})
      if (!word.quoted && equal_ignoring_case(word.text, key)) return true;
  }
  return false;
}

bool sniff_config(std::span<const uint8_t> bytes, std::string_view name) {
  return is_text(bytes) &&
         (ends_ignoring_case(name, ".cfg") || ends_ignoring_case(name, ".js") || has_config_command(bytes));
}

/// A kind of declaration, a name and a block.
bool is_declared(std::span<const uint8_t> bytes, std::initializer_list<const char*> kinds) {
  Words words(bytes, 0, std::min(bytes.size(), kSniffBytes));
  const Word kind = words.next(), name = words.next();
  return !kind.quoted && !name.at_end() && !name.is('{') && words.accept('{') &&
         std::any_of(kinds.begin(), kinds.end(), [&](const char* one) { return equal_ignoring_case(kind.text, one); });
}

bool sniff_models(std::span<const uint8_t> bytes, std::string_view name) {
  return is_text(bytes) && (ends_ignoring_case(name, ".def") || is_declared(bytes, {"model", "entitydef"}));
}

bool sniff_skins(std::span<const uint8_t> bytes, std::string_view name) {
  return is_text(bytes) && (ends_ignoring_case(name, ".skin") || is_declared(bytes, {"skin"}));
}

// Declarations are looked up under the names that a skin leaves.
const FormatRow kRows[] = {
    {"md5", "md5.cfg", kConfigExtensions, FileRole::kMaterials, true, sniff_config, load_config, behind_others},
    {"md5", "mtr", kMaterialExtensions, FileRole::kMaterials, true, sniff_materials, load_materials, behind_others},
    {"md5", "def", kModelExtensions, FileRole::kMaterials, true, sniff_models, load_models},
    {"md5", "skin", kSkinExtensions, FileRole::kMaterials, true, sniff_skins, load_models},
};
constexpr FormatDetails kDetails[] = {
    {.kind = "md5.cfg", .title = "Cube 2 model configuration (md5.cfg, md5.js)", .codes = kCodes},
    {.kind = "mtr", .title = "id Tech 4 material declarations", .codes = kCodes},
    {.kind = "def", .title = "id Tech 4 model declarations", .codes = kCodes},
    {.kind = "skin", .title = "id Tech 4 skins", .codes = kCodes},
};

}  // namespace

std::span<const FormatRow> rows() { return kRows; }
std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::mtr
