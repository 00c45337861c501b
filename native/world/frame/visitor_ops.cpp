// Effects of operators, before and after their inputs.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "world/frame/frame.h"
#include "world/frame/segments.h"
#include "world/frame/visitor.h"

namespace vitrine::world {
namespace {

constexpr uint64_t kMostWork = 100'000'000;         // sub-events and cells of segments looked at in one frame
constexpr uint64_t kMostDynamicBytes = 256u << 20;  // of events that triggers made and that live
constexpr uint64_t kMostClusters = 1'000'000;       // made or added in one frame

glm::dmat4 matrix_of(const glm::dvec4* values) {
  return transform_matrix(glm::dvec3(values[transform_op::kScale]), glm::dvec3(values[transform_op::kRotate]),
                          glm::dvec3(values[transform_op::kTranslate]));
}

glm::dvec3 point(const glm::dmat4& matrix, const glm::dvec4& p) {
  return glm::dvec3(matrix * glm::dvec4(glm::dvec3(p), 1));
}
glm::dvec3 direction(const glm::dmat4& matrix, const glm::dvec4& d) { return glm::dmat3(matrix) * glm::dvec3(d); }

}  // namespace

void Visitor::enter(Step& step) {
  const Operator& op = op_of(step);
  const glm::dvec4* values = values_of(step);
  step.total = graph_.units[step.unit].child_count;
  switch (op.kind) {
    case OpKind::kAdd:
      if (step.total == 0) ++counters_.empty;
      break;
    case OpKind::kLight:
      add_light(step);
      break;
    case OpKind::kCamera:
      add_camera(step);
      break;
    case OpKind::kTransform:
      multiply(step.base, matrix_of(values), step.context.matrix);
      break;
    case OpKind::kMultiply:
      enter_multiply(step);
      break;
    case OpKind::kParticles:
      enter_particles(step);
      break;
    case OpKind::kText:
      enter_text(step);
      break;
    case OpKind::kMemory:
      request_memory(step, op.word, static_cast<uint32_t>(values[memory_op::kBytes].x));
      break;
    case OpKind::kSet:
      if (op.target != kNoNode) set(static_cast<uint8_t>(op.target), values[set_op::kValue]);
      if (op.text.given) step.context.text = &text_of(op.text, step.context);
      break;
    case OpKind::kTime:
      if (op.has_range)
        enter_time(step);
      else
        enter_events(step, true);
      break;
    case OpKind::kEvent:
      enter_events(step, false);
      break;
    case OpKind::kTrigger:
      enter_trigger(step);
      break;
    case OpKind::kCall:
      enter_call(step);
      break;
    case OpKind::kInput:
      // The caller's parameters, but variables, matrix, text and instance of this place.
      step.context.args = args_[step.context.args].outer;
      break;
    default:
      break;
  }
}

/// Before each input: multiply and event set up their next round with the first input of it.
void Visitor::prepare_child(Step& step) {
  const OpKind kind = op_of(step).kind;
  const uint32_t inputs = graph_.units[step.unit].child_count;
  if (step.next % inputs != 0) return;
  const auto round = static_cast<uint32_t>(step.next / inputs);
  if (kind == OpKind::kMultiply) {
    if (round != 0) multiply(glm::dmat4(step.context.matrix), step.base, step.context.matrix);
    const double count = values_of(step)[transform_op::kCount].x;
    if (round == 0) {  // what stood there before is kept once, for all rounds
      set(variable::kSelect, {});
      set(variable::kFraction, {});
    }
    variables_[variable::kSelect] = glm::dvec4(round);
    variables_[variable::kFraction] = glm::dvec4(round / count);
  } else if (kind == OpKind::kEvent || (kind == OpKind::kTime && !op_of(step).has_range)) {
    enter_instance(step, events_[step.events + round]);
  }
}

Visitor::Value Visitor::leave(Step& step) {
  switch (op_of(step).kind) {
    case OpKind::kTexture:
      return make_texture(step);
    case OpKind::kMaterial:
      return make_material(step);
    case OpKind::kMesh:
      if (const MeshValue* mesh = make_mesh(step)) return mesh;
      return {};
    case OpKind::kDeform:
      if (const MeshValue* mesh = make_deformed(step)) return mesh;
      return {};
    case OpKind::kCall:
    case OpKind::kInput:
      return results_.size() > step.results ? std::move(results_.back()) : Value();
    case OpKind::kFx:
      add_effect(step, op_of(step).word, values_of(step)[fx_op::kColor]);
      frame_->effect_jobs.back().amount = values_of(step)[fx_op::kAmount].x;
      return {};
    case OpKind::kIpp:
      frame_->ipp.push_back({graph_.units[step.unit].op, values_of(step)[fx_op::kAmount].x});
      return {};
    default:
      return {};
  }
}

// -- textures, materials, meshes
// ----------------------------------------------------------------------------------------------

TextureValue Visitor::make_texture(const Step& step) const {
  const Operator& op = op_of(step);
  const glm::dvec4* values = values_of(step);
  TextureValue value{nullptr, glm::dvec4(0), values[texture_op::kFill]};
  if (results_.size() > step.results) {
    if (const auto* input = std::get_if<TextureValue>(&results_[step.results])) value = *input;
  } else if (!op.word.empty()) {
    value = {&op.word, glm::dvec4(1), glm::dvec4(0)};
  }
  value.gain *= values[texture_op::kGain];
  value.offset = value.offset * values[texture_op::kGain] + values[texture_op::kOffset];
  return value;
}

MaterialValue Visitor::make_material(const Step& step) const {
  const Operator& op = op_of(step);
  const glm::dvec4* values = values_of(step);
  MaterialValue value;
  value.op = graph_.units[step.unit].op;
  value.id = op.material_id;
  value.color = values[material_op::kColor];
  value.uv_scale = glm::dvec2(values[material_op::kUvScale]);
  value.uv_rotate = values[material_op::kUvRotate].x;
  value.uv_translate = glm::dvec2(values[material_op::kUvTranslate]);
  value.detail_scale = glm::dvec2(values[material_op::kDetailScale]);
  value.specular = values[material_op::kSpecular].x;
  value.pass = static_cast<uint8_t>(values[material_op::kPass].x);
  value.cast_shadow = values[material_op::kCastShadow].x != 0;
  value.receive_shadow = values[material_op::kReceiveShadow].x != 0;
  value.blend = static_cast<Blend>(values[material_op::kBlend].x);
  value.phases = op.phases;
  for (const Link& link : op.slots) {
    for (size_t slot = 0; slot < value.textures.size(); ++slot) {
      if (op.row().keys[slot].name != link.slot) continue;
      if (const auto* texture = std::get_if<TextureValue>(&results_[step.results + link.visit]))
        value.textures[slot] = *texture;
    }
  }
  return value;
}

const MeshValue* Visitor::make_mesh(const Step& step) {
  const Operator& op = op_of(step);
  const Model* model = op.target == kNoNode ? nullptr : &models_[op.target];
  if (model != nullptr && !model->ok) {
    ++counters_.failed;
    return nullptr;
  }
  const MaterialValue* own = nullptr;
  const auto material = [&](uint32_t link) {
    return std::get_if<MaterialValue>(&results_[step.results + op.slots[link].visit]);
  };
  if (!op.slots.empty() && document_.sources_of(op)[mesh_op::kMaterial].given) own = material(0);
  MeshValue* const made = new_mesh(op.boxes.size() + (model == nullptr ? 0 : model->clusters.size()));
  if (made == nullptr) return nullptr;
  MeshValue& mesh = *made;
  mesh.op = graph_.units[step.unit].op;
  mesh.animated = values_of(step)[mesh_op::kAnimated].x != 0 || !op.word.empty();
  mesh.pose = values_of(step)[mesh_op::kPose].x;
  const auto add = [&](const Box& box, const MaterialValue* value) {
    ClusterValue& cluster = mesh.clusters.emplace_back();
    cluster.box = box;
    cluster.number = static_cast<uint32_t>(mesh.clusters.size() - 1);
    if (value != nullptr) cluster.material = *value;
  };
  for (const MeshBox& box : op.boxes) add({box.min, box.max}, box.link == kNoNode ? own : material(box.link));
  if (model != nullptr) {
    for (const ModelCluster& cluster : model->clusters) {
      const auto named =
          std::lower_bound(op.materials.begin(), op.materials.end(), cluster.material,
                           [](const MeshMaterial& row, const std::string& name) { return row.name < name; });
      const bool is_named = named != op.materials.end() && named->name == cluster.material;
      add(cluster.box, is_named ? material(named->link) : own);
    }
  }
  if (mesh.clusters.empty()) {
    ++counters_.empty;
    return nullptr;
  }
  return &mesh;
}

const MeshValue* Visitor::make_deformed(const Step& step) {
  const auto* input = results_.size() > step.results ? std::get_if<const MeshValue*>(&results_[step.results]) : nullptr;
  if (input == nullptr) return nullptr;
  const glm::dmat4 matrix = matrix_of(values_of(step));
  const std::vector<ClusterValue>& clusters = (*input)->clusters;
  MeshValue* const made = new_mesh(clusters.size());
  if (made == nullptr) return nullptr;
  MeshValue& mesh = *made;
  mesh.op = (*input)->op;
  mesh.animated = (*input)->animated;
  mesh.pose = (*input)->pose;
  mesh.deform = matrix * (*input)->deform;
  mesh.clusters.assign(clusters.begin(), clusters.end());
  for (ClusterValue& cluster : mesh.clusters) cluster.box = transform_box(matrix, cluster.box);
  return &mesh;
}

bool Visitor::may_add_clusters(size_t count) {
  clusters_ += count;
  if (clusters_ > kMostClusters) over_limit_ = "more than 1,000,000 clusters";
  return over_limit_ == nullptr;
}

uint32_t Visitor::locate(const glm::dvec3& p) {
  const uint32_t segment = segments_.locate(p, work_);
  if (work_ > kMostWork) over_limit_ = "to look at more than 100,000,000 cells of segments";
  return segment;
}

void Visitor::add_mesh(const MeshValue& mesh, const Context& context) {
  if (!may_add_clusters(mesh.clusters.size())) return;
  const size_t first = frame_->mesh_jobs.size();
  place_mesh(mesh, context);
  if (context.by_position) locate_jobs(first);
}

void Visitor::place_mesh(const MeshValue& mesh, const Context& context) {
  frame_->mesh_jobs.emplace_back(context.matrix, mesh, context.instance, context.segment, frame_->scene_jobs.size());
  place_clusters();
}

/// Of the last mesh job.
void Visitor::place_clusters() {
  const MeshJob& job = frame_->mesh_jobs.back();
  const auto number = static_cast<uint32_t>(frame_->mesh_jobs.size() - 1);
  for (const ClusterValue& cluster : job.mesh->clusters) frame_->scene_jobs.emplace_back(job.matrix, cluster, number);
}

/// Finds the segments of the mesh jobs from `first` on.
void Visitor::locate_jobs(size_t first) {
  for (size_t i = first; i < frame_->mesh_jobs.size(); ++i) {
    MeshJob& job = frame_->mesh_jobs[i];
    const SceneJob* jobs = &frame_->scene_jobs[job.first];
    Box all = jobs[0].bounds;
    for (uint32_t j = 1; j < job.count; ++j) all = unite(all, jobs[j].bounds);
    job.segment = locate((all.min + all.max) * 0.5);
  }
}

// -- scene operators
// ----------------------------------------------------------------------------------------------------------

void Visitor::add_light(const Step& step) {
  const glm::dvec4* values = values_of(step);
  LightRecord light;
  light.op = graph_.units[step.unit].op;
  light.instance = step.context.instance;
  light.at = point(step.base, values[light_op::kAt]);
  light.range = values[light_op::kRange].x;
  light.color = values[light_op::kColor];
  light.cast_shadow = values[light_op::kCastShadow].x != 0;
  light.home = step.context.by_position ? locate(light.at) : step.context.segment;
  frame_->lights.push_back(std::move(light));
}

void Visitor::add_camera(const Step& step) {
  const glm::dvec4* values = values_of(step);
  frame_->visited_cameras.push_back({graph_.units[step.unit].op, point(step.base, values[camera_op::kAt]),
                                     direction(step.base, values[camera_op::kDir]),
                                     direction(step.base, values[camera_op::kUp]), values[camera_op::kFov].x});
  if (step.context.counts_cameras) frame_->cameras.push_back(frame_->visited_cameras.back());
}

void Visitor::add_effect(const Step& step, const std::string& kind, const glm::dvec4& color) {
  EffectJob job;
  job.op = graph_.units[step.unit].op;
  job.kind = &kind;
  job.matrix = step.base;
  job.instance = step.context.instance;
  job.segment = step.context.by_position ? locate(glm::dvec3(step.base[3])) : step.context.segment;
  job.color = color;
  frame_->effect_jobs.push_back(job);
}

void Visitor::enter_multiply(Step& step) {
  const auto count = static_cast<uint32_t>(values_of(step)[transform_op::kCount].x);
  if (count == 0) {
    ++counters_.empty;
    note(step.unit, kWasEmpty);
  }
  // Parameters are evaluated once per visit; base becomes the step from one instance to the next.
  step.base = matrix_of(values_of(step));
  step.total = add_instances(step, count) ? 0 : step.total * count;
}

/// Meshes that are known need no visit: all that differs from instance to instance is the place. False when something
/// else is among the inputs, or a limit would be exceeded.
bool Visitor::add_instances(const Step& step, uint32_t count) {
  const auto inputs = graph_.children_of(graph_.units[step.unit]);
  uint64_t visits = counters_.visits, clusters = clusters_;
  for (const uint32_t unit : inputs) {
    const Memo& memo = memos_[unit];
    if (memo.state != Memo::kKnown) return false;
    visits += count * memo.counters.visits;
    clusters += memo.mesh == nullptr ? 0 : uint64_t{count} * memo.mesh->clusters.size();
  }
  if (visits > kMostVisits || clusters > kMostClusters) return false;
  if (!has_room((visits - counters_.visits) * kMeshJobBytes + (clusters - clusters_) * kSceneJobBytes)) return false;
  clusters_ = clusters;
  for (const uint32_t unit : inputs) {
    const bool is_muted = step.context.muted || is_cached(unit);
    count_memo(memos_[unit], is_muted, count);
    if (count != 0) note(unit, is_muted ? kWasKnownMuted : kWasKnown);
  }
  std::vector<MeshJob>& jobs = frame_->mesh_jobs;
  const size_t first = jobs.size();
  for (const uint32_t unit : inputs) {
    if (count != 0 && memos_[unit].mesh != nullptr) place_mesh(*memos_[unit].mesh, step.context);
  }
  const size_t meshes = jobs.size() - first, end = first + count * meshes;
  while (jobs.size() < end) {
    jobs.emplace_back(jobs[jobs.size() - meshes], step.base, frame_->scene_jobs.size());
    place_clusters();
  }
  // In the end, since a processor that guesses a segment wrong would have to place the next instance again.
  if (step.context.by_position) locate_jobs(first);
  return true;
}

void Visitor::enter_text(Step& step) {
  static const std::string kKind = "text";
  const std::string& text = text_of(op_of(step).text, step.context);
  frame_->texts.push_back({graph_.units[step.unit].op, &text, step.context.instance});
  add_effect(step, kKind, values_of(step)[text_op::kColor]);
  frame_->effect_jobs.back().size = values_of(step)[text_op::kSize].x;
  frame_->effect_jobs.back().text = &text;
}

InstanceMemory::Grant Visitor::request_memory(const Step& step, const std::string& type, uint32_t bytes) {
  const uint32_t op = graph_.units[step.unit].op;
  const auto grant = memory_.request(step.context.block, op, type, bytes, document_, frame_->issues);
  if (memory_.is_too_large()) over_limit_ = "more than 256 MiB of instance memory";
  return grant;
}

void Visitor::enter_particles(Step& step) {
  static const std::string kKind = "particles";
  const glm::dvec4* values = values_of(step);
  const auto count = static_cast<uint32_t>(values[particles_op::kCount].x);
  const auto [data, is_new] = request_memory(step, kKind, count * 24);
  if (data == nullptr) return;  // particles live in the memory of their instance
  const auto number = [at = data](uint32_t index) {
    float value;
    std::memcpy(&value, at + size_t{index} * 4, 4);
    return value;
  };
  const auto keep = [at = data](uint32_t index, double value) {
    const auto rounded = static_cast<float>(value);
    std::memcpy(at + size_t{index} * 4, &rounded, 4);
  };
  if (is_new) {
    const uint32_t base = step.context.seed * 0x9E3779B1u;
    for (uint32_t i = 0; i < count * 6; ++i) {
      const double unit = 2 * (hash32(base + i) / 4294967296.0) - 1;
      keep(i, unit * values[i % 6 < 3 ? particles_op::kSpread : particles_op::kSpeed].x);
    }
  } else {
    const glm::dvec4& gravity = values[particles_op::kGravity];
    for (uint32_t slice = 0; slice < frame_->slices; ++slice) {
      for (uint32_t i = 0; i < count * 6; i += 6) {
        for (uint32_t axis = 0; axis < 3; ++axis) {
          keep(i + 3 + axis, number(i + 3 + axis) + gravity[static_cast<int>(axis)] * 0.01);
          keep(i + axis, number(i + axis) + double{number(i + 3 + axis)} * 0.01);
        }
      }
    }
  }
  ParticleRecord record{graph_.units[step.unit].op, step.context.instance, count, glm::dvec3(0), glm::dvec3(0)};
  for (uint32_t i = 0; i < count; ++i) {
    glm::dvec3 p;
    for (uint32_t axis = 0; axis < 3; ++axis) {
      const float value = number(i * 6 + axis);
      p[static_cast<int>(axis)] = value;
      frame_->particle_positions.push_back(value);
    }
    if (i == 0) record.first = p;
    record.centre += p / static_cast<double>(count);
  }
  frame_->particles.push_back(record);
  add_effect(step, kKind, values[particles_op::kColor]);
  frame_->effect_jobs.back().size = values[particles_op::kSize].x;
  frame_->effect_jobs.back().particles = static_cast<uint32_t>(frame_->particles.size() - 1);
}

void Visitor::enter_time(Step& step) {
  const glm::dvec4* values = values_of(step);
  const double start = values[time_op::kStart].x, end = values[time_op::kEnd].x, beat = frame_->beat;
  const bool holds = values[time_op::kHold].x != 0;
  if (!holds && !(beat >= start && beat < end)) {
    step.total = 0;
    return;
  }
  const double u = std::clamp((beat - start) / (end - start), 0.0, 1.0);
  const glm::dvec4& interval = values[time_op::kInterval];
  set(variable::kTime, glm::dvec4(interval.x + (interval.y - interval.x) * u));
}

/// Lists the active events that name this operator: sub-events of the enclosing one, the timeline's, dynamic ones.
void Visitor::enter_events(Step& step, bool only_first) {
  const uint32_t op = graph_.units[step.unit].op;
  const auto found = [&] { return events_.size() - step.events; };
  if (const ActiveEvent* outer = step.context.event) {
    const std::vector<Event>& subs = outer->event->sub;
    work_ += subs.size();
    if (work_ > kMostWork) over_limit_ = "to look at more than 100,000,000 events";
    const ActiveEvent parent = *outer;
    for (uint32_t j = 0; j < subs.size() && !(only_first && found() != 0); ++j) {
      if (subs[j].op != op || !is_active(subs[j], parent.start, frame_->beat)) continue;
      const double start = parent.start + subs[j].start;
      ActiveEvent event{&subs[j],
                        InstanceKind::kSub,
                        j,
                        start,
                        local_time(subs[j], subs[j].start, frame_->beat - parent.start),
                        parent.seed + 4096 * (j + 1)};
      events_.push_back(event);
    }
  }
  const std::vector<uint32_t>& active = timeline_.active_of(op);
  work_ += only_first ? 1 : active.size();
  if (work_ > kMostWork) over_limit_ = "to look at more than 100,000,000 events";
  if (!only_first && !has_room(active.size() * kActiveEventBytes)) return;
  for (const uint32_t index : active) {
    if (only_first && found() != 0) break;
    events_.push_back(timeline_.active()[index]);
  }
  step.total *= found();
}

void Visitor::enter_instance(Step& step, const ActiveEvent& active) {
  const Event& event = *active.event;
  roll_back(step.undo);
  set(variable::kTime, glm::dvec4(active.time));
  set(variable::kVelocity, event.velocity);
  set(variable::kModulation, event.modulation);
  set(variable::kSelect, event.select);
  set(variable::kScale, glm::dvec4(glm::dvec3(event.scale), 0));
  set(variable::kRotate, glm::dvec4(glm::dvec3(event.rotate), 0));
  set(variable::kTranslate, glm::dvec4(glm::dvec3(event.translate), 0));
  set(variable::kColor, event.color);
  // The operator itself uses the state from before the first instance.
  const Context& outer = depth_ > 1 ? steps_[depth_ - 2].context : home_;
  Context& inner = step.context;
  inner.matrix =
      step.base * transform_matrix(glm::dvec3(event.scale), glm::dvec3(event.rotate), glm::dvec3(event.translate));
  inner.text = event.text ? &*event.text : outer.text;
  inner.event = &active;
  inner.instance = instances_.intern(outer.instance, active.kind, active.index);
  inner.block = inner.instance;
  inner.seed = active.seed;
  memory_.keep(inner.instance);
  frame_->instances.push_back({inner.instance, graph_.units[step.unit].op, active.time, inner.text});
}

void Visitor::enter_trigger(Step& step) {
  const Operator& op = op_of(step);
  const glm::dvec4* values = values_of(step);
  const bool now = values[trigger_op::kValue].x >= values[trigger_op::kThreshold].x;
  const auto [previous, is_first] = triggers_.emplace(uint64_t{step.unit} << 32 | step.context.instance, false);
  const bool before = previous->second;
  previous->second = now;
  bool fires = false;
  switch (static_cast<Fire>(values[trigger_op::kWhen].x)) {
    case Fire::kRise:
      fires = now && !before;  // also in its first visit
      break;
    case Fire::kFall:
      fires = !now && before;
      break;
    case Fire::kChange:
      fires = !is_first && now != before;
      break;
  }
  if (!fires) return;
  Event event;
  event.op = op.target;
  event.start = frame_->beat;
  event.end = frame_->beat + values[trigger_op::kDuration].x;
  event.interval = glm::dvec2(values[trigger_op::kInterval]);
  event.velocity = values[trigger_op::kVelocity];
  event.modulation = values[trigger_op::kModulation];
  event.select = values[trigger_op::kSelect];
  event.color = values[trigger_op::kColor];
  if (values[trigger_op::kTakePosition].x != 0) event.translate = glm::dvec4(glm::dvec3(step.base[3]), 0);
  if (op.text.given)
    event.text = text_of(op.text, step.context);
  else if (step.context.text != nullptr)
    event.text = *step.context.text;
  fired_bytes_ += Timeline::cost(event);
  if (timeline_.dynamic_bytes() + fired_bytes_ > kMostDynamicBytes)
    over_limit_ = "more than 256 MiB of triggered events";
  fired_.push_back(std::move(event));
}

void Visitor::enter_call(Step& step) {
  const Operator& op = op_of(step);
  const Subroutine& sub = document_.subroutines[op.target];
  constexpr Key kInt = integer("int", 0, -kHuge, kHuge);
  constexpr Key kOther = four("value");
  Arguments arguments;
  arguments.outer = step.context.args;
  for (glm::dvec4& value : arguments.values) value = glm::dvec4(0);
  size_t next = 0;
  for (size_t i = 0; i < sub.params.size(); ++i) {
    const Parameter& param = sub.params[i];
    const Argument* given =
        next < op.arguments.size() && op.arguments[next].param == i ? &op.arguments[next++] : nullptr;
    arguments.texts[param.id] = &param.text;
    arguments.values[param.id] = param.value;
    if (given == nullptr) continue;
    if (param.type == ParamType::kText) {
      arguments.texts[param.id] =
          given->text.param >= 0 ? args_[step.context.args].texts[given->text.param] : &given->text.text;
      continue;
    }
    glm::dvec4 value = evaluate(given->value, param.type == ParamType::kInt ? kInt : kOther, step.context);
    if (param.type == ParamType::kFloat || param.type == ParamType::kInt) value = glm::dvec4(value.x);
    arguments.values[param.id] = value;
  }
  step.context.args = static_cast<uint32_t>(args_.size());
  args_.push_back(arguments);
}

}  // namespace vitrine::world
