#include "world/session/frame/tables.h"

#include <algorithm>
#include <cstring>

#include "world/graph/codes.h"
#include "world/graph/sentences.h"
#include "world/picture/glyphs.h"
#include "world/session/drawing.h"
#include "world/session/frame/model.h"

namespace vitrine {
namespace {

using world::kNoNode;

/// Most vertices of all poses of one frame: 320 MiB.
constexpr uint64_t kMostPosedVertices = 8u << 20;

constexpr uint64_t kMostLetters = 250'000;  // of all texts

template <size_t N, typename Vector>
void put(float (&out)[N], const Vector& v) {
  static_assert(sizeof(Vector) == N * sizeof(double));
  for (size_t i = 0; i < N; ++i) out[i] = static_cast<float>(v[static_cast<int>(i)]);
}

void put_matrix(float (&out)[16], const glm::dmat4& m) {
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) out[column * 4 + row] = static_cast<float>(m[column][row]);
  }
}

template <typename T>
std::span<const uint8_t> bytes_of(const T& list) {
  return {reinterpret_cast<const uint8_t*>(list.data()), list.size() * sizeof(list[0])};
}

void add(std::vector<float>& out, const glm::dvec3& v) {
  for (int i = 0; i < 3; ++i) out.push_back(static_cast<float>(v[i]));
}

WorldVertex vertex_of(const render::WorldTriangle& triangle, size_t corner) {
  WorldVertex out;
  put(out.at, triangle.at[corner]), put(out.normal, triangle.normal[corner]);
  put(out.uv, triangle.uv[corner]), put(out.lightmap_uv, triangle.lightmap_uv[corner]);
  return out;
}

/// Counter-clockwise from outside, whatever the file's winding is.
void add_triangles(const std::vector<render::WorldTriangle>& list, std::vector<WorldVertex>& out) {
  for (const render::WorldTriangle& triangle : list) {
    const glm::dvec3 normal = glm::cross(triangle.at[1] - triangle.at[0], triangle.at[2] - triangle.at[0]);
    const bool is_flipped = glm::dot(normal, triangle.front) < 0;
    out.push_back(vertex_of(triangle, 0));
    out.push_back(vertex_of(triangle, is_flipped ? 2 : 1));
    out.push_back(vertex_of(triangle, is_flipped ? 1 : 2));
  }
}

}  // namespace

WorldTables::WorldTables(const world::World& world, const std::vector<std::unique_ptr<WorldModel>>& models,
                         uint32_t generation)
    : world_(world),
      document_(world.document()),
      models_(models),
      warnings_(world.document(), issues_),
      images_(world_images(world.document())) {
  numbers_[static_cast<size_t>(WorldNumber::kGeneration)] = generation;
  for (const std::unique_ptr<WorldModel>& model : models_) {
    ModelPlan& plan = plans_.emplace_back();
    const size_t clusters = model ? model->clusters().clusters.size() : 0;
    for (uint32_t cluster = 0; cluster < clusters; ++cluster) {
      plan.first.push_back(plan.vertices);
      plan.vertices += model->triangle_count(cluster) * 3;
    }
  }
  uint32_t geometries = 0, boxes = 0;
  for (const world::Operator& op : document_.ops) {
    first_geometry_.push_back(geometries);
    first_box_.push_back(boxes);
    uint32_t action = kNone;
    if (op.kind == world::OpKind::kMesh) {
      boxes += static_cast<uint32_t>(op.boxes.size());
      geometries += static_cast<uint32_t>(op.boxes.size());
      if (op.target != kNoNode) geometries += static_cast<uint32_t>(plans_[op.target].first.size());
      const WorldModel* model = op.target == kNoNode ? nullptr : models_[op.target].get();
      if (model != nullptr && !op.word.empty()) action = model->action(op.word);
    } else if (op.kind == world::OpKind::kTexture && !op.word.empty()) {
      const auto found = std::lower_bound(images_.begin(), images_.end(), op.word);
      image_of_.emplace(&op.word, static_cast<uint32_t>(found - images_.begin()));
    }
    action_of_.push_back(action);
  }
  boxes_.resize(boxes);
}

Status WorldTables::update() {
  update_header();
  update_jobs();
  if (Status status = pose_models(); !status) return status;
  update_lights();
  if (Status status = update_effects(); !status) return status;
  update_rest();
  update_physics();
  return Unit{};
}

