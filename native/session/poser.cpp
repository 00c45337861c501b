#include "session/poser.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/weld.h"
#include "pose/camera.h"
#include "pose/hierarchy.h"

namespace vitrine {
namespace {

template <class T>
BufferView view(const std::vector<T>& values) {
  return {values.data(), values.size() * sizeof(T)};
}
template <class T>
BufferView view(std::span<const T> values) {
  return {values.data(), values.size_bytes()};
}

Json numbers_json(const glm::dmat4& m) {
  Json out = Json::array();
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) out.push_back(m[c][r]);
  }
  return out;
}

glm::vec3 transformed(const glm::dmat4& m, const glm::vec3& p) { return glm::vec3(m * glm::dvec4(p, 1)); }

}  // namespace

glm::dmat4 world_from_file(const Axes& axes) {
  glm::dmat4 m(1);
  if (axes.up == Up::kZ)
    m = glm::dmat4(glm::dvec4(1, 0, 0, 0), glm::dvec4(0, 0, -1, 0), glm::dvec4(0, 1, 0, 0), glm::dvec4(0, 0, 0, 1));
  if (axes.handedness == Handedness::kLeft) {
    // Mirror across the depth axis of the upright picture: z.
    glm::dmat4 mirror(1);
    mirror[2][2] = -1;
    m = mirror * m;
  }
  glm::dmat4 scale(axes.unit_m);
  scale[3][3] = 1;
  return scale * m;
}

void Poser::attach(const Scene& scene) {
  scene_ = &scene;
  instances_.clear();
  local_ = pose::make_local_pose(scene);
  exact_.assign(scene.nodes.size(), glm::dmat4(1));
  world_from_node_.assign(scene.nodes.size(), glm::mat4(1));
  pose::sample_bind(scene, local_);
  pose::world_matrices(scene, local_, exact_, world_from_node_);
  for (uint32_t node = 0; node < scene.nodes.size(); ++node) {
    const uint32_t mesh_index = scene.nodes[node].mesh;
    if (mesh_index == kNone) continue;
    const Mesh& mesh = scene.meshes[mesh_index];
    const uint32_t skin_index = scene.nodes[node].skin;
    const auto first_equal = geometry::first_equal_positions(mesh.positions);
    Instance instance;
    instance.node = node;
    instance.mesh = &mesh;
    instance.plan = skin::plan_skin(scene, mesh_index, skin_index, first_equal, world_from_node_);
    instance.posed = skin::make_posed_mesh(instance.plan);
    if (skin_index != kNone && !mesh.influence_first.empty()) {
      instance.skin = &scene.skins[skin_index];
      instance.palette = skin::make_palette(*instance.skin, world_from_node_);
      instance.gpu = skin::build_gpu_layout(mesh);
    }
    instances_.push_back(std::move(instance));
  }
  const uint32_t wanted = clip_;
  clip_ = kNone;
  evaluate(0, {true, true, false});
  bind_bounds_ = bounds();
  for (Instance& instance : instances_)
    instance.bind_normals.assign(instance.posed.normals().begin(), instance.posed.normals().end());
  if (wanted != kNone) select(wanted);
}

bool Poser::select(uint32_t clip) {
  if (scene_ == nullptr) return false;
  if (clip != kNone && (clip >= scene_->clips.size() || !scene_->clips[clip].playable)) return false;
  clip_ = clip;
  return true;
}

double Poser::duration_s() const { return clip_ == kNone ? 0 : pose::cycle_s(scene_->clips[clip_], options); }

void Poser::update_world() {
  if (clip_ == kNone)
    pose::sample_bind(*scene_, local_);
  else
    pose::sample_clip(*scene_, scene_->clips[clip_], time_s_, options, local_);
  pose::world_matrices(*scene_, local_, exact_, world_from_node_);
  for (Instance& instance : instances_) {
    if (instance.skin != nullptr) skin::update_palette(*instance.skin, world_from_node_, instance.palette);
  }
}

void Poser::evaluate(double time_s, const PoseOptions& what) {
  if (scene_ == nullptr) return;
  time_s_ = std::isfinite(time_s) ? time_s : 0;
  update_world();
  if (!what.skin) return;
  for (Instance& instance : instances_)
    skin::skin_mesh(instance.plan, instance.palette, what.normals, what.tangents, instance.posed);
}

void Poser::add_bounds(const Instance& instance, Bounds& bounds) const {
  const auto positions = instance.posed.positions();
  if (instance.skin != nullptr) {
    for (const glm::vec3& p : positions) bounds.add(p);
  } else {
    for (const glm::vec3& p : positions) bounds.add(transformed(exact_[instance.node], p));
  }
}

Bounds Poser::bounds() const {
  Bounds out;
  for (const Instance& instance : instances_) add_bounds(instance, out);
  if (!out.empty || scene_ == nullptr) return out;
  for (size_t i = 0; i < scene_->nodes.size(); ++i) out.add(glm::vec3(world_from_node_[i][3]));
  return out;
}

