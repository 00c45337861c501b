#include "formats/pivot/write/file.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/argument.h"
#include "base/byte_writer.h"
#include "formats/pivot/read/build.h"
#include "formats/pivot/read/names.h"
#include "formats/pivot/sentences.h"
#include "scene/decompose.h"
#include "scene/transform.h"

namespace vitrine::pivot {
namespace {

constexpr size_t kMaxInfluences = 4;

struct Slot {
  uint16_t bone = 0;
  float weight = 0;
};

class SceneWriter {
 public:
  SceneWriter(const Scene& scene, const WriteOptions& options, std::vector<Lost>& losses)
      : scene_(scene), options_(options), losses_(losses), out_(options.dialect.big_endian) {}

  Result<std::vector<uint8_t>> run() {
    prepare_nodes();
    if (scene_.nodes.size() > 0xFFFF) return too_many(scene_.nodes.size(), "objects");
    out_.padded(options_.format_name, 10);
    out_.u16(options_.version);
    VITRINE_CHECK(text(options_.service_utf8 ? options_.service_text : in_code_page(options_.service_text)));
    out_.u16(static_cast<uint32_t>(options_.dialect.counts_roots ? children_[scene_.nodes.size()].size()
                                                                 : scene_.nodes.size()));
    VITRINE_CHECK(all_objects());
    note_losses();
    return out_.take();
  }

 private:
  static Error too_many(uint64_t count, const char* what) {
    return Error{messages::kDoesNotFit, kNoOffset, {count, what}};
  }
  Status text(std::string_view value) {
    if (value.size() > 0xFFFF) return too_many(value.size(), "bytes of a name");
    out_.u16(static_cast<uint32_t>(value.size()));
    out_.raw(value);
    return ok_status();
  }

  /// Windows-1251, as the description's engine has it; what it lacks is UTF-8.
  std::string in_code_page(const std::string& utf8) {
    std::string bytes = encode_name(utf8);
    if (!bytes.empty() || utf8.empty()) return bytes;
    ++unicode_;
    return utf8;
  }
  /// As bytes of the file: a name that was UTF-8 in a pivot scene stays so.
  std::string stored_name(uint32_t node) {
    const std::vector<Property>& properties = scene_.nodes[node].properties;
    const bool was_utf8 = std::any_of(properties.begin(), properties.end(),
                                      [](const Property& p) { return p.name == "encoding" && p.text == "utf-8"; });
    return was_utf8 ? names_[node] : in_code_page(names_[node]);
  }

  void prepare_nodes() {
    const size_t count = scene_.nodes.size();
    children_.resize(count + 1);  // the last list holds the roots
    std::vector<bool> is_bone(count, false);
    for (const Skin& skin : scene_.skins) {
      for (const uint32_t joint : skin.joints) is_bone[joint] = true;
    }
    std::unordered_map<std::string, uint32_t> uses;
    for (uint32_t i = 0; i < count; ++i) {
      const Node& node = scene_.nodes[i];
      children_[node.parent == kNone ? count : node.parent].push_back(i);
      glm::dmat4 local = local_matrix(node.local);
      locals_.push_back(node.local);
      if (node.rest != kNone) local = glm::dmat4(scene_.rest_matrices[node.rest]) * local;
      const bool is_rotation = std::abs(glm::dot(node.local.rotation, node.local.rotation) - 1) < 1e-5f;
      if (node.rest != kNone || !is_rotation) locals_.back() = decompose(local, Mirror::kAlongX);
      // The reader will see the stored transform.
      worlds_.push_back((node.parent == kNone ? glm::dmat4(1) : worlds_[node.parent]) * local_matrix(locals_.back()));
      names_.push_back(node.name);
      // Bones are found by name, the first of a name: every later one needs another.
      const uint32_t before = uses[names_.back()]++;
      if (before > 0 || names_.back().empty()) {
        std::string unique = names_.back() + "#" + std::to_string(i);
        while (uses.contains(unique)) unique += '#';
        ++uses[unique];
        if (is_bone[i] || node.name.empty()) {
          renamed_ += is_bone[i];
          names_.back() = unique;
        }
      }
    }
    for (uint32_t i = 0; i < count; ++i) names_[i] = stored_name(i);
  }

  /// Depth first, parents before children, children in the scene's order.
  Status all_objects() {
    struct Level {
      const std::vector<uint32_t>* nodes;
      size_t next = 0;
    };
    std::vector<Level> levels = {{&children_.back()}};
    while (!levels.empty()) {
      Level& level = levels.back();
      if (level.next == level.nodes->size()) {
        levels.pop_back();
        continue;
      }
      const uint32_t node = (*level.nodes)[level.next++];
      VITRINE_CHECK(object(node));
      if (children_[node].empty()) continue;
      levels.push_back({&children_[node]});
      if (levels.size() > kDeepest) return too_many(levels.size(), "levels of objects");
    }
    return ok_status();
  }

