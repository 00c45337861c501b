#include "formats/md5/write/meshes.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/argument.h"
#include "convert/plain_text.h"
#include "convert/written_mesh.h"
#include "geometry/nearest_surface.h"
#include "pose/sample.h"

namespace vitrine::md5_export {
namespace {

struct Tally {
  WeightTally weights;
  uint64_t degenerate = 0, welded = 0, hidden = 0, colors = 0, layers = 0, loose = 0;
};

class Builder {
 public:
  Builder(const Scene& scene, const Space& space, const Rig& rig, const Md5WriteOptions& options, Tally& tally)
      : scene_(scene), space_(space), rig_(rig), options_(options), tally_(tally), pose_(scene) {
    bind_ = pose_.at(kNone, 0);
    above_ = rig.nodes_of_joints(scene);
    chains_ = chains_to(scene, above_);
  }

  OutMeshes run() {
    out_.reach.assign(rig_.joints.size(), 0);
    for (uint32_t n = 0; n < scene_.nodes.size(); ++n) {
      if (scene_.nodes[n].mesh != kNone) add_node(n);
    }
    measure();
    return std::move(out_);
  }

 private:
  struct Instance {
    uint32_t node = 0;
    const Mesh* mesh = nullptr;
    const Skin* skin = nullptr;  ///< null: held by `joint` alone
    uint32_t joint = 0;
    glm::dmat4 model_from_mesh{1};            ///< md5's joint reference applied; rigid instances
    std::vector<glm::dmat3> shape_from_bind;  ///< per joint of the skin
    bool flips = false, welds = false;
  };

  void add_node(uint32_t n) {
    const Node& node = scene_.nodes[n];
    const Mesh& mesh = scene_.meshes[node.mesh];
    if (node.hidden && !options_.hidden) {
      tally_.hidden += mesh.indices.size() / 3;
      return;
    }
    Instance instance = place(n);
    tally_.colors += mesh.color_layers.size();
    if (mesh.uv_layers.size() > 1) tally_.layers += mesh.uv_layers.size() - 1;
    for (const Primitive& primitive : mesh.primitives) add_primitive(instance, primitive);
  }

  Instance place(uint32_t n) {
    const Node& node = scene_.nodes[n];
    Instance out;
    out.node = n;
    out.mesh = &scene_.meshes[node.mesh];
    // Vertices that are equal in the rest pose may separate with a shape key, or in another frame.
    const bool separates = options_.bake && (!out.mesh->shapes.empty() || out.mesh->frames);
    out.welds = out.mesh->normal_rule == NormalRule::kStored && !separates;
    out.flips = space_.flips_winding();
    if (node.skin != kNone && !out.mesh->influence_first.empty()) {
      out.skin = &scene_.skins[node.skin];
      if (!out.mesh->shapes.empty()) place_shapes(out);
      return out;
    }
    const uint32_t at = above_[n];
    out.joint = at == kNone ? 0 : rig_.joint_of_node[at];
    out.model_from_mesh = at == kNone ? chains_[n] : rig_.reference[at] * chains_[n];
    if (glm::determinant(glm::dmat3(bind_[n])) < 0) out.flips = !out.flips;
    return out;
  }

  void place_shapes(Instance& out) const {
    const Skin& skin = *out.skin;
    for (size_t k = 0; k < skin.joints.size(); ++k) {
      const uint32_t node = skin.joints[k];
      const glm::dmat4 joint_from_bind =
          skin.joint_from_bind.empty() ? glm::inverse(bind_[node]) : glm::dmat4(skin.joint_from_bind[k]);
      out.shape_from_bind.emplace_back(rig_.reference[node] * joint_from_bind);
    }
  }

  OutMesh& mesh_for(const Instance& instance, const Primitive& primitive) {
    const uint32_t material = primitive.material;
    const std::string own = material == kNone ? std::string() : scene_.materials[material].name;
    const std::string key = material == kNone ? "\n" + instance.mesh->name : own;
    const auto [found, is_new] = by_shader_.try_emplace(key, out_.meshes.size());
    if (is_new) {
      OutMesh& made = out_.meshes.emplace_back();
      made.material = material;
      made.shader = material == kNone ? instance.mesh->name : own;
      // Cube 2 dresses meshes by these names.
      made.name = names_.take(quotable(instance.mesh->name, "mesh"));
      welded_.emplace_back();
    }
    return out_.meshes[found->second];
  }

