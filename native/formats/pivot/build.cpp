#include "formats/pivot/build.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/generated.h"
#include "formats/pivot/codes.h"
#include "formats/pivot/names.h"
#include "formats/pivot/scalars.h"
#include "formats/pivot/weights.h"
#include "scene/transform.h"

namespace vitrine::pivot {
namespace {

using Json = nlohmann::ordered_json;

bool is_finite(const glm::dmat4& m) {
  double sum = 0;
  for (int c = 0; c < 4; ++c) sum += glm::dot(m[c], glm::dvec4(0));
  return sum == 0;
}

struct BoneLink {
  uint32_t object = kNone;
  const char* how = "missing";  ///< "exact", "case-insensitive", "missing"
};

class Builder {
 public:
  Builder(LoadContext& context, const RawScene& raw) : context_(context), raw_(raw) {}

  Status run(Scene& scene) {
    VITRINE_CHECK(context_.budget.charge(raw_.objects.size(), sizeof(Node) + 1024));
    first_node_ = static_cast<uint32_t>(scene.nodes.size());
    index_names();
    bones_.resize(raw_.objects.size());
    is_bone_.assign(raw_.objects.size(), false);
    for (uint32_t i = 0; i < raw_.objects.size(); ++i) link_bones(i);
    for (uint32_t i = 0; i < raw_.objects.size(); ++i) add_node(i);
    auto listed = Json::array();
    for (uint32_t i = 0; i < raw_.objects.size(); ++i) {
      if (context_.cancelled()) return Error{&kCancelled, raw_.objects[i].offset, "loading was cancelled", {}};
      Json object = describe(i);
      VITRINE_CHECK(add_geometry(i, scene, object));
      listed.push_back(std::move(object));
    }
    context_.info = {{"dialect", dialect_id(raw_.dialect)},
                     {"dialectTitle", dialect_title(raw_.dialect)},
                     {"formatName", raw_.format_name},
                     {"version", raw_.version},
                     {"serviceText", decode_name(raw_.service_text)},
                     {"countField", raw_.object_count},
                     {"bytes", context_.bytes.size()},
                     {"accounted", raw_.end},
                     {"objects", std::move(listed)}};
    const auto move_to = [](auto& to, auto& from) {
      to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    move_to(scene.nodes, nodes_);
    move_to(scene.meshes, meshes_);
    move_to(scene.skins, skins_);
    return ok_status();
  }

 private:
  void warn(uint32_t object, const Code& code, const std::string& text) {
    context_.diagnostics.add(code, raw_.objects[object].offset, "object '" + name_of(object) + "': " + text,
                             "objects[" + std::to_string(object) + "]");
  }
  std::string name_of(uint32_t object) const {
    const std::string_view bytes = raw_.objects[object].name;
    return bytes.empty() ? "object " + std::to_string(object) : decode_name(bytes);
  }

  void index_names() {
    for (uint32_t i = 0; i < raw_.objects.size(); ++i) {
      const std::string name(raw_.objects[i].name);
      ++name_uses_[name];
      by_name_.try_emplace(name, i);
      by_folded_name_.try_emplace(folded(name), i);
    }
  }

  void link_bones(uint32_t i) {
    const RawObject& object = raw_.objects[i];
    for (const std::string_view bytes : object.bones) {
      const std::string name(bytes);
      BoneLink link;
      if (const auto exact = by_name_.find(name); exact != by_name_.end()) {
        link = {exact->second, "exact"};
        if (name_uses_[name] > 1) {
          warn(i, kBoneName, "several objects are called '" + decode_name(bytes) + "', the first is its bone");
        }
      } else if (const auto similar = by_folded_name_.find(folded(name)); similar != by_folded_name_.end()) {
        link = {similar->second, "case-insensitive"};
      } else {
        warn(i, kBoneName, "no object is called '" + decode_name(bytes) + "'; its influence is dropped");
      }
      if (link.object != kNone) is_bone_[link.object] = true;
      bones_[i].push_back(link);
    }
  }

  void add_node(uint32_t i) {
    const RawObject& object = raw_.objects[i];
    Node node;
    node.name = name_of(i);
    node.parent = object.parent == kNone ? kNone : first_node_ + object.parent;
    node.local = object.local;
    node.source = {context_.file, object.offset, 0};
    const float square = glm::dot(node.local.rotation, node.local.rotation);
    if (square > 0 && std::isfinite(square)) {
      if (!is_unit_square(square)) node.local.rotation /= std::sqrt(square);
    } else {
      node.local.rotation = glm::quat(1, 0, 0, 0);
      warn(i, kZeroRotation, "the quaternion has no length");
    }
    if (context_.options.pivot_conjugate) node.local.rotation = glm::conjugate(node.local.rotation);
    node.kind = object.has_geometry() ? NodeKind::kMesh : is_bone_[i] ? NodeKind::kJoint : NodeKind::kEmpty;
    node.hidden = object.has_geometry() && is_bone_[i];
    worlds_.push_back((object.parent == kNone ? glm::dmat4(1) : worlds_[object.parent]) * local_matrix(node.local));
    if ((object.flags & ~(kHasGeometry | kSkinned)) != 0) {
      warn(i, kUnknownFlags, "flags " + std::to_string(object.flags));
    }
    if (!object.has_geometry() && !object.surfaces.empty()) {
      warn(i, kFlags,
           "has " + std::to_string(object.surfaces.size()) + " surfaces but no geometry flag; it stays a pivot");
    }
    if (!object.has_geometry() && object.is_skinned()) warn(i, kFlags, "is skinned but has no geometry flag");
    if (object.is_skinned() && object.bones.empty()) warn(i, kNoBones, "is skinned without bones");
    nodes_.push_back(std::move(node));
  }

  Json describe(uint32_t i) const {
    const RawObject& object = raw_.objects[i];
    Json out = {{"name", name_of(i)},
                {"encoding", encoding_of(object.name)},
                {"offset", object.offset},
                {"flags", object.flags},
                {"kind", !object.has_geometry()  ? "pivot"
                         : !object.bones.empty() ? "skinned mesh"
                                                 : "mesh"},
                {"bone", is_bone_[i]},
                {"parent", object.parent == kNone ? Json(nullptr) : Json(object.parent)},
                {"children", object.child_count}};
    for (const RawSurface& surface : object.surfaces) {
      out["surfaces"].push_back({{"offset", surface.offset},
                                 {"vertices", surface.vertex_count},
                                 {"triangles", surface.index_count / 3},
                                 {"stride", object.stride()}});
    }
    for (size_t b = 0; b < object.bones.size(); ++b) {
      const BoneLink& link = bones_[i][b];
      out["bones"].push_back({{"name", decode_name(object.bones[b])},
                              {"object", link.object == kNone ? Json(nullptr) : Json(link.object)},
                              {"how", link.how}});
    }
    return out;
  }

  Status add_geometry(uint32_t i, Scene& scene, Json& listed) {
    const RawObject& object = raw_.objects[i];
    if (!object.has_geometry() || object.surfaces.empty()) return ok_status();
    VITRINE_CHECK(check_limit(meshes_.size() + 1, context_.limits.meshes, "meshes", object.offset));
    uint64_t vertices = 0, indices = 0;
    for (const RawSurface& surface : object.surfaces) {
      vertices += surface.vertex_count;
      indices += surface.index_count;
    }
    VITRINE_CHECK(check_limit(vertices, context_.limits.vertices, "vertices", object.offset));
    VITRINE_CHECK(check_limit(indices, context_.limits.vertices, "indices", object.offset));
    const uint64_t influence_bytes = object.is_skinned() ? 4 * sizeof(Influence) + sizeof(uint32_t) : 0;
    VITRINE_CHECK(context_.budget.charge(vertices, 32 + influence_bytes, object.offset));
    VITRINE_CHECK(context_.budget.charge(indices, sizeof(uint32_t), object.offset));

    Mesh mesh;
    mesh.name = nodes_[i].name;
    mesh.normal_rule = NormalRule::kStored;
    mesh.source = {context_.file, object.offset, 0};
    read_surfaces(object, static_cast<size_t>(vertices), static_cast<size_t>(indices), mesh);
    turn_triangles_with_normals(i, mesh, listed);
    finish_normals(i, mesh);
    nodes_[i].mesh = static_cast<uint32_t>(scene.meshes.size() + meshes_.size());
    if (object.is_skinned()) VITRINE_CHECK(add_skin(i, scene, mesh, listed));
    meshes_.push_back(std::move(mesh));
    return ok_status();
  }

  template <bool kBigEndian>
  static void read_surface(const RawSurface& surface, size_t stride, Mesh& mesh) {
    const auto base = static_cast<uint32_t>(mesh.positions.size());
    std::vector<glm::vec2>& uv = mesh.uv_layers[0].uv;
    const Scalars numbers(surface.vertices, kBigEndian);
    const size_t count = surface.vertex_count;
    append_generated(mesh.positions, count, [&](size_t n) { return numbers.vec3(n * stride); });
    append_generated(uv, count, [&](size_t n) {  // W is in the file and has no meaning here
      return glm::vec2(numbers.f32(n * stride + 12), numbers.f32(n * stride + 16));
    });
    append_generated(mesh.normals, count, [&](size_t n) { return numbers.vec3(n * stride + 24); });
    const Scalars words(surface.indices, kBigEndian);
    append_generated(mesh.indices, surface.index_count, [&](size_t n) { return base + words.u32(4 * n); });
  }

  void read_surfaces(const RawObject& object, size_t vertices, size_t indices, Mesh& mesh) const {
    mesh.positions.reserve(vertices);
    mesh.normals.reserve(vertices);
    mesh.indices.reserve(indices);
    mesh.uv_layers.emplace_back();
    mesh.uv_layers[0].uv.reserve(vertices);
    for (size_t s = 0; s < object.surfaces.size(); ++s) {
      const RawSurface& surface = object.surfaces[s];
      mesh.primitives.push_back({static_cast<uint32_t>(mesh.indices.size()), surface.index_count, kNone,
                                 mesh.name + "/" + std::to_string(s)});
      raw_.dialect.big_endian ? read_surface<true>(surface, object.stride(), mesh)
                              : read_surface<false>(surface, object.stride(), mesh);
    }
  }

  void turn_triangles_with_normals(uint32_t i, Mesh& mesh, Json& listed) {
    uint64_t with = 0, against = 0;
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
      const uint32_t* t = &mesh.indices[k];
      const glm::vec3 face =
          glm::cross(mesh.positions[t[1]] - mesh.positions[t[0]], mesh.positions[t[2]] - mesh.positions[t[0]]);
      const float agreement = glm::dot(face, mesh.normals[t[0]] + mesh.normals[t[1]] + mesh.normals[t[2]]);
      with += agreement > 0;
      against += agreement < 0;
    }
    listed["trianglesAgainstNormals"] = against;
    if (against <= with) return;
    for (size_t k = 0; k < mesh.indices.size(); k += 3) std::swap(mesh.indices[k + 1], mesh.indices[k + 2]);
    warn(i, kWinding,
         std::to_string(against) + " of " + std::to_string(mesh.indices.size() / 3) +
             " triangles face against their normals; all are turned");
  }

