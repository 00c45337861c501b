#include "world/session/volumes.h"

#include <algorithm>

#include "base/argument.h"
#include "world/graph/codes.h"
#include "world/graph/sentences.h"

namespace vitrine {
namespace {

constexpr uint64_t kMostIndices = 64'000'000, kMostVolumes = 400'000;

/// Three per triangle, in the mesh's own space.
std::vector<glm::vec3> corners_of(const render::WorldMesh& mesh) {
  std::vector<glm::vec3> corners;
  if (mesh == nullptr) return corners;
  corners.reserve(mesh->size() * 3);
  for (const render::WorldTriangle& triangle : *mesh)
    corners.insert(corners.end(), triangle.at.begin(), triangle.at.end());
  return corners;
}

std::vector<uint32_t> in_order(size_t count) {
  std::vector<uint32_t> indices(count);
  for (size_t i = 0; i < count; ++i) indices[i] = static_cast<uint32_t>(i);
  return indices;
}

/// What is the same for all mesh operators that show a model: its number, counted from the end, and the cluster in it.
std::array<uint32_t, 2> shape_of(const world::Document& document, uint32_t op, uint32_t cluster) {
  const world::Operator& row = document.ops[op];
  const auto boxes = static_cast<uint32_t>(row.boxes.size());
  if (cluster < boxes) return {op, cluster};
  return {world::kNoNode - 1 - row.target, cluster - boxes};
}

/// Drops what no frame asked for since the last time.
template <typename Map>
void forget_unused(Map& map) {
  std::erase_if(map, [](const auto& row) { return !row.second.is_used; });
  for (auto& [key, kept] : map) kept.is_used = false;
}

}  // namespace

void find_shadow_pairs(const world::World& world, std::vector<ShadowPair>& pairs) {
  const world::Frame& frame = world.frame();
  const world::Document& document = world.document();
  pairs.clear();
  for (uint32_t entry = 0; entry < frame.paint.size(); ++entry) {
    const world::PaintJob& row = frame.paint[entry];
    if (row.usage == world::Usage::kShadow) pairs.push_back({entry, row.job, frame.lights[row.light].rank});
  }
  const world::Lighting& lighting = document.lighting;
  if (document.wireframe != world::Wireframe::kOff || !lighting.fake || !lighting.shadows) return;
  for (const uint32_t light : frame.shadow_lights) {
    if (!frame.lights[light].cast_shadow) continue;
    const uint32_t rank = frame.lights[light].rank;
    for (const uint32_t index : frame.painted) {
      const world::SceneJob& job = frame.scene_jobs[index];
      const world::MaterialValue& material = frame.cluster_of(job).material;
      const bool is_lit = (material.phases & 0x3F) != 0;
      if (is_lit && material.cast_shadow && (job.lights >> rank & 1) != 0)
        pairs.push_back({world::kNoNode, index, rank});
    }
  }
}

// Only complete entries are kept: memory may run out while one is made.

const WorldVolumes::BindMesh& WorldVolumes::bind_mesh(const world::World& world, const Models& models,
                                                      WorldMeshes& meshes, uint32_t op, uint32_t cluster) {
  const std::array<uint32_t, 2> shape = shape_of(world.document(), op, cluster);
  if (const auto found = bind_.find(shape); found != bind_.end()) return found->second;
  BindMesh bind{corners_of(meshes.bind(world.document(), models, op, cluster)), 0};
  bind.open_edges = world::build_shadow_caster(bind.corners, bind.corners, in_order(bind.corners.size())).open_edges;
  return bind_.emplace(shape, std::move(bind)).first->second;
}

const WorldVolumes::Caster& WorldVolumes::caster(const world::World& world, const Models& models, WorldMeshes& meshes,
                                                 const world::SceneJob& job) {
  const world::MeshValue& mesh = world.frame().mesh_of(job);
  const world::Operator& op = world.document().ops[mesh.op];
  const uint32_t cluster = mesh.clusters[job.cluster].number;
  const WorldModel* model = op.target == world::kNoNode ? nullptr : models[op.target].get();
  const bool may_move = cluster >= op.boxes.size() && !op.word.empty() && model != nullptr;
  const uint32_t action = may_move ? model->action(op.word) : kNone;
  const bool moves = action != kNone;
  const auto [shape, number] = shape_of(world.document(), mesh.op, cluster);
  const CasterKey key{uint64_t{shape} << 32 | number, action, moves ? bits_of(mesh.pose) : 0};
  if (const auto found = casters_.find(key); found != casters_.end()) {
    found->second.is_used = true;
    return found->second.value;
  }
  const BindMesh& bind = bind_mesh(world, models, meshes, mesh.op, cluster);
  const Corners posed = moves ? corners_of(meshes.posed(world.document(), models, mesh, cluster)) : bind.corners;
  Caster made{++numbers_, {}, {}};
  // Without memory there is no pose, and `update` returns false.
  if (posed.size() == bind.corners.size())
    made.mesh = world::build_shadow_caster(bind.corners, posed, in_order(posed.size()));
  made.points.reserve(made.mesh.points.size() * 2);
  for (const float w : {1.0f, 0.0f}) {
    for (const glm::vec3& p : made.mesh.points) made.points.emplace_back(p, w);
  }
  return casters_.emplace(key, Kept<Caster>{std::move(made), true}).first->second.value;
}

const WorldVolumes::Place& WorldVolumes::place(const world::World& world, const Models& models, WorldMeshes& meshes,
                                               uint32_t job) {
  Place& place = places_[job];
  if (place.update == updates_) return place;
  const world::SceneJob& row = world.frame().scene_jobs[job];
  const world::MeshJob& mesh_job = world.frame().mesh_jobs[row.mesh_job];
  const glm::dmat4 world_from_mesh = mesh_job.matrix * mesh_job.mesh->deform;
  place.caster = &caster(world, models, meshes, row);
  if (place.number != place.caster->number || place.world_from_mesh != world_from_mesh) {
    place.number = 0;
    place.planes = world::place_caster(place.caster->mesh, world_from_mesh);
    place.world_from_mesh = world_from_mesh;
    place.number = place.caster->number;
  }
  place.update = updates_;
  return place;
}

const WorldVolumes::Volume& WorldVolumes::volume(const Place& place, const glm::dvec3& light) {
  key_.assign(1, place.number);
  world::find_facing(place.planes, light, key_);
  if (const auto found = volumes_.find(key_); found != volumes_.end()) {
    found->second.is_used = true;
    return found->second.value;
  }
  Volume made{++numbers_, world::build_shadow_volume(place.caster->mesh, std::span(key_).subspan(1))};
  ++made_;
  return volumes_.emplace(key_, Kept<Volume>{std::move(made), true}).first->second.value;
}

Status WorldVolumes::update(const world::World& world, const Models& models, WorldMeshes& meshes) {
  const world::Frame& frame = world.frame();
  rows_.clear();
  uint64_t indices = 0;
  find_shadow_pairs(world, pairs_);
  ++updates_;
  places_.resize(frame.scene_jobs.size());
  for (const ShadowPair& pair : pairs_) {
    const Place& placed = place(world, models, meshes, pair.job);
    Row row{pair, placed.caster, nullptr, placed.world_from_mesh, frame.lights[frame.selected[pair.rank]].at};
    row.volume = &volume(placed, row.light);
    // Of each triangle that is turned to or away from the light there are six; the others take their time as well.
    indices += std::max(row.volume->shape.indices.size(), placed.planes.size() * 6);
    rows_.push_back(row);
    if (indices <= kMostIndices && rows_.size() <= kMostVolumes && !meshes.is_full()) continue;
    forget();
    return Error{meshes.takes_too_long() ? world::messages::kPosesTakeLong : world::messages::kTooManyVolumes,
                 kNoOffset};
  }
  forget_unused(volumes_);
  forget_unused(casters_);
  return ok_status();
}

void WorldVolumes::forget() { rows_.clear(), casters_.clear(), volumes_.clear(), places_.clear(), bind_.clear(); }

void WorldVolumes::warn(const world::World& world, const Models& models, WorldMeshes& meshes,
                        std::vector<world::Issue>& issues) {
  const world::Frame& frame = world.frame();
  std::map<uint32_t, std::map<uint32_t, uint32_t>> open;  // by mesh operator and cluster
  find_shadow_pairs(world, pairs_);
  for (const ShadowPair& pair : pairs_) {
    const world::SceneJob& job = frame.scene_jobs[pair.job];
    const uint32_t op = frame.mesh_of(job).op, cluster = frame.cluster_of(job).number;
    open[op][cluster] = bind_mesh(world, models, meshes, op, cluster).open_edges;
  }
  for (const auto& [op, clusters] : open) {
    uint64_t count = 0;
    for (const auto& [cluster, edges] : clusters) count += edges;
    if (count == 0) continue;
    const world::Document& document = world.document();
    const uint32_t node = document.ops[op].node;
    world::Issue issue{&world::kWorldOpenEdges, document.tree.pointer(node),
                       "the mesh casts a shadow and has " + counted(count, "open edge", "open edges")};
    issue.is_warning = true;
    document.place(issue, node);
    issues.push_back(std::move(issue));
  }
}

namespace {

void append(ShadowBatch& batch, const WorldVolumes::Row& row, uint32_t job) {
  const std::vector<glm::vec4>& points = row.caster->points;
  const std::vector<uint32_t>& indices = row.volume->shape.indices;
  const uint32_t near_indices = row.volume->shape.near_indices;
  const auto base = static_cast<uint32_t>(batch.points.size());
  for (const glm::vec4& p : points) batch.points.push_back({{p.x, p.y, p.z, p.w}, job});
  // Near caps have points of their own, which know that they lie in the surface.
  const auto near_base = static_cast<uint32_t>(batch.points.size());
  const size_t on_mesh = near_indices > 0 ? points.size() / 2 : 0;
  for (size_t i = 0; i < on_mesh; ++i)
    batch.points.push_back({{points[i].x, points[i].y, points[i].z, 1}, job | ShadowPoint::kNearCap});
  for (size_t i = 0; i < indices.size(); ++i)
    batch.indices.push_back((i < near_indices ? near_base : base) + indices[i]);
  batch.ends.push_back(static_cast<uint32_t>(batch.indices.size()));
}

}  // namespace

void WorldShadows::update(const world::World& world, const WorldVolumes& volumes,
                          const std::function<uint32_t(uint32_t)>& place_of) {
  const auto rows = volumes.rows();
  const std::vector<world::PaintJob>& paint = world.frame().paint;
  const auto pass_of = [&](const ShadowPair& pair) {
    return pair.entry == world::kNoNode ? 0 : paint[pair.entry].key >> 24;
  };
  count_ = 0;
  std::vector<Part> now;
  for (size_t first = 0, end = 0; first < rows.size(); first = end) {
    const uint32_t pass = pass_of(rows[first].pair), rank = rows[first].pair.rank;
    now.clear();
    for (end = first; end < rows.size() && pass_of(rows[end].pair) == pass && rows[end].pair.rank == rank; ++end)
      now.push_back({rows[end].volume->number, place_of(rows[end].pair.job)});
    if (count_ == batches_.size()) batches_.emplace_back(), parts_.emplace_back();
    ShadowBatch& batch = batches_[count_];
    std::vector<Part>& parts = parts_[count_];
    ++count_;
    if (batch.pass == pass && batch.rank == rank && parts == now) continue;
    // Where memory runs out the batch is dropped, and made again next time.
    parts.clear();
    batch.pass = pass, batch.rank = rank, batch.version = ++versions_;
    batch.points.clear(), batch.indices.clear(), batch.ends.clear();
    for (size_t i = first; i < end; ++i) append(batch, rows[i], now[i - first].job);
    parts = now;
  }
}

}  // namespace vitrine