  void add_primitive(const Instance& instance, const Primitive& primitive) {
    if (primitive.index_count == 0) return;
    OutMesh& into = mesh_for(instance, primitive);
    const auto number = static_cast<uint32_t>(&into - out_.meshes.data());
    const UvMap uv = uv_map(scene_, primitive.material);
    std::unordered_map<uint32_t, uint32_t> written;
    const auto vertex = [&](uint32_t v) {
      const auto [found, is_new] = written.try_emplace(v, 0);
      if (is_new) {
        found->second = add_vertex(instance, v, uv, number);
        out_.sources.push_back({instance.node, v, number, found->second});
      }
      return found->second;
    };
    for (uint32_t i = 0; i + 2 < primitive.index_count; i += 3) {
      const uint32_t* corner = instance.mesh->indices.data() + primitive.first_index + i;
      const uint32_t a = vertex(corner[0]), b = vertex(corner[instance.flips ? 2 : 1]),
                     c = vertex(corner[instance.flips ? 1 : 2]);
      const auto same = [&](uint32_t x, uint32_t y) { return into.vertices[x].bind == into.vertices[y].bind; };
      if (same(a, b) || same(b, c) || same(c, a))
        ++tally_.degenerate;
      else
        into.indices.insert(into.indices.end(), {a, b, c});
    }
  }

  std::vector<Held> held(const Instance& instance, uint32_t v) {
    std::vector<Held> out;
    const Mesh& mesh = *instance.mesh;
    const glm::dvec3 shaped = mesh.shapes.empty() ? glm::dvec3(0) : shape_offset(mesh, v);
    if (instance.skin == nullptr) {
      const glm::dvec4 p = instance.model_from_mesh * glm::dvec4(glm::dvec3(mesh.positions[v]) + shaped, 1);
      out.push_back({instance.joint, 1, kBiasOne, space_.point(glm::dvec3(p))});
      return out;
    }
    for (uint32_t i = mesh.influence_first[v]; i < mesh.influence_first[v + 1]; ++i) {
      const Influence& influence = mesh.influences[i];
      if (influence.weight == 0) continue;
      const uint32_t node = instance.skin->joints[influence.joint], joint = rig_.joint_of_node[node];
      glm::dvec3 p(rig_.reference[node] * glm::dvec4(glm::dvec3(influence.position), 1));
      if (!instance.shape_from_bind.empty()) p += instance.shape_from_bind[influence.joint] * shaped;
      out.push_back({joint, influence.weight, 0, space_.point(p)});
    }
    settle_weights(out, options_, tally_.weights);
    if (out.empty()) out.push_back(nearest(mesh.positions[v]));
    return out;
  }

  /// A vertex without weights: readers refuse it or leave it at the origin.
  Held nearest(const glm::vec3& position) {
    if (tally_.loose++ == 0) {
      // Joints as triangles of no size.
      std::vector<glm::dvec3> corners;
      for (const Joint& joint : rig_.joints) corners.insert(corners.end(), 3, joint.bind.translation);
      joints_.emplace(std::move(corners));
    }
    const glm::dvec3 p = space_.point(glm::dvec3(position));
    const uint32_t joint = joints_->nearest(p).triangle;
    return {joint == kNone ? 0 : joint, 1, kBiasOne, p};
  }

  uint32_t add_vertex(const Instance& instance, uint32_t v, const UvMap& uv, uint32_t number) {
    std::vector<Held> list = held(instance, v);
    OutMesh& mesh = out_.meshes[number];
    glm::dvec3 bind(0);
    for (const Held& one : list) bind += static_cast<double>(one.bias) / static_cast<double>(kBiasOne) * one.point;
    OutVertex vertex;
    vertex.uv = uv(*instance.mesh, v);
    vertex.bind = glm::vec3(bind);
    vertex.first = static_cast<uint32_t>(mesh.weights.size());
    vertex.count = static_cast<uint32_t>(list.size());
    for (const Held& one : list) {
      const Rigid back = inverse(rig_.joints[one.joint].bind);
      const glm::dvec3 offset = back * (options_.one_bind_position ? bind : one.point);
      mesh.weights.push_back({one.joint, one.bias, glm::vec3(offset)});
      out_.reach[one.joint] = std::max(out_.reach[one.joint], glm::length(offset));
    }
    if (instance.welds) {
      if (const uint32_t same = find_same(mesh, welded_[number], vertex); same != kNone) {
        mesh.weights.resize(vertex.first);
        ++tally_.welded;
        return same;
      }
    }
    mesh.vertices.push_back(vertex);
    return static_cast<uint32_t>(mesh.vertices.size() - 1);
  }