Bounds Poser::action_bounds(uint32_t samples) {
  const double time_s = time_s_;
  Bounds out = bind_bounds_;
  if (clip_ != kNone) {
    out = Bounds{};
    // One run from the first frame to the last: a loop would come back to its start before it gets there.
    const bool loop = std::exchange(options.loop, false);
    const double run = duration_s();
    for (uint32_t i = 0; i < std::max(samples, 1u); ++i) {
      evaluate(samples < 2 ? 0 : run * i / (samples - 1), {true, false, false});
      const Bounds one = bounds();
      if (!one.empty) out.add(one.min), out.add(one.max);
    }
    options.loop = loop;
    evaluate(time_s, {true, true, false});
  }
  return out;
}

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
  std::vector<uint32_t> frames = {0, 1, clip.frame_count / 2, clip.frame_count - 1};
  std::sort(frames.begin(), frames.end());
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  double difference = 0, size = 0, shifted = 0;
  bool contains = true;
  for (const uint32_t frame : frames) {
    if (frame >= clip.frame_count) continue;
    evaluate(frame / clip.frame_rate, {true, false, false});
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
  evaluate(kept_time_s, {true, true, false});
  // Half a percent of the box is what precision culling by exporters costs at worst.
  const double tolerance = 0.005 * size;
  const char* status = difference <= tolerance ? "agrees" : shifted <= tolerance ? "moved" : "differs";
  return {{"status", status}, {"largestDifference", difference}, {"modelSize", size}, {"contains", contains}};
}

double Poser::camera_fov_y(uint32_t camera, double aspect) const {
  const Camera& c = scene_->cameras[camera];
  return pose::vertical_fov_rad(c.fov_rule, local_.camera == camera ? local_.camera_fov_rad : c.fov_rad, aspect);
}

double Poser::gpu_difference() const {
  double largest = 0;
  for (const Instance& instance : instances_) {
    if (instance.skin == nullptr) continue;
    largest = std::max(largest, skin::gpu_difference(instance.gpu, instance.palette.rows, instance.posed.positions()));
  }
  return largest;
}

Json Poser::report(bool vertices, bool world_space) const {
  if (scene_ == nullptr) return nullptr;
  const glm::dmat4 root = world_space ? world_from_file(scene_->axes) : glm::dmat4(1);
  Json joints = Json::array(), nodes = Json::array(), meshes = Json::array();
  for (size_t i = 0; i < scene_->nodes.size(); ++i) {
    const Node& node = scene_->nodes[i];
    const Transform& local = local_.local[i];
    Json item = {{"name", to_utf8(node.name)},
                 {"parent", node.parent == kNone ? Json(nullptr) : Json(to_utf8(scene_->nodes[node.parent].name))},
                 {"translation", vec_json(local.translation)},
                 {"rotation", vec_json(local.rotation)},
                 {"scale", vec_json(local.scale)},
                 {"matrix", numbers_json(root * exact_[i])}};
    (node.kind == NodeKind::kJoint ? joints : nodes).push_back(std::move(item));
  }
  Bounds all;
  for (const Instance& instance : instances_) {
    const glm::dmat4 to_space = instance.skin != nullptr ? root : root * exact_[instance.node];
    const glm::dmat3 turn = glm::transpose(glm::inverse(glm::dmat3(to_space)));
    Bounds box;
    Json positions = Json::array(), normals = Json::array();
    for (const glm::vec3& p : instance.posed.positions()) {
      const glm::vec3 q = transformed(to_space, p);
      box.add(q);
      if (vertices) positions.insert(positions.end(), {q.x, q.y, q.z});
    }
    if (vertices) {
      for (const glm::vec3& n : instance.posed.normals()) {
        glm::dvec3 q = turn * glm::dvec3(n);
        if (const double length = glm::length(q); length > 0) q /= length;
        normals.insert(normals.end(), {q.x, q.y, q.z});
      }
    }
    Json item = {{"name", to_utf8(instance.mesh->name)},
                 {"node", to_utf8(scene_->nodes[instance.node].name)},
                 {"bounds", bounds_json(box)}};
    if (vertices) {
      item["positions"] = std::move(positions);
      item["normals"] = std::move(normals);
    }
    meshes.push_back(std::move(item));
    if (!box.empty) all.add(box.min), all.add(box.max);
  }
  return {{"action", clip_ == kNone ? Json(nullptr) : Json(to_utf8(scene_->clips[clip_].name))},
          {"time", time_s_},
          {"joints", std::move(joints)},
          {"nodes", std::move(nodes)},
          {"meshes", std::move(meshes)},
          {"bounds", bounds_json(all)}};
}

BufferView Poser::buffer(BufferKind kind, uint32_t index) const {
  if (kind == BufferKind::kNodeMatrices) return view(world_from_node_);
  if (index >= instances_.size()) return {};
  const Instance& instance = instances_[index];
  const Mesh& mesh = *instance.mesh;
  switch (kind) {
    case BufferKind::kPositions:
      return view(instance.posed.positions());
    case BufferKind::kNormals:
      return view(instance.posed.normals());
    case BufferKind::kTangents:
      return view(instance.posed.tangents);
    case BufferKind::kIndices:
      return view(mesh.indices);
    case BufferKind::kUv:
      return mesh.uv_layers.empty() ? BufferView{} : view(mesh.uv_layers[0].uv);
    case BufferKind::kColors:
      return mesh.color_layers.empty() ? BufferView{} : view(mesh.color_layers[0].color);
    case BufferKind::kInfluences:
      return view(instance.gpu.influences);
    case BufferKind::kInfluenceRuns:
      return view(instance.gpu.runs);
    case BufferKind::kPalette:
      return view(instance.palette.rows);
    case BufferKind::kBindPositions:
      return view(mesh.positions);
    case BufferKind::kBindNormals:
      return view(instance.bind_normals);
    case BufferKind::kNodeMatrices:
      break;
  }
  return {};
}

}  // namespace vitrine
