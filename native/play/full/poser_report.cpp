// Reports of a pose: `vitrine pose`, and the check of stored boxes.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/beginning.h"
#include "base/utf8.h"
#include "play/poser.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

/// Bytes for the names that rows repeat of other things: a parent with a long one may have thousands of children.
constexpr size_t kRepeatedNames = size_t{64} << 20;

Json vec_json(const glm::vec3& v) { return Json::array({v.x, v.y, v.z}); }
Json vec_json(const glm::quat& q) { return Json::array({q.x, q.y, q.z, q.w}); }

Json bounds_json(const Bounds& bounds) {
  if (bounds.empty) return nullptr;
  return {{"min", vec_json(bounds.min)}, {"max", vec_json(bounds.max)}};
}

Json numbers_json(const glm::dmat4& m) {
  Json out = Json::array();
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) out.push_back(m[c][r]);
  }
  return out;
}

}  // namespace

Json Poser::stored_bounds_check(uint32_t clip_index) {
  const Clip& clip = scene_->clips[clip_index];
  if (!clip.frames || clip.frames->bounds.empty() || !clip.playable || instances_.empty()) return nullptr;
  const auto& stored = clip.frames->bounds;
  const bool all_zero = std::all_of(stored.begin(), stored.end(),
                                    [](const auto& box) { return box.min == glm::vec3(0) && box.max == glm::vec3(0); });
  if (all_zero) return {{"status", "absent"}};
  const uint32_t kept_clip = clip_;
  const double kept_time_s = time_s_;
  const pose::PlayOptions kept_options = options;
  options = {};
  options.loop = false;
  clip_ = clip_index;
  play_selected();
  std::vector<uint32_t> frames = {0, 1, clip.frame_count / 2, clip.frame_count - 1};
  std::sort(frames.begin(), frames.end());
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  double difference = 0, size = 0, shifted = 0;
  bool contains = true;
  for (const uint32_t frame : frames) {
    if (frame >= clip.frame_count) continue;
    evaluate(frame / clip.frame_rate, {true, false, false, false});
    const Bounds box = bounds();
    const glm::dvec3 low = glm::dvec3(stored[frame].min) - glm::dvec3(box.min),
                     high = glm::dvec3(stored[frame].max) - glm::dvec3(box.max);
    for (int c = 0; c < 3; ++c) {
      difference = std::max({difference, std::abs(low[c]), std::abs(high[c])});
      shifted = std::max(shifted, std::abs(low[c] - high[c]));
      contains &= low[c] <= 1e-4 && high[c] >= -1e-4;
    }
    size = std::max(size, glm::length(glm::dvec3(box.max) - glm::dvec3(box.min)));
  }
  options = kept_options;
  clip_ = kept_clip;
  play_selected();
  evaluate(kept_time_s, {true, true, false, true});
  // Half a percent of the box is what precision culling by exporters costs at worst.
  const double tolerance = 0.005 * size;
  const char* status = difference <= tolerance ? "agrees" : shifted <= tolerance ? "moved" : "differs";
  return {{"status", status}, {"largestDifference", difference}, {"modelSize", size}, {"contains", contains}};
}

Json Poser::report(bool vertices, bool world_space) const {
  if (scene_ == nullptr) return nullptr;
  const glm::dmat4 root = world_space ? world_from_file(scene_->axes) : glm::dmat4(1);
  Json joints = Json::array(), nodes = Json::array(), meshes = Json::array();
  const auto repeated = [&](const std::string& name) {
    const size_t most = std::max<size_t>(kRepeatedNames / scene_->nodes.size(), 64);
    return to_utf8(beginning(name, most));
  };
  for (size_t i = 0; i < scene_->nodes.size(); ++i) {
    const Node& node = scene_->nodes[i];
    const Transform& local = local_.local[i];
    Json item = {{"name", to_utf8(node.name)},
                 {"parent", node.parent == kNone ? Json(nullptr) : Json(repeated(scene_->nodes[node.parent].name))},
                 {"translation", vec_json(local.translation)},
                 {"rotation", vec_json(local.rotation)},
                 {"scale", vec_json(local.scale)},
                 {"matrix", numbers_json(root * exact_[i])}};
    (node.kind == NodeKind::kJoint ? joints : nodes).push_back(std::move(item));
  }
  Bounds all;
  for (const Instance& instance : instances_) {
    const glm::dmat4 to_space = instance.skin != nullptr ? root : root * exact_[instance.node];
    const glm::dmat3 normal_matrix = glm::transpose(glm::inverse(glm::dmat3(to_space)));
    Bounds box;
    Json positions = Json::array(), normals = Json::array();
    for (const glm::vec3& p : instance.positions()) {
      const glm::vec3 q = transformed(to_space, p);
      box.add(q);
      if (vertices) positions.insert(positions.end(), {q.x, q.y, q.z});
    }
    if (vertices) {
      for (const glm::vec3& n : instance.normals()) {
        glm::dvec3 q = normal_matrix * glm::dvec3(n);
        if (const double length = glm::length(q); length > 0) q /= length;
        normals.insert(normals.end(), {q.x, q.y, q.z});
      }
    }
    Json item = {{"name", repeated(instance.mesh->name)},
                 {"node", to_utf8(scene_->nodes[instance.node].name)},
                 {"bounds", bounds_json(box)}};
    if (vertices) {
      item["positions"] = std::move(positions);
      item["normals"] = std::move(normals);
    }
    meshes.push_back(std::move(item));
    if (!box.empty) all.add(box.min), all.add(box.max);
  }
  return {{"action", playing_.size() == 1 ? Json(to_utf8(scene_->clips[playing_[0]].name)) : Json(nullptr)},
          {"time", time_s_},
          {"joints", std::move(joints)},
          {"nodes", std::move(nodes)},
          {"meshes", std::move(meshes)},
          {"bounds", bounds_json(all)}};
}