void WorldTables::update_header() {
  const world::Frame& frame = world_.frame();
  const auto scalar = [&](WorldScalar which) -> double& { return scalars_[static_cast<size_t>(which)]; };
  scalar(WorldScalar::kTime) = frame.time, scalar(WorldScalar::kBeat) = frame.beat;
  scalar(WorldScalar::kRemainder) = frame.remainder;
  for (int i = 0; i < 3; ++i) {
    (&scalar(WorldScalar::kEye))[i] = frame.camera.at[i];
    (&scalar(WorldScalar::kDir))[i] = frame.camera.dir[i];
    (&scalar(WorldScalar::kUp))[i] = frame.camera.up[i];
  }
  scalar(WorldScalar::kFov) = frame.camera.fov, scalar(WorldScalar::kAspect) = frame.camera.aspect;
  scalar(WorldScalar::kNear) = frame.camera.near;
  const world::Lighting& lighting = document_.lighting;
  scalar(WorldScalar::kMaskScale) = lighting.mask_scale;

  const auto number = [&](WorldNumber which, uint64_t value) {
    numbers_[static_cast<size_t>(which)] = static_cast<uint32_t>(value);
  };
  number(WorldNumber::kFrame, frame.number);
  const auto wireframe = static_cast<uint32_t>(document_.wireframe);
  number(WorldNumber::kMode, wireframe != 0 ? 1 + wireframe : lighting.fake ? 1 : 0);
  number(WorldNumber::kSegment, frame.segment);
  number(WorldNumber::kShadows, lighting.shadows ? 1 : 0);
  number(WorldNumber::kColored, lighting.colored ? 1 : 0);
  number(WorldNumber::kBlur, static_cast<uint32_t>(lighting.blur));
  number(WorldNumber::kChosenCount, frame.shadow_lights.size());
  for (size_t i = 0; i < 3; ++i) {
    const bool is_there = i < frame.shadow_lights.size();
    numbers_[static_cast<size_t>(WorldNumber::kChosen) + i] =
        is_there ? frame.lights[frame.shadow_lights[i]].rank : kNoNode;
  }
  for (size_t i = 0; i < world::kPhases; ++i)
    numbers_[static_cast<size_t>(WorldNumber::kPhaseJobs) + i] = static_cast<uint32_t>(frame.phase_jobs[i]);
  number(WorldNumber::kDepthJobs, frame.depth_jobs), number(WorldNumber::kBaseJobs, frame.base_jobs);
  number(WorldNumber::kTextureJobs, frame.texture_jobs), number(WorldNumber::kWireJobs, frame.wire_jobs);
  number(WorldNumber::kShadowJobs, frame.shadow_jobs), number(WorldNumber::kTotal, frame.total);
  number(WorldNumber::kMeshJobs, frame.painted_meshes), number(WorldNumber::kTriggered, frame.triggered);
  number(WorldNumber::kSlices, frame.slices), number(WorldNumber::kClip, document_.clip ? 1 : 0);
}

