#include "world/frame/states.h"

namespace vitrine::world {
namespace {

/// Units above those that were known were not visited: what happened to them follows from the unit below.
std::vector<uint8_t> spread(const Graph& graph, const Visitor& visitor) {
  std::vector<uint8_t> seen = visitor.seen();
  std::vector<uint32_t> work;
  constexpr uint8_t kKnown = Visitor::kWasKnown | Visitor::kWasKnownMuted;
  for (uint32_t unit = 0; unit < seen.size(); ++unit) {
    if ((seen[unit] & kKnown) != 0) work.push_back(unit);
  }
  while (!work.empty()) {
    const uint32_t unit = work.back();
    work.pop_back();
    for (const uint32_t child : graph.children_of(graph.units[unit])) {
      auto given = static_cast<uint8_t>(seen[unit] & kKnown);
      if (visitor.is_cached(child)) given = Visitor::kWasKnownMuted;
      if ((seen[child] & given) == given) continue;
      seen[child] = static_cast<uint8_t>(seen[child] | given);
      work.push_back(child);
    }
  }
  return seen;
}

/// Does it give no object, whatever its values are?
bool is_bare(const Operator& op, const Unit& unit, const Model* model) {
  if (op.kind == OpKind::kAdd) return unit.child_count == 0;
  return op.kind == OpKind::kMesh && op.boxes.empty() && (model == nullptr || (model->ok && model->clusters.empty()));
}

uint8_t state_of(const Document& document, const Unit& unit, uint8_t seen, std::span<const Model> models) {
  const Operator& op = document.ops[unit.op];
  const Model* model = op.kind == OpKind::kMesh && op.target != kNoNode ? &models[op.target] : nullptr;
  const bool is_pruned =
      document.prune && !unit.is_dynamic && (unit.op_class == OpClass::kTexture || unit.op_class == OpClass::kMaterial);
  const bool has_run = (seen & (Visitor::kRan | Visitor::kWasKnown)) != 0;
  uint8_t state = op_state::kReached;
  if (has_run && !is_pruned) state |= op_state::kRan;
  if ((has_run && is_pruned) || (seen & (Visitor::kRanMuted | Visitor::kWasKnownMuted)) != 0)
    state |= op_state::kCached;
  if (model != nullptr && !model->ok) state |= op_state::kFailed;
  if ((seen & Visitor::kWasEmpty) != 0 || is_bare(op, unit, model)) state |= op_state::kEmpty;
  return state;
}

}  // namespace

std::vector<uint8_t> states_of(const Document& document, const Graph& graph, std::span<const Model> models,
                               const Visitor& visitor, const Frame& frame) {
  std::vector<uint8_t> states(document.ops.size(), op_state::kLoose);
  constexpr uint8_t kNotLoose = 0xFF & ~op_state::kLoose;
  const std::vector<uint8_t> seen = spread(graph, visitor);
  for (uint32_t i = 0; i < seen.size(); ++i) {
    uint8_t& state = states[graph.units[i].op];
    state &= kNotLoose;
    if (seen[i] != 0) state |= state_of(document, graph.units[i], seen[i], models);
  }
  for (const uint32_t op : frame.stale) states[op] |= op_state::kStale;
  // Worlds, segments and portals are no units.
  constexpr uint8_t kThere = op_state::kReached | op_state::kRan;
  for (uint32_t op = 0; op < states.size(); ++op) {
    if (document.ops[op].kind == OpKind::kWorld && document.ops[op].outputs != 0) states[op] = kThere;
  }
  for (uint32_t i = 0; i < document.segments.size(); ++i)
    states[document.segments[i]] = frame.visible[i] != 0 ? kThere : uint8_t{0};
  for (const uint32_t portal : document.portals) {
    const auto& between = document.ops[portal].between;
    states[portal] = frame.visible[between[0]] != 0 || frame.visible[between[1]] != 0 ? kThere : uint8_t{0};
  }
  return states;
}

}  // namespace vitrine::world
