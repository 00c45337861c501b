#include "formats/pivot/read/build.h"

#include <algorithm>
#include <cmath>

#include "base/generated.h"
#include "base/name_index.h"
#include "base/names.h"
#include "formats/name_cost.h"
#include "formats/pivot/codes.h"
#include "formats/pivot/full/describe.h"
#include "formats/pivot/read/names.h"
#include "formats/pivot/read/weights.h"
#include "formats/pivot/scalars.h"
#include "formats/pivot/sentences.h"
#include "scene/append.h"
#include "scene/finite.h"
#include "scene/transform.h"

namespace vitrine::pivot {
namespace {

/// Out of line: it is long.
[[gnu::noinline]] glm::dmat4 inverse_of(const glm::dmat4& m) { return glm::inverse(m); }

/// Is there an inverse that a float can hold?
bool is_usable(const glm::dmat4& inverse) { return is_finite(inverse) && is_finite(glm::dmat4(glm::mat4(inverse))); }

class Builder {
 public:
  Builder(LoadContext& context, const RawScene& raw) : context_(context), raw_(raw) {}

  Status run(Scene& scene) {
    VITRINE_CHECK(context_.budget.charge(raw_.objects.size(), sizeof(Node) + 1024));
    index_names();
    notes_.resize(raw_.objects.size());
    for (uint32_t i = 0; i < raw_.objects.size(); ++i) link_bones(i);
    for (uint32_t i = 0; i < raw_.objects.size(); ++i) add_node(i);
    for (uint32_t i = 0; i < raw_.objects.size(); ++i) {
      if (context_.cancelled()) return Error{messages::kCancelled, raw_.objects[i].offset};
      VITRINE_CHECK(add_geometry(i));
    }
    describe(raw_, notes_, context_.bytes.size(), context_.info);
    // A file that is read alone is in no list.
    if (context_.file < scene.files.size()) add_properties(raw_, part_.nodes, scene.files[context_.file]);
    append(scene, std::move(part_));
    return ok_status();
  }

 private:
  void warn(uint32_t object, const Sentence& sentence, Arguments arguments = {}) {
    warn_object(context_, raw_, object, sentence, arguments);
  }
  std::string name_of(uint32_t object) const { return name_of_object(raw_, object); }

  void index_names() {
    for (uint32_t i = 0; i < raw_.objects.size(); ++i) folded_names_.push_back(lower_case(raw_.objects[i].name));
    shared_name_.assign(raw_.objects.size(), false);
    for (uint32_t i = 0; i < raw_.objects.size(); ++i) {
      const uint32_t first = by_name_.find_or_add(raw_.objects[i].name, i);
      if (first != i) shared_name_[first] = true;
      by_folded_name_.find_or_add(folded_names_[i], i);
    }
  }

  void link_bones(uint32_t i) {
    for (const std::string_view bytes : raw_.objects[i].bones) {
      BoneLink link{by_name_.find(bytes), true};
      if (link.object == kNone) link = {by_folded_name_.find(lower_case(bytes)), false};
      if (link.object == kNone) {
        warn(i, messages::kNoSuchBone, {decode_name(bytes)});
      } else {
        notes_[link.object].is_bone = true;
        if (link.exact && shared_name_[link.object]) warn(i, messages::kSharedBoneName, {decode_name(bytes)});
      }
      notes_[i].bones.push_back(link);
    }
  }

