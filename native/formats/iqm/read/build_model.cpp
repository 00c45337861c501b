#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/name_index.h"
#include "base/names.h"
#include "formats/iqm/build.h"
#include "formats/iqm/codes.h"
#include "formats/iqm/read.h"
#include "formats/iqm/sentences.h"
#include "formats/lookup.h"
#include "scene/append.h"
#include "scene/influence_writer.h"

namespace vitrine::iqm {
namespace {

bool holds_floats(const glm::dmat4& m) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!(std::abs(m[c][r]) <= 3.4e38)) return false;
    }
  }
  return true;
}

/// A vector with no number beyond this has a length.
constexpr float kSquareFits = 1e18f;

/// Is it so short that its length has a number?
template <class Vector>
bool has_length(const Vector& v) {
  return std::isfinite(glm::dot(v, v));
}

/// A material is any string: the name of an image, a path without its extension, or nothing.
void add_material(const std::string& name, const std::string& file, const SourceRange& source, Scene& part) {
  Material material;
  material.name = name;
  material.source = source;
  Texture texture;
  texture.name = name;
  std::string path = name;
  std::replace(path.begin(), path.end(), '\\', '/');
  if (path.empty()) path = file.substr(0, file.rfind('.'));
  const size_t slash = path.find_last_of('/');
  const std::string base = path.substr(slash + 1);  // npos + 1 = 0
  const size_t dot = base.rfind('.');
  for (const std::string& stem : {path, base}) {
    if (dot != std::string::npos) texture.candidates.push_back(stem);
    for (const char* extension : kImageEndings)
      texture.candidates.push_back((dot == std::string::npos ? stem : stem.substr(0, stem.rfind('.'))) + extension);
    if (slash == std::string::npos) break;
  }
  material.slots.push_back({TextureRole::kDiffuse, static_cast<uint32_t>(part.textures.size())});
  part.textures.push_back(std::move(texture));
  part.materials.push_back(std::move(material));
}

class ModelBuilder {
 public:
  ModelBuilder(LoadContext& context, RawModel& raw) : context_(context), raw_(raw) {}

  Status run(Scene& scene) {
    VITRINE_CHECK(context_.budget.charge(raw_.joints.size(), sizeof(Node) + 3 * sizeof(glm::dmat4)));
    nodes_ = build_joints(raw_, context_.file, part_);
    VITRINE_CHECK(find_inverses());
    VITRINE_CHECK(add_mesh());
    std::vector<Bound> bound;
    for (uint32_t i = 0; i < std::min(nodes_.size(), raw_.poses.size()); ++i) bound.push_back({nodes_[i], i});
    VITRINE_CHECK(build_clips(context_, raw_, bound, {}, part_.clips));
    append(scene, std::move(part_));
    scene.axes = kIdTechAxes;
    return ok_status();
  }

 private:
  /// Bind poses by their joints, and what undoes them; a joint that flattens its vertices has none.
  Status find_inverses() {
    std::vector<glm::dmat4> worlds(part_.nodes.size());
    for (size_t n = 0; n < part_.nodes.size(); ++n) {
      const Node& node = part_.nodes[n];
      worlds[n] = (node.parent == kNone ? glm::dmat4(1) : worlds[node.parent]) * local_matrix(node.local);
      if (!holds_floats(worlds[n])) {
        return Error{messages::kJointBeyondFloat, node.source.offset, {node.name}};
      }
    }
    for (size_t j = 0; j < nodes_.size(); ++j) {
      inverses_.push_back(glm::inverse(worlds[nodes_[j]]));
      usable_.push_back(holds_floats(inverses_.back()));
      if (usable_.back()) continue;
      inverses_.back() = glm::dmat4(1);
      context_.diagnostics.add(messages::kFlatJoint, raw_.joints[j].offset, {raw_.joints[j].name});
    }
    return ok_status();
  }

