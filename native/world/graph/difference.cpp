#include "world/graph/difference.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "world/graph/change.h"

namespace vitrine::world {
namespace {

constexpr uint32_t kMostMoved = 64;  // members of an object that are looked up one by one

/// Walks both trees at once. Only the numbers and names of operators tell what a value is; all that is not known to be
/// read by every frame must be the same.
class TreeComparison {
 public:
  TreeComparison(const Document& before, const Document& after)
      : a_(before), b_(after), ops_a_(numbers(before)), ops_b_(numbers(after)) {}

  bool holds() { return same_document(); }

 private:
  using Names = std::span<const std::string_view>;

  /// Operator by node.
  static std::vector<uint32_t> numbers(const Document& document) {
    std::vector<uint32_t> numbers(document.tree.size(), kNoNode);
    for (uint32_t op = 0; op < document.ops.size(); ++op) numbers[document.ops[op].node] = op;
    return numbers;
  }
  static bool has(Names names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  bool same_document() {
    static constexpr std::string_view kTables[] = {"models",  "textures",    "materials", "meshes",  "scenes",
                                                   "effects", "subroutines", "splines",   "specials"};
    static constexpr std::string_view kFree[] = {"lighting", "wireframe", "title", "$schema"};
    return same_members(0, 0, kFree, kDocumentKeys.keys, [&](std::string_view name, uint32_t a, uint32_t b) {
      static constexpr std::string_view kFreePhysics[] = {"debug"};
      if (has(kTables, name)) return same_list(a, b);
      if (name == "physics") return same_members(a, b, kFreePhysics, kPhysicsKeys.keys);
      return same(a, b);
    });
  }

  bool same(uint32_t a, uint32_t b) {
    const JsonNode &left = a_.tree[a], &right = b_.tree[b];
    if (left.type != right.type || ops_a_[a] != ops_b_[b]) return false;
    switch (left.type) {
      case JsonType::kNull:
        return true;
      case JsonType::kBool:
        return left.boolean == right.boolean;
      case JsonType::kNumber:  // by its bits: 0 and -0 are two
        return std::memcmp(&left.number, &right.number, sizeof left.number) == 0;
      case JsonType::kString:
        return a_.tree.text(a) == b_.tree.text(b);
      case JsonType::kArray:
        return same_list(a, b);
      case JsonType::kObject:
        break;
    }
    return ops_a_[a] == kNoNode ? same_members(a, b, {}, {}) : same_operator(a, b);
  }

  bool same_operator(uint32_t a, uint32_t b) {
    const Operator &left = a_.ops[ops_a_[a]], &right = b_.ops[ops_b_[b]];
    if (left.kind != right.kind) return false;
    const bool is_mesh = left.kind == OpKind::kMesh;
    return same_members(a, b, keys_read_each_frame(left.kind), left.row().keys,
                        [&](std::string_view name, uint32_t x, uint32_t y) {
                          if (name == "op") return true;
                          return is_mesh && name == "materials" ? same_list(x, y) : same(x, y);
                        });
  }

  /// Of an array, and of an object whose members have an order: a table of names.
  bool same_list(uint32_t a, uint32_t b) {
    if (a_.tree[a].type != b_.tree[b].type || a_.tree[a].count != b_.tree[b].count) return false;
    const bool is_table = a_.tree.is(a, JsonType::kObject);
    if (!is_table && !a_.tree.is(a, JsonType::kArray)) return same(a, b);
    uint32_t y = b_.tree[b].first;
    for (uint32_t x = a_.tree[a].first; x != kNoNode; x = a_.tree[x].next, y = b_.tree[y].next) {
      if ((is_table && a_.tree.key(x) != b_.tree.key(y)) || !same(x, y)) return false;
    }
    return true;
  }

  bool same_members(uint32_t a, uint32_t b, Names free, std::span<const Key> keys) {
    return same_members(a, b, free, keys, [&](std::string_view, uint32_t x, uint32_t y) { return same(x, y); });
  }

  /// Of an object whose members have no order. Members named in `free` may differ; where there are `keys`, so may those
  /// that the reader does not know.
  template <typename Compare>
  bool same_members(uint32_t a, uint32_t b, Names free, std::span<const Key> keys, Compare&& compare) {
    if (!a_.tree.is(a, JsonType::kObject) || !b_.tree.is(b, JsonType::kObject)) return same(a, b);
    const auto counts = [&](std::string_view name) {
      if (name == "comment" || has(free, name)) return false;
      return keys.empty() || name == "in" || name == "name" ||
             std::any_of(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
    };
    uint32_t here = b_.tree[b].first, found = 0, wanted = 0;
    for (uint32_t x = a_.tree[a].first; x != kNoNode; x = a_.tree[x].next) {
      const std::string& name = a_.tree.key(x);
      if (!counts(name)) continue;
      ++wanted;
      while (here != kNoNode && !counts(b_.tree.key(here))) here = b_.tree[here].next;
      uint32_t y = here;
      if (here != kNoNode && b_.tree.key(here) == name)
        here = b_.tree[here].next;
      else
        y = b_.tree[b].count <= kMostMoved ? b_.tree.member(b, name) : kNoNode;
      if (y == kNoNode || !compare(name, x, y)) return false;
    }
    for (uint32_t y = b_.tree[b].first; y != kNoNode; y = b_.tree[y].next) found += counts(b_.tree.key(y)) ? 1 : 0;
    return found == wanted;
  }

  const Document &a_, &b_;
  std::vector<uint32_t> ops_a_, ops_b_;
};

template <typename List, typename Same>
bool all_same(const List& a, const List& b, Same&& same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

constexpr auto same_file = [](const auto& a, const auto& b) { return a.file == b.file; };
constexpr auto same_target = [](const Link& a, const Link& b) { return a.op == b.op; };

bool same_model(const Named& a, const Named& b) {
  return a.name == b.name && a.file == b.file && all_same(a.with, b.with, same_file);
}
bool same_sound(const std::optional<Named>& a, const std::optional<Named>& b) {
  return a.has_value() == b.has_value() && (!a || a->file == b->file);
}
bool same_events(const std::vector<Event>& a, const std::vector<Event>& b) {
  return all_same(a, b, [](const Event& x, const Event& y) { return x.op == y.op && same_events(x.sub, y.sub); });
}
/// Simulations list cells by these.
bool same_cells(std::span<const Cell> a, std::span<const Cell> b) {
  return all_same(a, b, [](const Cell& x, const Cell& y) {
    return x.mode == y.mode && x.motion == y.motion && x.segment == y.segment && x.name == y.name;
  });
}
bool same_operators(const Document& a, const Document& b) {
  return all_same(a.ops, b.ops, [](const Operator& x, const Operator& y) {
    const bool is_file = x.kind == OpKind::kTexture;
    return x.kind == y.kind && x.name == y.name && x.owner == y.owner && x.target == y.target &&
           (!is_file || x.word == y.word) && x.between == y.between && all_same(x.slots, y.slots, same_target) &&
           all_same(x.inputs, y.inputs, same_target) && same_cells(x.collision, y.collision);
  });
}

std::span<const Cell> written(const Document& document) {
  return std::span(document.cells).first(document.written_cells);
}

bool same_structure(const Document& a, const Document& b) {
  return same_operators(a, b) && all_same(a.models, b.models, same_model) && same_sound(a.effects, b.effects) &&
         same_sound(a.music, b.music) && a.segments == b.segments && a.portals == b.portals &&
         all_same(a.entities, b.entities, same_target) && all_same(a.post, b.post, same_target) &&
         same_events(a.events, b.events) && same_cells(written(a), written(b)) && a.has_collision == b.has_collision &&
         a.physics.given == b.physics.given && a.physics.slice == b.physics.slice &&
         a.physics.particles.size() == b.physics.particles.size() &&
         a.physics.constraints.size() == b.physics.constraints.size();
}

}  // namespace

Difference difference(const Document& before, const Document& after) {
  if (TreeComparison(before, after).holds()) return Difference::kEachFrame;
  return same_structure(before, after) ? Difference::kValues : Difference::kStructure;
}

}  // namespace vitrine::world
