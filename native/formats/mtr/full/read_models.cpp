// Model declarations of Doom 3 (.def) and its skins (.skin): which animations a model has, what happens in their
// frames, and which shaders stand for which. Frames are counted from 1 there.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/names.h"
#include "base/utf8.h"
#include "formats/beside.h"
#include "formats/mtr/codes.h"
#include "formats/mtr/full/animations.h"
#include "formats/mtr/full/words.h"
#include "formats/mtr/read.h"
#include "formats/mtr/sentences.h"
#include "formats/name_cost.h"

namespace vitrine::mtr {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostEntries = 1024;
constexpr size_t kMostText = 200;
constexpr uint64_t kLargestFrame = 1'000'000;

std::string shown(std::string_view text) { return to_utf8(text.substr(0, kMostText)); }

/// The rest of a line without blanks at its ends.
std::string_view rest_of_line(Words& words) {
  const uint64_t from = words.cursor.offset();
  words.skip_line();
  std::string_view text = words.cursor.since(from);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

class Models {
 public:
  Models(LoadContext& context, Scene& scene) : context_(context), scene_(scene), names_(scene), words_(context.bytes) {}

  Status run() {
    for (Word kind = words_.next(); !kind.at_end(); kind = words_.next()) {
      if (context_.cancelled()) return Error{messages::kCancelled, kind.offset};
      const Word name = words_.next();
      if (name.at_end() || !words_.accept('{')) {
        context_.diagnostics.add(messages::kModelNameExpected, kind.offset, {shown(kind.text)});
        break;
      }
      VITRINE_CHECK(context_.budget.charge(1, 1024 + name.text.size(), name.offset));
      bool closed = true;
      if (equal_ignoring_case(kind.text, "model")) {
        if (!actions_) actions_ = actions_by_file(scene_);
        closed = read_model(name);
      } else if (equal_ignoring_case(kind.text, "skin")) {
        closed = read_skin(name);
      } else {
        closed = words_.skip_block();
      }
      VITRINE_CHECK(paid_);
      if (!closed) {
        context_.diagnostics.add(messages::kBlockNotClosed, kind.offset);
        break;
      }
    }
    name_actions();
    if (!models_.empty()) context_.info["models"] = std::move(models_);
    if (!skins_.empty()) context_.info["skins"] = std::move(skins_);
    if (!context_.info.contains("models") && !context_.info.contains("skins"))
      context_.diagnostics.add(messages::kNoModelAndSkin, kNoOffset);
    return worn_.empty() ? ok_status() : wear(context_, worn_, scene_);
  }

 private:
  bool read_model(const Word& name) {
    Json model = {{"name", shown(name.text)}, {"mesh", nullptr}, {"animations", Json::array()}};
    MissingAnimations missing;
    bool is_here = false;
    for (;;) {
      const Word key = words_.next();
      if (key.at_end()) return false;
      if (key.is('}')) break;
      if (equal_ignoring_case(key.text, "mesh")) {
        const std::string_view mesh = words_.next().text;
        model["mesh"] = shown(mesh);
        is_here = has_mesh(mesh);
      } else if (equal_ignoring_case(key.text, "skin") || equal_ignoring_case(key.text, "inherit")) {
        model[equal_ignoring_case(key.text, "skin") ? "skin" : "inherit"] = shown(words_.next().text);
      } else if (equal_ignoring_case(key.text, "anim")) {
        if (!read_animation(is_here, model["animations"], missing)) return false;
      } else if (key.is('{')) {
        if (!words_.skip_block()) return false;
      } else {
        words_.skip_line();
      }
    }
    if (models_.size() < kMostEntries) models_.push_back(std::move(model));
    // A game's file declares many models.
    if (is_here) missing.warn(context_.diagnostics, "the model '" + shown(name.text) + "'");
    return true;
  }

  bool has_mesh(std::string_view file) const {
    return !file.empty() && !files_called(context_.beside, base_name(file)).empty();
  }

  /// What each line copies of the actions that it names; false when there is no more room.
  bool pay(size_t actions, uint64_t at) {
    paid_ = context_.budget.charge(actions, kBytesOfRow, at);
    return static_cast<bool>(paid_);
  }

  /// anim NAME FILE[, FILE ...] [{ lines }]: several files are parts of one animation.
  /// A single one of a model that is here is called as the game calls it.
  bool read_animation(bool is_here, Json& list, MissingAnimations& missing) {
    const Word name = words_.next(), first = words_.next();
    std::vector<uint32_t> clips;
    std::set<uint32_t> firsts;  // of the files that are named already
    size_t files = 0;
    for (Word file = first; !file.at_end(); file = words_.next(), ++files) {
      const std::span<const uint32_t> found = actions_->of(file.text);
      if (found.empty())
        missing.add(file.text, file.offset);
      else if (!pay(found.size(), file.offset))
        return false;
      else if (firsts.insert(found[0]).second)
        clips.insert(clips.end(), found.begin(), found.end());
      if (!words_.accept(',')) break;
    }
    if (is_here && files == 0 && clips.size() == 1) names_.give(clips[0], name.text);
    Json marks = Json::array(), flags = Json::array();
    if (words_.peek().is('{')) {
      words_.next();
      for (;;) {
        const Word key = words_.next();
        if (key.at_end()) return false;
        if (key.is('}')) break;
        if (equal_ignoring_case(key.text, "frame")) {
          if (!pay(clips.size(), key.offset)) return false;
          read_mark(clips, marks);
        } else if (flags.size() < 64)
          flags.push_back(shown(key.text)), words_.skip_line();
        else
          words_.skip_line();
      }
    }
    if (list.size() >= kMostEntries) return true;
    Json one = {{"name", shown(name.text)}, {"file", shown(first.text)}, {"actions", Json::array()}};
    for (const uint32_t c : clips) one["actions"].push_back(c);
    if (!marks.empty()) one["marks"] = std::move(marks);
    if (!flags.empty()) one["flags"] = std::move(flags);
    list.push_back(std::move(one));
    return true;
  }

  /// At the end, when all of them are called as they stay.
  void name_actions() {
    for (Json& model : models_) {
      for (Json& animation : model["animations"]) {
        for (Json& action : animation["actions"]) action = to_utf8(scene_.clips[action.get<uint32_t>()].name);
      }
    }
  }

  /// frame NUMBER COMMAND [ARGUMENTS] up to the end of the line.
  void read_mark(const std::vector<uint32_t>& clips, Json& list) {
    const Word number = words_.next();
    uint64_t frame = 0;
    for (const char c : number.text) {
      if (c < '0' || c > '9' || frame > kLargestFrame) {
        context_.diagnostics.add(messages::kFrameExpected, number.offset, {shown(number.text)});
        words_.skip_line();
        return;
      }
      frame = 10 * frame + static_cast<uint64_t>(c - '0');
    }
    const std::string text = shown(rest_of_line(words_));
    for (const uint32_t c : clips) {
      const Clip& clip = scene_.clips[c];
      if (frame < 1 || frame > clip.frame_count)
        context_.diagnostics.add(messages::kFrameBeyond, number.offset, {frame, clip.frame_count});
    }
    if (list.size() >= kMostEntries) return;
    Json mark = {{"frame", frame}, {"text", text}};
    if (!clips.empty() && frame >= 1 && scene_.clips[clips[0]].frame_rate > 0)
      mark["time"] = static_cast<double>(frame - 1) / scene_.clips[clips[0]].frame_rate;
    list.push_back(std::move(mark));
  }

  /// model FILE, then pairs of shaders; `*` stands for all.
  bool read_skin(const Word& name) {
    // The first of two skins with one name counts, as with all declarations.
    const bool is_worn =
        worn_.empty() && !context_.options.skin.empty() && equal_ignoring_case(name.text, context_.options.skin);
    Json skin = {{"name", shown(name.text)}, {"models", Json::array()}, {"replaces", Json::array()}};
    for (;;) {
      const Word from = words_.next();
      if (from.at_end()) return false;
      if (from.is('}')) break;
      const Word to = words_.next();
      if (to.at_end()) return false;
      if (to.is('}')) {
        context_.diagnostics.add(messages::kShaderExpected, from.offset, {shown(from.text)});
        break;
      }
      if (equal_ignoring_case(from.text, "model")) {
        if (skin["models"].size() < kMostEntries) skin["models"].push_back(shown(to.text));
      } else if (skin["replaces"].size() < kMostEntries) {
        skin["replaces"].push_back({{"from", shown(from.text)}, {"to", shown(to.text)}});
        if (is_worn) worn_.push_back({std::string(from.text), std::string(to.text)});
      }
    }
    if (skins_.size() < kMostEntries) skins_.push_back(std::move(skin));
    return true;
  }

  LoadContext& context_;
  Scene& scene_;
  ActionNames names_;
  Words words_;
  std::optional<ByFileName> actions_;
  Status paid_ = ok_status();
  Json models_ = Json::array(), skins_ = Json::array();
  std::vector<Replacement> worn_;  ///< of the skin that is asked for
};

}  // namespace

Status load_models(LoadContext& context, Scene& scene) { return Models(context, scene).run(); }

}  // namespace vitrine::mtr
