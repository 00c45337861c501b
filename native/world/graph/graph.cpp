#include "world/graph/graph.h"

#include <algorithm>
#include <unordered_map>

#include "world/graph/codes.h"
#include "world/graph/sentences.h"

namespace vitrine::world {
namespace {

constexpr size_t kMostUnits = 1'000'000;

/// May its result differ between visits, whatever lies above it? Texts depend on their call: see is_of_event.
bool is_dynamic(const Document& document, const Operator& op) {
  if (op.is_animated) return true;
  switch (op.kind) {
    case OpKind::kTime:
    case OpKind::kEvent:
    case OpKind::kTrigger:
    case OpKind::kParticles:
    case OpKind::kMemory:
    case OpKind::kSet:
      return true;
    case OpKind::kMesh:
      return document.fixed(op, mesh_op::kAnimated) != 0 || !op.word.empty();
    default:
      return false;
  }
}

class Builder {
 public:
  Builder(const Document& document, Graph& graph) : document_(document), graph_(graph) {}

  bool run() {
    for (const uint32_t segment : document_.segments) graph_.segments.push_back(slot_unit(document_.ops[segment]));
    for (const uint32_t portal : document_.portals) graph_.portals.push_back(slot_unit(document_.ops[portal]));
    for (const Link& link : document_.entities) graph_.entities.push_back(intern(link.op, kNoNode));
    for (const Link& link : document_.post) graph_.post.push_back(intern(link.op, kNoNode));
    for (uint32_t unit = 0; unit < graph_.units.size(); ++unit) {
      if (graph_.units.size() > kMostUnits) return false;
      add_children(unit);
    }
    mark_cache_points();
    resolve_classes();
    mark_dynamic();
    for (const Unit& unit : graph_.units) ++graph_.per_class[static_cast<size_t>(unit.op_class)];
    graph_.per_class[static_cast<size_t>(OpClass::kWorld)] =
        document_.segments.size() + document_.portals.size() + document_.world_ops;
    return true;
  }

 private:
  /// Is a text, given in call `call`, that of an event?
  bool is_of_event(const Text& text, uint32_t call) const {
    return text.param >= 0 ? (event_texts_[call] >> text.param & 1) != 0 : text.text == "$0";
  }

  /// Of a call the text parameters, a bit for each id, that stand for the text of an event: its arguments and defaults
  /// are plain, or parameters of the call around it, which is known already.
  uint8_t event_texts(const Unit& unit) const {
    const Operator& call = document_.ops[unit.op];
    if (call.kind != OpKind::kCall) return 0;
    const auto& params = document_.subroutines[call.target].params;
    unsigned bits = 0;
    for (const Parameter& param : params) bits |= (param.text == "$0" ? 1u : 0u) << param.id;
    for (const Argument& argument : call.arguments) {
      const Parameter& param = params[argument.param];
      const unsigned bit = 1u << param.id;
      if (param.type == ParamType::kText) bits = (bits & ~bit) | (is_of_event(argument.text, unit.call) ? bit : 0u);
    }
    return static_cast<uint8_t>(bits);
  }

  bool may_change(const Unit& unit) const {
    const Operator& op = document_.ops[unit.op];
    return is_dynamic(document_, op) || (op.kind == OpKind::kText && is_of_event(op.text, unit.call));
  }

  uint32_t slot_unit(const Operator& op) { return op.slots.empty() ? kNoNode : intern(op.slots[0].op, kNoNode); }

  uint32_t intern(uint32_t op, uint32_t call) {
    const auto [at, is_new] = numbers_.emplace(uint64_t{call} << 32 | op, static_cast<uint32_t>(graph_.units.size()));
    if (is_new) {
      Unit& unit = graph_.units.emplace_back();
      unit.op = op;
      unit.call = call;
    }
    return at->second;
  }

