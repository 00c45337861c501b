#pragma once
// The names that a game asks for animations by.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "convert/loss_report.h"
#include "formats/md5/write/options.h"
#include "formats/md5/write/plan.h"
#include "scene/scene.h"

namespace vitrine::md5_export {

class AnimationNames {
 public:
  /// A name that the options give, else the engine's name for the like, else the action's own; each is given once.
  AnimationNames(const Scene& scene, const Md5WriteOptions& options, const std::vector<AnimFile>& files);

  /// EXPORT_OPTION for a name that is given to an action that the model does not have.
  Status check() const;
  /// Empty for an action whose name another one is given.
  const std::string& of(size_t file) const { return names_[file].name; }
  /// Actions that the engine never plays.
  void report(LossReport& loss_report) const;
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

  const Md5WriteOptions& options_;
  std::vector<Name> names_;
};

}  // namespace vitrine::md5_export
