// A file of declarations: a pass over the whole text that finds their blocks, then a closer look at those that the
// scene asks for. A game's file holds thousands of them.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/utf8.h"
#include "formats/mtr/codes.h"
#include "formats/mtr/full/apply.h"
#include "formats/mtr/read.h"
#include "formats/mtr/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::mtr {
namespace {

struct Block {
  std::string name;  ///< as written
  uint64_t offset = 0, begin = 0, end = 0;
  uint32_t line = 1;
  bool used = false;
};

bool is_absolute(std::string_view path) {
  return path.starts_with('/') || path.starts_with('\\') || (path.size() > 1 && path[1] == ':');
}

/// Keywords before a name: the game's kinds of declarations.
bool is_kind(std::string_view word) {
  for (const char* kind : {"material", "table", "skin", "particle", "sound", "entitydef", "mapdef", "export", "video",
                           "audio", "pda", "email", "fx", "af"}) {
    if (equal_ignoring_case(word, kind)) return true;
  }
  return false;
}

class File {
 public:
  File(LoadContext& context, const Dialect& dialect) : context_(context), dialect_(dialect) {}

  /// Where it cannot go on, what stands before counts.
  Status scan() {
    Words words(context_.bytes);
    words.by_blanks = dialect_.is_script;
    uint64_t counted_to = 0;
    uint32_t line = 1;
    for (;;) {
      if (context_.cancelled()) return Error{messages::kCancelled, words.cursor.offset()};
      Word name = words.next();
      if (name.at_end()) return ok_status();
      bool is_material = true;
      if (!dialect_.is_script && !name.quoted && is_kind(name.text)) {
        const Word behind = words.peek();
        if (!behind.is('{')) {
          is_material = equal_ignoring_case(name.text, "material");
          name = words.next();
        }
      }
      const bool is_sign =
          name.is('{') || name.is('}') || name.is(',') || name.is('(') || name.is(')') || name.is('[') || name.is(']');
      if (is_sign || !words.accept('{')) {
        words.skip_blanks();
        if (is_sign)
          context_.diagnostics.add(messages::kNameExpected, name.offset, {name.text});
        else
          context_.diagnostics.add(messages::kBlockExpected, words.cursor.offset());
        return ok_status();
      }
      Block block{std::string(name.text), name.offset, words.cursor.offset(), 0, 1, false};
      const bool closed = words.skip_block();
      block.end = closed ? words.cursor.offset() - 1 : words.cursor.offset();
      if (!closed) context_.diagnostics.add(messages::kBlockNotClosed, name.offset);
      line +=
          line_column(context_.bytes.subspan(counted_to, name.offset - counted_to), name.offset - counted_to).line - 1;
      counted_to = name.offset;
      block.line = line;
      if (!is_material) {
        ++others_;
        continue;
      }
      VITRINE_CHECK(context_.budget.charge(1, sizeof(Block) + 2 * name.text.size() + 64, name.offset));
      const auto [place, is_new] = by_name_.try_emplace(canonical(name.text), blocks_.size());
      if (!is_new) {
        const Block& earlier = blocks_[place->second];
        context_.diagnostics.add(messages::kDeclaredAbove, name.offset, {block.name, earlier.line});
        ++duplicates_;
        continue;
      }
      lengths_.insert(place->first.size());
      blocks_.push_back(std::move(block));
    }
  }