  /// A vertex that differs in nothing that md5 holds; notes the new one where there is none.
  static uint32_t find_same(const OutMesh& mesh, std::unordered_multimap<uint64_t, uint32_t>& seen,
                            const OutVertex& vertex) {
    uint64_t key = vertex.count;
    const auto add = [&](uint64_t part) { key = key * 0x9E3779B97F4A7C15ull + part; };
    for (int i = 0; i < 3; ++i) add(__builtin_bit_cast(uint32_t, vertex.bind[i] + 0.0f));
    for (int i = 0; i < 2; ++i) add(__builtin_bit_cast(uint32_t, vertex.uv[i] + 0.0f));
    // Thousands of vertices may stand at one place.
    for (uint32_t w = vertex.first; w < vertex.first + vertex.count; ++w)
      add(mesh.weights[w].joint), add(static_cast<uint64_t>(mesh.weights[w].bias));
    const auto [begin, end] = seen.equal_range(key);
    for (auto it = begin; it != end; ++it) {
      const OutVertex& other = mesh.vertices[it->second];
      if (other.uv != vertex.uv || other.count != vertex.count) continue;
      const auto equal = [](const OutWeight& a, const OutWeight& b) {
        return a.joint == b.joint && a.bias == b.bias && a.offset == b.offset;
      };
      const auto first = mesh.weights.begin() + vertex.first;
      if (std::equal(first, first + vertex.count, mesh.weights.begin() + other.first, equal)) return it->second;
    }
    seen.emplace(key, static_cast<uint32_t>(mesh.vertices.size()));
    return kNone;
  }

  void measure() {
    Bounds bounds;
    for (const OutMesh& mesh : out_.meshes) {
      for (const OutVertex& vertex : mesh.vertices) bounds.add(vertex.bind);
    }
    if (!bounds.empty) out_.size = glm::length(glm::dvec3(bounds.max) - glm::dvec3(bounds.min));
  }