  void finish_normals(uint32_t i, Mesh& mesh) {
    std::vector<glm::vec3> faces;
    uint64_t computed = 0;
    for (size_t v = 0; v < mesh.normals.size(); ++v) {
      const float square = glm::dot(mesh.normals[v], mesh.normals[v]);
      if (is_unit_square(square)) continue;
      const float length = std::sqrt(square);
      if (length > 1e-12f && std::isfinite(length)) {
        mesh.normals[v] /= length;
        continue;
      }
      if (faces.empty()) faces = face_normals_at_vertices(mesh);
      const float own = glm::length(faces[v]);
      mesh.normals[v] = own > 1e-20f && std::isfinite(own) ? faces[v] / own : glm::vec3(0, 1, 0);
      ++computed;
    }
    if (computed > 0) warn(i, kNormals, std::to_string(computed) + " normals have no length");
  }

  static std::vector<glm::vec3> face_normals_at_vertices(const Mesh& mesh) {
    std::vector<glm::vec3> sums(mesh.positions.size(), glm::vec3(0));
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
      const uint32_t* t = &mesh.indices[k];
      const glm::vec3 face =
          glm::cross(mesh.positions[t[1]] - mesh.positions[t[0]], mesh.positions[t[2]] - mesh.positions[t[0]]);
      for (int c = 0; c < 3; ++c) sums[t[c]] += face;
    }
    return sums;
  }

