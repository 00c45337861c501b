#pragma once
// Files of documents, and what documents of equal files share: a hundred herons are read and held once, and only their
// poses are their own.

#include <memory>
#include <optional>

#include "play/scene_plans.h"
#include "session/load/loader.h"

namespace vitrine {

struct OpenFiles {
  OpenFiles(const Limits& limits, ReadOptions given) : options(std::move(given)), loader(limits, options) {}
  ~OpenFiles();
  OpenFiles(const OpenFiles&) = delete;
  OpenFiles& operator=(const OpenFiles&) = delete;

  const ReadOptions options;
  Loader loader;
  ScenePlans plans;
  std::optional<uint64_t> shared_as;  ///< where equal ones find them

  /// Null where poses change the plans: a scene with shapes.
  ScenePlans* plans_to_share();
};

/// Files that a document read before and that equal these, which were added and not read yet; null when there are none.
std::shared_ptr<OpenFiles> find_equal(const OpenFiles& files);
/// Lets documents find what was read without errors, and no more.
void offer_to_others(const std::shared_ptr<OpenFiles>& files);
void hide_from_others(OpenFiles& files);

}  // namespace vitrine