  void add_node(uint32_t i) {
    const RawObject& object = raw_.objects[i];
    Node node;
    node.name = name_of(i);
    node.parent = object.parent;
    node.local = object.local;
    node.source = {context_.file, object.offset, 0};
    const float square = glm::dot(node.local.rotation, node.local.rotation);
    if (square > 0 && std::isfinite(square)) {
      if (!is_unit_square(square)) node.local.rotation /= std::sqrt(square);
    } else {
      node.local.rotation = glm::quat(1, 0, 0, 0);
      warn(i, messages::kNoRotation);
    }
    if (context_.options.has(kConjugate)) node.local.rotation = glm::conjugate(node.local.rotation);
    node.kind = object.has_geometry() ? NodeKind::kMesh : notes_[i].is_bone ? NodeKind::kJoint : NodeKind::kEmpty;
    node.hidden = object.has_geometry() && notes_[i].is_bone;
    worlds_.push_back((object.parent == kNone ? glm::dmat4(1) : worlds_[object.parent]) * local_matrix(node.local));
    if ((object.flags & ~(kHasGeometry | kSkinned)) != 0) {
      warn(i, messages::kUnknownFlags, {object.flags});
    }
    if (!object.has_geometry() && !object.surfaces.empty()) {
      warn(i, messages::kSurfacesWithoutFlag, {object.surfaces.size()});
    }
    if (!object.has_geometry() && object.is_skinned()) warn(i, messages::kSkinnedWithoutFlag);
    if (object.is_skinned() && object.bones.empty()) warn(i, messages::kSkinnedWithoutBones);
    part_.nodes.push_back(std::move(node));
  }

  Status add_geometry(uint32_t i) {
    const RawObject& object = raw_.objects[i];
    if (!object.has_geometry() || object.surfaces.empty()) return ok_status();
    VITRINE_CHECK(check_limit(part_.meshes.size() + 1, context_.limits.meshes, "meshes", object.offset));
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
    mesh.name = part_.nodes[i].name;
    VITRINE_CHECK(charge_names(context_.budget, mesh.name, object.surfaces.size(), object.offset));
    mesh.normal_rule = NormalRule::kStored;
    mesh.source = {context_.file, object.offset, 0};
    read_surfaces(object, static_cast<size_t>(vertices), static_cast<size_t>(indices), mesh);
    flip_triangles_by_normals(i, mesh);
    finish_normals(i, mesh);
    part_.nodes[i].mesh = static_cast<uint32_t>(part_.meshes.size());
    if (object.is_skinned()) VITRINE_CHECK(add_skin(i, mesh));
    part_.meshes.push_back(std::move(mesh));
    return ok_status();
  }

  template <class Order>
  static void read_surface(const RawSurface& surface, size_t stride, Mesh& mesh, Order big_endian) {
    const auto base = static_cast<uint32_t>(mesh.positions.size());
    std::vector<glm::vec2>& uv = mesh.uv_layers[0].uv;
    const Scalars numbers(surface.vertices, big_endian);
    const size_t count = surface.vertex_count;
    append_generated(mesh.positions, count, [&](size_t n) { return numbers.vec3(n * stride); });
    append_generated(uv, count,
                     [&](size_t n) { return glm::vec2(numbers.f32(n * stride + 12), numbers.f32(n * stride + 16)); });
    append_generated(mesh.uv_layers[0].w, count, [&](size_t n) { return numbers.f32(n * stride + 20); });
    append_generated(mesh.normals, count, [&](size_t n) { return numbers.vec3(n * stride + 24); });
    const Scalars words(surface.indices, big_endian);
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
      in_order(raw_.dialect.big_endian,
               [&](auto big_endian) { read_surface(surface, object.stride(), mesh, big_endian); });
    }
    std::vector<float>& w = mesh.uv_layers[0].w;
    if (std::all_of(w.begin(), w.end(), [](float number) { return number == 0; })) w.clear();
  }

  void flip_triangles_by_normals(uint32_t i, Mesh& mesh) {
    uint64_t with = 0, against = 0;
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
      const uint32_t* t = &mesh.indices[k];
      const glm::vec3 face =
          glm::cross(mesh.positions[t[1]] - mesh.positions[t[0]], mesh.positions[t[2]] - mesh.positions[t[0]]);
      const float agreement = glm::dot(face, mesh.normals[t[0]] + mesh.normals[t[1]] + mesh.normals[t[2]]);
      with += agreement > 0;
      against += agreement < 0;
    }
    notes_[i].against_normals = against;
    if (against <= with) return;
    for (size_t k = 0; k < mesh.indices.size(); k += 3) std::swap(mesh.indices[k + 1], mesh.indices[k + 2]);
    warn(i, messages::kTurned, {against, mesh.indices.size() / 3});
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
    if (computed > 0) warn(i, messages::kNormalsWithoutLength, {computed});
  }

