#pragma once
// The skinning case that every host measures: a grid of 32768 vertices, 64 joints, four influences each.

#include <cmath>
#include <cstdint>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <numeric>
#include <vector>

#include "scene/scene.h"
#include "skin/skin.h"

namespace vitrine::bench {

inline constexpr uint32_t kColumns = 256, kRows = 128, kVertices = kColumns * kRows, kJoints = 64, kInfluences = 4;

/// Joints on a line, each turned a little further; `pose` turns them all.
inline std::vector<glm::mat4> joint_matrices(float pose) {
  std::vector<glm::mat4> matrices;
  for (uint32_t j = 0; j < kJoints; ++j) {
    const glm::mat4 place = glm::translate(glm::mat4(1), glm::vec3(float(j), 0.25f * float(j), 0));
    matrices.push_back(glm::rotate(place, 0.05f * float(j) + pose, glm::vec3(0, 0.6f, 0.8f)));
  }
  return matrices;
}

inline Scene skinning_scene(NormalRule rule) {
  Scene scene;
  const std::vector<glm::mat4> bind = joint_matrices(0);
  Skin& skin = scene.skins.emplace_back();
  for (uint32_t j = 0; j < kJoints; ++j) {
    scene.nodes.emplace_back().kind = NodeKind::kJoint;
    skin.joints.push_back(j);
    skin.joint_from_bind.push_back(glm::inverse(bind[j]));
  }

  constexpr float kWeights[kInfluences] = {0.4f, 0.3f, 0.2f, 0.1f};
  Mesh& mesh = scene.meshes.emplace_back();
  mesh.normal_rule = rule;
  mesh.influence_first.push_back(0);
  for (uint32_t v = 0; v < kVertices; ++v) {
    const glm::vec3 position(float(v % kColumns) * 0.25f, float(v / kColumns) * 0.25f, std::sin(float(v) * 0.1f));
    mesh.positions.push_back(position);
    if (rule == NormalRule::kStored) mesh.normals.push_back(glm::normalize(glm::vec3(std::cos(float(v)), 0.5f, 1)));
    for (uint32_t i = 0; i < kInfluences; ++i) {
      const uint32_t joint = (v * 7 + i * 5) % kJoints;
      mesh.influences.push_back({joint, kWeights[i], glm::vec3(skin.joint_from_bind[joint] * glm::vec4(position, 1))});
    }
    mesh.influence_first.push_back(uint32_t(mesh.influences.size()));
  }
  for (uint32_t row = 0; row + 1 < kRows; ++row) {
    for (uint32_t column = 0; column + 1 < kColumns; ++column) {
      const uint32_t a = row * kColumns + column, b = a + 1, c = a + kColumns, d = c + 1;
      mesh.indices.insert(mesh.indices.end(), {a, b, c, b, d, c});
    }
  }
  return scene;
}

/// One posed mesh; `run` skins positions and normals for one of two alternating poses.
class SkinningCase {
 public:
  explicit SkinningCase(NormalRule rule) : scene_(skinning_scene(rule)) {
    std::vector<uint32_t> first_equal(kVertices);
    std::iota(first_equal.begin(), first_equal.end(), 0u);
    const std::vector<glm::mat4> bind = joint_matrices(0);
    plan_ = skin::plan_skin(scene_, 0, 0, first_equal, bind);
    palette_ = skin::make_palette(scene_.skins[0], bind);
    posed_ = skin::make_posed_mesh(plan_);
    poses_[0] = joint_matrices(0.1f);
    poses_[1] = joint_matrices(0.4f);
  }
  void run() {
    turn_ ^= 1;
    skin::update_palette(scene_.skins[0], poses_[turn_], palette_);
    skin::skin_mesh(plan_, palette_, true, false, posed_);
  }
  /// For a use of the result that the optimiser cannot remove.
  float probe() const { return posed_.positions().back().x + posed_.normals().back().z; }

 private:
  Scene scene_;
  std::vector<glm::mat4> poses_[2];
  skin::SkinPlan plan_;
  skin::Palette palette_;
  skin::PosedMesh posed_;
  uint32_t turn_ = 0;
};

}  // namespace vitrine::bench
