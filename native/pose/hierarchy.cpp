#include "pose/hierarchy.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "scene/transform.h"

namespace vitrine::pose {

void world_matrices(const Scene& scene, const LocalPose& pose, std::span<glm::dmat4> exact,
                    std::span<glm::mat4> world_from_node) {
  const size_t count = scene.nodes.size();
  assert(pose.local.size() == count && pose.driven.size() == count && exact.size() == count &&
         world_from_node.size() == count);
  for (size_t i = 0; i < count; ++i) {
    if (pose.moves[i] == 0) continue;
    const Node& node = scene.nodes[i];
    glm::dmat4 matrix = parent_from_node(scene, pose, i);
    if (node.parent != kNone) matrix = exact[node.parent] * matrix;
    exact[i] = matrix;
    world_from_node[i] = glm::mat4(matrix);
  }
}

namespace {

double length(const glm::dquat& q) { return std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w); }

/// Files hold quaternions of other lengths: what is between two of them has a length between theirs.
glm::dquat blended(const glm::dquat& from, const glm::dquat& to, double u) {
  const double a = length(from), b = length(to);
  if (!(a > 0) || !(b > 0)) return u < 0.5 ? from : to;
  const glm::dquat q = slerp(from * (1 / a), to * (1 / b), u);
  const double now = length(q);
  return now > 0 ? q * ((a + (b - a) * u) / now) : from;
}

}  // namespace

void blend(const LocalPose& other, double weight, LocalPose& pose) {
  const double u = std::clamp(weight, 0.0, 1.0);
  if (!(u > 0)) return;
  const size_t count = std::min(pose.local.size(), other.local.size());
  for (size_t i = 0; i < count; ++i) {
    Transform& local = pose.local[i];
    const Transform& to = other.local[i];
    local.translation = mixed(local.translation, to.translation, u);
    local.scale = mixed(local.scale, to.scale, u);
    local.rotation = glm::quat(blended(glm::dquat(local.rotation), glm::dquat(to.rotation), u));
    if (!pose.placed.empty()) pose.placed[i][3].w = 0;
    if (u >= 0.5) pose.driven[i] = other.driven[i];
  }
  if (pose.camera != kNone && pose.camera == other.camera)
    pose.camera_fov_rad = static_cast<float>(pose.camera_fov_rad + (other.camera_fov_rad - pose.camera_fov_rad) * u);
}

}  // namespace vitrine::pose
