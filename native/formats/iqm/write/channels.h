#pragma once
// Poses as the binary form has them: steps of 16 bits between the least and the largest number of each channel.

#include <array>

#include "formats/iqm/write/model.h"

namespace vitrine::iqm_export {

inline constexpr size_t kChannels = 10;  ///< of a pose: translation, rotation x y z w, scale

struct PoseChannels {
  uint32_t mask = 0;  ///< of those that change
  std::array<float, kChannels> offset{}, scale{};
};

struct StoredPoses {
  std::vector<PoseChannels> joints;
  uint32_t changing = 0;        ///< numbers of a frame
  std::vector<uint16_t> steps;  ///< [frame * changing + number]

  /// What a reader makes of a frame, one per joint.
  void read(uint32_t frame, std::vector<Local>& out) const;
};

StoredPoses store_poses(const Motion& motion, size_t joint_count);

struct FrameBounds {
  glm::vec3 min{0}, max{0};
  float xy_radius = 0, radius = 0;
};
/// Boxes and radii of all vertices as a reader poses them, rounded outwards, one per frame; of very many vertices and
/// frames those of what each joint holds, which are larger.
std::vector<FrameBounds> frame_bounds(const Model& model, const StoredPoses& poses, const ByteHolds& holds);

}  // namespace vitrine::iqm_export
