#include "formats/iqm/write/geometry.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/argument.h"
#include "base/names.h"
#include "convert/plain_text.h"
#include "convert/source_pose.h"
#include "convert/written_mesh.h"
#include "formats/iqm/write/skeleton.h"
#include "play/poser.h"
#include "skin/normals.h"

namespace vitrine::iqm_export {
namespace {

constexpr double kLeastShare = 1.0 / 512;  // half a step of a byte

struct GeometryTally {
  WeightTally weights;
  uint64_t hidden = 0, colors = 0, layers = 0, loose = 0, materials = 0, names = 0, tangents = 0, split = 0,
           cut_materials = 0;
};

/// A direction of length 1; `otherwise` where there is none.
glm::dvec3 unit_or(const glm::dvec3& v, const glm::dvec3& otherwise) {
  const double length = glm::length(v);
  return length > 1e-12 && std::isfinite(length) ? v / length : otherwise;
}

/// Any direction across a normal.
glm::dvec3 across(const glm::dvec3& normal) {
  const glm::dvec3 axis = std::abs(normal.x) < 0.7 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  return glm::normalize(glm::cross(normal, axis));
}

class GeometryBuilder {
 public:
  GeometryBuilder(const Scene& scene, const Space& space, const IqmWriteOptions& options, Skeleton& skeleton,
                  ModelImages& images, GeometryTally& tally)
      : scene_(scene),
        space_(space),
        options_(options),
        skeleton_(skeleton),
        images_(images),
        tally_(tally),
        pose_(scene) {
    rest_ = pose_.at(kNone, 0);
    above_ = nearest_above(scene, [&](uint32_t n) { return skeleton.plan.joint_of_node[n] != kNone; });
    chains_ = chains_to(scene, above_);
    poser_.options.loop = false;
    poser_.attach(scene);
    poser_.select(kNone);
    poser_.evaluate(0, {true, true, true, false});
  }

  Geometry run() {
    if (!skeleton_.joints.empty()) out_.hold_first.push_back(0);
    for (uint32_t i = 0; i < poser_.instance_count(); ++i) add_instance(i);
    add_tangents();
    measure();
    return std::move(out_);
  }

 private:
  /// A node with a mesh.
  struct Instance {
    uint32_t node = 0, number = 0;
    const Mesh* mesh = nullptr;
    const Skin* skin = nullptr;               ///< null: held by `joint` alone
    uint32_t joint = kNone;                   ///< kNone where the scene has no joints, or none above
    glm::dmat4 model_from_mesh{1};            ///< the joint's reference applied; rigid instances
    std::vector<glm::dmat3> shape_from_bind;  ///< per joint of the skin
    bool flips = false;
    std::span<const glm::vec3> normals;   ///< in the rest pose, of the node where the mesh is rigid
    std::span<const glm::vec4> tangents;  ///< likewise; empty where the mesh stores none
  };

  template <class T>
  std::span<const T> buffer(BufferKind kind, uint32_t instance) const {
    const BufferView view = poser_.buffer(kind, instance);
    return {static_cast<const T*>(view.data), view.bytes / sizeof(T)};
  }

  void add_instance(uint32_t number) {
    Instance instance;
    instance.node = poser_.instance_node(number);
    instance.number = number;
    const Node& node = scene_.nodes[instance.node];
    instance.mesh = &scene_.meshes[node.mesh];
    const Mesh& mesh = *instance.mesh;
    if (node.hidden && !options_.hidden) {
      tally_.hidden += mesh.indices.size() / 3;
      return;
    }
    place(node, instance);
    instance.normals = buffer<glm::vec3>(BufferKind::kNormals, number);
    if (!mesh.tangents.empty()) instance.tangents = buffer<glm::vec4>(BufferKind::kTangents, number);
    tally_.tangents += options_.text && !mesh.tangents.empty();
    if (mesh.color_layers.size() > 1) tally_.colors += mesh.color_layers.size() - 1;
    if (mesh.uv_layers.size() > 1) tally_.layers += mesh.uv_layers.size() - 1;
    for (const Primitive& primitive : mesh.primitives) add_primitive(instance, primitive);
  }