  /// Joints are the object's bones in its own order, then the object itself for vertices without weights. The file has
  /// no inverse bind matrices: the stored transforms are the bind pose.
  Status add_skin(uint32_t i, Mesh& mesh) {
    const RawObject& object = raw_.objects[i];
    const glm::dmat4& world = worlds_[i];
    VITRINE_CHECK(context_.budget.charge(object.bones.size(), kBytesOfJoint, object.offset));
    Skin skin;
    skin.name = part_.nodes[i].name;
    std::vector<AffineMap> joint_from_mesh;
    std::vector<uint32_t> joint_of_bone(object.bones.size(), kNone);
    const auto add_joint = [&](uint32_t node, const glm::dmat4& inverse) {
      skin.joints.push_back(node);
      skin.joint_from_bind.emplace_back(glm::mat4(inverse));
      joint_from_mesh.emplace_back(inverse * world);
    };
    for (size_t b = 0; b < object.bones.size(); ++b) {
      const uint32_t bone = notes_[i].bones[b].object;
      if (bone == kNone) continue;
      const glm::dmat4 inverse = inverse_of(worlds_[bone]);
      if (!is_usable(inverse)) {
        warn(i, messages::kFlatBone, {decode_name(object.bones[b])});
        continue;
      }
      joint_of_bone[b] = static_cast<uint32_t>(skin.joints.size());
      add_joint(bone, inverse);
    }
    const auto own = static_cast<uint32_t>(skin.joints.size());
    const glm::dmat4 inverse = inverse_of(world);
    add_joint(i, is_usable(inverse) ? inverse : glm::dmat4(1));

    WeightCounts& counts = notes_[i].weights;
    const float reach =
        read_weights({object.surfaces, raw_.dialect.big_endian, joint_of_bone, own, joint_from_mesh}, mesh, counts);
    notes_[i].is_weighted = true;
    if (counts.rigid > 0) warn(i, messages::kUnweightedVertices, {counts.rigid});
    if (!object.bones.empty() && counts.dropped_by_id + counts.dropped_by_name > 0) {
      warn(i, messages::kInfluencesWithoutBone, {counts.dropped_by_id + counts.dropped_by_name});
    }
    if (object.bones.empty()) {  // rigid after all
      mesh.influences.clear();
      mesh.influence_first.clear();
      return ok_status();
    }
    float odd = reach * 0;
    if (world != glm::dmat4(1)) odd += to_scene_space(mesh, world);
    if (odd != 0) {
      return Error{messages::kTooLarge, object.offset, {name_of(i)}};
    }
    part_.nodes[i].skin = static_cast<uint32_t>(part_.skins.size());
    part_.skins.push_back(std::move(skin));
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
      const glm::dvec3 moved = for_normals * glm::dvec3(n);
      const double length = glm::length(moved);
      if (length > 1e-30) n = glm::vec3(moved / length);
    }
    return odd;
  }

  LoadContext& context_;
  const RawScene& raw_;
  std::vector<std::string> folded_names_;  ///< what by_folded_name_ looks at
  NameIndex by_name_, by_folded_name_;
  std::vector<bool> shared_name_;   ///< per object: the first of several of its name
  std::vector<ObjectNotes> notes_;  ///< per object
  std::vector<glm::dmat4> worlds_;
  Scene part_;
};

}  // namespace

std::vector<glm::vec3> face_normals_at_vertices(const Mesh& mesh) {
  std::vector<glm::vec3> sums(mesh.positions.size(), glm::vec3(0));
  for (size_t k = 0; k < mesh.indices.size(); k += 3) {
    const uint32_t* t = &mesh.indices[k];
    const glm::vec3 face =
        glm::cross(mesh.positions[t[1]] - mesh.positions[t[0]], mesh.positions[t[2]] - mesh.positions[t[0]]);
    for (int c = 0; c < 3; ++c) sums[t[c]] += face;
  }
  return sums;
}

std::string name_of_object(const RawScene& raw, uint32_t object) {
  const std::string_view bytes = raw.objects[object].name;
  return bytes.empty() ? "object " + std::to_string(object) : decode_name(bytes);
}

Status build(LoadContext& context, const RawScene& raw, Scene& scene) { return Builder(context, raw).run(scene); }

}  // namespace vitrine::pivot
