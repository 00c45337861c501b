#include "skin/palette.h"

#include <cassert>

namespace vitrine::skin {

std::vector<glm::mat4> joint_from_bind(const Skin& skin, std::span<const glm::mat4> bind_world_from_node) {
  if (!skin.joint_from_bind.empty()) return skin.joint_from_bind;
  std::vector<glm::mat4> out;
  out.reserve(skin.joints.size());
  for (const uint32_t node : skin.joints) {
    const glm::dmat4 bind(bind_world_from_node[node]);
    // A joint scaled to nothing has no inverse; its vertices are summed term by term, so any finite stand-in will do.
    out.push_back(glm::determinant(bind) == 0 ? glm::mat4(1) : glm::mat4(glm::inverse(bind)));
  }
  return out;
}

Palette make_palette(const Skin& skin, std::span<const glm::mat4> bind_world_from_node) {
  Palette palette;
  palette.joint_from_bind = joint_from_bind(skin, bind_world_from_node);
  palette.world_from_joint.resize(skin.joints.size());
  palette.world_from_bind.resize(skin.joints.size());
  palette.rows.resize(skin.joints.size() * 12);
  return palette;
}

void update_palette(const Skin& skin, std::span<const glm::mat4> world_from_node, Palette& palette) {
  assert(palette.world_from_joint.size() == skin.joints.size());
  float* row = palette.rows.data();
  for (size_t i = 0; i < skin.joints.size(); ++i, row += 12) {
    const glm::mat4& m = world_from_node[skin.joints[i]];
    palette.world_from_joint[i] = m;
    palette.world_from_bind[i] = m * palette.joint_from_bind[i];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 4; ++c) row[4 * r + c] = m[c][r];
    }
  }
}

}  // namespace vitrine::skin