  Status apply_to(Scene& scene) {
    std::vector<bool> may_go(scene.textures.size(), false);
    std::optional<std::vector<bool>> moving;
    std::unordered_map<size_t, MaterialText> texts;
    std::vector<std::pair<uint32_t, Material>> changed;
    std::vector<Texture> textures;
    uint64_t used = 0;
    for (uint32_t m = 0; m < scene.materials.size(); ++m) {
      const size_t number = find(scene.materials[m].name);
      if (number == kNowhere) continue;
      Block& block = blocks_[number];
      ++used;
      if (!moving) moving = with_moving_slots(scene);
      if ((*moving)[m]) continue;
      const Declaration& earlier = scene.materials[m].declaration;
      if (earlier.line != 0) {
        if (!block.used)
          context_.diagnostics.add(dialect_.declared_in, block.offset,
                                   {block.name, scene.files[earlier.source.file].name, earlier.line});
        if (!dialect_.is_script || !is_script(scene.files[earlier.source.file])) {
          block.used = true;
          continue;
        }
      }
      auto text = texts.find(number);
      if (text == texts.end()) {
        VITRINE_CHECK(context_.budget.charge(block.end - block.begin + 1, 8, block.offset));
        text = texts.emplace(number, dialect_.read(context_, block.name, block.begin, block.end)).first;
      }
      VITRINE_CHECK(context_.budget.charge(1, bytes_kept(text->second), block.offset));
      VITRINE_CHECK(charge_names(context_.budget, context_.name, 1, block.offset));  // of the file
      Material& material = changed.emplace_back(m, scene.materials[m]).second;
      for (const TextureSlot& slot : material.slots)
        if (slot.texture != kNone) may_go[slot.texture] = true;
      material.declaration = {block.name, {context_.file, block.offset, block.end + 1 - block.offset}, block.line};
      apply(context_, text->second, material, textures, block.used);
      for (TextureSlot& slot : material.slots) slot.texture += static_cast<uint32_t>(scene.textures.size());
      block.used = true;
    }
    for (auto& [m, material] : changed) scene.materials[m] = std::move(material);
    std::move(textures.begin(), textures.end(), std::back_inserter(scene.textures));
    if (!changed.empty()) drop_unused_textures(scene, may_go);
    report(used, scene.materials.size());
    return ok_status();
  }

 private:
  static constexpr size_t kNowhere = ~size_t{0};

  /// Is a file of this kind?
  bool is_script(const SourceFile& file) const {
    const std::string_view own = base_name(context_.name);
    return ends_ignoring_case(file.name, own.substr(std::min(own.size(), own.rfind('.'))));
  }

  /// Finds a declaration by its complete name; for an absolute path, by the longest declared name that it ends in.
  size_t find(std::string_view shader) const {
    const std::string whole = canonical(shader);
    if (whole.empty()) return kNowhere;
    const bool anywhere = is_absolute(shader);
    for (std::string_view name = whole;;) {
      if (lengths_.contains(name.size())) {
        const auto found = by_name_.find(std::string(name));
        if (found != by_name_.end()) return found->second;
      }
      const size_t slash = name.find('/');
      if (!anywhere || slash == std::string::npos) return kNowhere;
      name.remove_prefix(slash + 1);
    }
  }

  /// Clips that move a slot of a material by its number need the slots as they are.
  static std::vector<bool> with_moving_slots(const Scene& scene) {
    std::vector<bool> out(scene.materials.size(), false);
    for (const Clip& clip : scene.clips) {
      for (const Curve& curve : clip.curves)
        if (curve.target_kind == TargetKind::kTextureSlot && curve.target < out.size()) out[curve.target] = true;
    }
    return out;
  }

  /// What each material that has this declaration copies of it.
  static uint64_t bytes_kept(const MaterialText& text) {
    uint64_t bytes = 2048 + text.editor_image.size() + text.description.size();
    for (const Stage& stage : text.stages) bytes += 2048 + stage.blend_text.size() + texture_bytes(stage.image.path);
    for (const auto* words : {&text.unused, &text.changing})
      for (const std::string& word : *words) bytes += word.size() + 2;
    return bytes;
  }

  void report(uint64_t used, size_t wanted) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const Block& block : blocks_)
      if (block.used) names.push_back(to_utf8(block.name));
    context_.info["declarations"] = blocks_.size();
    context_.info["used"] = std::move(names);
    if (duplicates_ > 0) context_.info["duplicates"] = duplicates_;
    if (others_ > 0) context_.info["otherDeclarations"] = others_;
    if (used > 0 || wanted == 0) return;
    context_.diagnostics.add(messages::kNothingAskedFor, kNoOffset, {blocks_.size()});
  }

  LoadContext& context_;
  const Dialect& dialect_;
  std::vector<Block> blocks_;
  std::unordered_map<std::string, size_t> by_name_;
  std::unordered_set<size_t> lengths_;  ///< of the names
  uint64_t duplicates_ = 0, others_ = 0;
};

}  // namespace

Status load_declarations(LoadContext& context, Scene& scene, const Dialect& dialect) {
  File file(context, dialect);
  VITRINE_CHECK(file.scan());
  return file.apply_to(scene);
}

Status load_materials(LoadContext& context, Scene& scene) {
  return load_declarations(context, scene, {read_material, messages::kDeclaredIn});
}

}  // namespace vitrine::mtr