  Status add_mesh() {
    if (raw_.positions.empty() && raw_.meshes.empty()) return ok_status();
    const size_t vertices = raw_.positions.size();
    uint64_t indices = 0;
    for (const RawMesh& mesh : raw_.meshes) indices += 3ull * mesh.triangle_count;
    VITRINE_CHECK(context_.budget.charge(vertices, 80));
    VITRINE_CHECK(context_.budget.charge(indices, sizeof(uint32_t)));
    VITRINE_CHECK(context_.budget.charge(raw_.meshes.size(), sizeof(Primitive) + 2048));
    Mesh mesh;
    const SourceRange source{context_.file, raw_.meshes_offset, 0};
    mesh.name = raw_.meshes.size() == 1 && !raw_.meshes[0].name.empty() ? raw_.meshes[0].name : file_name();
    mesh.source = source;
    mesh.positions = std::move(raw_.positions);
    if (!raw_.uv.empty()) mesh.uv_layers.push_back({"texcoord", std::move(raw_.uv)});
    if (!raw_.colors.empty()) mesh.color_layers.push_back({"color", std::move(raw_.colors)});
    mesh.indices.reserve(static_cast<size_t>(indices));
    for (const RawMesh& raw : raw_.meshes) add_primitive(raw, mesh);
    add_normals(mesh);
    const auto own = static_cast<uint32_t>(part_.nodes.size());
    VITRINE_CHECK(add_skin(own, mesh));
    Node node;
    node.name = mesh.name;
    node.kind = NodeKind::kMesh;
    node.mesh = 0;
    node.skin = part_.skins.empty() ? kNone : 0;
    node.source = source;
    part_.nodes.push_back(std::move(node));
    part_.meshes.push_back(std::move(mesh));
    return ok_status();
  }

  std::string file_name() const { return std::string(base_name(context_.name)); }

  void add_primitive(const RawMesh& raw, Mesh& mesh) {
    const uint32_t material = materials_.find_or_add(raw.material, static_cast<uint32_t>(part_.materials.size()));
    if (material == part_.materials.size())
      add_material(raw.material, file_name(), {context_.file, raw.offset, 0}, part_);
    const auto first = raw_.triangles.begin() + 3 * static_cast<std::ptrdiff_t>(raw.first_triangle);
    mesh.primitives.push_back({static_cast<uint32_t>(mesh.indices.size()), 3 * raw.triangle_count, material, raw.name});
    mesh.indices.insert(mesh.indices.end(), first, first + 3 * static_cast<std::ptrdiff_t>(raw.triangle_count));
  }

  /// Stored ones with length 1; without any, or where one is no direction, they are computed from the triangles.
  void add_normals(Mesh& mesh) {
    mesh.normals = std::move(raw_.normals);
    mesh.normal_rule = mesh.normals.empty() ? NormalRule::kRecompute : NormalRule::kStored;
    std::vector<glm::vec3> faces;
    for (size_t v = 0; v < mesh.normals.size(); ++v) {
      glm::vec3& normal = mesh.normals[v];
      const float square = glm::dot(normal, normal);
      if (is_unit_square(square)) continue;
      if (square > 1e-12f && std::isfinite(square)) {
        normal /= std::sqrt(square);
        continue;
      }
      if (faces.empty()) faces = face_normals(mesh);
      normal = faces[v];
    }
    if (mesh.normals.empty()) return;
    // A zero vector means that the exporter had none.
    const bool all = std::all_of(raw_.tangents.begin(), raw_.tangents.end(), [](const glm::vec4& t) {
      const float square = glm::dot(glm::vec3(t), glm::vec3(t));
      return square > 1e-12f && std::isfinite(square);
    });
    if (!all) return;
    for (const glm::vec4& t : raw_.tangents)
      mesh.tangents.emplace_back(glm::normalize(glm::vec3(t)), t.w < 0 ? -1.0f : 1.0f);
  }