void WorldTables::update_jobs() {
  const world::Frame& frame = world_.frame();
  jobs_.resize(frame.painted.size());
  job_numbers_.resize(frame.painted.size());
  place_.resize(frame.scene_jobs.size());
  poses_.clear();
  std::fill(pose_slots_.begin(), pose_slots_.end(), 0);
  uint32_t place = 0, mesh_job = kNoNode;
  glm::dmat4 matrix(1);
  bool is_mirrored = false;
  for (const uint32_t index : frame.painted) {
    const world::SceneJob& job = frame.scene_jobs[index];
    const world::MeshJob& visit = frame.mesh_jobs[job.mesh_job];
    const world::MeshValue& mesh = *visit.mesh;
    const world::ClusterValue& cluster = mesh.clusters[job.cluster];
    const world::MaterialValue& material = cluster.material;
    if (mesh_job != job.mesh_job) {
      matrix = visit.matrix * mesh.deform;
      is_mirrored = glm::determinant(glm::dmat3(matrix)) < 0;
      mesh_job = job.mesh_job;
    }
    WorldJobFloats& out = jobs_[place];
    put_matrix(out.matrix, matrix);
    put(out.color, material.color);
    put(out.uv_scale, material.uv_scale), put(out.uv_translate, material.uv_translate);
    out.uv_rotate_deg = static_cast<float>(material.uv_rotate), out.specular = static_cast<float>(material.specular);
    put(out.detail_scale, material.detail_scale);
    for (int i = 0; i < 3; ++i) {
      out.bounds[i] = static_cast<float>(job.bounds.min[i]);
      out.bounds[3 + i] = static_cast<float>(job.bounds.max[i]);
    }
    out.pose_s = static_cast<float>(mesh.pose), out.zero = 0;

    WorldJobNumbers& row = job_numbers_[place];
    row = {};
    row.op = mesh.op, row.cluster = cluster.number, row.geometry = first_geometry_[mesh.op] + cluster.number;
    row.material = material.op, row.material_id = material.id;
    row.segment = visit.segment, row.instance = visit.instance, row.lights = job.lights;
    const bool is_box = cluster.number < document_.ops[mesh.op].boxes.size();
    row.state = (material.phases & 0x7Fu) | static_cast<uint32_t>(material.blend) << 8 |
                (material.cast_shadow ? 1u << 10 : 0) | (is_box ? 1u << 11 : 0) | (is_mirrored ? 1u << 12 : 0) |
                (material.receive_shadow ? 0 : 1u << 13) | static_cast<uint32_t>(material.pass) << 16;
    place_job(mesh, cluster.number, row);
    for (size_t slot = 0; slot < 5; ++slot) {
      row.image[slot] = WorldJobNumbers::kNoImage;
      if (!material.textures[slot]) {
        std::memset(out.gain[slot], 0, sizeof out.gain[slot]);
        std::memset(out.offset[slot], 0, sizeof out.offset[slot]);
        continue;
      }
      const world::TextureValue& value = *material.textures[slot];
      put(out.gain[slot], value.gain), put(out.offset[slot], value.offset);
      row.image[slot] = value.file == nullptr ? WorldJobNumbers::kFill : image_of_.at(value.file);
    }
    place_[index] = place++;
  }
}

/// Where the triangles of a cluster are; those of poses are counted from the start of their pose for now.
void WorldTables::place_job(const world::MeshValue& mesh, uint32_t cluster, WorldJobNumbers& out) {
  const world::Operator& op = document_.ops[mesh.op];
  out.pose = kNoNode;
  const auto boxes = static_cast<uint32_t>(op.boxes.size());
  if (cluster < boxes) {
    const Place& place = box_place(mesh.op, cluster);
    out.first = place.first, out.count = place.count;
    return;
  }
  const uint32_t number = cluster - boxes, model = op.target;
  if (model == kNoNode || models_[model] == nullptr) return;
  if (!op.word.empty() && action_of_[mesh.op] == kNone) warnings_.unknown_action(mesh.op);
  out.count = models_[model]->triangle_count(number) * 3;
  out.first = plans_[model].first[number];
  if (action_of_[mesh.op] == kNone)
    out.first += bind_place(model);
  else
    out.pose = find_pose(model, action_of_[mesh.op], mesh.pose);
}

uint32_t WorldTables::find_pose(uint32_t model, uint32_t action, double time_s) {
  const Pose wanted{model, action, time_s};
  if (!poses_.empty() && poses_.back() == wanted) return static_cast<uint32_t>(poses_.size() - 1);
  const auto slot_of = [&](const Pose& pose) {
    uint64_t bits;
    std::memcpy(&bits, &pose.time_s, sizeof bits);
    const uint64_t mixed = (bits ^ (uint64_t{pose.model} << 32 | pose.action)) * 0x9E3779B97F4A7C15ull;
    return static_cast<size_t>(mixed >> 32) & (pose_slots_.size() - 1);
  };
  if (poses_.size() * 2 >= pose_slots_.size()) {
    pose_slots_.assign(std::max<size_t>(64, pose_slots_.size() * 2), 0);
    for (uint32_t i = 0; i < poses_.size(); ++i) {
      size_t slot = slot_of(poses_[i]);
      while (pose_slots_[slot] != 0) slot = (slot + 1) & (pose_slots_.size() - 1);
      pose_slots_[slot] = i + 1;
    }
  }
  size_t slot = slot_of(wanted);
  for (; pose_slots_[slot] != 0; slot = (slot + 1) & (pose_slots_.size() - 1)) {
    if (poses_[pose_slots_[slot] - 1] == wanted) return pose_slots_[slot] - 1;
  }
  poses_.push_back(wanted);
  pose_slots_[slot] = static_cast<uint32_t>(poses_.size());
  return pose_slots_[slot] - 1;
}

