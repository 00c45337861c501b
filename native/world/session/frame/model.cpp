#include "world/session/frame/model.h"

#include <array>
#include <cmath>

#include "base/names.h"
#include "play/poser.h"
#include "world/picture/transform.h"

namespace vitrine {
namespace {

constexpr uint64_t kStepsPerNode = 32;  // also of a curve

template <typename T>
const T* array(const Document& document, BufferKind kind, uint32_t index) {
  return static_cast<const T*>(document.buffer(kind, index).data);
}

}  // namespace

WorldModel::WorldModel(std::unique_ptr<Document> document) : document_(std::move(document)) {
  const Scene& scene = document_->scene();
  document_->evaluate(0, {true, false, false});
  clusters_.ok = true;
  bind_work_ = scene.nodes.size() * kStepsPerNode;
  for (uint32_t i = 0; i < scene.clips.size(); ++i) {
    if (scene.clips[i].playable) actions_.emplace(scene.clips[i].name, i);
  }
  // A declaration may call it otherwise than its file.
  for (uint32_t i = 0; i < scene.clips.size(); ++i) {
    const Clip& clip = scene.clips[i];
    if (clip.frames && clip.file != kNone) actions_.emplace(file_stem(scene.files[clip.file].name), i);
  }
  for (uint32_t instance = 0; instance < document_->instance_count(); ++instance) {
    const Node& node = scene.nodes[document_->instance_node(instance)];
    const Mesh& mesh = scene.meshes[node.mesh];
    bind_work_ += uint64_t{mesh.positions.size()} * (1 + mesh.shapes.size()) + mesh.influences.size();
    if (node.hidden) continue;
    const glm::dmat4 from_mesh = upright(instance);
    const auto* positions = array<glm::vec3>(*document_, BufferKind::kPositions, instance);
    for (const Primitive& primitive : mesh.primitives) {
      if (primitive.index_count == 0) continue;
      world::ModelCluster cluster;
      for (uint32_t i = 0; i < primitive.index_count; ++i) {
        const glm::vec3& p = positions[mesh.indices[primitive.first_index + i]];
        const glm::dvec3 at(from_mesh * glm::dvec4(p, 1));
        cluster.box =
            i == 0 ? world::Box{at, at} : world::Box{glm::min(cluster.box.min, at), glm::max(cluster.box.max, at)};
      }
      if (primitive.material != kNone) cluster.material = scene.materials[primitive.material].name;
      clusters_.clusters.push_back(std::move(cluster));
      parts_.push_back({instance, &primitive});
    }
  }
}

/// Upright space from what the buffers of an instance hold: the file's space of skinned ones, the node's of others.
glm::dmat4 WorldModel::upright(uint32_t instance) const {
  const Scene& scene = document_->scene();
  const uint32_t index = document_->instance_node(instance);
  const glm::dmat4 turned = world_from_file(scene.axes);
  if (scene.nodes[index].skin != kNone) return turned;
  return turned * glm::dmat4(array<glm::mat4>(*document_, BufferKind::kNodeMatrices, 0)[index]);
}

uint32_t WorldModel::action(const std::string& name) const {
  const auto found = actions_.find(name);
  return found == actions_.end() ? kNone : found->second;
}

std::vector<std::string> WorldModel::action_names() const {
  std::vector<std::string> names;
  for (const Clip& clip : document_->scene().clips) {
    if (clip.playable) names.push_back(clip.name);
  }
  return names;
}

uint64_t WorldModel::pose_work(uint32_t action) const {
  const size_t curves = action == kNone ? 0 : document_->scene().clips[action].curves.size();
  return bind_work_ + curves * kStepsPerNode;
}

void WorldModel::pose(uint32_t clip, double time_s) {
  document_->select_clip(clip);
  const double length_s = clip == kNone ? 0 : document_->duration_s();
  const double within_s = length_s > 0 ? time_s - std::floor(time_s / length_s) * length_s : 0;
  document_->evaluate(within_s, {true, true, false, false});
}

std::vector<render::WorldTriangle> WorldModel::triangles(uint32_t cluster) const {
  std::vector<render::WorldTriangle> list;
  write_triangles(cluster, list);
  return list;
}

void WorldModel::write_triangles(uint32_t cluster, std::vector<render::WorldTriangle>& list) const {
  const Part& part = parts_[cluster];
  const Scene& scene = document_->scene();
  const Mesh& mesh = scene.meshes[scene.nodes[document_->instance_node(part.instance)].mesh];
  const render::WorldTransform transform(upright(part.instance));
  const auto* positions = array<glm::vec3>(*document_, BufferKind::kPositions, part.instance);
  const auto* normals = array<glm::vec3>(*document_, BufferKind::kNormals, part.instance);
  const auto uv = [&](uint32_t layer, uint32_t vertex) {
    if (layer >= mesh.uv_layers.size()) layer = 0;
    if (mesh.uv_layers.empty()) return glm::dvec2(0);
    const glm::vec2& at = mesh.uv_layers[layer].uv[vertex];
    return glm::dvec2(at.x, scene.axes.uv_origin_top ? double{at.y} : 1 - double{at.y});
  };
  list.resize(part.primitive->index_count / 3);
  for (size_t t = 0; t < list.size(); ++t) {
    render::WorldTriangle& out = list[t];
    for (size_t i = 0; i < 3; ++i) {
      const uint32_t vertex = mesh.indices[part.primitive->first_index + t * 3 + i];
      out.at[i] = transform.point(positions[vertex]);
      out.normal[i] = normals == nullptr ? glm::dvec3(0) : transform.normal(normals[vertex]);
      out.uv[i] = uv(0, vertex);
      out.lightmap_uv[i] = uv(1, vertex);
    }
    // Windings differ from format to format; outside is where the normals point.
    out.front = glm::cross(out.at[1] - out.at[0], out.at[2] - out.at[0]);
    if (glm::dot(out.front, out.normal[0] + out.normal[1] + out.normal[2]) < 0) out.front = -out.front;
  }
}

using render::WorldTriangle;

namespace {

/// Two triangles of one side: corners top left, bottom left, bottom right, top right, seen from outside.
void add_side(const world::Box& box, int axis, bool positive, const glm::dvec3& right, const glm::dvec3& up,
              std::vector<WorldTriangle>& list) {
  const glm::dvec3 half = (box.max - box.min) * 0.5;
  const glm::dvec3 x = right * half, y = up * half;
  const double width = 2 * glm::length(x), height = 2 * glm::length(y);
  if (width == 0 || height == 0) return;
  glm::dvec3 front(0);
  front[axis] = positive ? 1 : -1;
  // Taken from the box itself, so that corners of neighbouring sides are equal to the bit.
  const auto at = [&](const glm::dvec3& way) {
    return glm::mix(box.min, box.max, glm::greaterThan(way, glm::dvec3(0)));
  };
  const glm::dvec3 corner[4] = {at(front - right + up), at(front - right - up), at(front + right - up),
                                at(front + right + up)};
  const glm::dvec2 uv[4] = {{0, 0}, {0, height}, {width, height}, {width, 0}};
  const glm::dvec2 unit[4] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  for (const auto& order : {std::array<int, 3>{0, 1, 2}, std::array<int, 3>{0, 2, 3}}) {
    WorldTriangle& triangle = list.emplace_back();
    triangle.front = front;
    for (size_t i = 0; i < 3; ++i) {
      const auto k = static_cast<size_t>(order[i]);
      triangle.at[i] = corner[k];
      triangle.normal[i] = front;
      triangle.uv[i] = uv[k];
      triangle.lightmap_uv[i] = unit[k];
    }
  }
}

}  // namespace

std::vector<WorldTriangle> box_triangles(const world::Box& box) {
  const glm::dvec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  const glm::dvec3 right[6] = {z, -z, x, x, -x, x}, up[6] = {y, y, z, -z, y, y};
  std::vector<WorldTriangle> list;
  for (int axis = 0; axis < 3; ++axis) {
    const bool is_flat = box.max[axis] == box.min[axis];
    for (int side = is_flat ? 1 : 0; side < 2; ++side)
      add_side(box, axis, side == 1, right[axis * 2 + side], up[axis * 2 + side], list);
  }
  return list;
}

}  // namespace vitrine