  void place(const Node& node, Instance& out) const {
    out.flips = space_.flips_winding();
    if (node.skin != kNone && !out.mesh->influence_first.empty()) {
      out.skin = &scene_.skins[node.skin];
      if (out.mesh->shapes.empty()) return;
      for (size_t k = 0; k < out.skin->joints.size(); ++k) {
        const uint32_t joint = out.skin->joints[k];
        const glm::dmat4 joint_from_bind =
            out.skin->joint_from_bind.empty() ? glm::inverse(rest_[joint]) : glm::dmat4(out.skin->joint_from_bind[k]);
        out.shape_from_bind.emplace_back(skeleton_.reference[joint] * joint_from_bind);
      }
      return;
    }
    const uint32_t at = above_[out.node];
    if (at != kNone) out.joint = skeleton_.plan.joint_of_node[at];
    out.model_from_mesh = at == kNone ? chains_[out.node] : skeleton_.reference[at] * chains_[out.node];
    if (glm::determinant(glm::dmat3(rest_[out.node])) < 0) out.flips = !out.flips;
  }

  void add_primitive(const Instance& instance, const Primitive& primitive) {
    if (primitive.index_count == 0) return;
    const Mesh& mesh = *instance.mesh;
    const std::span<const uint32_t> corners(mesh.indices.data() + primitive.first_index, primitive.index_count / 3 * 3);
    const auto parts = split_triangles(corners, {options_.limits.mesh_vertices, options_.limits.mesh_triangles});
    tally_.split += parts.size() - 1;
    for (const std::vector<uint32_t>& part : parts) add_part(instance, primitive, part);
  }

  void add_part(const Instance& instance, const Primitive& primitive, std::span<const uint32_t> corners) {
    const Mesh& mesh = *instance.mesh;
    const std::string& own = primitive.name.empty() ? mesh.name : primitive.name;
    const std::string from = own.empty() ? scene_.nodes[instance.node].name : own;
    OutMesh out;
    const std::string named = name_for(options_, from, "mesh");
    out.name = names_.take(options_.lower_meshes ? lower_case(named) : named);
    tally_.names += out.name != from;
    out.source_material = primitive.material;
    out.material = material_of(primitive.material);
    out.first_vertex = static_cast<uint32_t>(out_.positions.size());
    out.first_triangle = static_cast<uint32_t>(out_.indices.size() / 3);
    // In the order of the source.
    std::vector<uint32_t> used(corners.begin(), corners.end());
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    numbers_.resize(std::max(numbers_.size(), mesh.positions.size()));
    const UvMap uv = uv_map(scene_, primitive.material);
    for (const uint32_t v : used) {
      numbers_[v] = static_cast<uint32_t>(out_.positions.size());
      add_vertex(instance, v, uv);
    }
    for (size_t i = 0; i + 2 < corners.size(); i += 3) {
      const size_t second = instance.flips ? 2 : 1;
      for (const size_t k : {size_t{0}, second, 3 - second}) out_.indices.push_back(numbers_[corners[i + k]]);
    }
    out.vertex_count = static_cast<uint32_t>(out_.positions.size()) - out.first_vertex;
    out.triangle_count = static_cast<uint32_t>(out_.indices.size() / 3) - out.first_triangle;
    out_.meshes.push_back(std::move(out));
  }

  std::string material_of(uint32_t number) {
    const auto asked = images_.name_of(number);
    if (number == kNone) return asked.value_or("");
    const Material& material = scene_.materials[number];
    std::string name = readable_name(material.name, "");
    uint32_t written = kNone;
    if (asked || options_.materials != Materials::kKeep) {
      const auto image = std::find_if(material.slots.begin(), material.slots.end(), [](const TextureSlot& slot) {
        return slot.role == TextureRole::kDiffuse && slot.texture != kNone;
      });
      if (image != material.slots.end() && (asked || material.declaration.line == 0)) {
        written = image->texture;
        name = readable_name(scene_.textures[written].name, name);
      }
      std::replace(name.begin(), name.end(), '\\', '/');
      if (options_.materials == Materials::kPath) name = without_image_ending(name);
    }
    const auto lost = [&](const TextureSlot& slot) {
      return slot.texture != kNone && slot.texture != written && scene_.textures[slot.texture].name != material.name;
    };
    if (seen_.insert(&material).second)
      tally_.materials += std::any_of(material.slots.begin(), material.slots.end(), lost);
    if (asked) return *asked;
    const std::string cut = cut_name(name, options_.limits.material);
    tally_.cut_materials += cut != name;
    return cut;
  }