  Status object(uint32_t i) {
    const Node& node = scene_.nodes[i];
    const Mesh* mesh = node.mesh == kNone ? nullptr : &scene_.meshes[node.mesh];
    const bool skinned = mesh != nullptr && node.skin != kNone && !mesh->influence_first.empty();
    out_.u16((mesh ? kHasGeometry : 0u) | (skinned ? kSkinned : 0u));
    if (children_[i].size() > 0xFFFF) return too_many(children_[i].size(), "children of one object");
    out_.u16(static_cast<uint32_t>(children_[i].size()));
    VITRINE_CHECK(text(names_[i]));
    const size_t surfaces = mesh ? mesh->primitives.size() : 0;
    if (surfaces > 0xFFFF) return too_many(surfaces, "surfaces of one object");
    out_.u16(static_cast<uint32_t>(surfaces));
    const Transform& local = locals_[i];
    for (int c = 0; c < 3; ++c) out_.f32(local.translation[c]);
    for (int c = 0; c < 4; ++c) out_.f32(local.rotation[c]);
    for (int c = 0; c < 3; ++c) out_.f32(local.scale[c]);
    if (skinned) VITRINE_CHECK(bones(i, *mesh));
    if (!mesh) return ok_status();
    prepare_vertices(i, *mesh, skinned);
    for (const Primitive& primitive : mesh->primitives) surface(*mesh, primitive, skinned);
    return ok_status();
  }

  /// The list of bones: the skin's joints without the mesh object itself, which a vertex without weights follows
  /// anyway.
  Status bones(uint32_t node, const Mesh& mesh) {
    const Skin& skin = scene_.skins[scene_.nodes[node].skin];
    bone_of_joint_.assign(skin.joints.size(), kNone);
    std::vector<uint32_t> listed;
    for (size_t j = 0; j < skin.joints.size(); ++j) {
      if (skin.joints[j] == node) continue;
      bone_of_joint_[j] = static_cast<uint32_t>(listed.size());
      listed.push_back(skin.joints[j]);
    }
    if (listed.size() > 0xFFFF) return too_many(listed.size(), "bones of one object");
    out_.u16(static_cast<uint32_t>(listed.size()));
    for (const uint32_t joint : listed) VITRINE_CHECK(text(names_[joint]));
    slots_.assign(mesh.positions.size() * kMaxInfluences, Slot{});
    for (size_t v = 0; v < mesh.positions.size(); ++v) reduce_influences(mesh, v);
    if (skin.joint_from_bind.empty()) ++skins_without_bind_;
    return ok_status();
  }

  void reduce_influences(const Mesh& mesh, size_t v) {
    std::vector<Slot>& kept = kept_;
    kept.clear();
    float own = 0, total = 0;
    for (uint32_t k = mesh.influence_first[v]; k < mesh.influence_first[v + 1]; ++k) {
      const Influence& influence = mesh.influences[k];
      if (!(influence.weight > 0)) continue;
      const uint32_t bone = bone_of_joint_[influence.joint];
      total += influence.weight;
      if (bone == kNone) {
        own += influence.weight;
        continue;
      }
      const auto same = std::find_if(kept.begin(), kept.end(), [&](const Slot& s) { return s.bone == bone; });
      if (same != kept.end())
        same->weight += influence.weight;
      else
        kept.push_back({static_cast<uint16_t>(bone), influence.weight});
    }
    if (kept.empty()) return;  // no weights: rigid
    own_weight_lost_ += own > 0;
    if (kept.size() > kMaxInfluences) {
      std::stable_sort(kept.begin(), kept.end(), [](const Slot& a, const Slot& b) { return a.weight > b.weight; });
      float dropped = own;
      for (size_t s = kMaxInfluences; s < kept.size(); ++s) dropped += kept[s].weight;
      largest_drop_ = std::max(largest_drop_, dropped / total);
      ++reduced_vertices_;
      kept.resize(kMaxInfluences);
    }
    std::copy(kept.begin(), kept.end(), slots_.begin() + static_cast<std::ptrdiff_t>(v * kMaxInfluences));
  }

  void prepare_vertices(uint32_t node, const Mesh& mesh, bool skinned) {
    number_of_.assign(mesh.positions.size(), kNone);
    positions_ = mesh.positions;
    normals_ = mesh.normals.empty() ? computed_normals(mesh) : mesh.normals;
    if (!skinned) return;
    const glm::dmat4 inverse = glm::inverse(worlds_[node]);
    const glm::dmat3 for_normals = glm::transpose(glm::dmat3(worlds_[node]));
    for (glm::vec3& p : positions_) p = glm::vec3(inverse * glm::dvec4(glm::dvec3(p), 1));
    for (glm::vec3& n : normals_) {
      const glm::dvec3 moved = for_normals * glm::dvec3(n);
      const double length = glm::length(moved);
      if (length > 1e-30) n = glm::vec3(moved / length);
    }
  }

