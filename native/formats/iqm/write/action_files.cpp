#include "formats/iqm/write/action_files.h"

#include <algorithm>

#include "convert/plain_text.h"

namespace vitrine::iqm_export {
namespace {

constexpr double kSmall = 1.0 / 1000;  // of the size

Geometry triangle(const Model& model) {
  Geometry out;
  const glm::vec3 at(model.skeleton.joints.front().bind.translation);
  const auto edge = static_cast<float>(std::max(model.geometry.size * kSmall, 1e-6));
  out.positions = {at, at + glm::vec3(edge, 0, 0), at + glm::vec3(0, edge, 0)};
  out.normals.assign(3, glm::vec3(0, 0, 1));
  out.uv.assign(3, glm::vec2(0));
  out.tangents.assign(3, glm::vec4(1, 0, 0, -1));
  if (!model.geometry.colors.empty()) out.colors.assign(3, glm::u8vec4(255));
  out.hold_first = {0, 1, 2, 3};
  out.holds.assign(3, {0, 1});
  out.indices = {0, 2, 1};  // clockwise from above
  out.reach.assign(model.skeleton.joints.size(), 0);
  out.size = edge;
  OutMesh mesh = model.geometry.meshes.front();
  mesh.first_vertex = mesh.first_triangle = 0;
  mesh.vertex_count = 3, mesh.triangle_count = 1;
  out.meshes.push_back(std::move(mesh));
  return out;
}

}  // namespace

std::vector<ActionFile> action_files(const Model& model, const IqmWriteOptions& options) {
  std::vector<ActionFile> out;
  NameList names(0);
  const size_t joints = model.skeleton.joints.size();
  for (const Action& action : model.motion.actions) {
    ActionFile file;
    file.name = names.take(options.name + "_" + plain_name(action.name, "action")) + (options.text ? ".iqe" : ".iqm");
    file.model.skeleton = model.skeleton;
    file.model.geometry = triangle(model);
    Motion& motion = file.model.motion;
    motion.frames = action.frames();
    const auto from = model.motion.poses.begin() + static_cast<std::ptrdiff_t>(action.first * joints);
    motion.poses.assign(from, from + static_cast<std::ptrdiff_t>(motion.frames * joints));
    motion.actions.push_back(action);
    motion.actions.front().first = 0;
    out.push_back(std::move(file));
  }
  return out;
}

}  // namespace vitrine::iqm_export