  const Scene& scene_;
  const Space& space_;
  const Rig& rig_;
  const Md5WriteOptions& options_;
  Tally& tally_;
  SourcePose pose_;
  std::vector<glm::dmat4> bind_;
  std::vector<uint32_t> above_;     ///< per node itself or the nearest one above it that a joint has
  std::vector<glm::dmat4> chains_;  ///< per node to that one
  OutMeshes out_;
  std::unordered_map<std::string, size_t> by_shader_;
  NameList names_{kLongestName};
  std::optional<geometry::NearestSurface> joints_;  ///< once a vertex has no weights
  std::vector<std::unordered_multimap<uint64_t, uint32_t>> welded_;
};

void report(const Tally& tally, const Md5WriteOptions& options, LossReport& loss_report) {
  const WeightTally& w = tally.weights;
  const auto vertices = [](uint64_t n) { return counted(n, "vertex", "vertices"); };
  loss_report.add("influences", w.reduced,
                  vertices(w.reduced) + " keep the " + std::to_string(options.limits.influences) +
                      " strongest influences; the number is the largest share dropped",
                  w.largest_share);
  loss_report.add("influences", w.small, counted(w.small, "influence is", "influences are") + " too small to matter");
  loss_report.add(
      "weights", w.stepped > 0 && w.largest_step > 1.0 / 4096 ? w.stepped : 0,
      "weights of " + vertices(w.stepped) +
          " are written in steps of 1/255, because the engine stores bytes; the number is the largest change",
      w.largest_step);
  loss_report.add("weights", w.off_sum,
                  "the weights of " + vertices(w.off_sum) +
                      (options.engine.empty() ? " do not sum to 1, as in the source" : " are scaled to the sum 1") +
                      "; the number is the largest difference",
                  w.largest_off);
  loss_report.add("weights", tally.loose, vertices(tally.loose) + " without weights are held by the nearest joint");
  loss_report.add("normals", tally.welded,
                  vertices(tally.welded) +
                      " that differ from others in their normals only are one with them: md5 has no "
                      "normals, so these edges are smooth");
  loss_report.add("triangles", tally.degenerate,
                  counted(tally.degenerate, "triangle has", "triangles have") + " two corners at one point, left out");
  loss_report.add(
      "hidden", tally.hidden,
      counted(tally.hidden, "triangle of a hidden mesh is", "triangles of hidden meshes are") + " left out");
  loss_report.add("colors", tally.colors, counted(tally.colors, "layer", "layers") + " of vertex colours are lost");
  loss_report.add("uv", tally.layers,
                  counted(tally.layers, "further layer", "further layers") + " of texture coordinates are lost");
}

/// Keeps what triangles use; returns per vertex its new number.
std::vector<uint32_t> compact(OutMesh& mesh) {
  std::vector<uint32_t> now(mesh.vertices.size(), kNone);
  for (const uint32_t v : mesh.indices) now[v] = 0;
  OutMesh kept;
  for (uint32_t v = 0; v < now.size(); ++v) {
    if (now[v] == kNone) continue;
    now[v] = static_cast<uint32_t>(kept.vertices.size());
    OutVertex vertex = mesh.vertices[v];
    const auto first = mesh.weights.begin() + vertex.first;
    vertex.first = static_cast<uint32_t>(kept.weights.size());
    kept.weights.insert(kept.weights.end(), first, first + vertex.count);
    kept.vertices.push_back(vertex);
  }
  for (uint32_t& v : mesh.indices) v = now[v];
  mesh.vertices = std::move(kept.vertices);
  mesh.weights = std::move(kept.weights);
  return now;
}

/// Vertices that no triangle uses crash readers that reckon with three per triangle; meshes without triangles confuse
/// those that count meshes.
void drop_unused(OutMeshes& out) {
  std::vector<std::vector<uint32_t>> now;
  std::vector<uint32_t> mesh_now;
  uint32_t kept = 0;
  for (OutMesh& mesh : out.meshes) {
    mesh_now.push_back(mesh.indices.empty() ? kNone : kept++);
    now.push_back(compact(mesh));
  }
  for (Source& source : out.sources) {
    source.written = now[source.mesh][source.written];
    source.mesh = mesh_now[source.mesh];
  }
  std::erase_if(out.sources, [](const Source& source) { return source.written == kNone; });
  std::erase_if(out.meshes, [](const OutMesh& mesh) { return mesh.indices.empty(); });
}

}  // namespace

OutMeshes make_meshes(const Scene& scene, const Space& space, const Rig& rig, const Md5WriteOptions& options,
                      LossReport& loss_report) {
  Tally tally;
  OutMeshes out = Builder(scene, space, rig, options, tally).run();
  drop_unused(out);
  report(tally, options, loss_report);
  return out;
}

namespace {

std::string shader_of(const std::string& own, const Md5WriteOptions& options) {
  switch (options.shader_names) {
    case Md5ShaderNames::kKeep:
      return quotable(own, "default");
    case Md5ShaderNames::kBaseName:
      return plain_name(image_base_name(own), "skin");
    case Md5ShaderNames::kFolder: {
      const std::string name = quotable(own, "default");
      return name.find('/') == std::string::npos ? options.shader_folder + "/" + plain_name(name, "default") : name;
    }
  }
  return own;
}

}  // namespace

void name_shaders(const Md5WriteOptions& options, OutMeshes& out, LossReport& loss_report) {
  const uint32_t most = options.shader_bytes > 0 ? options.shader_bytes : kLongestName;
  NameList names(most);
  std::unordered_set<std::string> kept;
  uint64_t renamed = 0;
  for (OutMesh& mesh : out.meshes) {
    const std::string wanted = shader_of(mesh.shader, options);
    const bool keeps =
        options.shader_names == Md5ShaderNames::kKeep && options.shader_bytes == 0 && wanted.size() <= most;
    // Materials that differ in case only are one to the engine, as in the source.
    const std::string given = keeps && kept.insert(wanted).second ? wanted : names.take(wanted);
    renamed += given != mesh.shader && options.shader_names == Md5ShaderNames::kKeep;
    mesh.shader = given;
  }
  loss_report.add("names", renamed,
                  counted(renamed, "material has", "materials have") + " a name that readers take instead of its own");
}

double shape_travel(const Scene& scene, const Curve& curve) {
  const Mesh& mesh = scene.meshes[curve.target];
  if (curve.sub_target >= mesh.shapes.size()) return 0;
  const ShapeKey& shape = mesh.shapes[curve.sub_target];
  const ShapeKey& from = mesh.shapes[shape.relative_to];
  double most = 0, farthest = 0;
  for (const Key& key : curve.keys) most = std::max(most, std::abs(key.value - static_cast<double>(shape.value)));
  for (size_t v = 0; v < shape.positions.size(); ++v)
    farthest = std::max(farthest, static_cast<double>(glm::distance(shape.positions[v], from.positions[v])));
  return most * farthest;
}

}  // namespace vitrine::md5_export