  static std::vector<glm::vec3> computed_normals(const Mesh& mesh) {
    std::vector<glm::vec3> sums = face_normals_at_vertices(mesh);
    for (glm::vec3& n : sums) {
      const float length = glm::length(n);
      n = length > 1e-20f && std::isfinite(length) ? n / length : glm::vec3(0, 1, 0);
    }
    return sums;
  }

  /// A surface has vertices of its own, in the order of first use.
  void surface(const Mesh& mesh, const Primitive& primitive, bool skinned) {
    std::vector<uint32_t> used, indices;
    indices.reserve(primitive.index_count);
    for (uint32_t k = 0; k < primitive.index_count; ++k) {
      const uint32_t v = mesh.indices[primitive.first_index + k];
      if (number_of_[v] == kNone) {
        number_of_[v] = static_cast<uint32_t>(used.size());
        used.push_back(v);
      }
      indices.push_back(number_of_[v]);
    }
    out_.u32(static_cast<uint32_t>(used.size()));
    out_.u32(primitive.index_count / (options_.dialect.counts_triangles ? 3 : 1));
    const std::vector<glm::vec2>* uv = mesh.uv_layers.empty() ? nullptr : &mesh.uv_layers[0].uv;
    const std::vector<float>* w = uv == nullptr || mesh.uv_layers[0].w.empty() ? nullptr : &mesh.uv_layers[0].w;
    for (const uint32_t v : used) {
      for (int c = 0; c < 3; ++c) out_.f32(positions_[v][c]);
      for (int c = 0; c < 2; ++c) out_.f32(uv ? (*uv)[v][c] : 0);
      out_.f32(w ? (*w)[v] : 0);
      for (int c = 0; c < 3; ++c) out_.f32(normals_[v][c]);
      if (!skinned) continue;
      const Slot* slots = &slots_[v * kMaxInfluences];
      for (size_t s = 0; s < kMaxInfluences; ++s) out_.u16(slots[s].bone);
      for (size_t s = 0; s < kMaxInfluences; ++s) out_.f32(slots[s].weight);
    }
    for (const uint32_t index : indices) out_.u32(index);
    for (const uint32_t v : used) number_of_[v] = kNone;  // not all of them: a mesh may have many surfaces
  }

  void note_losses() {
    const auto lose = [&](const char* what, uint64_t count, const char* one, const char* many, double largest = 0) {
      if (count > 0) losses_.push_back({what, count, counted(count, one, many), largest});
    };
    lose("actions", scene_.clips.size(), "action: the format has no animation", "actions: the format has no animation");
    lose("materials", scene_.materials.size(), "material: the format has none", "materials: the format has none");
    lose("cameras", scene_.cameras.size() + scene_.lights.size() + scene_.emitters.size(),
         "camera, lamp or emitter becomes a pivot", "cameras, lamps and emitters become pivots");
    lose("names", renamed_, "bone was renamed, because bones are found by name",
         "bones were renamed, because bones are found by name");
    lose("names", unicode_, "text is UTF-8, because Windows-1251 lacks its letters",
         "texts are UTF-8, because Windows-1251 lacks their letters");
    lose("influences", reduced_vertices_, "vertex kept four influences; the number is the share dropped",
         "vertices kept four influences; the number is the largest share dropped", largest_drop_);
    lose("weights", own_weight_lost_, "vertex follows its bones only, not also its own object",
         "vertices follow their bones only, not also their own object");
    lose("bindPoses", skins_without_bind_,
         "skin without a bind pose: the stored pose serves, offsets of single influences are lost",
         "skins without a bind pose: the stored pose serves, offsets of single influences are lost");
    uint64_t layers = 0, shapes = 0;
    for (const Mesh& mesh : scene_.meshes) {
      layers += (mesh.uv_layers.size() > 1 ? mesh.uv_layers.size() - 1 : 0) + mesh.color_layers.size();
      shapes += mesh.shapes.size();
    }
    lose("layers", layers, "further texture or colour layer", "further texture and colour layers");
    lose("shapes", shapes, "shape key", "shape keys");
  }

  const Scene& scene_;
  const WriteOptions& options_;
  std::vector<Lost>& losses_;
  ByteWriter out_;
  std::vector<std::vector<uint32_t>> children_;
  std::vector<Transform> locals_;
  std::vector<glm::dmat4> worlds_;
  std::vector<std::string> names_;
  // State of the object being written.
  std::vector<uint32_t> bone_of_joint_, number_of_;
  std::vector<Slot> slots_, kept_;
  std::vector<glm::vec3> positions_, normals_;
  uint64_t renamed_ = 0, unicode_ = 0, reduced_vertices_ = 0, own_weight_lost_ = 0, skins_without_bind_ = 0;
  float largest_drop_ = 0;
};

}  // namespace

Result<std::vector<uint8_t>> write(const Scene& scene, const WriteOptions& options, std::vector<Lost>& losses) {
  return SceneWriter(scene, options, losses).run();
}

}  // namespace vitrine::pivot
