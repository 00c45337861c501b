#pragma once
// The triangles of a world's meshes in the poses that its frames show: made once for all jobs, phases, shadow volumes
// and frames that show them.

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "world/picture/picture.h"
#include "world/session/frame/model.h"
#include "world/world.h"

namespace vitrine {

/// Bits of numbers in keys, which are equal if their bits are.
inline uint64_t bits_of(double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

class WorldMeshes {
 public:
  using Models = std::vector<std::unique_ptr<WorldModel>>;

  /// Triangles of cluster `number` of a mesh in its pose, in the mesh's own space, y up; null where its model did not
  /// open, and once there are too many (`is_full`).
  render::WorldMesh posed(const world::Document& document, const Models& models, const world::MeshValue& mesh,
                          uint32_t number);
  /// The same in bind pose.
  render::WorldMesh bind(const world::Document& document, const Models& models, uint32_t op, uint32_t number);
  /// A new frame: what the last one did not show is dropped.
  void age();
  /// More than three million triangles are shown, or poses take too long.
  bool is_full() const { return is_full_; }
  bool takes_too_long() const { return work_ > kMostPoseWork; }
  /// Poses made so far.
  uint64_t poses_made() const { return poses_made_; }

 private:
  using Key = std::array<uint64_t, 3>;  ///< model, clip, time; of boxes: kNoNode, operator, box
  struct Pose {
    std::vector<render::WorldMesh> clusters;
    size_t triangles = 0;
    bool is_used = false;
  };
  const Pose* find(const Key& key);
  const Pose* keep(const Key& key, std::vector<std::vector<render::WorldTriangle>> clusters);
  render::WorldMesh of_model(uint32_t model, WorldModel& opened, uint32_t clip, double time_s, uint32_t cluster);

  std::map<Key, Pose> poses_;
  size_t triangles_ = 0;
  bool is_full_ = false;
  uint64_t work_ = 0;  ///< of the poses of this frame that were made
  uint64_t poses_made_ = 0;
};

}  // namespace vitrine
