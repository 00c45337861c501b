#pragma once
// The joint matrices of one skin at one pose.

#include <span>
#include <vector>

#include "scene/scene.h"

namespace vitrine::skin {

/// Inverse bind matrices: the skin's own, or the inverse of the joints' matrices in the bind pose where it has none.
std::vector<glm::mat4> joint_from_bind(const Skin& skin, std::span<const glm::mat4> bind_world_from_node);

/// Matrices are columns for the kernels; `rows` is what the GPU reads.
struct Palette {
  std::vector<glm::mat4> joint_from_bind;
  std::vector<glm::mat4> world_from_joint;  ///< one per joint of the skin
  std::vector<glm::mat4> world_from_bind;   ///< world_from_joint * joint_from_bind
  std::vector<float> rows;                  ///< 12 per joint: three rows of world_from_joint
};

Palette make_palette(const Skin& skin, std::span<const glm::mat4> bind_world_from_node);
/// Fills `palette` (made for this skin) from one matrix per node. Allocates nothing.
void update_palette(const Skin& skin, std::span<const glm::mat4> world_from_node, Palette& palette);

}  // namespace vitrine::skin
