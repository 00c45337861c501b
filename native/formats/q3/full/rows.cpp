#include "formats/q3/rows.h"

#include <algorithm>

#include "base/names.h"
#include "formats/mtr/codes.h"
#include "formats/mtr/full/words.h"
#include "formats/q3/codes.h"
#include "formats/q3/full/animation_list.h"
#include "formats/q3/full/skin_lines.h"
#include "formats/q3/read.h"

namespace vitrine::q3 {
namespace {

constexpr const char* kSkinExtensions[] = {"skin"};
constexpr const char* kShaderExtensions[] = {"shader"};
constexpr const char* kAnimationExtensions[] = {"cfg"};
constexpr size_t kSniffBytes = 64 << 10;

bool is_text(std::span<const uint8_t> bytes) {
  return !bytes.empty() && std::find(bytes.begin(), bytes.end(), uint8_t{0}) == bytes.end();
}

/// What lines are like is not enough for a file of another name.
bool sniff_skin(std::span<const uint8_t> bytes, std::string_view name) {
  const auto head = bytes.first(std::min(bytes.size(), kSniffBytes));
  return ends_ignoring_case(name, ".skin") && is_text(head) && is_skin(head);
}

/// Other engines call other languages so.
bool is_other_language(const mtr::Word& first, const mtr::Word& second) {
  return (equal_ignoring_case(first.text, "shader") && second.quoted) ||
         (!first.quoted && (first.text.starts_with('#') || first.text == "shader_type"));
}

/// A name and a block with a word that declarations of id Tech 4 do not have.
bool sniff_shaders(std::span<const uint8_t> bytes, std::string_view name) {
  const auto head = bytes.first(std::min(bytes.size(), kSniffBytes));
  if (!is_text(head) || ends_ignoring_case(name, ".mtr")) return false;
  mtr::Words words(head);
  words.by_blanks = true;
  const mtr::Word first = words.next();
  if (first.at_end()) return false;
  if (ends_ignoring_case(name, ".shader")) return !is_other_language(first, words.peek());
  if (!words.accept('{')) return false;
  for (int depth = 1; depth > 0;) {
    const mtr::Word word = words.next();
    if (word.at_end()) return false;
    if (word.is('{')) ++depth;
    if (word.is('}')) --depth;
    for (const char* key : {"blendfunc", "alphafunc", "rgbgen", "tcmod", "tcgen", "clampmap", "animmap"})
      if (!word.quoted && equal_ignoring_case(word.text, key)) return true;
  }
  return false;
}

constexpr std::string_view kAnimations = "animation.cfg";

/// Lines of numbers are no sign of it.
bool sniff_animations(std::span<const uint8_t> bytes, std::string_view name) {
  return equal_ignoring_case(base_name(name), kAnimations) && is_text(bytes.first(std::min(bytes.size(), kSniffBytes)));
}

/// It is for the models of its folder.
bool lists_for(std::string_view list, std::string_view model) {
  const auto folder = [](std::string_view path) { return path.substr(0, path.size() - base_name(path).size()); };
  return equal_ignoring_case(base_name(list), kAnimations) && equal_ignoring_case(folder(list), folder(model));
}

// Shaders are looked up under the names that a skin leaves.
const FormatRow kRows[] = {
    {"iqm", "q3.skin", kSkinExtensions, FileRole::kMaterials, true, sniff_skin, load_skin},
    {"iqm", "q3.shader", kShaderExtensions, FileRole::kMaterials, true, sniff_shaders, load_shaders, behind_others},
    {"quake", "animation.cfg", kAnimationExtensions, FileRole::kMaterials, true, sniff_animations, load_animations},
};

constexpr const Code* kShaderCodes[] = {&kShaderValue,    &kShaderDuplicate, &kShaderImage, &mtr::kSyntax,
                                        &mtr::kNotClosed, &mtr::kDuplicate,  &mtr::kValue,  &mtr::kStageNotDrawn,
                                        &mtr::kUnusedKey, &mtr::kNoMatch};

constexpr FormatDetails kDetails[] = {
    {.kind = "q3.skin", .title = "Quake III skins", .codes = kSkinCodes},
    {.kind = "q3.shader", .title = "Quake III shader scripts", .codes = kShaderCodes},
    {.kind = "animation.cfg",
     .title = "Quake III lists of actions",
     .codes = kAnimationCodes,
     .lists_actions_for = lists_for,
     .lists_for_folder = true,
     .listed_actions = read_animations},
};

}  // namespace

std::span<const FormatRow> rows() { return kRows; }
std::span<const FormatDetails> details() { return kDetails; }

}  // namespace vitrine::q3