/// Poses what the frame needs, unless the frame before needed the same.
Status WorldTables::pose_models() {
  uint64_t vertices = 0, work = 0;
  for (Pose& pose : poses_) {
    pose.first = static_cast<uint32_t>(vertices);
    vertices += plans_[pose.model].vertices;
    if (vertices > kMostPosedVertices) return Error{world::messages::kTooManyVertices, kNoOffset};
    work += models_[pose.model]->pose_work(pose.action);
    if (work > kMostPoseWork) return Error{world::messages::kPosesTakeLong, kNoOffset};
  }
  for (WorldJobNumbers& row : job_numbers_) {
    if (row.pose != kNoNode) row.first += poses_[row.pose].first;
  }
  if (poses_ == posed_now_) return Unit{};
  posed_.clear();
  for (const Pose& pose : poses_) {
    models_[pose.model]->pose(pose.action, pose.time_s);
    for (uint32_t cluster = 0; cluster < plans_[pose.model].first.size(); ++cluster)
      write_vertices(pose.model, cluster, posed_);
  }
  posed_now_ = poses_;
  ++numbers_[static_cast<size_t>(WorldNumber::kPosedVersion)];
  return Unit{};
}

void WorldTables::write_vertices(uint32_t model, uint32_t cluster, std::vector<WorldVertex>& out) {
  models_[model]->write_triangles(cluster, scratch_);
  add_triangles(scratch_, out);
}

const WorldTables::Place& WorldTables::box_place(uint32_t op, uint32_t box) {
  Place& place = boxes_[first_box_[op] + box];
  if (place.first != kNoNode) return place;
  const world::MeshBox& shape = document_.ops[op].boxes[box];
  place.first = static_cast<uint32_t>(still_.size());
  add_triangles(box_triangles({shape.min, shape.max}), still_);
  place.count = static_cast<uint32_t>(still_.size()) - place.first;
  ++numbers_[static_cast<size_t>(WorldNumber::kStillVersion)];
  return place;
}

uint32_t WorldTables::bind_place(uint32_t model) {
  ModelPlan& plan = plans_[model];
  if (plan.still != kNoNode) return plan.still;
  const auto place = static_cast<uint32_t>(still_.size());
  models_[model]->pose(kNone, 0);
  for (uint32_t cluster = 0; cluster < plan.first.size(); ++cluster) write_vertices(model, cluster, still_);
  ++numbers_[static_cast<size_t>(WorldNumber::kStillVersion)];
  return plan.still = place;
}

void WorldTables::update_lights() {
  const world::Frame& frame = world_.frame();
  lights_.resize(frame.lights.size());
  light_numbers_.resize(frame.lights.size());
  light_segments_.clear();
  for (size_t i = 0; i < frame.lights.size(); ++i) {
    const world::LightRecord& light = frame.lights[i];
    WorldLightFloats& out = lights_[i];
    out = {};
    put(out.at, light.at), put(out.color, light.color);
    out.range = static_cast<float>(light.range), out.importance = static_cast<float>(light.importance);
    light_numbers_[i] = {light.op,
                         light.instance,
                         light.rank,
                         light.cast_shadow ? 1u : 0,
                         light.home,
                         static_cast<uint32_t>(light_segments_.size()),
                         static_cast<uint32_t>(light.segments.size()),
                         0};
    light_segments_.insert(light_segments_.end(), light.segments.begin(), light.segments.end());
  }
}

Status WorldTables::update_effects() {
  using Kind = render::WorldEffect::Kind;
  const world::Frame& frame = world_.frame();
  first_particle_.resize(frame.particles.size());
  uint32_t particles = 0;
  for (size_t i = 0; i < frame.particles.size(); ++i) {
    first_particle_[i] = particles;
    particles += frame.particles[i].count;
  }
  effects_.resize(frame.painted_effects.size());
  effect_numbers_.resize(frame.painted_effects.size());
  effect_place_.resize(frame.effect_jobs.size());
  for (uint32_t place = 0; place < frame.painted_effects.size(); ++place) {
    const uint32_t index = frame.painted_effects[place];
    const world::EffectJob& job = frame.effect_jobs[index];
    effect_place_[index] = place;
    WorldEffectFloats& out = effects_[place];
    out = {};
    put_matrix(out.matrix, job.matrix);
    put(out.color, job.color);
    out.size = static_cast<float>(job.size), out.amount = static_cast<float>(job.amount);
    Kind kind = Kind::kText;
    WorldEffectNumbers& row = effect_numbers_[place];
    row = {job.op, 0, job.instance, job.segment, 0, 0, kNoNode, 0};
    switch (document_.ops[job.op].kind) {
      case world::OpKind::kParticles:
        kind = Kind::kParticles;
        row.first = first_particle_[job.particles], row.count = frame.particles[job.particles].count;
        break;
      case world::OpKind::kText:
        break;
      default:
        kind = full_screen_kind(*job.kind);
        if (kind == Kind::kNothing) warnings_.unknown_effect(job.op, *job.kind);
    }
    row.kind = static_cast<uint32_t>(kind);
    if (kind != Kind::kText || job.text == nullptr) continue;
    row.text = number_of(*job.text);
    if (letter_count_ > kMostLetters) return Error{world::messages::kTooManyLetters, kNoOffset};
    row.first = letters_[row.text].first, row.count = letters_[row.text].count;
  }
  return Unit{};
}