  /// What stands in the rest pose, taken back to where it is written: rest = matrix * written.
  glm::dmat3 rest_from_written(const Instance& instance, uint32_t v) const {
    glm::dmat3 out(0);
    const auto add = [&](const PlannedJoint& joint, double weight) {
      const glm::dmat4 moved = joint.node == kNone ? glm::dmat4(1) : rest_[joint.node] * joint.reference_inverse;
      out += weight * glm::dmat3(space_.linear(moved));
    };
    if (instance.skin == nullptr) return glm::dmat3(1);
    const Mesh& mesh = *instance.mesh;
    double sum = 0;
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      const Influence& influence = mesh.influences[i];
      const uint32_t joint = skeleton_.plan.joint_of_node[instance.skin->joints[influence.joint]];
      if (influence.weight != 0) add(skeleton_.joints[joint], influence.weight), sum += influence.weight;
    }
    return sum == 0 ? glm::dmat3(1) : out / sum;
  }

  void add_vertex(const Instance& instance, uint32_t v, const UvMap& uv) {
    const Mesh& mesh = *instance.mesh;
    out_.positions.emplace_back(add_holds(instance, v));
    out_.uv.push_back(uv(mesh, v));
    out_.sources.push_back({instance.node, v});
    const glm::dmat3 turned = rest_from_written(instance, v);
    const glm::dmat3 rigid = space_.linear(instance.model_from_mesh);
    const auto direction = [&](const glm::vec3& d) { return space_.direction(glm::dvec3(d)); };
    glm::dvec3 normal(0, 0, 1);
    if (v < instance.normals.size()) {
      // A normal goes with the inverse transposed.
      const glm::dvec3 n = direction(instance.normals[v]);
      normal = unit_or(instance.skin == nullptr ? glm::transpose(glm::inverse(rigid)) * n : glm::transpose(turned) * n,
                       unit_or(n, normal));
    }
    out_.normals.emplace_back(normal);
    glm::vec4 tangent(0);
    if (v < instance.tangents.size()) {
      const glm::vec4& given = instance.tangents[v];
      const glm::dvec3 t = direction(glm::vec3(given));
      const glm::dvec3 put = instance.skin == nullptr ? rigid * t : glm::inverse(turned) * t;
      const bool mirrors = glm::determinant(space_.linear(glm::dmat4(1))) < 0;
      const glm::dvec3 flat = unit_or(put - normal * glm::dot(normal, put), glm::dvec3(0));
      tangent = glm::vec4(glm::vec3(flat), (given.w < 0) != mirrors ? -1 : 1);
    }
    out_.tangents.push_back(tangent);
    if ((options_.white || !mesh.color_layers.empty()) && out_.colors.empty())
      out_.colors.assign(out_.positions.size() - 1, glm::u8vec4(255));
    if (!out_.colors.empty())
      out_.colors.push_back(mesh.color_layers.empty() ? glm::u8vec4(255) : mesh.color_layers[0].color[v]);
  }

  /// Adds the influences; returns where they hold the vertex in the bind pose.
  glm::dvec3 add_holds(const Instance& instance, uint32_t v) {
    const Mesh& mesh = *instance.mesh;
    const glm::dvec3 shaped = mesh.shapes.empty() ? glm::dvec3(0) : shape_offset(mesh, v);
    std::vector<Hold> holds;
    glm::dvec3 place(0);
    double sum = 0;
    if (instance.skin != nullptr) {
      for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
        const Influence& influence = mesh.influences[i];
        if (!(influence.weight > 0)) continue;
        const uint32_t node = instance.skin->joints[influence.joint];
        glm::dvec3 p(skeleton_.reference[node] * glm::dvec4(glm::dvec3(influence.position), 1));
        if (!instance.shape_from_bind.empty()) p += instance.shape_from_bind[influence.joint] * shaped;
        place += static_cast<double>(influence.weight) * p, sum += influence.weight;
        holds.push_back({skeleton_.plan.joint_of_node[node], influence.weight});
      }
      tally_.loose += sum == 0;
    }
    if (sum > 0)
      place /= sum;
    else
      place = instance.model_from_mesh * glm::dvec4(glm::dvec3(mesh.positions[v]) + shaped, 1);
    const glm::dvec3 written = space_.point(place);
    if (out_.hold_first.empty()) return written;
    settle_holds(holds, options_.influences(), options_.text ? 0 : kLeastShare, tally_.weights);
    if (holds.empty()) holds.push_back({instance.joint == kNone ? skeleton_.still_root() : instance.joint, 1});
    out_.reach.resize(skeleton_.joints.size(), 0);
    for (const Hold& one : holds) {
      const double far = glm::distance(written, skeleton_.joints[one.joint].bind.translation);
      out_.reach[one.joint] = std::max(out_.reach[one.joint], far);
    }
    out_.holds.insert(out_.holds.end(), holds.begin(), holds.end());
    out_.hold_first.push_back(static_cast<uint32_t>(out_.holds.size()));
    return written;
  }

