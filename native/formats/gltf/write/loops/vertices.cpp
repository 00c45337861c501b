#include "formats/gltf/write/read_back.h"

namespace vitrine::glb {

void Asset::vertices(uint32_t node, std::vector<glm::dvec3>& out, std::vector<glm::dvec3>* normals) const {
  const Mesh& mesh = meshes_[nodes_[node].mesh];
  const bool skinned = nodes_[node].skin != kNoIndex && mesh.influences > 0;
  std::vector<glm::dmat4> palette;
  if (skinned) {
    const Skin& skin = skins_[nodes_[node].skin];
    for (size_t k = 0; k < skin.joints.size(); ++k)
      palette.push_back(worlds_[skin.joints[k]] * skin.joint_from_bind[k]);
  }
  const auto put_normal = [&](size_t v, const glm::dvec3& n) {
    const double length = glm::length(n);
    (*normals)[v] = length > 0 ? n / length : n;
  };
  const glm::dmat3 normal_matrix = glm::transpose(glm::inverse(glm::dmat3(worlds_[node])));
  out.resize(mesh.positions.size());
  if (normals != nullptr) normals->resize(out.size());
  for (size_t v = 0; v < out.size(); ++v) {
    glm::dvec3 p(mesh.positions[v]), n(normals != nullptr ? mesh.normals[v] : glm::vec3(0));
    for (size_t k = 0; k < mesh.targets.size() && k < weights_[node].size(); ++k) {
      p += weights_[node][k] * glm::dvec3(mesh.targets[k][v]);
      if (normals != nullptr && !mesh.target_normals.empty())
        n += weights_[node][k] * glm::dvec3(mesh.target_normals[k][v]);
    }
    if (!skinned) {
      out[v] = glm::dvec3(worlds_[node] * glm::dvec4(p, 1));
      if (normals != nullptr) put_normal(v, normal_matrix * n);
      continue;
    }
    glm::dvec3 sum(0), turned(0);
    for (size_t k = v * mesh.influences; k < (v + 1) * mesh.influences; ++k) {
      if (mesh.weights[k] == 0) continue;
      const glm::dmat4& m = palette[mesh.joints[k]];
      sum += static_cast<double>(mesh.weights[k]) * glm::dvec3(m * glm::dvec4(p, 1));
      if (normals != nullptr) turned += static_cast<double>(mesh.weights[k]) * (glm::dmat3(m) * n);
    }
    out[v] = sum;
    if (normals != nullptr) put_normal(v, turned);
  }
}

}  // namespace vitrine::glb
