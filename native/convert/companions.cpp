#include "convert/companions.h"

#include <algorithm>
#include <iterator>

#include "base/argument.h"
#include "base/names.h"
#include "convert/plain_text.h"
#include "formats/action_list.h"

namespace vitrine {
namespace {

constexpr uint32_t kLettersOfSprite = 26;

/// Of a material without a name: engines show their own image for what is missing.
const std::string& shader_of(const CompanionSurface& surface) {
  return surface.shader.empty() ? surface.name : surface.shader;
}

/// Exactly the surfaces of the model: Ironwail ignores the file otherwise, DarkPlaces draws no others.
std::string skin_text(const CompanionModel& model) {
  std::string out;
  for (const CompanionSurface& surface : model.surfaces) out += surface.name + "," + as_word(shader_of(surface)) + "\n";
  return out;
}

std::string groups_text(const CompanionModel& model) {
  std::string out = "// first frame, frames, frames per second, loop, name\n";
  for (const SampledAction& action : model.actions)
    out += std::to_string(action.first) + " " + std::to_string(action.frames()) + " " + shortest(action.rate) + " " +
           (action.loop ? "1 " : "0 ") + action.name + "\n";
  return out;
}

/// In the order of the rows of a player, where all of these are there; what else there is follows.
std::vector<const SampledAction*> player_rows(const CompanionModel& model, LossReport& loss_report) {
  std::vector<const SampledAction*> own, out;
  for (const SampledAction& action : model.actions) own.push_back(&action);
  std::vector<std::string> missing;
  for (size_t row = 0; row < std::size(kPlayerActions); ++row) {
    const std::string name = lower_case(kPlayerActions[row]);
    const auto found = std::find_if(own.begin(), own.end(), [&](const SampledAction* action) {
      return action != nullptr && lower_case(action->name) == name;
    });
    if (found == own.end()) {
      if (row >= kPlayerRows) break;
      missing.emplace_back(kPlayerActions[row]);
    } else {
      out.push_back(*found);
      *found = nullptr;
    }
  }
  loss_report.add("actions", missing.size(),
                  counted(missing.size(), "row", "rows") + " that a player of Quake III has in its animation.cfg " +
                      (missing.size() == 1 ? "is" : "are") + " missing: the game knows rows by their order, and " +
                      "actions of these names are put in it: " + named_list(missing));
  if (!missing.empty()) {
    out.clear();
    for (const SampledAction& action : model.actions) out.push_back(&action);
    return out;
  }
  for (const SampledAction* action : own)
    if (action != nullptr) out.push_back(action);
  return out;
}

/// Names stand in comments: games of Quake III know the rows by their order.
std::string animation_text(const CompanionModel& model, const CompanionRules& rules, LossReport& loss_report) {
  std::vector<const SampledAction*> rows;
  if (rules.player_rows) {
    rows = player_rows(model, loss_report);
  } else {
    for (const SampledAction& action : model.actions) rows.push_back(&action);
  }
  std::string out = rules.last_frames ? "// first frame, last frame, frames that repeat, frames per second\n"
                                      : "// first frame, frames, frames that repeat, frames per second\n";
  for (const SampledAction* action : rows)
    out += std::to_string(action->first) + "\t" +
           std::to_string(rules.last_frames ? action->first + action->frames() - 1 : action->frames()) + "\t" +
           std::to_string(action->loop ? action->frames() : 0) + "\t" + shortest(action->rate) + "\t// " +
           action->name + "\n";
  return out;
}

/// Sprites have four letters, and letters for their frames.
std::string sprite_name(const std::string& model, uint32_t number) {
  std::string out;
  for (const char c : model)
    if (out.size() < 2 && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
      out += static_cast<char>(c >= 'a' ? c - 'a' + 'A' : c);
  out.resize(2, 'M');
  return out + static_cast<char>('0' + number / 10 % 10) + static_cast<char>('0' + number % 10);
}

/// Surfaces by number, for those that have the file of an image.
std::string lump_skins(const CompanionModel& model) {
  std::string out;
  for (size_t k = 0; k < model.surfaces.size(); ++k) {
    const std::string& shader = model.surfaces[k].shader;
    if (without_image_ending(shader) != shader) out += "\tSurfaceSkin 0 " + std::to_string(k) + " \"" + shader + "\"\n";
  }
  return out;
}

class ActorLump {
 public:
  explicit ActorLump(const CompanionModel& model) : model_(model) {}

  std::string text() {
    std::string out = "// The actor and the sprites are to be called as in your own mod.\n";
    if (model_.named_frames)
      out +=
          "// An actor with +DECOUPLEDANIMATIONS has \"BaseFrame\" here, and SetAnimation(\"ACTION\") in its states.\n";
    // A block has the frames of one file.
    if (model_.action_files.empty() || model_.actions.empty()) return out + block(model_.actions, "");
    for (size_t k = 0; k < model_.actions.size(); ++k)
      out += block(std::span(&model_.actions[k], 1), "\tAnimation 0 \"" + model_.action_files[k] + "\"\n");
    return out;
  }

 private:
  std::string block(std::span<const SampledAction> actions, const std::string& animation) {
    std::string out = "Model " + model_.name + "\n{\n\tPath \"models\"\n\tModel 0 \"" + model_.file + "\"\n" +
                      animation + lump_skins(model_);
    if (model_.grid_scale != 1) {
      const std::string back = shortest(1 / model_.grid_scale);
      out += "\tScale " + back + " " + back + " " + back + "\n";
    }
    for (const SampledAction& action : actions) out += frames(action);
    // What has no frame is not drawn.
    if (actions.empty()) out += "\tFrameIndex " + sprite_name(model_.name, 0) + " A 0 0\n";
    return out + "}\n";
  }

  std::string frames(const SampledAction& action) {
    std::string out = "\t// " + action.name + ": " + shortest(action.rate) + " frames per second" +
                      (action.loop ? ", a loop\n" : "\n");
    for (uint32_t k = 0; k < action.frames(); ++k) {
      if (k > 0 && k % kLettersOfSprite == 0) ++sprite_;
      const std::string at =
          sprite_name(model_.name, sprite_) + " " + static_cast<char>('A' + k % kLettersOfSprite) + " 0 ";
      out += model_.named_frames ? "\tFrame " + at + "\"" + action.name + ":" + std::to_string(k) + "\"\n"
                                 : "\tFrameIndex " + at + std::to_string(action.first + k) + "\n";
    }
    ++sprite_;
    return out;
  }

  const CompanionModel& model_;
  uint32_t sprite_ = 0;
};

}  // namespace

std::string as_word(const std::string& text) {
  return text.find_first_of(" ,") == std::string::npos ? text : "\"" + text + "\"";
}

std::vector<TextFile> make_companions(const CompanionModel& model, const CompanionRules& rules,
                                      LossReport& loss_report) {
  std::vector<TextFile> out;
  const bool draws = !model.surfaces.empty();
  if (rules.skin_by_number && draws) out.push_back({model.file + "_0.skin", skin_text(model)});
  if (rules.skin_default && draws) out.push_back({model.name + "_default.skin", skin_text(model)});
  if (rules.skin_image && draws) out.push_back({model.name + ".skin", shader_of(model.surfaces[0]) + "\n"});
  // Lists are about the frames of the model's own file.
  const bool plays = !model.actions.empty() && model.actions.front().clip != kNone && model.action_files.empty();
  if (rules.frame_list != nullptr && plays) out.push_back({model.file + "." + rules.frame_list, groups_text(model)});
  if (rules.animation_cfg && plays) out.push_back({"animation.cfg", animation_text(model, rules, loss_report)});
  if (rules.actor_lump != nullptr)
    out.push_back({std::string(rules.actor_lump) + "." + model.name, ActorLump(model).text()});
  return out;
}

}  // namespace vitrine
