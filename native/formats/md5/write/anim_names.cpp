#include "formats/md5/write/anim_names.h"

#include <algorithm>
#include <set>

#include "base/argument.h"
#include "base/names.h"
#include "convert/sentences.h"
#include "formats/md5/write/names.h"

namespace vitrine::md5_export {
namespace {

constexpr size_t kMostUnknown = 5;  ///< in a message

/// As the table has names: lower case, single blanks between words.
std::string words_of(const std::string& name) {
  std::string out;
  for (const char c : lower_case(name)) {
    const bool blank = c == '_' || c == '-' || c == '.' || c == ' ' || c == '\t';
    if (!blank) {
      // "attack1" is "attack 1".
      const bool digit = c >= '0' && c <= '9';
      if (digit && !out.empty() && out.back() >= 'a' && out.back() <= 'z') out += ' ';
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

/// Without a number at its end: "walk 2" is a walk.
std::string without_number(std::string words) {
  while (!words.empty() && ((words.back() >= '0' && words.back() <= '9') || words.back() == ' ')) words.pop_back();
  return words;
}

}  // namespace

AnimationNames::AnimationNames(const Scene& scene, const Md5WriteOptions& options, const std::vector<AnimFile>& files)
    : options_(options) {
  std::set<std::string> given;
  const auto give = [&](Name& name, const std::string& as) {
    if (as.empty() || !given.insert(as).second) return false;
    name.name = as;
    return true;
  };
  std::vector<bool> settled;
  for (const AnimFile& file : files) {
    // The game asks for it by the name of the action, which that of its file is made from.
    const Take* take = file.takes.size() == 1 ? &file.takes[0] : nullptr;
    Name& name = names_.emplace_back();
    name.name = take == nullptr ? file.name : take->name;
    name.action = take == nullptr || take->clip == kNone ? name.name : scene.clips[take->clip].name;
    const auto own = options.anim_names.find(name.action);
    if (own != options.anim_names.end()) name.name = own->second, given.insert(own->second);
    settled.push_back(own != options.anim_names.end());
  }
  if (options.engine_anims.empty()) return;
  // First those that are called as the engine calls them, then the like.
  for (size_t k = 0; k < names_.size(); ++k) {
    const std::string words = words_of(names_[k].action);
    if (!settled[k] && is_known(words)) settled[k] = give(names_[k], words);
  }
  for (size_t k = 0; k < names_.size(); ++k) {
    if (!settled[k]) settled[k] = give(names_[k], alike(names_[k].action));
  }
  if (names_.size() == 1 && !settled[0]) settled[0] = give(names_[0], options.only_anim);
  for (size_t k = 0; k < names_.size(); ++k) {
    // An engine that has several animations of a name plays any of them.
    if (!settled[k] && given.contains(names_[k].name)) names_[k].name.clear();
    names_[k].known = is_known(names_[k].name);
  }
}

bool AnimationNames::is_known(const std::string& name) const {
  return options_.engine_anims.empty() ||
         std::find(options_.engine_anims.begin(), options_.engine_anims.end(), name) != options_.engine_anims.end();
}

std::string AnimationNames::alike(const std::string& action) const {
  // Blender's exporter puts the armature before a bar.
  const std::string words = words_of(action), last = words_of(action.substr(action.rfind('|') + 1));
  for (const std::string& name : {words, last, without_number(words), without_number(last)}) {
    if (is_known(name)) return name;
    const auto found = options_.like_anims.find(name);
    if (found != options_.like_anims.end()) return found->second;
  }
  return "";
}

Status AnimationNames::check() const {
  for (const auto& one : options_.anim_names) {
    const std::string& action = one.first;
    const bool there = std::any_of(names_.begin(), names_.end(), [&](const Name& own) { return own.action == action; });
    if (!there)
      return Error{vitrine::messages::kOptionWants,
                   kNoOffset,
                   {"animNames", "about actions of the model; there is no '" + quotable(action, "") + "'"}};
  }
  return ok_status();
}

void AnimationNames::report(LossReport& loss_report) const {
  uint64_t unknown = 0;
  std::string list;
  for (const Name& name : names_) {
    if (name.known) continue;
    if (++unknown <= kMostUnknown) list += (list.empty() ? "'" : ", '") + quotable(name.action, "?") + "'";
  }
  if (unknown > kMostUnknown) list += " and more";
  loss_report.add("actions", unknown,
                  counted(unknown, "action is", "actions are") + " never played, because " + options_.engine +
                      " has no animation of the name, or another action has it: " + list);
}

nlohmann::ordered_json AnimationNames::json() const {
  auto out = nlohmann::ordered_json::array();
  for (const Name& name : names_)
    out.push_back({{"action", quotable(name.action, "?")}, {"name", quotable(name.name, "")}, {"known", name.known}});
  return out;
}

}  // namespace vitrine::md5_export
