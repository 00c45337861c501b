#include <algorithm>
#include <cmath>

#include "formats/gltf/codes.h"
#include "formats/gltf/read/builder.h"
#include "formats/gltf/sentences.h"
#include "formats/name_cost.h"
#include "scene/transform.h"

namespace vitrine::gltf {
namespace {

bool is_direction(const glm::vec3& v) {
  const float square = glm::dot(v, v);
  return square > 1e-12f && std::isfinite(square);
}

glm::vec3 unit(const glm::vec3& v) {
  const float square = glm::dot(v, v);
  return is_unit_square(square) ? v : v / std::sqrt(square);
}

/// Normal of a flat face, by its corners.
glm::vec3 face_normal(const std::vector<glm::vec3>& positions, const uint32_t* corners) {
  const glm::dvec3 a(positions[corners[0]]);
  const glm::dvec3 n = glm::cross(glm::dvec3(positions[corners[1]]) - a, glm::dvec3(positions[corners[2]]) - a);
  const double length = glm::length(n);
  return length > 0 && std::isfinite(length) ? glm::vec3(n / length) : glm::vec3(0, 0, 1);
}

/// Large arrays are moved where that is all of `to`, which has no room for more, and `from` is not needed any more.
template <class T>
void append(std::vector<T>& to, std::vector<T>& from, bool last) {
  if (last && to.empty() && to.capacity() <= from.size())
    to = std::move(from);
  else
    to.insert(to.end(), from.begin(), from.end());
}

/// Appends to `to` as many as the mesh lacked before this primitive, then the primitive's own. `room`: for how many in
/// all.
template <class T>
void append_layer(std::vector<T>& to, size_t before, std::vector<T>& from, bool last, size_t count, size_t room,
                  const T& otherwise) {
  if (room > before + count) to.reserve(room);
  to.resize(before, otherwise);
  append(to, from, last);
  to.resize(before + count, otherwise);
}

void append_shifted(std::vector<uint32_t>& to, std::vector<uint32_t>& from, bool last, uint32_t by) {
  const size_t before = to.size();
  append(to, from, last);
  for (size_t i = before; by != 0 && i < to.size(); ++i) to[i] += by;
}

}  // namespace

void Builder::read_meshes() {
  const auto count = static_cast<uint32_t>(asset_.size("meshes"));
  for (uint32_t i = 0; asset_.ok() && i < count; ++i) {
    const Object object = asset_.element("meshes", i);
    MeshData data;
    asset_.attempt("the name of a mesh", [&] { data.name = object.text("name"); });
    if (data.name.empty()) data.name = "mesh " + std::to_string(i);
    data.pointer = object.pointer();
    if (asset_.ok() && !object.has("primitives"))
      asset_.fail(messages::kRequired, object.at("primitives"), {"primitives"});
    for (const Object& primitive : object.objects("primitives")) {
      data.primitives.push_back(read_primitive(asset_, primitive));
      const PrimitiveData& last = data.primitives.back();
      data.targets = std::max(data.targets, last.targets.size());
      data.vertices += last.vertices.size(), data.indices += last.indices.size();
      data.weighted |= last.influences != 0;
      if (!asset_.ok()) return;
      if (asset_.context().cancelled()) return asset_.fail(Error{messages::kCancelled, kNoOffset});
    }
    for (size_t p = 0; p < data.primitives.size(); ++p) {
      const size_t targets = data.primitives[p].targets.size();
      if (targets == data.targets || data.primitives[p].vertices.empty()) continue;
      asset_.warn(messages::kMorphTargets, object.at("primitives") + "/" + std::to_string(p), {targets, data.targets});
    }
    read_weights(object, data);
    meshes_.push_back(std::move(data));
  }
}

void Builder::read_weights(const Object& object, MeshData& data) {
  asset_.attempt("a list of weights", [&] {
    data.weights.resize(object.array("weights").size());
    if (!data.weights.empty()) object.numbers("weights", data.weights);
  });
  asset_.attempt("the names of morph targets", [&] {
    const auto extras =
        object.has("extras") && object.json()["extras"].is_object() ? object.object("extras") : std::nullopt;
    if (!extras || !extras->has("targetNames")) return;
    for (const Json& name : extras->array("targetNames"))
      data.target_names.push_back(name.is_string() ? name.get<std::string>() : std::string());
  });
}

/// The reader's triangles, lines and points, and what the file has beyond the shown scene.
void Builder::add_instances() {
  const std::vector<TextRange> places = elements_of(asset_.container().json, "/meshes");
  for (size_t i = 0; i < meshes_.size() && i < places.size(); ++i)
    meshes_[i].source = {asset_.context().file, asset_.container().json_offset + places[i].offset, places[i].length};
  for (const uint32_t number : order_) {
    const uint32_t mesh = asset_.element("nodes", number).index("mesh", "meshes");
    if (!asset_.ok()) return;
    if (mesh != kNone && shown_[number] != 0) ++meshes_[mesh].users;
  }
  for (const uint32_t number : order_) {
    add_instance(number);
    if (!asset_.ok()) return;
  }
  if (part_.meshes.empty()) add_meshes_without_nodes();
}

/// No node of the file has a mesh: each gets one at the origin.
void Builder::add_meshes_without_nodes() {
  for (uint32_t node = 0; node < parent_.size(); ++node) {
    if (has_mesh(node)) return;
  }
  const auto count = static_cast<uint32_t>(meshes_.size());
  asset_.pay(count, sizeof(Node) + kBytesOfRow, "/meshes");
  uint32_t drawn = 0;
  for (uint32_t i = 0; asset_.ok() && i < count; ++i) {
    MeshData& data = meshes_[i];
    if (data.vertices == 0) continue;
    Node node;
    node.name = data.name;
    node.source = data.source;
    node.kind = NodeKind::kMesh;
    node.mesh = add_mesh(data, asset_.element("meshes", i), false);
    part_.nodes.push_back(std::move(node));
    ++drawn;
  }
  if (asset_.ok() && drawn != 0) asset_.warn(messages::kOnNoNode, "/meshes", {drawn});
}

void Builder::add_instance(uint32_t number) {
  const Object object = asset_.element("nodes", number);
  const uint32_t mesh = object.index("mesh", "meshes"), skin = object.index("skin", "skins");
  if (!asset_.ok() || mesh == kNone || shown_[number] == 0) return;
  MeshData& data = meshes_[mesh];
  --data.users;
  if (data.vertices == 0) return;
  const bool skinned = skin != kNone && data.weighted;
  const uint32_t node = node_of_[number];
  part_.nodes[node].kind = NodeKind::kMesh;
  part_.nodes[node].mesh = add_mesh(data, object, skinned);
  if (!skinned || !asset_.ok()) return;
  part_.nodes[node].skin = bind(data, skins_[skin], node, part_.meshes.back());
}

/// Nodes without skin and targets share a mesh; all others have one of their own, since influences belong to a skin and
/// the values of targets to a node.
uint32_t Builder::add_mesh(MeshData& data, const Object& node, bool skinned) {
  const bool own = skinned || data.targets != 0;
  if (!own && data.shared != kNone) return data.shared;
  const uint64_t offset = data.source.offset;
  asset_.fail(check_limit(part_.meshes.size() + 1, asset_.context().limits.meshes, "meshes", offset));
  asset_.fail(check_limit(data.vertices, asset_.context().limits.vertices, "vertices", offset));
  asset_.fail(asset_.context().budget.charge(data.vertices, 96, offset));
  asset_.fail(asset_.context().budget.charge(data.indices, sizeof(uint32_t), offset));
  asset_.fail(asset_.context().budget.charge(data.primitives.size(), sizeof(Primitive) + kBytesOfRow, offset));
  asset_.fail(charge_names(asset_.context().budget, data.name, 1, offset));
  if (!asset_.ok()) return kNone;
  Mesh mesh;
  mesh.name = data.name;
  mesh.source = data.source;
  mesh.normal_rule = NormalRule::kStored;
  if (data.primitives.size() > 1) {
    // Else what is there is copied each time that there is no more room.
    mesh.file_vertex.reserve(data.vertices);
    mesh.positions.reserve(data.vertices);
    mesh.normals.reserve(data.vertices);
    mesh.indices.reserve(data.indices);
  }
  for (PrimitiveData& primitive : data.primitives) add_primitive(primitive, data.users == 0, mesh);
  const bool same = std::all_of(mesh.file_vertex.begin(), mesh.file_vertex.end(),
                                [next = 0u](uint32_t v) mutable { return v == next++; });
  if (same && mesh.file_vertex_count == mesh.positions.size()) {
    mesh.file_vertex.clear();
    mesh.file_vertex_count = 0;
  }
  if (data.targets != 0) add_shapes(data, node, mesh);
  const auto number = static_cast<uint32_t>(part_.meshes.size());
  part_.meshes.push_back(std::move(mesh));
  data_of_mesh_.push_back(static_cast<uint32_t>(&data - meshes_.data()));
  if (!own) data.shared = number;
  return number;
}

void Builder::add_primitive(PrimitiveData& primitive, bool last, Mesh& mesh) {
  const size_t before = mesh.positions.size(), count = primitive.vertices.size();
  mesh.primitives.push_back({static_cast<uint32_t>(mesh.indices.size()),
                             static_cast<uint32_t>(primitive.indices.size()),
                             primitive.material,
                             {}});
  append_shifted(mesh.file_vertex, primitive.vertices, false, mesh.file_vertex_count);
  mesh.file_vertex_count += static_cast<uint32_t>(primitive.file_vertices);
  add_normals(primitive, last, mesh);
  append_shifted(mesh.indices, primitive.indices, last, static_cast<uint32_t>(before));
  append(mesh.positions, primitive.positions, last);
  const bool first = before == 0;
  if (!primitive.tangents.empty() && (first || !mesh.tangents.empty()))
    mesh.tangents.insert(mesh.tangents.end(), primitive.tangents.begin(), primitive.tangents.end());
  else if (count != 0)
    mesh.tangents.clear();
  while (mesh.uv_layers.size() < primitive.uv.size())
    mesh.uv_layers.push_back({"TEXCOORD_" + std::to_string(mesh.uv_layers.size()), {}});
  std::vector<glm::vec2> no_uv;
  for (size_t set = 0; set < mesh.uv_layers.size(); ++set)
    append_layer(mesh.uv_layers[set].uv, before, set < primitive.uv.size() ? primitive.uv[set] : no_uv, last, count,
                 mesh.positions.capacity(), glm::vec2(0));
  if (!primitive.colors.empty() && mesh.color_layers.empty()) mesh.color_layers.push_back({"COLOR_0", {}});
  if (!mesh.color_layers.empty())
    append_layer(mesh.color_layers[0].color, before, primitive.colors, last, count, mesh.positions.capacity(),
                 glm::u8vec4(255));
}

void Builder::add_normals(PrimitiveData& primitive, bool last, Mesh& mesh) {
  const size_t before = mesh.normals.size();
  if (primitive.normals.empty()) {
    mesh.normals.resize(before + primitive.vertices.size(), glm::vec3(0, 0, 1));
    for (size_t k = 0; k + 2 < primitive.indices.size(); k += 3) {
      const glm::vec3 normal = face_normal(primitive.positions, &primitive.indices[k]);
      for (size_t c = 0; c < 3; ++c) mesh.normals[before + primitive.indices[k + c]] = normal;
    }
    return;
  }
  append(mesh.normals, primitive.normals, last);
  for (size_t i = before; i < mesh.normals.size(); ++i) {
    glm::vec3& n = mesh.normals[i];
    n = is_direction(n) ? unit(n) : glm::vec3(0, 0, 1);
  }
}

void Builder::add_shapes(const MeshData& data, const Object& node, Mesh& mesh) {
  std::vector<double> values = data.weights;
  asset_.attempt("a list of weights", [&] {
    std::vector<double> own(node.array("weights").size());
    if (!own.empty() && node.numbers("weights", own)) values = std::move(own);
  });
  Budget& budget = asset_.context().budget;
  asset_.fail(budget.charge(data.targets + 1,
                            sizeof(ShapeKey) + kBytesOfRow + mesh.positions.size() * sizeof(glm::vec3),
                            data.source.offset));
  for (const std::string& name : data.target_names) asset_.fail(charge_names(budget, name, 1, data.source.offset));
  if (!asset_.ok()) return;
  struct Moved {
    const PrimitiveData* primitive;
    size_t first_vertex;
  };
  std::vector<Moved> moved;
  size_t vertices = 0;
  for (const PrimitiveData& primitive : data.primitives) {
    if (!primitive.targets.empty() && !primitive.vertices.empty()) moved.push_back({&primitive, vertices});
    vertices += primitive.vertices.size();
  }
  mesh.shapes.push_back({"Basis", 0, 0, mesh.positions});
  for (size_t t = 0; t < data.targets; ++t) {
    ShapeKey shape;
    shape.name = t < data.target_names.size() && !data.target_names[t].empty() ? data.target_names[t]
                                                                               : "target " + std::to_string(t);
    shape.value = t < values.size() && std::abs(values[t]) <= 3.4e38 ? static_cast<float>(values[t]) : 0;
    shape.positions = mesh.positions;
    for (const auto& [primitive, first] : moved) {
      if (t >= primitive->targets.size() || primitive->targets[t].empty()) continue;
      for (size_t v = 0; v < primitive->vertices.size(); ++v) shape.positions[first + v] += primitive->targets[t][v];
    }
    mesh.shapes.push_back(std::move(shape));
  }
}

}  // namespace vitrine::gltf
