#include "convert/anim_names.h"

#include <algorithm>
#include <set>

#include "base/argument.h"
#include "base/names.h"
#include "convert/plain_text.h"
#include "convert/sentences.h"

namespace vitrine {
namespace {

using nlohmann::json;

constexpr size_t kMostUnknown = 5;  ///< in a message
constexpr size_t kMostNames = 4096, kLongestText = 200;

const json* member_of(const json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

Error wants(const char* name, const char* expected) { return {messages::kOptionWants, kNoOffset, {name, expected}}; }

/// Texts by name.
Status read_texts(const json& given, const char* name, std::map<std::string, std::string>& out) {
  if (!given.is_object() || given.size() > kMostNames) return wants(name, "an object");
  for (const auto& [key, value] : given.items()) {
    const std::string text = value.is_string() ? quotable(value.get<std::string>(), "") : "";
    if (key.size() > kLongestText || text.empty() || text.size() > kLongestText)
      return wants(name, "an object of short texts");
    out[key] = text;
  }
  return ok_status();
}

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

Result<AnimNaming> anim_naming(const json& given) {
  AnimNaming out;
  if (const json* names = member_of(given, "animNames")) VITRINE_CHECK(read_texts(*names, "animNames", out.given));
  const json* known = member_of(given, "animationNames");
  if (known == nullptr) return out;
  if (!known->is_object()) return wants("animationNames", "an object");
  if (const json* names = member_of(*known, "names")) {
    const bool texts = names->is_array() && names->size() <= kMostNames &&
                       std::all_of(names->begin(), names->end(), [](const json& one) { return one.is_string(); });
    if (!texts) return wants("animationNames", "an object with a list of names");
    for (const json& name : *names) out.known.push_back(quotable(name.get<std::string>(), ""));
  }
  if (const json* alike = member_of(*known, "alike")) VITRINE_CHECK(read_texts(*alike, "animationNames", out.alike));
  if (const json* only = member_of(*known, "only")) {
    if (!only->is_string() || only->get_ref<const std::string&>().size() > kLongestText)
      return wants("animationNames", "an object with short texts");
    out.only = only->get<std::string>();
  }
  return out;
}

AnimationNames::AnimationNames(const AnimNaming& naming, const std::vector<NamedAction>& actions) : naming_(naming) {
  std::set<std::string> given;
  const auto give = [&](Name& name, const std::string& as) {
    if (as.empty() || !given.insert(as).second) return false;
    name.name = as;
    return true;
  };
  std::vector<bool> settled;
  for (const NamedAction& action : actions) {
    Name& name = names_.emplace_back();
    name.name = action.name;
    name.action = action.action;
    const auto own = naming.given.find(name.action);
    if (own != naming.given.end()) name.name = own->second, given.insert(own->second);
    settled.push_back(own != naming.given.end());
  }
  if (naming.known.empty()) return;
  // First those that are called as the engine calls them, then the like.
  for (size_t k = 0; k < names_.size(); ++k) {
    const std::string words = words_of(names_[k].action);
    if (!settled[k] && is_known(words)) settled[k] = give(names_[k], words);
  }
  for (size_t k = 0; k < names_.size(); ++k) {
    if (!settled[k]) settled[k] = give(names_[k], alike(names_[k].action));
  }
  if (names_.size() == 1 && !settled[0]) settled[0] = give(names_[0], naming.only);
  for (size_t k = 0; k < names_.size(); ++k) {
    // An engine that has several animations of a name plays any of them.
    if (!settled[k] && given.contains(names_[k].name)) names_[k].name.clear();
    names_[k].known = is_known(names_[k].name);
  }
}

bool AnimationNames::is_known(const std::string& name) const {
  return naming_.known.empty() || std::find(naming_.known.begin(), naming_.known.end(), name) != naming_.known.end();
}

std::string AnimationNames::alike(const std::string& action) const {
  // Blender's exporter puts the armature before a bar.
  const std::string words = words_of(action), last = words_of(action.substr(action.rfind('|') + 1));
  for (const std::string& name : {words, last, without_number(words), without_number(last)}) {
    if (is_known(name)) return name;
    const auto found = naming_.alike.find(name);
    if (found != naming_.alike.end()) return found->second;
  }
  return "";
}

Status AnimationNames::check() const {
  for (const auto& one : naming_.given) {
    const std::string& action = one.first;
    const bool there = std::any_of(names_.begin(), names_.end(), [&](const Name& own) { return own.action == action; });
    if (!there)
      return Error{messages::kOptionWants,
                   kNoOffset,
                   {"animNames", "about actions of the model; there is no '" + quotable(action, "") + "'"}};
  }
  return ok_status();
}

void AnimationNames::report(const std::string& engine, LossReport& loss_report) const {
  uint64_t unknown = 0;
  std::string list;
  for (const Name& name : names_) {
    if (name.known) continue;
    if (++unknown <= kMostUnknown) list += (list.empty() ? "'" : ", '") + quotable(name.action, "?") + "'";
  }
  if (unknown > kMostUnknown) list += " and more";
  loss_report.add("actions", unknown,
                  counted(unknown, "action is", "actions are") + " never played, because " + engine +
                      " has no animation of the name, or another action has it: " + list);
}

nlohmann::ordered_json AnimationNames::json() const {
  auto out = nlohmann::ordered_json::array();
  for (const Name& name : names_)
    out.push_back({{"action", quotable(name.action, "?")}, {"name", quotable(name.name, "")}, {"known", name.known}});
  return out;
}

}  // namespace vitrine
