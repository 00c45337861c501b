// The walk itself: stack, counting, caches, stale marks. What each operator does is in visitor_ops.cpp.

#include "world/frame/visitor.h"

#include <algorithm>
#include <cmath>

#include "world/frame/frame.h"
#include "world/graph/codes.h"

namespace vitrine::world {
namespace {

constexpr const char* kMemory = "more than 512 MiB of memory";
constexpr uint64_t kLook = 4096;              // visits between two looks at the limits
constexpr uint64_t kLittle = 1u << 20;        // bytes that are not asked for
constexpr uint64_t kSpareClusters = 100'000;  // kept for the next frame, beside twice what this one took

bool is_scene(OpClass op_class) { return op_class == OpClass::kScene; }

int component_count(KeyKind kind) {
  switch (kind) {
    case KeyKind::kVec2:
      return 2;
    case KeyKind::kVec3:
    case KeyKind::kScale:
      return 3;
    default:
      return 4;
  }
}

}  // namespace

Visitor::Visitor(const Document& document, const Graph& graph, const std::vector<Model>& models, Instances& instances,
                 InstanceMemory& memory, Timeline& timeline, const SegmentMap& segments)
    : document_(document),
      graph_(graph),
      models_(models),
      instances_(instances),
      memory_(memory),
      timeline_(timeline),
      segments_(segments),
      memos_(graph.units.size()),
      has_run_(graph.units.size()),
      hard_values_(graph.units.size()) {}

void Visitor::begin_frame(Frame& frame) {
  frame_ = &frame;
  variables_.fill(glm::dvec4(0));
  variables_[variable::kTime] = glm::dvec4(frame.beat);
  variables_[variable::kScale] = {1, 1, 1, 0};
  variables_[variable::kColor] = glm::dvec4(1);
  counters_ = {};
  if (frame_clusters_ > 2 * clusters_ + kSpareClusters) {
    frame_meshes_.clear();
    frame_clusters_ = 0;
  }
  work_ = clusters_ = next_look_ = 0;
  over_limit_ = nullptr;
  fired_.clear();
  fired_bytes_ = 0;
  events_.clear();
  frame_mesh_count_ = 0;
  std::fill(seen_.begin(), seen_.end(), uint8_t{0});
  if (!forgets_meshes_) return;
  memos_.assign(memos_.size(), Memo{});
  kept_meshes_.clear();
  kept_clusters_ = 0;
  forgets_meshes_ = false;
}

void Visitor::reset() { triggers_.clear(); }

bool Visitor::visit(uint32_t unit, const Context& context) {
  if (unit == kNoNode || over_limit_ != nullptr) return over_limit_ == nullptr;
  home_ = context;
  push(unit, context, false);
  while (depth_ != 0) {
    Step& step = steps_[depth_ - 1];
    if (over_limit_ != nullptr) {
      depth_ = 0;
      results_.clear();
      values_.clear();
      args_.clear();
      undo_.clear();
      break;
    }
    if (step.next < step.total) {
      prepare_child(step);
      const Unit& info = graph_.units[step.unit];
      const uint32_t child = graph_.child(info, static_cast<uint32_t>(step.next++ % info.child_count));
      push(child, step.context, step.context.muted);
    } else {
      pop();
    }
  }
  // A mesh is accepted where a scene is expected.
  if (!results_.empty()) {
    if (const auto* mesh = std::get_if<const MeshValue*>(&results_.back())) add_mesh(**mesh, context);
    results_.clear();
  }
  frame_->handlers.execute = counters_.execute;
  frame_->handlers.paint = counters_.paint;
  frame_->failed = counters_.failed;
  frame_->empty = counters_.empty;
  return over_limit_ == nullptr;
}

void Visitor::push(uint32_t unit, const Context& context, bool muted) {
  const Unit& info = graph_.units[unit];
  muted = muted || is_cached(unit);
  if (take_memo(unit, muted)) return;
  note(unit, muted ? kRanMuted : kRan);
  if (steps_.size() == depth_) steps_.emplace_back();
  Step& step = steps_[depth_++];
  step.unit = unit;
  step.next = step.total = 0;
  step.context = context;
  step.context.muted = muted;
  step.base = context.matrix;
  step.values = values_.size();
  step.results = results_.size();
  step.undo = undo_.size();
  step.args = args_.size();
  step.events = events_.size();
  step.counters = counters_;
  step.is_stale = false;
  ++counters_.visits;
  if (counters_.visits > next_look_) look();
  if (info.op_class != OpClass::kFx && !muted) {
    has_run_[unit] = 1;
    ++counters_.execute;
    const bool is_pruned = document_.prune && !info.is_dynamic &&
                           (info.op_class == OpClass::kTexture || info.op_class == OpClass::kMaterial);
    if (!is_pruned) ++counters_.paint;
  }
  evaluate_parameters(step);
  if (info.is_dynamic) compare_hard_values(step);
  enter(step);
}

bool Visitor::is_cached(uint32_t unit) const {
  const Unit& info = graph_.units[unit];
  const bool caches = document_.system == System::kExecute && document_.cache;
  return caches && info.is_cache_point && !info.is_dynamic && has_run_[unit] != 0;
}

/// Meshes that never change are made once: from the third visit on their result and their counts are known.
bool Visitor::take_memo(uint32_t unit, bool muted) {
  const Memo& memo = memos_[unit];
  if (memo.state != Memo::kKnown) return false;
  note(unit, muted ? kWasKnownMuted : kWasKnown);
  count_memo(memo, muted, 1);
  if (depth_ == 0) {
    if (memo.mesh != nullptr) results_.emplace_back(memo.mesh);
    return true;
  }
  accept(memo.mesh == nullptr ? Value() : Value(memo.mesh), false, OpClass::kMesh);
  return true;
}

void Visitor::count_memo(const Memo& memo, bool muted, uint64_t times) {
  counters_.visits += times * memo.counters.visits;
  if (counters_.visits > next_look_) look();
  if (!muted) {
    counters_.execute += times * memo.counters.execute;
    counters_.paint += times * memo.counters.paint;
  }
  counters_.failed += times * memo.counters.failed;
  counters_.empty += times * memo.counters.empty;
}

void Visitor::pop() {
  Step& step = steps_[depth_ - 1];
  const Unit& info = graph_.units[step.unit];
  Value value = leave(step);
  if (step.is_stale) frame_->stale.push_back(info.op);
  Memo& memo = memos_[step.unit];
  if (info.op_class == OpClass::kMesh && !info.is_dynamic && !step.context.muted) {
    if (memo.state == Memo::kNew) {
      memo.state = Memo::kSeen;
    } else {
      const Counters& before = step.counters;
      memo.state = Memo::kKnown;
      memo.counters = {counters_.visits - before.visits, counters_.execute - before.execute,
                       counters_.paint - before.paint, counters_.failed - before.failed,
                       counters_.empty - before.empty};
      const auto* mesh = std::get_if<const MeshValue*>(&value);
      if (mesh != nullptr && has_room((*mesh)->clusters.size() * kClusterBytes)) {
        kept_clusters_ += (*mesh)->clusters.size();
        kept_meshes_.push_back(**mesh);
        memo.mesh = &kept_meshes_.back();
        value = memo.mesh;
      }
    }
  }
  roll_back(step.undo);
  values_.resize(step.values);
  results_.resize(step.results);
  args_.resize(step.args);
  while (events_.size() > step.events) events_.pop_back();
  --depth_;
  if (depth_ == 0) {
    results_.push_back(std::move(value));
  } else {
    accept(std::move(value), step.is_stale, info.op_class);
  }
}

/// Takes the result of an input into the operator on top of the stack.
void Visitor::accept(Value&& value, bool is_stale, OpClass op_class) {
  Step& parent = steps_[depth_ - 1];
  const OpClass parent_class = graph_.units[parent.unit].op_class;
  // Re-running stops at class borders.
  if (is_stale && parent_class == op_class) parent.is_stale = true;
  const OpKind kind = op_of(parent).kind;
  if (is_scene(row_of(kind).op_class)) {
    if (const auto* mesh = std::get_if<const MeshValue*>(&value)) add_mesh(**mesh, parent.context);
  } else {
    results_.push_back(std::move(value));
  }
}

glm::dvec4 Visitor::evaluate(const Source& source, const Key& key, const Context& context) {
  glm::dvec4 value = source.literal;
  if (!source.has_params() && source.function == kNoNode) return value;
  const glm::dvec4* params = context.args == kNoNode ? nullptr : args_[context.args].values;
  for (int i = 0; i < 4; ++i) {
    if (source.param[static_cast<size_t>(i)] >= 0)
      value[i] = params[source.param[static_cast<size_t>(i)] / 4][source.param[static_cast<size_t>(i)] % 4];
  }
  const auto settle = [&](glm::dvec4 v) {
    if (key.kind == KeyKind::kInteger) v = glm::floor(v + 0.5);
    return glm::clamp(v, glm::dvec4(key.low), glm::dvec4(key.high));
  };
  if (source.function == kNoNode) {
    // Components that the key does not have stay 0.
    const glm::dvec4 settled = settle(value);
    for (int i = 0; i < component_count(key.kind); ++i) value[i] = settled[i];
    return value;
  }
  const Function& function = document_.functions[source.function];
  glm::dvec4 result = world::evaluate(function, value, variables_, params, document_.splines);
  if (!std::isfinite(result.x) || !std::isfinite(result.y) || !std::isfinite(result.z) || !std::isfinite(result.w)) {
    if (frame_->issues.size() < kFrameWarnings) {
      Issue& issue = frame_->issues.emplace_back(
          Issue{&kWorldNumber, document_.tree.pointer(function.node), "the function gave no finite number"});
      document_.place(issue, function.node);
    }
    result = value;
  }
  result = settle(result);
  frame_->anim.push_back({function.node, result, context.instance, function.soft});
  return result;
}

void Visitor::evaluate_parameters(Step& step) {
  const Operator& op = op_of(step);
  const auto keys = op.row().keys;
  const Source* sources = document_.sources_of(op);
  for (size_t i = 0; i < keys.size(); ++i) {
    values_.push_back(keys[i].change == Change::kFixed ? sources[i].literal
                                                       : evaluate(sources[i], keys[i], step.context));
  }
}

void Visitor::compare_hard_values(Step& step) {
  const auto keys = op_of(step).row().keys;
  std::vector<glm::dvec4>& before = hard_values_[step.unit];
  const bool is_first = before.empty();
  size_t count = 0;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].change != Change::kHard) continue;
    const glm::dvec4& now = values_of(step)[i];
    if (is_first) {
      before.push_back(now);
      ++hard_count_;
    } else if (before[count] != now) {
      before[count] = now;
      step.is_stale = true;
    }
    ++count;
  }
}