/// Number of a text, whose letters are among the triangles that never change.
uint32_t WorldTables::number_of(const std::string& text) {
  const auto known = text_numbers_.find(text);
  if (known != text_numbers_.end()) return known->second;
  const auto number = static_cast<uint32_t>(texts_.size());
  texts_.push_back(&text_numbers_.emplace(text, number).first->first);
  const auto first = static_cast<uint32_t>(still_.size());
  letter_count_ += text.size();
  if (letter_count_ > kMostLetters) return number;
  for (const render::PlacedQuad& quad : render::text_quads(text)) {
    const auto corner = [&](double x, double y) {
      still_.push_back({{static_cast<float>(x), static_cast<float>(y), 0}, {0, 0, 1}, {0, 0}, {0, 0}});
    };
    corner(quad.x0, quad.y0), corner(quad.x1, quad.y0), corner(quad.x1, quad.y1);
    corner(quad.x0, quad.y0), corner(quad.x1, quad.y1), corner(quad.x0, quad.y1);
  }
  letters_.push_back({first, static_cast<uint32_t>(still_.size()) - first});
  ++numbers_[static_cast<size_t>(WorldNumber::kStillVersion)];
  return number;
}

void WorldTables::update_rest() {
  const world::Frame& frame = world_.frame();
  paint_.resize(frame.paint.size());
  for (size_t i = 0; i < frame.paint.size(); ++i) {
    const world::PaintJob& job = frame.paint[i];
    WorldPaintRow& row = paint_[i];
    row.key = job.key;
    row.index = job.is_effect ? effect_place_[job.job] : job.is_specular ? kNoNode : place_[job.job];
    row.rank = job.light == kNoNode ? kNoNode : frame.lights[job.light].rank;
    row.what =
        static_cast<uint32_t>(job.phase) | (job.usage == world::Usage::kShadow ? 8u : 0) | (job.is_effect ? 16u : 0);
  }
  segments_.resize(document_.segments.size());
  for (size_t i = 0; i < segments_.size(); ++i) {
    const world::Rect rect = i < frame.rects.size() ? frame.rects[i] : world::Rect{};
    segments_[i] = {static_cast<float>(frame.flood[i]), static_cast<float>(rect.x0),
                    static_cast<float>(rect.y0),        static_cast<float>(rect.x1),
                    static_cast<float>(rect.y1),        frame.visible[i] != 0 ? 1.0f : 0.0f};
  }
  doors_.assign(frame.doors.begin(), frame.doors.end());
  finish_.clear(), cameras_.clear(), values_.clear(), value_numbers_.clear(), events_.clear(), event_numbers_.clear();
  for (const world::IppRecord& row : frame.ipp) {
    finish_.push_back(static_cast<float>(document_.fixed(document_.ops[row.op], world::fx_op::kKind)));
    finish_.push_back(static_cast<float>(row.amount));
    finish_.push_back(static_cast<float>(row.op));
  }
  for (const world::CameraRecord& row : frame.cameras) {
    add(cameras_, row.at), add(cameras_, row.dir), add(cameras_, row.up);
    for (const double value : {row.fov, static_cast<double>(row.op), 0.0})
      cameras_.push_back(static_cast<float>(value));
  }
  for (const world::AnimRecord& row : frame.anim) {
    for (int i = 0; i < 4; ++i) values_.push_back(static_cast<float>(row.value[i]));
    value_numbers_.insert(value_numbers_.end(), {row.node, row.instance, row.soft ? 1u : 0});
  }
  for (const world::ActiveEvent& row : world_.timeline().active()) {
    events_.insert(events_.end(), {row.start, row.time});
    event_numbers_.insert(event_numbers_.end(),
                          {row.event->op, row.kind == world::InstanceKind::kEvent ? 0u : 1u, row.index});
  }
  numbers_[static_cast<size_t>(WorldNumber::kTexts)] = static_cast<uint32_t>(texts_.size());
  numbers_[static_cast<size_t>(WorldNumber::kIssues)] = static_cast<uint32_t>(issues_.size());
}

