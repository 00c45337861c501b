#pragma once
// The names that a game asks for animations by.

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "convert/loss_report.h"

namespace vitrine {

/// What a game calls animations.
struct AnimNaming {
  std::map<std::string, std::string> given;  ///< of actions, in place of their own
  std::vector<std::string> known;            ///< names that the engine plays; empty = any
  std::map<std::string, std::string> alike;  ///< what actions are called elsewhere, and the engine's name for it
  std::string only;                          ///< the engine's name for the only action
};

/// From the members "animNames" (texts by action) and "animationNames" ({ "names", "alike", "only" }) of an object.
/// EXPORT_OPTION for what they cannot be.
Result<AnimNaming> anim_naming(const nlohmann::json& given);

struct NamedAction {
  std::string action;  ///< of the scene
  std::string name;    ///< that stands where nothing else is known
};

class AnimationNames {
 public:
  /// A name that is given, else the engine's name for the like, else the action's own; each is given once.
  AnimationNames(const AnimNaming& naming, const std::vector<NamedAction>& actions);

  /// EXPORT_OPTION for a name that is given to an action that the model does not have.
  Status check() const;
  /// Empty for an action whose name another one is given.
  const std::string& of(size_t number) const { return names_[number].name; }
  /// Actions that the engine never plays.
  void report(const std::string& engine, LossReport& loss_report) const;
  /// [{ "action", "name", "known" }]
  nlohmann::ordered_json json() const;

 private:
  struct Name {
    std::string action, name;
    bool known = true;
  };
  bool is_known(const std::string& name) const;
  /// The engine's name for the like of an action; empty if it has none.
  std::string alike(const std::string& action) const;

  const AnimNaming& naming_;
  std::vector<Name> names_;
};

}  // namespace vitrine
