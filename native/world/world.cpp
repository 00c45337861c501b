#include "world/world.h"

#include <algorithm>
#include <cmath>

#include "world/frame/frame.h"
#include "world/frame/states.h"
#include "world/graph/codes.h"
#include "world/graph/sentences.h"

namespace vitrine::world {
namespace {

constexpr double kClosed = 0.02;  // a door below this
constexpr double kSlice = 0.01;
constexpr double kMostSlicesPerFrame = 10;

constexpr uint64_t kMostSpread = 50'000'000;    // portals that the lights of one frame look at
constexpr uint64_t kSpareSegments = 1'000'000;  // of lights, kept for the next frame

/// Empties the lists of a frame and keeps their memory.
void clear(Frame& frame) {
  frame.cameras.clear();
  frame.visited_cameras.clear();
  frame.stale.clear();
  frame.anim.clear();
  frame.instances.clear();
  frame.texts.clear();
  frame.particles.clear();
  frame.particle_positions.clear();
  frame.lights.clear();
  frame.selected.clear();
  frame.mesh_jobs.clear();
  frame.scene_jobs.clear();
  frame.effect_jobs.clear();
  frame.ipp.clear();
  frame.painted.clear();
  frame.painted_effects.clear();
  frame.phase_jobs.fill(0);
  frame.shadow_lights.clear();
  frame.issues.clear();
  frame.failed = frame.empty = frame.triggered = 0;
  frame.depth_jobs = frame.base_jobs = frame.texture_jobs = frame.wire_jobs = 0;
  frame.painted_meshes = frame.shadow_jobs = frame.total = frame.anim_evaluations = frame.anim_evaluations_naive = 0;
  frame.handlers = {};
}

}  // namespace

Result<std::unique_ptr<World>> World::make(Document document, std::vector<Model> models) {
  std::unique_ptr<World> world(new World(std::move(document), std::move(models)));
  VITRINE_TRY(world->graph_, Graph::build(world->document_));
  const Document& doc = world->document_;
  world->models_.resize(doc.models.size());
  world->timeline_ = std::make_unique<Timeline>(doc);
  world->map_ = std::make_unique<SegmentMap>(doc);
  if (doc.has_collision) VITRINE_CHECK(world->place_collision());
  world->flood_ = std::make_unique<FloodFill>(doc);
  world->visitor_ = std::make_unique<Visitor>(doc, world->graph_, world->models_, world->instances_, world->memory_,
                                              *world->timeline_, *world->map_);
  world->simulation_ = std::make_unique<Simulation>(doc);
  return world;
}

Result<const Frame*> World::evaluate(double time_s, const std::optional<CameraOverride>& camera, double aspect) {
  begin(time_s);
  set_camera(camera);
  if (!visit_entities()) return too_much();
  if (camera_is_operator_) take_camera_operator();
  if (aspect > 0) frame_.camera.aspect = aspect;
  evaluate_doors();
  VITRINE_CHECK(find_segments());
  if (!visit_segments() || !visit_post()) return too_much();
  VITRINE_CHECK(light_segments());
  if (!paint(document_, frame_, paint_lists_)) return Error{messages::kTooManyPaintJobs, kNoOffset};
  VITRINE_CHECK(simulate());
  if (!has_room()) return too_much();
  visitor_->fire();
  memory_.end_frame();
  count_handlers();
  started_ = true;
  return &frame_;
}

bool World::adopt(Document& changed, bool is_loose) {
  auto graph = Graph::build(changed);
  if (!graph ||
      !(is_loose ? graph->has_shape_of(graph_) : graph->units == graph_.units && graph->children == graph_.children))
    return false;
  next_ = std::move(changed);
  next_graph_.reset();
  if (is_loose) next_graph_ = std::move(*graph);
  return true;
}

/// Nothing may point into the former document any more but the events of the last frame.
void World::take_next() {
  CarriedCells::copy(document_, *next_);
  SegmentMap map(*next_);
  const Document former = std::move(document_);
  document_ = std::move(*next_);
  next_.reset();
  *map_ = std::move(map);
  if (next_graph_) {
    graph_ = std::move(*next_graph_);
    next_graph_.reset();
    *flood_ = FloodFill(document_);
    frame_.beat = frame_.time * document_.bpm / 60;
  }
  simulation_->refresh();
  visitor_->forget_meshes();
  timeline_->begin_frame(frame_.beat);
}

Error World::too_much() const { return {messages::kFrameTooLarge, kNoOffset, {visitor_->over_limit()}}; }

void World::begin(double time_s) {
  const bool goes_back = started_ && time_s < frame_.time;
  const double before = started_ ? std::floor(frame_.time / kSlice + 1e-6) : 0,
               now = std::floor(time_s / kSlice + 1e-6);
  frame_.number += started_ ? 1 : 0;
  for (LightRecord& light : frame_.lights) {
    if (light.segments.capacity() == 0 || spare_segments_ > kSpareSegments) continue;
    spare_segments_ += light.segments.capacity();
    spare_.push_back(std::move(light.segments));
  }
  clear(frame_);
  frame_.time = time_s;
  frame_.beat = time_s * document_.bpm / 60;
  frame_.slices =
      started_ && !goes_back ? static_cast<uint32_t>(std::clamp(now - before, 0.0, kMostSlicesPerFrame)) : 0;
  frame_.remainder = time_s - now * kSlice;
  if (goes_back) {
    memory_.reset();
    timeline_->reset();
    visitor_->reset();
  }
  if (next_)
    take_next();
  else
    timeline_->begin_frame(frame_.beat);
  memory_.begin_frame();
  if (notes_states_ && !has_states_) visitor_->note_units();
  has_states_ = notes_states_;
  visitor_->begin_frame(frame_);
}

std::vector<uint8_t> World::states() const {
  if (!has_states_) return {};
  return states_of(document_, graph_, models_, *visitor_, frame_);
}

void World::set_camera(const std::optional<CameraOverride>& camera) {
  const CameraRow& row = document_.camera;
  const auto value = [&](size_t key) { return visitor_->evaluate(row.sources[key], kCameraKeys.keys[key], {}); };
  ViewCamera& view = frame_.camera;
  view.at = glm::dvec3(value(camera_key::kAt));
  view.dir = glm::dvec3(value(camera_key::kDir));
  view.up = glm::dvec3(value(camera_key::kUp));
  view.fov = value(camera_key::kFov).x;
  view.aspect = row.sources[camera_key::kAspect].literal.x;
  view.near = row.sources[camera_key::kNear].literal.x;
  if (camera) {
    view.at = camera->at;
    view.dir = camera->dir;
    if (camera->up) view.up = *camera->up;
  }
  camera_is_operator_ = row.op != kNoNode && !camera;
  if (!camera_is_operator_) visitor_->variables()[variable::kCamera] = glm::dvec4(view.at, 1);
}

void World::take_camera_operator() {
  const auto found = std::find_if(frame_.cameras.begin(), frame_.cameras.end(),
                                  [&](const CameraRecord& row) { return row.op == document_.camera.op; });
  if (found != frame_.cameras.end()) frame_.camera = {found->at, found->dir, found->up, found->fov, 1, 0.01};
  visitor_->variables()[variable::kCamera] = glm::dvec4(frame_.camera.at, 1);
}

Context World::entity_context(uint32_t entity) {
  Context context;
  context.block = instances_.intern(0, InstanceKind::kEntity, entity);
  context.seed = document_.seed;
  context.by_position = true;
  context.counts_cameras = true;
  return context;
}

Context World::segment_context(uint32_t segment) {
  Context context;
  context.block = instances_.intern(0, InstanceKind::kSegment, segment);
  context.seed = document_.seed;
  context.segment = segment;
  return context;
}

bool World::visit_entities() {
  for (uint32_t i = 0; i < graph_.entities.size(); ++i) {
    if (!visitor_->visit(graph_.entities[i], entity_context(i))) return false;
  }
  entity_jobs_ = frame_.mesh_jobs.size();
  return true;
}

void World::evaluate_doors() {
  frame_.doors.clear();
  open_.clear();
  for (const uint32_t portal : document_.portals) {
    const Operator& op = document_.ops[portal];
    const double door =
        visitor_->evaluate(document_.sources_of(op)[portal_op::kDoor], op.row().keys[portal_op::kDoor], {}).x;
    frame_.doors.push_back(door);
    open_.push_back(door < kClosed ? 0 : 1);
  }
}

Status World::find_segments() {
  const size_t count = document_.segments.size();
  const glm::dvec3& at = frame_.camera.at;
  if (current_ == kNoSegment || !map_->contains(current_, at)) {
    uint64_t work = 0;
    current_ = map_->locate(at, work);
  }
  frame_.segment = current_;
  if (current_ == kNoSegment) {
    frame_.flood.assign(count, document_.flood_start);
    frame_.rects.assign(document_.clip ? count : 0, {-1, -1, 1, 1});
  } else if (document_.clip) {
    if (!flood_->fill_clipped(current_, document_.flood_start, open_, frame_.camera, frame_.flood, frame_.rects))
      return Error{messages::kFloodTooLong, kNoOffset};
  } else {
    frame_.rects.clear();
    flood_->fill(current_, document_.flood_start, open_, frame_.flood);
  }
  frame_.visible.resize(count);
  for (size_t i = 0; i < count; ++i) frame_.visible[i] = frame_.flood[i] > 0 ? 1 : 0;
  return ok_status();
}

bool World::visit_segments() {
  for (uint32_t i = 0; i < graph_.segments.size(); ++i) {
    if (frame_.visible[i] == 0 || graph_.segments[i] == kNoNode) continue;
    if (!visitor_->visit(graph_.segments[i], segment_context(i))) return false;
  }
  Context context;
  context.seed = document_.seed;
  for (uint32_t i = 0; i < graph_.portals.size(); ++i) {
    const auto& between = document_.ops[document_.portals[i]].between;
    if (graph_.portals[i] == kNoNode || (frame_.visible[between[0]] == 0 && frame_.visible[between[1]] == 0)) continue;
    context.block = instances_.intern(0, InstanceKind::kPortal, i);
    context.segment = frame_.visible[between[0]] != 0 ? between[0] : between[1];
    if (!visitor_->visit(graph_.portals[i], context)) return false;
  }
  return true;
}

bool World::visit_post() {
  Context context;
  context.seed = document_.seed;
  return std::all_of(graph_.post.begin(), graph_.post.end(),
                     [&](uint32_t unit) { return visitor_->visit(unit, context); });
}

Status World::light_segments() {
  uint64_t work = 0;
  light_segments_ = 0;
  for (LightRecord& light : frame_.lights) {
    if (light.home == kNoSegment) continue;
    if (!spare_.empty()) {
      light.segments = std::move(spare_.back());
      spare_.pop_back();
      spare_segments_ -= light.segments.capacity();
    }
    flood_->spread(light.home, light.at, light.range, open_, light.segments, work);
    light_segments_ += light.segments.size();
    if (work > kMostSpread) return Error{messages::kTooManyPortals, kNoOffset};
  }
  select_lights(frame_);
  return ok_status();
}

/// Finds where the cells of meshes stand at time 0, before the first frame and without a trace in it.
Status World::place_collision() {
  InstanceMemory memory;
  Timeline timeline(document_);
  Visitor visitor(document_, graph_, models_, instances_, memory, timeline, *map_);
  Frame frame;
  const auto begin = [&] {
    clear(frame);
    timeline.begin_frame(0);
    memory.begin_frame();
    visitor.begin_frame(frame);
  };
  // A scene beyond the limits is refused by its first frame.
  for (uint32_t i = 0; i < graph_.segments.size(); ++i) {
    begin();
    if (!visitor.visit(graph_.segments[i], segment_context(i))) continue;
    if (!carried_.settle(frame, i, document_)) return Error{messages::kTooManyCells, kNoOffset};
  }
  *map_ = SegmentMap(document_);
  begin();
  for (uint32_t i = 0; i < graph_.entities.size(); ++i) {
    if (!visitor.visit(graph_.entities[i], entity_context(i))) return ok_status();
  }
  bool has_grown = false;
  if (!carried_.follow(frame, frame.mesh_jobs.size(), document_, has_grown))
    return Error{messages::kTooManyCells, kNoOffset};
  *map_ = SegmentMap(document_);
  return ok_status();
}

/// The cells of meshes of entities go where the meshes are.
Status World::carry_cells() {
  if (!document_.has_collision) return ok_status();
  bool has_grown = false;
  if (!carried_.follow(frame_, entity_jobs_, document_, has_grown)) return Error{messages::kTooManyCells, kNoOffset};
  if (has_grown) {
    *map_ = SegmentMap(document_);
    simulation_->refresh();
  }
  carried_.hand_over(*simulation_);
  return ok_status();
}

Status World::simulate() {
  if (!document_.physics.given) return ok_status();
  VITRINE_CHECK(carry_cells());
  const auto offset = [&](uint32_t cell, bool is_start) {
    const Key& key = kCellKeys.keys[cell_key::kOffset];
    if (!is_start) return glm::dvec3(visitor_->evaluate(document_.cells[cell].offset, key, {}));
    // Where it stands before the first slice: at TIME 0. That is no evaluation of this frame.
    const glm::dvec4 now = visitor_->variables()[variable::kTime];
    const size_t records = frame_.anim.size();
    visitor_->variables()[variable::kTime] = glm::dvec4(0);
    const glm::dvec3 place(visitor_->evaluate(document_.cells[cell].offset, key, {}));
    visitor_->variables()[variable::kTime] = now;
    frame_.anim.resize(records);
    return place;
  };
  return simulation_->advance(frame_.time, frame_.camera.at, offset, frame_.issues);
}

/// For what came after the operators; each of these lists has a limit of its own.
bool World::has_room() {
  return visitor_->has_room(light_segments_ * 4 + bytes_of<16>(frame_.paint) + bytes_of<4>(frame_.painted) +
                            bytes_of<4>(frame_.painted_effects) + 2 * bytes_of<24>(paint_lists_.runs) +
                            bytes_of<64>(simulation_->particles()) + bytes_of<128>(simulation_->contacts()) +
                            simulation_->zone_particles() * 4);
}

void World::count_handlers() {
  Handlers& now = frame_.handlers;
  const bool is_init = !started_ && document_.system != System::kExecute;
  if (document_.system != System::kExecute) now.execute = 0;
  if (is_init || document_.system == System::kExecute) now.paint = 0;
  now.init = is_init ? graph_.counted() : 0;
  if (!is_init && document_.system == System::kRecord) {
    // One object is painted per entity, visible segment with a scene, and portal scene.
    now.paint = graph_.entities.size();
    for (uint32_t i = 0; i < graph_.segments.size(); ++i)
      now.paint += frame_.visible[i] != 0 && graph_.segments[i] != kNoNode ? 1 : 0;
    for (uint32_t i = 0; i < graph_.portals.size(); ++i) {
      const auto& between = document_.ops[document_.portals[i]].between;
      const bool seen = frame_.visible[between[0]] != 0 || frame_.visible[between[1]] != 0;
      now.paint += seen && graph_.portals[i] != kNoNode ? 1 : 0;
    }
  }
  session_.init += now.init;
  session_.execute += now.execute;
  session_.paint += now.paint;
  frame_.session = session_;
}

}  // namespace vitrine::world