void WorldTables::update_physics() {
  points_.clear(), point_numbers_.clear(), cells_.clear(), cell_numbers_.clear();
  contacts_.clear(), contact_numbers_.clear(), blocked_.clear();
  if (!document_.physics.given) return;
  const world::Simulation& simulation = world_.simulation();
  for (uint32_t i = 0; i < simulation.particles().size(); ++i) {
    const bool is_gone = simulation.is_gone(i);
    add(points_, is_gone ? glm::dvec3(std::numeric_limits<double>::quiet_NaN()) : simulation.particles()[i].at);
    add(points_, simulation.velocity(i));
    point_numbers_.push_back(simulation.particles()[i].cell);
  }
  for (uint32_t i = 0; i < document_.cells.size(); ++i) {
    const world::Cell& cell = document_.cells[i];
    const world::CellState& state = simulation.cells().state(i);
    add(cells_, state.place);
    cell_numbers_.insert(cell_numbers_.end(), {static_cast<uint32_t>(cell.mode), state.present ? 1u : 0, cell.segment});
  }
  for (const world::ContactRecord& row : simulation.contacts()) {
    add(contacts_, row.at), add(contacts_, row.contact.normal);
    contacts_.push_back(static_cast<float>(row.contact.t)), contacts_.push_back(0);
    contact_numbers_.insert(contact_numbers_.end(), {row.particle, row.contact.cell, row.contact.is_wall ? 1u : 0});
  }
  for (const world::BlockedRecord& row : simulation.blocked())
    blocked_.push_back(static_cast<float>(row.cell)), blocked_.push_back(static_cast<float>(row.allowed));
}

std::span<const uint8_t> WorldTables::bytes(WorldTable table) const {
  switch (table) {
    case WorldTable::kScalars:
      return bytes_of(scalars_);
    case WorldTable::kNumbers:
      return bytes_of(numbers_);
    case WorldTable::kJobs:
      return bytes_of(jobs_);
    case WorldTable::kJobNumbers:
      return bytes_of(job_numbers_);
    case WorldTable::kPaint:
      return bytes_of(paint_);
    case WorldTable::kLights:
      return bytes_of(lights_);
    case WorldTable::kLightNumbers:
      return bytes_of(light_numbers_);
    case WorldTable::kLightSegments:
      return bytes_of(light_segments_);
    case WorldTable::kEffects:
      return bytes_of(effects_);
    case WorldTable::kEffectNumbers:
      return bytes_of(effect_numbers_);
    case WorldTable::kParticles:
      return bytes_of(world_.frame().particle_positions);
    case WorldTable::kSegments:
      return bytes_of(segments_);
    case WorldTable::kDoors:
      return bytes_of(doors_);
    case WorldTable::kFinish:
      return bytes_of(finish_);
    case WorldTable::kCameras:
      return bytes_of(cameras_);
    case WorldTable::kValues:
      return bytes_of(values_);
    case WorldTable::kValueNumbers:
      return bytes_of(value_numbers_);
    case WorldTable::kEvents:
      return bytes_of(events_);
    case WorldTable::kEventNumbers:
      return bytes_of(event_numbers_);
    case WorldTable::kPoints:
      return bytes_of(points_);
    case WorldTable::kPointNumbers:
      return bytes_of(point_numbers_);
    case WorldTable::kCells:
      return bytes_of(cells_);
    case WorldTable::kCellNumbers:
      return bytes_of(cell_numbers_);
    case WorldTable::kContacts:
      return bytes_of(contacts_);
    case WorldTable::kContactNumbers:
      return bytes_of(contact_numbers_);
    case WorldTable::kStill:
      return bytes_of(still_);
    case WorldTable::kPosed:
      return bytes_of(posed_);
    case WorldTable::kBlocked:
      return bytes_of(blocked_);
    case WorldTable::kCount:
      break;
  }
  return {};
}

}  // namespace vitrine