void Visitor::set(uint8_t variable, const glm::dvec4& value) {
  undo_.push_back({variable, variables_[variable]});
  variables_[variable] = value;
}

void Visitor::roll_back(size_t mark) {
  for (; undo_.size() > mark; undo_.pop_back()) variables_[undo_.back().variable] = undo_.back().value;
}

void Visitor::fire() {
  frame_->triggered = fired_.size();
  for (Event& event : fired_) timeline_.add_dynamic(std::move(event));
  fired_.clear();
}

/// With memory for its clusters; null over a limit.
MeshValue* Visitor::new_mesh(size_t clusters) {
  if (!may_add_clusters(clusters) || !has_room(clusters * kClusterBytes)) return nullptr;
  if (frame_mesh_count_ == frame_meshes_.size()) frame_meshes_.emplace_back();
  MeshValue& mesh = frame_meshes_[frame_mesh_count_++];
  frame_clusters_ += clusters - std::min(clusters, mesh.clusters.capacity());
  mesh.clusters.clear();
  mesh.clusters.reserve(clusters);
  mesh.deform = glm::dmat4(1);
  return &mesh;
}

uint64_t Visitor::held_bytes() const {
  return operators_bytes(*frame_) + (kept_clusters_ + frame_clusters_) * kClusterBytes + bytes_of<256>(kept_meshes_) +
         bytes_of<256>(frame_meshes_) + bytes_of<512>(steps_) + bytes_of<32>(values_) + bytes_of<576>(results_) +
         bytes_of<48>(undo_) + bytes_of<384>(args_) + bytes_of<kActiveEventBytes>(events_) + hard_count_ * 48 +
         triggers_.size() * 48 + instances_.size() * 96 + memory_.held_bytes() + timeline_.dynamic_bytes() +
         fired_bytes_;
}

bool Visitor::has_room(uint64_t bytes) {
  if (bytes > kLittle && held_bytes() + bytes > kMostFrameBytes) over_limit_ = kMemory;
  return over_limit_ == nullptr;
}

void Visitor::look() {
  next_look_ = std::min(counters_.visits + kLook, kMostVisits);
  if (counters_.visits > kMostVisits)
    over_limit_ = "more than 1,000,000 operator visits";
  else if (held_bytes() > kMostFrameBytes)
    over_limit_ = kMemory;
}

const std::string& Visitor::text_of(const Text& text, const Context& context) const {
  const std::string& written = text.param >= 0 ? *args_[context.args].texts[text.param] : text.text;
  return written == "$0" && context.text != nullptr ? *context.text : written;
}

}  // namespace vitrine::world
