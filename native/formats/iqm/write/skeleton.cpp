#include "formats/iqm/write/skeleton.h"

#include "base/utf8.h"

namespace vitrine::iqm_export {
namespace {

/// Each joint relative to its parent as a reader will have it, so that rounding does not add up along a chain.
void bind_joint(const Rigid& exact, const std::vector<Joint>& joints, Joint& joint) {
  const Rigid* parent = joint.parent == kNone ? nullptr : &joints[joint.parent].bind;
  const Rigid local = parent == nullptr ? exact : inverse(*parent) * exact;
  joint.local.translation = glm::vec3(local.translation);
  joint.local.rotation = glm::quat(as_stored(local.rotation));
  const Rigid rounded{glm::normalize(joint.local.rotation), joint.local.translation};
  joint.bind = parent == nullptr ? rounded : *parent * rounded;
}

}  // namespace

glm::dquat as_stored(const glm::dquat& rotation) {
  const glm::dquat unit = glm::normalize(rotation);
  return unit.w > 0 ? -unit : unit;
}

glm::dmat4 matrix_of(const Local& local) {
  glm::dmat4 out(glm::mat3_cast(glm::normalize(local.rotation)));
  for (int c = 0; c < 3; ++c) out[c] *= local.scale[c];
  out[3] = glm::dvec4(local.translation, 1);
  return out;
}

uint32_t Skeleton::still_root() {
  if (root != kNone) return root;
  root = static_cast<uint32_t>(joints.size());
  Joint joint;
  joint.local.rotation = glm::dquat(-1, 0, 0, 0);
  joints.push_back(joint);
  return root;
}

Skeleton make_skeleton(const Scene& scene, const Space& space) {
  Skeleton out;
  const std::vector<bool> wanted = nodes_for_joints(scene);
  std::vector<uint32_t> nodes;
  for (uint32_t n = 0; n < scene.nodes.size(); ++n)
    if (wanted[n]) nodes.push_back(n);
  out.plan = plan_joints(scene, space, wanted, nodes);
  out.reference.resize(scene.nodes.size());
  for (const PlannedJoint& planned : out.plan.joints) {
    Joint joint;
    static_cast<PlannedJoint&>(joint) = planned;
    const Rigid exact{polar(space.linear(joint.reference)).rotation, space.point(glm::dvec3(joint.reference[3]))};
    bind_joint(exact, out.joints, joint);
    out.reference[joint.node] = joint.reference;
    out.joints.push_back(std::move(joint));
  }
  return out;
}

void name_joints(const Scene& scene, const IqmWriteOptions& options, Skeleton& skeleton) {
  NameList names(options.limits.joint_name);
  for (Joint& joint : skeleton.joints) {
    const std::string from = joint.node == kNone ? "root" : scene.nodes[joint.node].name;
    joint.name = names.take(name_for(options, from, "joint"));
    if (joint.name != from) skeleton.renamed.push_back({from, joint.name});
  }
}

std::string readable_name(const std::string& name, const std::string& if_empty) {
  std::string out = to_utf8(name);
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7F || c == '"') c = '_';
  }
  return out.empty() ? if_empty : out;
}

std::string name_for(const IqmWriteOptions& options, const std::string& name, const std::string& if_empty) {
  return options.plain_names ? plain_name(name, if_empty.c_str()) : readable_name(name, if_empty);
}

}  // namespace vitrine::iqm_export
