#pragma once
// Clips as KRI actions: curves by owner, keys with handle values.

#include <functional>

#include "convert/loss_report.h"
#include "formats/kri/write/file.h"
#include "scene/scene.h"

namespace vitrine {

/// Where a curve of the scene goes.
struct KriOwner {
  std::vector<kri::OutAction>* actions = nullptr;  ///< null = nowhere
  char prefix = 'n';
  uint8_t element = 0;
};

struct KriActionTargets {
  std::function<KriOwner(uint32_t node)> node;
  std::function<KriOwner(TargetKind kind, uint32_t target, uint32_t sub_target)> other;
  /// A local transform of the scene's node as KRI counts it: in KRI's axes, and for bones relative to the bind
  /// transform.
  std::function<Transform(uint32_t node, const Transform& local)> convert;
  /// True when `convert` leaves numbers as they are, so that curves can be copied.
  std::function<bool(uint32_t node)> is_identity;
  /// Nodes that an action without them shows elsewhere than the scene does: they get one key there.
  std::vector<uint32_t> keyed;
};

void add_kri_actions(const Scene& scene, const KriActionTargets& targets, LossReport& loss_report);

}  // namespace vitrine