  /// Unit sums of the triangles' normals, by area; front faces are clockwise.
  static std::vector<glm::vec3> face_normals(const Mesh& mesh) {
    std::vector<glm::vec3> sums(mesh.positions.size(), glm::vec3(0));
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
      const uint32_t* t = &mesh.indices[k];
      const glm::vec3& a = mesh.positions[t[0]];
      const glm::vec3 face = glm::cross(mesh.positions[t[2]] - a, mesh.positions[t[1]] - a);
      if (!has_length(face)) continue;
      for (int c = 0; c < 3; ++c) sums[t[c]] += face;
    }
    for (glm::vec3& sum : sums) {
      const float length = glm::length(sum);
      sum = length > 1e-20f && std::isfinite(length) ? sum / length : glm::vec3(0, 0, 1);
    }
    return sums;
  }

  /// Joints in the order of the file; behind them the mesh itself, on which vertices without weights hang.
  Status add_skin(uint32_t own, Mesh& mesh) {
    if (raw_.influence_first.empty() || raw_.joints.empty()) return ok_status();
    const size_t vertices = mesh.positions.size();
    const auto rigid = static_cast<uint32_t>(nodes_.size());
    VITRINE_CHECK(context_.budget.charge(raw_.influences.size() + vertices, sizeof(Influence)));
    VITRINE_CHECK(context_.budget.charge(vertices + 1, sizeof(uint32_t)));
    const std::vector<AffineMap> joint_from_scene(inverses_.begin(), inverses_.end());
    bool any_rigid = false;
    const uint32_t* const first = raw_.influence_first.data();
    size_t free = 0;
    for (size_t v = 0; v < vertices; ++v) free += first[v] == first[v + 1];
    InfluenceWriter writer(mesh, raw_.influences.size() + free);
    for (size_t v = 0; v < vertices; ++v) {
      writer.begin_vertex();
      const glm::vec3& place = mesh.positions[v];
      const glm::dvec3 exact(place);
      for (uint32_t k = first[v]; k < first[v + 1]; ++k) {
        const auto& [joint, weight] = raw_.influences[k];
        if (usable_[joint] != 0) {
          writer.add(joint, weight, joint_from_scene[joint], exact);
        } else {
          writer.add(rigid, weight, place);
          any_rigid = true;
        }
      }
      if (first[v] == first[v + 1]) writer.add(rigid, 1, place);
    }
    any_rigid |= free != 0;
    if (!(writer.finish() <= kSquareFits)) VITRINE_CHECK(check_lengths(mesh));
    Skin skin;
    skin.name = file_name();
    skin.joints = nodes_;
    for (const glm::dmat4& inverse : inverses_) skin.joint_from_bind.emplace_back(inverse);
    if (any_rigid) {
      skin.joints.push_back(own);
      skin.joint_from_bind.emplace_back(1);
    }
    part_.skins.push_back(std::move(skin));
    return ok_status();
  }
  /// Lengths of the influences of the file have numbers.
  Status check_lengths(const Mesh& mesh) const {
    for (size_t v = 0; v < mesh.positions.size(); ++v) {
      if (raw_.influence_first[v] == raw_.influence_first[v + 1]) continue;
      for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) {
        if (!has_length(mesh.influences[k].position)) return Error{messages::kTooFar, raw_.meshes_offset, {v}};
      }
    }
    return ok_status();
  }

  LoadContext& context_;
  RawModel& raw_;                     ///< its arrays move into the scene
  std::vector<uint32_t> nodes_;       ///< per joint of the file
  std::vector<glm::dmat4> inverses_;  ///< per joint of the file
  std::vector<uint8_t> usable_;       ///< likewise
  NameIndex materials_;               ///< the names are those of the meshes
  Scene part_;
};

}  // namespace

std::vector<uint32_t> build_joints(const RawModel& raw, uint32_t file, Scene& part) {
  std::vector<int64_t> parents;
  for (const RawJoint& joint : raw.joints) parents.push_back(joint.parent);
  std::vector<uint32_t> nodes(raw.joints.size());
  for (const uint32_t j : parents_first(parents)) {
    const RawJoint& joint = raw.joints[j];
    Node node;
    node.name = joint.name.empty() ? "joint " + std::to_string(j) : joint.name;
    node.kind = NodeKind::kJoint;
    node.parent = joint.parent < 0 ? kNone : nodes[static_cast<size_t>(joint.parent)];
    node.local = joint.local;
    node.source = {file, joint.offset, 0};
    nodes[j] = static_cast<uint32_t>(part.nodes.size());
    part.nodes.push_back(std::move(node));
  }
  return nodes;
}

Status build_model(LoadContext& context, RawModel raw, Scene& scene) { return ModelBuilder(context, raw).run(scene); }

}  // namespace vitrine::iqm
