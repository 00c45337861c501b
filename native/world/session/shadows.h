#pragma once
// The shadow volumes of a frame laid together for drawing: what one light casts in one pass is one list of triangles.

#include <cstdint>
#include <functional>
#include <vector>

#include "world/session/volumes.h"

namespace vitrine {

/// A point of a volume in the space of its job. `job`: index in the report's `jobs`, with kNearCap where the point
/// belongs to a near cap, which lies in the surface itself.
struct ShadowPoint {
  static constexpr uint32_t kNearCap = 0x80000000u;
  float at[4];
  uint32_t job;
};

/// Shadows of one light in one pass.
struct ShadowBatch {
  uint32_t pass = 0, rank = 0;
  uint32_t version = 0;  ///< another one: the lists below are others
  std::vector<ShadowPoint> points;
  std::vector<uint32_t> indices;  ///< volume by volume, in the order of the list
  std::vector<uint32_t> ends;     ///< per volume: behind its last index
};

class WorldShadows {
 public:
  /// Lays the volumes of the last update of `volumes` together; batches whose volumes are those of the frame before
  /// stay. `place_of`: index in the report's `jobs` of a scene job.
  void update(const world::World& world, const WorldVolumes& volumes,
              const std::function<uint32_t(uint32_t)>& place_of);
  /// In the order of the list.
  std::span<const ShadowBatch> batches() const { return {batches_.data(), count_}; }

 private:
  struct Part {
    uint32_t volume = 0, job = 0;
    bool operator==(const Part&) const = default;
  };

  std::vector<ShadowBatch> batches_;
  size_t count_ = 0;
  std::vector<std::vector<Part>> parts_;  ///< per batch: what it was made of
  uint32_t versions_ = 0;
};

}  // namespace vitrine
