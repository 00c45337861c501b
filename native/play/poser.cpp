#include "play/poser.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/within_memory.h"
#include "geometry/points.h"
#include "pose/camera.h"
#include "pose/hierarchy.h"
#include "scene/transform.h"

namespace vitrine {
namespace {

constexpr glm::quat kNoRotation(0, 0, 0, 0);

template <class T, class Allocator>
BufferView view(const std::vector<T, Allocator>& values) {
  return {values.data(), values.size() * sizeof(T)};
}
template <class T>
BufferView view(std::span<const T> values) {
  return {values.data(), values.size_bytes()};
}

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

void Poser::attach(const Scene& scene, ScenePlans* shared) {
  scene_ = &scene;
  blend_weight_ = 0;
  blended_ = {};
  instances_.clear();
  own_plans_.tracks.reset();
  plans_ = shared != nullptr ? shared : &own_plans_;
  size_t meshes = 0;
  for (const Node& node : scene.nodes) meshes += node.mesh != kNone;
  if (shared == nullptr || shared->instances.empty()) plans_->instances = std::vector<InstancePlan>(meshes);
  palettes_ = std::vector<skin::Palette>(scene.skins.size() + 1);
  local_ = pose::make_local_pose(scene);
  properties_ = pose::make_property_pose(scene);
  rotations_.resize(scene.nodes.size());
  clear_node_rotation(kNone);
  exact_.assign(scene.nodes.size(), glm::dmat4(1));
  world_from_node_.assign(scene.nodes.size(), glm::mat4(1));
  pose::world_matrices(scene, local_, exact_, world_from_node_);
  for (uint32_t node = 0; node < scene.nodes.size(); ++node) {
    if (scene.nodes[node].mesh != kNone)
      instances_.push_back(make_instance(node, plans_->instances[instances_.size()]));
  }
  systems_.clear();
  if (!scene.emitters.empty()) systems_ = pose::plan_particles(scene, exact_);
  system_entries_.clear();
  for (const pose::ParticleSystem& system : systems_) system_entries_.push_back({system.node, system.emitter});
  particles_end_s_ = pose::particles_end_s(systems_);
  find_together();
  const uint32_t wanted = clip_;
  select(kNone);
  evaluate(0, {false, true, false, true});
  for (Instance& instance : instances_) {
    if (instance.planned) pose_instance(instance, {true, true, false, true});
  }
  bind_bounds_ = Bounds{};
  for (const Instance& instance : instances_) add_bounds(instance, bind_bounds_);
  const bool any_hidden = std::any_of(scene.nodes.begin(), scene.nodes.end(), [](const Node& n) { return n.hidden; });
  drawn_bind_bounds_ = any_hidden || bind_bounds_.empty ? bounds() : bind_bounds_;
  if (bind_bounds_.empty) bind_bounds_ = drawn_bind_bounds_;
  for (Instance& instance : instances_) {
    InstancePlan& plan = *instance.plan;
    if (!plan.still && !plan.stored_bind && plan.bind_normals.empty())
      plan.bind_normals.assign(instance.posed.normals().begin(), instance.posed.normals().end());
  }
  if (wanted != kNone) select(wanted);
}

Poser::Instance Poser::make_instance(uint32_t node, InstancePlan& plan) {
  const uint32_t mesh_index = scene_->nodes[node].mesh, skin_index = scene_->nodes[node].skin;
  const Mesh& mesh = scene_->meshes[mesh_index];
  Instance instance;
  instance.node = node;
  instance.mesh = &mesh;
  instance.plan = &plan;
  instance.palette = &palettes_.back();
  if (!mesh.frames && skin_index != kNone && !mesh.influence_first.empty()) {
    instance.skin = &scene_->skins[skin_index];
    skin::Palette& palette = palettes_[skin_index];
    if (palette.rows.empty()) palette = skin::make_palette(*instance.skin, world_from_node_);
    instance.palette = &palette;
  }
  if (!plan.made && !plan.still && !plan.stored_bind) make_instance_plan(instance);
  instance.planned = !plan.stored_bind;
  if (plan.still || plan.stored_bind) return instance;
  instance.posed = skin::make_posed_mesh(plan.skin);
  if (mesh.frames) return instance;
  if (!mesh.shapes.empty()) instance.shapes = skin::plan_shapes(mesh, plan.skin);
  instance.shape_values =
      std::span(properties_.shape_values).subspan(properties_.first_shape[mesh_index], mesh.shapes.size());
  // Shapes that move nothing leave the mesh to the GPU.
  if (instance.skin != nullptr && !mesh.shapes.empty() && instance.shapes.empty())
    plan.gpu = skin::build_gpu_layout(mesh);
  return instance;
}

void Poser::make_instance_plan(Instance& instance) {
  const Mesh& mesh = *instance.mesh;
  InstancePlan& plan = *instance.plan;
  const uint32_t mesh_index = scene_->nodes[instance.node].mesh, skin_index = scene_->nodes[instance.node].skin;
  if (mesh.frames) return plan_frames(instance);
  const bool keeps_normals = skin::keeps_normals(mesh, skin_index);
  plan.still = keeps_normals && instance.skin == nullptr;
  if (plan.still) {
    plan.skin.vertex_count = static_cast<uint32_t>(mesh.positions.size());
    return;
  }
  if (instance.skin != nullptr) {
    if (mesh.shapes.empty()) plan.gpu = skin::build_gpu_layout(mesh);
    // The joints give back the stored positions: they have inverse bind matrices, and no vertex gets more or less than
    // its whole weight.
    const bool is_bind = !instance.skin->joint_from_bind.empty() && instance.skin->bind_is_rest;
    plan.stored_bind = keeps_normals && is_bind && plan.gpu.largest_gap < 1e-4f;
    if (plan.stored_bind) return;
  }
  std::vector<uint32_t> first_equal;
  if (!keeps_normals) first_equal = geometry::first_equal_positions(mesh.positions);
  plan.skin = skin::plan_skin(*scene_, mesh_index, skin_index, first_equal, world_from_node_);
  plan.made = true;
}

/// The first clip of each animated target: nodes and bones, materials, lamps, cameras and shapes have clips of
/// their own. Only curves say clearly what they move.
void Poser::find_together() {
  together_.clear();
  std::vector<uint8_t> moved[kTargetKinds];  // per kind: the things that a clip moves already
  const auto flag = [&](const Curve& curve) -> uint8_t& {
    std::vector<uint8_t>& things = moved[static_cast<size_t>(curve.target_kind)];
    if (curve.target >= things.size()) things.resize(size_t{curve.target} + 1);
    return things[curve.target];
  };
  for (uint32_t i = 0; i < scene_->clips.size(); ++i) {
    const Clip& clip = scene_->clips[i];
    if (!clip.playable || clip.curves.empty()) continue;
    bool taken = false;
    for (const Curve& curve : clip.curves) taken |= curve.target != kNone && flag(curve) != 0;
    if (taken) continue;
    for (const Curve& curve : clip.curves) {
      if (curve.target != kNone) flag(curve) = 1;
    }
    together_.push_back(i);
  }
}

bool Poser::select(uint32_t clip) {
  if (scene_ == nullptr) return false;
  if (clip == kSimultaneousClips) {
    if (!offers_together()) return false;
  } else if (clip != kNone && (clip >= scene_->clips.size() || !scene_->clips[clip].playable)) {
    return false;
  }
  clip_ = clip;
  play_selected();
  return true;
}

void Poser::play_selected() {
  playing_.clear();
  if (clip_ == kSimultaneousClips)
    playing_ = together_;
  else if (clip_ != kNone)
    playing_.push_back(clip_);
  all_move_ = true;
}

/// A clip sets the same nodes at every time.
void Poser::find_moved() {
  local_.moves = local_.driven;
  for (size_t node = 0; node < local_.moves.size(); ++node) {
    const uint32_t parent = scene_->nodes[node].parent;
    if (parent != kNone) local_.moves[node] |= local_.moves[parent];
  }
}

double Poser::duration_s() const {
  double longest = 0;
  for (const uint32_t clip : playing_) longest = std::max(longest, pose::cycle_s(scene_->clips[clip], options));
  return clip_ == kSimultaneousClips && longest == 0 ? particles_end_s_ : longest;
}

bool Poser::set_node_rotation(uint32_t node, const glm::quat& rotation) {
  const float square = glm::dot(rotation, rotation);
  if (node >= rotations_.size() || !(square > 1e-12f) || !std::isfinite(square)) return false;
  rotations_[node] = rotation / std::sqrt(square);
  any_rotated_ = true;
  return true;
}

void Poser::clear_node_rotation(uint32_t node) {
  if (node == kNone)
    std::fill(rotations_.begin(), rotations_.end(), kNoRotation), any_rotated_ = false;
  else if (node < rotations_.size())
    rotations_[node] = kNoRotation;
}

void Poser::update_world() {
  const bool by_hand = blend_weight_ > 0 || any_rotated_;
  const bool all = std::exchange(all_move_, by_hand) || by_hand;
  if (all) std::fill(local_.moves.begin(), local_.moves.end(), uint8_t{1});
  pose::sample_bind(*scene_, local_);
  pose::sample_bind_properties(*scene_, properties_);
  for (const uint32_t clip : playing_) {
    const pose::ClipTracks* tracks = tracks_of(clip);
    pose::add_clip(*scene_, scene_->clips[clip], time_s_, options, local_, tracks);
    if (tracks == nullptr || tracks->moves_properties)
      pose::sample_properties(*scene_, scene_->clips[clip], time_s_, options, properties_);
  }
  if (blend_weight_ > 0) add_blend();
  for (size_t node = 0; any_rotated_ && node < rotations_.size(); ++node) {
    if (rotations_[node] == kNoRotation) continue;
    local_.local[node].rotation = rotations_[node];
    if (!local_.placed.empty()) local_.placed[node][3].w = 0;
  }
  pose::world_matrices(*scene_, local_, exact_, world_from_node_);
  if (all) find_moved();
  for (size_t skin = 0; skin < scene_->skins.size(); ++skin) {
    if (!palettes_[skin].rows.empty()) skin::update_palette(scene_->skins[skin], world_from_node_, palettes_[skin]);
  }
}

void Poser::update_particles() {
  const double cycle_s = duration_s();
  double within_s = time_s_;
  if (cycle_s > 0)
    within_s = options.loop ? time_s_ - std::floor(time_s_ / cycle_s) * cycle_s : std::clamp(time_s_, 0.0, cycle_s);
  for (pose::ParticleSystem& system : systems_) {
    const uint32_t material = scene_->emitters[system.emitter].material;
    const float scale = material == kNone ? 1 : properties_.materials[material].halo_scale;
    pose::sample_particles(*scene_, within_s, exact_, scale, system);
  }
}

void Poser::evaluate(double time_s, const PoseOptions& what) {
  if (scene_ == nullptr) return;
  time_s_ = std::isfinite(time_s) ? time_s : 0;
  update_world();
  for (Instance& instance : instances_) pose_instance(instance, what);
  if (what.particles) update_particles();
}

void Poser::pose_instance(Instance& instance, const PoseOptions& what) const {
  if (what.tangents && instance.plan->bind_tangents.empty()) make_bind_tangents(instance);
  if (!instance.planned && !(what.skin && plan_instance(instance))) return;
  if (what.tangents && what.normals && instance.tangents().empty()) {
    if (!instance.plan->still)
      skin::prepare_tangents(*instance.mesh, instance.plan->skin, instance.posed);
    else if (!instance.mesh->uv_layers.empty())
      instance.posed.tangents = skin::tangents_of(*instance.mesh, instance.normals());
  }
  if (instance.plan->still) return;
  if (instance.mesh->frames) {
    show_frames(instance, what.skin);
    if (!what.skin) return;
  } else if (!instance.shapes.empty()) {
    skin::apply_shapes(instance.shape_values, instance.palette->joint_from_bind, instance.shapes, instance.plan->skin,
                       instance.posed);
  } else if (!what.skin) {
    return;
  }
  skin::skin_mesh(instance.plan->skin, *instance.palette, what.normals, what.tangents, instance.posed);
}

/// For the GPU, which turns them as it turns normals.
void Poser::make_bind_tangents(Instance& instance) const {
  const Mesh& mesh = *instance.mesh;
  if (instance.skin == nullptr || !mesh.tangents.empty() || mesh.uv_layers.empty()) return;
  const std::vector<glm::vec3>& normals = instance.plan->stored_bind ? mesh.normals : instance.plan->bind_normals;
  instance.plan->bind_tangents = skin::tangents_of(mesh, normals);
}

void Poser::make_plan(Instance& instance) const {
  const Node& node = scene_->nodes[instance.node];
  InstancePlan& plan = *instance.plan;
  if (!plan.made) plan.skin = skin::plan_skin(*scene_, node.mesh, node.skin, {}, {});
  plan.made = true;
  instance.posed = skin::make_posed_mesh(plan.skin);
  instance.planned = true;
}

/// False when there is no memory: what is stored is shown then.
bool Poser::plan_instance(Instance& instance) const {
  if (!within_memory([&] { make_plan(instance); })) instance.posed = {};
  return instance.planned;
}

void Poser::add_bounds(const Instance& instance, Bounds& bounds) const {
  const auto positions = instance.positions();
  if (positions.empty()) return;
  glm::vec3 low(HUGE_VALF), high(-HUGE_VALF);
  const auto add = [&](const glm::vec3& p) { low = glm::min(low, p), high = glm::max(high, p); };
  const glm::dmat4 m = instance.skin != nullptr ? glm::dmat4(1) : exact_[instance.node];
  if (m == glm::dmat4(1)) {
    for (const glm::vec3& p : positions) add(p);
  } else {
    for (const glm::vec3& p : positions) add(transformed(m, p));
  }
  bounds.add(low), bounds.add(high);
}

Bounds Poser::bounds() const {
  Bounds out;
  const auto shown = [&](const Instance& instance) { return !scene_->nodes[instance.node].hidden; };
  const bool any = std::any_of(instances_.begin(), instances_.end(), shown);
  for (const Instance& instance : instances_) {
    if (shown(instance) || !any) add_bounds(instance, out);
  }
  if (!out.empty || scene_ == nullptr) return out;
  for (size_t i = 0; i < scene_->nodes.size(); ++i) out.add(glm::vec3(world_from_node_[i][3]));
  return out;
}

Bounds Poser::action_bounds(uint32_t samples) {
  const double time_s = time_s_;
  Bounds out = drawn_bind_bounds_;
  if (clip_ != kNone) {
    out = Bounds{};
    // One run from the first frame to the last: a loop would come back to its start before it gets there.
    const bool loop = std::exchange(options.loop, false);
    const double run = duration_s();
    for (uint32_t i = 0; i < std::max(samples, 1u); ++i) {
      evaluate(samples < 2 ? 0 : run * i / (samples - 1), {true, false, false, false});
      const Bounds one = bounds();
      if (!one.empty) out.add(one.min), out.add(one.max);
    }
    options.loop = loop;
    evaluate(time_s, {true, true, false, true});
  }
  return out;
}

double Poser::camera_fov_y(uint32_t camera, double aspect) const {
  const float fov_rad = local_.camera == camera ? local_.camera_fov_rad : properties_.cameras[camera].fov_rad;
  return pose::vertical_fov_rad(scene_->cameras[camera].fov_rule, fov_rad, aspect);
}

double Poser::gpu_difference() const {
  double largest = 0;
  for (const Instance& instance : instances_) {
    if (instance.plan->gpu.runs.empty()) continue;
    largest = std::max(largest, skin::gpu_difference(instance.plan->gpu, instance.palette->rows, instance.positions()));
  }
  return largest;
}

BufferView Poser::buffer(BufferKind kind, uint32_t index) const {
  switch (kind) {
    case BufferKind::kNodeMatrices:
      return view(world_from_node_);
    case BufferKind::kNodeTransforms:
      static_assert(sizeof(Transform) == 10 * sizeof(float));
      return view(local_.local);
    case BufferKind::kMaterials:
      return view(properties_.materials);
    case BufferKind::kTextureSlots:
      return view(properties_.slots);
    case BufferKind::kLights:
      return view(properties_.lights);
    case BufferKind::kCameras:
      return view(properties_.cameras);
    case BufferKind::kParticleSystems:
      return view(system_entries_);
    case BufferKind::kParticles:
      return index < systems_.size() ? view(systems_[index].alive) : BufferView{};
    default:
      return instances_.empty() ? BufferView{} : instance_buffer(kind, index);
  }
}

BufferView Poser::instance_buffer(BufferKind kind, uint32_t index) const {
  const bool layered = kind == BufferKind::kUv || kind == BufferKind::kColors;
  const size_t layer = layered ? index / instances_.size() : 0;
  if (layered) index %= static_cast<uint32_t>(instances_.size());
  if (index >= instances_.size()) return {};
  const Instance& instance = instances_[index];
  const Mesh& mesh = *instance.mesh;
  const InstancePlan& plan = *instance.plan;
  switch (kind) {
    case BufferKind::kPositions:
      return view(instance.positions());
    case BufferKind::kNormals:
      return view(instance.normals());
    case BufferKind::kTangents:
      return view(instance.tangents());
    case BufferKind::kIndices:
      return view(mesh.indices);
    case BufferKind::kUv:
      return layer < mesh.uv_layers.size() ? view(mesh.uv_layers[layer].uv) : BufferView{};
    case BufferKind::kColors:
      return layer < mesh.color_layers.size() ? view(mesh.color_layers[layer].color) : BufferView{};
    case BufferKind::kInfluences:
      return view(plan.gpu.influences);
    case BufferKind::kInfluenceRuns:
      return view(plan.gpu.runs);
    case BufferKind::kPalette:
      return view(instance.palette->rows);
    case BufferKind::kBindPositions:
      return view(mesh.positions);
    case BufferKind::kBindNormals:
      return view(plan.still || plan.stored_bind ? mesh.normals : plan.bind_normals);
    case BufferKind::kBindTangents:
      return instance.skin == nullptr ? BufferView{} : view(mesh.tangents.empty() ? plan.bind_tangents : mesh.tangents);
    case BufferKind::kShapeValues:
      return view(instance.shape_values);
    default:
      return mesh.frames ? frames_buffer(kind, instance) : BufferView{};
  }
}

}  // namespace vitrine