  /// Joints are the object's bones in its own order, then the object itself for vertices without weights. The file has
  /// no inverse bind matrices: the stored transforms are the bind pose.
  Status add_skin(uint32_t i, const Scene& scene, Mesh& mesh, Json& listed) {
    const RawObject& object = raw_.objects[i];
    const glm::dmat4& world = worlds_[i];
    Skin skin;
    skin.name = nodes_[i].name;
    std::vector<AffineMap> joint_from_mesh;
    std::vector<uint32_t> joint_of_bone(object.bones.size(), kNone);
    const auto add_joint = [&](uint32_t node, const glm::dmat4& inverse) {
      skin.joints.push_back(first_node_ + node);
      skin.joint_from_bind.emplace_back(glm::mat4(inverse));
      joint_from_mesh.emplace_back(inverse * world);
    };
    for (size_t b = 0; b < object.bones.size(); ++b) {
      const uint32_t bone = bones_[i][b].object;
      if (bone == kNone) continue;
      const glm::dmat4 inverse = glm::inverse(worlds_[bone]);
      if (!is_finite(inverse) || !is_finite(glm::dmat4(glm::mat4(inverse)))) {
        warn(i, kBoneName, "bone '" + decode_name(object.bones[b]) + "' has a scale of 0; its influence is dropped");
        continue;
      }
      joint_of_bone[b] = static_cast<uint32_t>(skin.joints.size());
      add_joint(bone, inverse);
    }
    const auto own = static_cast<uint32_t>(skin.joints.size());
    const glm::dmat4 inverse = glm::inverse(world);
    add_joint(i, is_finite(inverse) && is_finite(glm::dmat4(glm::mat4(inverse))) ? inverse : glm::dmat4(1));

    WeightCounts counts;
    float odd =
        read_weights({object.surfaces, raw_.dialect.big_endian, joint_of_bone, own, joint_from_mesh}, mesh, counts);
    listed["skin"] = {{"rawSumMin", counts.sum_min},
                      {"rawSumMax", counts.sum_max},
                      {"rigidVertices", counts.rigid},
                      {"droppedById", counts.dropped_by_id},
                      {"droppedByName", counts.dropped_by_name},
                      {"verticesRenormalised", counts.renormalised}};
    if (counts.rigid > 0) warn(i, kNoWeights, std::to_string(counts.rigid) + " vertices have no usable weight");
    if (!object.bones.empty() && counts.dropped_by_id + counts.dropped_by_name > 0) {
      warn(i, kWeights, std::to_string(counts.dropped_by_id + counts.dropped_by_name) + " influences name no bone");
    }
    if (object.bones.empty()) {  // rigid after all
      mesh.influences.clear();
      mesh.influence_first.clear();
      return ok_status();
    }
    if (world != glm::dmat4(1)) odd += to_scene_space(mesh, world);
    if (odd != 0) {
      return Error{
          &kNotFinite, object.offset, "object '" + name_of(i) + "' is too large to be placed in the scene", {}};
    }
    nodes_[i].skin = static_cast<uint32_t>(scene.skins.size() + skins_.size());
    skins_.push_back(std::move(skin));
    return ok_status();
  }