  void add_children(uint32_t index) {
    const auto first = static_cast<uint32_t>(graph_.children.size());
    const Operator& op = document_.ops[graph_.units[index].op];
    const uint32_t call = graph_.units[index].call;
    if (op.kind == OpKind::kCall) {
      graph_.children.push_back(intern(document_.subroutines[op.target].root.op, index));
    } else if (op.kind == OpKind::kInput) {
      const Operator& caller = document_.ops[graph_.units[call].op];
      const auto n = static_cast<size_t>(document_.fixed(op, input_op::kN));
      graph_.children.push_back(intern(caller.inputs[n].op, graph_.units[call].call));
    } else {
      for (const uint32_t slot : op.distinct) graph_.children.push_back(intern(slot, call));
      for (const Link& link : op.inputs) graph_.children.push_back(intern(link.op, call));
    }
    graph_.units[index].first_child = first;
    graph_.units[index].child_count = static_cast<uint32_t>(graph_.children.size()) - first;
  }

  void mark_cache_points() {
    // Before each animated operator and before each operator with several outputs (original: "execute operator").
    std::vector<bool> marked(document_.ops.size());
    for (const Operator& op : document_.ops) {
      if (!op.is_animated) continue;
      for (const Link& link : op.slots) marked[link.op] = true;
      for (const Link& link : op.inputs) marked[link.op] = true;
    }
    for (Unit& unit : graph_.units) unit.is_cache_point = marked[unit.op] || document_.ops[unit.op].outputs > 1;
  }

  void resolve_classes() {
    std::vector<uint32_t> way;
    for (uint32_t start = 0; start < graph_.units.size(); ++start) {
      uint32_t at = start;
      while (graph_.units[at].op_class == OpClass::kAny) {
        const OpClass own = document_.ops[graph_.units[at].op].row().op_class;
        if (own != OpClass::kAny) {
          graph_.units[at].op_class = own;
          break;
        }
        way.push_back(at);
        at = graph_.child(graph_.units[at], 0);
      }
      for (const uint32_t unit : way) graph_.units[unit].op_class = graph_.units[at].op_class;
      way.clear();
    }
  }

  void mark_dynamic() {
    // A call with animated arguments makes everything inside dynamic; from there, as from every dynamic operator, the
    // mark goes down to all that use it. Units are created after their calls, so one pass settles the calls.
    std::vector<bool> inside(graph_.units.size());
    std::vector<uint32_t> users_first(graph_.units.size() + 1), users(graph_.children.size()), work;
    for (const uint32_t child : graph_.children) ++users_first[child + 1];
    for (size_t i = 1; i < users_first.size(); ++i) users_first[i] += users_first[i - 1];
    std::vector<uint32_t> next(users_first.begin(), users_first.end() - 1);
    for (uint32_t i = 0; i < graph_.units.size(); ++i) {
      const Unit& unit = graph_.units[i];
      event_texts_.push_back(event_texts(unit));
      for (uint32_t c = 0; c < unit.child_count; ++c) users[next[graph_.child(unit, c)]++] = i;
      inside[i] = unit.call != kNoNode && (inside[unit.call] || document_.ops[graph_.units[unit.call].op].is_animated);
      if (inside[i] || may_change(unit)) work.push_back(i);
    }
    for (const uint32_t unit : work) graph_.units[unit].is_dynamic = true;
    while (!work.empty()) {
      const uint32_t unit = work.back();
      work.pop_back();
      for (uint32_t i = users_first[unit]; i < users_first[unit + 1]; ++i) {
        if (graph_.units[users[i]].is_dynamic) continue;
        graph_.units[users[i]].is_dynamic = true;
        work.push_back(users[i]);
      }
    }
  }

  const Document& document_;
  Graph& graph_;
  std::unordered_map<uint64_t, uint32_t> numbers_;
  std::vector<uint8_t> event_texts_;  ///< per unit
};

}  // namespace

bool Graph::has_shape_of(const Graph& other) const {
  const auto same_unit = [](const Unit& a, const Unit& b) {
    return a.op == b.op && a.call == b.call && a.first_child == b.first_child && a.child_count == b.child_count &&
           a.op_class == b.op_class;
  };
  return children == other.children && segments == other.segments && portals == other.portals &&
         entities == other.entities && post == other.post &&
         std::equal(units.begin(), units.end(), other.units.begin(), other.units.end(), same_unit);
}

Result<Graph> Graph::build(const Document& document) {
  Graph graph;
  if (!Builder(document, graph).run()) return Error{messages::kTooManyOperators, kNoOffset};
  return graph;
}

}  // namespace vitrine::world
