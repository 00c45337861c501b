// After reading: names become indices, the root is flattened, cycles, calls and classes are checked.

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/argument.h"
#include "world/graph/read/reader.h"

namespace vitrine::world {
namespace {

/// Where a link of a class is looked up, in order; the rest follows in the order of the last row.
std::vector<OpClass> search_order(OpClass wanted) {
  std::vector<OpClass> order;
  if (wanted == OpClass::kScene || wanted == OpClass::kWorld)
    order = {OpClass::kScene, OpClass::kMesh, OpClass::kFx};
  else if (wanted != OpClass::kAny)
    order = {wanted};
  for (const OpClass next : {OpClass::kScene, OpClass::kMesh, OpClass::kMaterial, OpClass::kTexture, OpClass::kFx}) {
    if (std::find(order.begin(), order.end(), next) == order.end()) order.push_back(next);
  }
  return order;
}

bool fits(OpClass found, OpClass wanted) {
  if (wanted == OpClass::kAny) return found != OpClass::kWorld;
  if (wanted == OpClass::kScene) return found == OpClass::kScene || found == OpClass::kMesh;
  if (wanted == OpClass::kWorld)
    return found == OpClass::kWorld || found == OpClass::kScene || found == OpClass::kMesh || found == OpClass::kFx;
  return found == wanted;
}

}  // namespace

uint32_t Reader::find(OpClass space, const std::string& name, uint32_t owner) const {
  const auto& names = names_[static_cast<size_t>(space)];
  const auto found = names.find(name);
  if (found == names.end()) return kNoNode;
  // Names of a subroutine are known inside it only.
  const uint32_t inside = doc_.ops[found->second].owner;
  return inside == kNoNode || inside == owner ? found->second : kNoNode;
}

uint32_t Reader::find_scene(uint32_t node, std::initializer_list<OpKind> kinds) {
  const auto& names = names_[static_cast<size_t>(OpClass::kScene)];
  const auto found = names.find(tree_.text(node));
  const bool fitting =
      found != names.end() && std::find(kinds.begin(), kinds.end(), doc_.ops[found->second].kind) != kinds.end();
  if (fitting) return found->second;
  say(kWorldName, node,
      std::string("there is no ") + row_of(*kinds.begin()).name + " operator named \"" + tree_.text(node) + "\"");
  return kNoNode;
}

void Reader::resolve(Link& link, uint32_t owner) {
  if (link.op != kNoNode) {
    doc_.ops[link.op].outputs += 1;  // it stands inline
    return;
  }
  if (link.node == kNoNode || !tree_.is(link.node, JsonType::kString)) return;
  const std::string& name = tree_.text(link.node);
  for (const OpClass space : search_order(link.wanted)) {
    link.op = find(space, name, owner);
    if (link.op == kNoNode) continue;
    doc_.ops[link.op].outputs += 1;
    return;
  }
  say(kWorldName, link.node, "there is no operator named \"" + name + "\"");
}

void Reader::resolve_links() {
  for (Operator& op : doc_.ops) {
    for (Link& link : op.slots) resolve(link, op.owner);
    for (Link& link : op.inputs) resolve(link, op.owner);
  }
  for (uint32_t i = 0; i < doc_.subroutines.size(); ++i) resolve(doc_.subroutines[i].root, i);
  for (Link& link : roots_) resolve(link, kNoNode);
  for (Special& special : doc_.specials) resolve(special.link, kNoNode);
  for (const NameUse& use : trigger_events_)
    doc_.ops[use.op].target = find_scene(use.node, {OpKind::kEvent, OpKind::kTime});
}

/// World operators fall away: segments, portals, entities and effects remain, each in the order written.
void Reader::flatten_root() {
  std::vector<Link> stack(roots_.rbegin(), roots_.rend());
  while (!stack.empty()) {
    const Link link = stack.back();
    stack.pop_back();
    if (link.op == kNoNode) continue;
    const Operator& op = doc_.ops[link.op];
    switch (op.kind) {
      case OpKind::kWorld:
        doc_.world_ops += 1;
        stack.insert(stack.end(), op.inputs.rbegin(), op.inputs.rend());
        break;
      case OpKind::kSector:
        segment_of_[link.op] = static_cast<uint32_t>(doc_.segments.size());
        doc_.segments.push_back(link.op);
        break;
      case OpKind::kPortal:
        doc_.portals.push_back(link.op);
        break;
      default:
        (op.row().op_class == OpClass::kFx || link.wanted == OpClass::kFx ? doc_.post : doc_.entities).push_back(link);
    }
  }
  if (has_parts_) return;
  for (const TableEntry& entry : table_entries_) {
    if (entry.op_class != OpClass::kScene || doc_.ops[entry.op].outputs != 0) continue;
    Link link;
    link.node = entry.node;
    link.op = entry.op;
    link.wanted = OpClass::kScene;
    doc_.entities.push_back(link);
  }
}

void Reader::resolve_portals() {
  for (const uint32_t index : doc_.portals) {
    Operator& op = doc_.ops[index];
    if (doc_.clip && !op.has_range) say(kWorldRequired, op.node, "with \"clip\" every portal has a box: min and max");
    const uint32_t between = tree_.member(op.node, "between");
    if (between == kNoNode || !expect(between, JsonType::kArray)) continue;
    if (tree_[between].count != 2) {
      say(kWorldType, between, "expected 2 names, found " + std::to_string(tree_[between].count));
      continue;
    }
    for (uint32_t child = tree_[between].first; child != kNoNode; child = tree_[child].next) {
      if (!expect(child, JsonType::kString)) continue;
      const auto sector = sectors_.find(tree_.text(child));
      const auto segment = sector == sectors_.end() ? segment_of_.end() : segment_of_.find(sector->second);
      if (segment == segment_of_.end())
        say(kWorldName, child, "there is no segment \"" + tree_.text(child) + "\"");
      else
        op.between[tree_[child].place] = segment->second;
      if (tree_[child].place == 1 && op.between[0] != kNoNode && op.between[0] == op.between[1])
        say(kWorldPortal, child, "a portal joins two different segments");
    }
  }
}

/// Depth-first with a stack of its own: a chain of links may be as long as the document.
void Reader::find_cycles() {
  struct Step {
    uint32_t op, next;
  };
  enum : uint8_t { kNew, kOpen, kDone };
  std::vector<uint8_t> state(doc_.ops.size(), kNew);
  finished_.assign(doc_.ops.size(), 0);
  uint32_t clock = 0;
  std::vector<Step> way;
  const auto search = [&](uint32_t start) {
    if (start == kNoNode || state[start] != kNew) return;
    state[start] = kOpen;
    way.push_back({start, 0});
    while (!way.empty()) {
      const uint32_t at = way.back().op;
      const Operator& op = doc_.ops[at];
      const uint32_t edge = way.back().next++;
      const uint32_t called = op.kind == OpKind::kCall ? 1 : 0;
      const auto slots = static_cast<uint32_t>(op.slots.size());
      uint32_t to = kNoNode, node = kNoNode;
      if (edge < slots) {
        to = op.slots[edge].op;
        node = op.slots[edge].node;
      } else if (edge < slots + called) {
        to = doc_.subroutines[op.target].root.op;
        node = tree_.member(op.node, "sub");
      } else if (edge - slots - called < op.inputs.size()) {
        to = op.inputs[edge - slots - called].op;
        node = op.inputs[edge - slots - called].node;
      } else {
        state[at] = kDone;
        finished_[at] = ++clock;
        way.pop_back();
        continue;
      }
      if (state[to] == kOpen) {
        say_of(kWorldCycle, node, [&] { return "operator \"" + doc_.label(doc_.ops[to]) + "\" is part of itself"; });
      } else if (state[to] == kNew) {
        state[to] = kOpen;
        way.push_back({to, 0});
      }
    }
  };
  for (const TableEntry& entry : table_entries_) search(entry.op);
  for (const Subroutine& sub : doc_.subroutines) search(sub.root.op);
  for (uint32_t op = 0; op < doc_.ops.size(); ++op) search(op);
}

void Reader::check_calls() {
  for (const Operator& op : doc_.ops) {
    if (op.kind == OpKind::kInput) {
      const auto n = static_cast<uint32_t>(doc_.fixed(op, input_op::kN));
      if (op.owner == kNoNode) {
        say(kWorldCall, op.node, "an input is allowed inside a subroutine only");
      } else if (n >= doc_.subroutines[op.owner].inputs) {
        say(kWorldCall, op.node,
            "input " + std::to_string(n) + " of a subroutine that declares " +
                std::to_string(doc_.subroutines[op.owner].inputs));
      }
    } else if (op.kind == OpKind::kCall) {
      const Subroutine& sub = doc_.subroutines[op.target];
      if (op.inputs.size() < sub.inputs) {
        say(kWorldCall, op.node,
            "call has too few inputs: \"" + sub.name + "\" declares " + std::to_string(sub.inputs) + ", found " +
                std::to_string(op.inputs.size()));
      }
      for (size_t i = sub.inputs; i < op.inputs.size(); ++i)
        say(kWorldUnused, op.inputs[i].node,
            "\"" + sub.name + "\" declares only " + counted(sub.inputs, "input", "inputs"));
    }
  }
}

void Reader::find_meanings() {
  // In the order in which the search for cycles left the operators, what a call stands for is known before the call.
  std::vector<uint32_t> order(doc_.ops.size());
  for (uint32_t op = 0; op < order.size(); ++op) order[finished_[op] - 1] = op;
  meanings_.resize(order.size());
  for (const uint32_t index : order) {
    const Operator& op = doc_.ops[index];
    Meaning& meaning = meanings_[index];
    if (op.kind == OpKind::kInput) {
      meaning.input = static_cast<int>(doc_.fixed(op, input_op::kN));
    } else if (op.kind == OpKind::kCall) {
      meaning = meanings_[doc_.subroutines[op.target].root.op];
      if (meaning.input >= 0) meaning = meanings_[op.inputs[static_cast<size_t>(meaning.input)].op];
    } else {
      meaning.op_class = op.row().op_class;
    }
  }
}

void Reader::check_classes() {
  find_meanings();
  // An input of a subroutine must have the class of every place it is used in, in every call.
  struct Wish {
    uint32_t sub;
    int input;
    OpClass wanted;
  };
  std::vector<Wish> wishes;
  std::unordered_set<uint64_t> wished;
  const auto check = [&](uint32_t op, uint32_t owner, OpClass wanted, uint32_t node, auto&& where) {
    const Meaning& found = meanings_[op];
    if (found.input >= 0) {
      const uint64_t key =
          uint64_t{owner} << 8 | static_cast<uint64_t>(found.input) << 4 | static_cast<uint64_t>(wanted);
      if (wanted != OpClass::kAny && wished.insert(key).second) wishes.push_back({owner, found.input, wanted});
    } else if (!fits(found.op_class, wanted)) {
      const char* expected = wanted == OpClass::kAny ? "texture, material, mesh, scene or fx" : class_name(wanted);
      say_of(kWorldClass, node,
             [&] { return where() + " is a " + class_name(found.op_class) + ", expected a " + expected; });
    }
  };
  const auto input_of = [&](const Operator& op, size_t i) {
    return "input " + std::to_string(i) + " of op \"" + doc_.label(op) + "\"";
  };

  for (const TableEntry& entry : table_entries_) {
    check(entry.op, kNoNode, entry.op_class, entry.node,
          [&] { return "entry \"" + doc_.ops[entry.op].name + "\" of the " + class_name(entry.op_class) + " table"; });
  }
  for (const Operator& op : doc_.ops) {
    for (const Link& link : op.slots)
      check(link.op, op.owner, link.wanted, link.node,
            [&] { return std::string(link.slot) + " input of op \"" + doc_.label(op) + "\""; });
    for (size_t i = 0; i < op.inputs.size(); ++i)
      check(op.inputs[i].op, op.owner, op.inputs[i].wanted, op.inputs[i].node, [&] { return input_of(op, i); });
  }
  for (uint32_t i = 0; i < doc_.subroutines.size(); ++i) {
    const Link& root = doc_.subroutines[i].root;
    check(root.op, i, OpClass::kAny, root.node,
          [&] { return "root of subroutine \"" + doc_.subroutines[i].name + "\""; });
  }
  for (const Link& link : roots_) {
    const std::string slot = link.slot == nullptr ? "this" : link.slot;
    const OpClass found = meanings_[link.op].op_class;
    // `world` is a world; what an implicit root adds is whatever a world takes.
    if (slot == "world" && found != OpClass::kWorld)
      say(kWorldClass, link.node, std::string("the root is a ") + class_name(found) + ", expected a world");
    else
      check(link.op, kNoNode, link.wanted, link.node, [&] { return slot; });
  }
  for (const Special& special : doc_.specials) {
    if (meanings_[special.link.op].op_class == OpClass::kFx)
      say(kWorldClass, special.link.node, "a special is a fx, expected a texture, material, mesh or scene");
  }
  std::vector<std::vector<uint32_t>> calls(doc_.subroutines.size());
  for (uint32_t i = 0; i < doc_.ops.size(); ++i) {
    if (doc_.ops[i].kind == OpKind::kCall) calls[doc_.ops[i].target].push_back(i);
  }
  for (size_t i = 0; i < wishes.size(); ++i) {
    const Wish wish = wishes[i];  // the list grows
    for (const uint32_t call : calls[wish.sub]) {
      const Operator& op = doc_.ops[call];
      const Link& link = op.inputs[static_cast<size_t>(wish.input)];
      check(link.op, op.owner, wish.wanted, link.node, [&] { return input_of(op, static_cast<size_t>(wish.input)); });
    }
  }
}

void Reader::number_slots() {
  std::unordered_map<uint32_t, uint32_t> numbers;
  for (Operator& op : doc_.ops) {
    numbers.clear();
    for (Link& link : op.slots) {
      const auto [at, is_new] = numbers.emplace(link.op, static_cast<uint32_t>(op.distinct.size()));
      link.visit = at->second;
      if (is_new) op.distinct.push_back(link.op);
    }
  }
}

}  // namespace vitrine::world