  /// 0, or NaN when a place is too far away for a float.
  static float to_scene_space(Mesh& mesh, const glm::dmat4& world) {
    const glm::dmat3 linear(world);
    glm::dmat3 for_normals = glm::transpose(glm::inverse(linear));
    if (!is_finite(glm::dmat4(for_normals))) for_normals = glm::dmat3(1);
    const AffineMap map(world);
    float odd = 0;
    for (glm::vec3& p : mesh.positions) {
      p = map(p);
      odd += glm::dot(p, glm::vec3(0));
    }
    for (glm::vec3& n : mesh.normals) {
      const glm::dvec3 turned = for_normals * glm::dvec3(n);
      const double length = glm::length(turned);
      if (length > 1e-30) n = glm::vec3(turned / length);
    }
    return odd;
  }

  LoadContext& context_;
  const RawScene& raw_;
  uint32_t first_node_ = 0;
  std::unordered_map<std::string, uint32_t> by_name_, by_folded_name_, name_uses_;
  std::vector<std::vector<BoneLink>> bones_;  ///< per object, per bone of it
  std::vector<bool> is_bone_;
  std::vector<glm::dmat4> worlds_;
  std::vector<Node> nodes_;
  std::vector<Mesh> meshes_;
  std::vector<Skin> skins_;
};

}  // namespace

Status build(LoadContext& context, const RawScene& raw, Scene& scene) { return Builder(context, raw).run(scene); }

}  // namespace vitrine::pivot