/// As it is stored, as it is posed, and the sum that leads from the one to the other.
Json Poser::vertex_report(uint32_t number, uint32_t vertex) const {
  if (number >= instances_.size() || vertex >= instances_[number].mesh->positions.size()) return nullptr;
  const Instance& instance = instances_[number];
  const Mesh& mesh = *instance.mesh;
  const glm::dmat4 to_file = instance.skin != nullptr ? glm::dmat4(1) : exact_[instance.node];
  Json stored = {{"position", vec_json(mesh.positions[vertex])}};
  if (!mesh.normals.empty()) stored["normal"] = vec_json(mesh.normals[vertex]);
  stored["uv"] = Json::array();
  for (const UvLayer& layer : mesh.uv_layers) stored["uv"].push_back({layer.uv[vertex].x, layer.uv[vertex].y});

  Json out = {{"action", playing_.size() == 1 ? Json(to_utf8(scene_->clips[playing_[0]].name)) : Json(nullptr)},
              {"time", time_s_},
              {"mesh", to_utf8(mesh.name)},
              {"node", to_utf8(scene_->nodes[instance.node].name)},
              {"vertex", vertex}};
  if (!mesh.file_vertex.empty()) out["fileVertex"] = mesh.file_vertex[vertex];
  out["stored"] = std::move(stored);
  out["position"] = vec_json(glm::vec3(transformed(to_file, instance.positions()[vertex])));
  if (const auto normals = instance.normals(); vertex < normals.size()) {
    const glm::dvec3 normal = glm::transpose(glm::inverse(glm::dmat3(to_file))) * glm::dvec3(normals[vertex]);
    const double length = glm::length(normal);
    out["normal"] = vec_json(glm::vec3(length > 0 ? normal / length : normal));
  }
  out["shapes"] = Json::array();
  for (size_t i = 0; i < instance.shape_values.size(); ++i) {
    if (instance.shape_values[i] == 0 || mesh.shapes[i].relative_to == i) continue;
    out["shapes"].push_back({{"name", to_utf8(mesh.shapes[i].name)}, {"value", instance.shape_values[i]}});
  }
  if (instance.skin == nullptr) {
    out["matrix"] = numbers_json(to_file);
    return out;
  }
  out["influences"] = Json::array();
  glm::dvec3 sum(0);
  for (uint32_t i = mesh.influence_first[vertex]; i < mesh.influence_first[vertex + 1]; ++i) {
    const Influence& influence = mesh.influences[i];
    const uint32_t joint = instance.skin->joints[influence.joint];
    sum += double{influence.weight} * glm::dvec3(exact_[joint] * glm::dvec4(glm::dvec3(influence.position), 1));
    out["influences"].push_back(
        {{"joint", joint},
         {"name", to_utf8(scene_->nodes[joint].name)},
         {"weight", influence.weight},
         {"offset", vec_json(influence.position)},
         {"matrix", numbers_json(exact_[joint])},
         {"premultiplied",
          numbers_json(exact_[joint] * glm::dmat4(instance.palette->joint_from_bind[influence.joint]))},
         {"sum", Json::array({sum.x, sum.y, sum.z})}});
  }
  return out;
}

}  // namespace vitrine