  /// For meshes that store none. The bitangent runs against v, as exporters have it.
  void add_tangents() {
    Mesh all;
    all.positions = out_.positions;
    all.uv_layers.push_back({"", out_.uv});
    all.indices = out_.indices;
    all.primitives.push_back({0, static_cast<uint32_t>(all.indices.size()), kNone, ""});
    const std::vector<glm::vec4> computed = skin::tangents_of(all, out_.normals);
    for (size_t v = 0; v < computed.size(); ++v) {
      glm::vec4& tangent = out_.tangents[v];
      if (glm::vec3(tangent) != glm::vec3(0)) continue;
      const glm::dvec3 t = unit_or(glm::dvec3(computed[v]), across(glm::dvec3(out_.normals[v])));
      tangent = glm::vec4(glm::vec3(t), computed[v].w < 0 ? 1 : -1);
    }
  }

  void measure() {
    out_.reach.resize(skeleton_.joints.size(), 0);
    Bounds bounds;
    for (const glm::vec3& p : out_.positions) bounds.add(p);
    if (!bounds.empty) out_.size = glm::length(glm::dvec3(bounds.max) - glm::dvec3(bounds.min));
  }

  const Scene& scene_;
  const Space& space_;
  const IqmWriteOptions& options_;
  Skeleton& skeleton_;
  ModelImages& images_;
  GeometryTally& tally_;
  SourcePose pose_;
  Poser poser_;
  std::vector<glm::dmat4> rest_;
  std::vector<uint32_t> above_;     ///< per node itself or the nearest one above it that a joint has
  std::vector<glm::dmat4> chains_;  ///< per node to that one
  NameList names_{kLongestName};
  std::set<const Material*> seen_;
  std::vector<uint32_t> numbers_;  ///< of vertices of the primitive at hand, as they are written
  Geometry out_;
};

void report_geometry(const GeometryTally& tally, const IqmWriteOptions& options, LossReport& loss_report) {
  const WeightTally& w = tally.weights;
  const auto vertices = [](uint64_t n) { return counted(n, "vertex", "vertices"); };
  loss_report.add("influences", w.reduced,
                  vertices(w.reduced) + " keep the " + std::to_string(options.influences()) +
                      " strongest influences; the number is the largest share dropped",
                  w.largest_share);
  loss_report.add("influences", w.small, counted(w.small, "influence is", "influences are") + " too small to matter");
  loss_report.add(
      "weights", w.off_sum,
      "the weights of " + vertices(w.off_sum) + " are scaled to the sum 1; the number is the largest difference",
      w.largest_off);
  loss_report.add("weights", tally.loose, vertices(tally.loose) + " without weights stay where they are");
  loss_report.add(
      "hidden", tally.hidden,
      counted(tally.hidden, "triangle of a hidden mesh is", "triangles of hidden meshes are") + " left out");
  loss_report.add("colors", tally.colors,
                  counted(tally.colors, "further layer", "further layers") + " of vertex colours are lost");
  loss_report.add("uv", tally.layers,
                  counted(tally.layers, "further layer", "further layers") + " of texture coordinates are lost");
  loss_report.add("meshes", tally.split,
                  counted(tally.split, "mesh", "meshes") + " more, because a mesh is over the limits of the engine");
  loss_report.add("materials", tally.cut_materials,
                  counted(tally.cut_materials, "material has", "materials have") + " a name that is cut");
  loss_report.add("tangents", tally.tangents,
                  counted(tally.tangents, "mesh stores tangents", "meshes store tangents") +
                      ", which readers of the text compute anew");
  loss_report.add("materials", tally.materials,
                  options.images.place == ImagePlace::kNone
                      ? counted(tally.materials, "material keeps its name", "materials keep their names") +
                            " only: images that are called otherwise, colours and settings are lost"
                      : counted(tally.materials, "material keeps the image of its colour",
                                "materials keep the images of their colours") +
                            " only: other images and settings are lost");
  loss_report.add("names", tally.names,
                  counted(tally.names, "mesh has", "meshes have") + " another name, so that each has its own");
}

}  // namespace

Geometry make_geometry(const Scene& scene, const Space& space, const IqmWriteOptions& options, Skeleton& skeleton,
                       ModelImages& images, LossReport& loss_report) {
  GeometryTally tally;
  Geometry out = GeometryBuilder(scene, space, options, skeleton, images, tally).run();
  report_geometry(tally, options, loss_report);
  return out;
}

}  // namespace vitrine::iqm_export
