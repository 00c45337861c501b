#include "world/graph/change.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "world/graph/codes.h"
#include "world/graph/sentences.h"

namespace vitrine::world {
namespace {

/// The parts of a pointer; nothing where it is none.
std::optional<std::vector<std::string>> parts_of(std::string_view pointer) {
  std::vector<std::string> parts;
  if (pointer.empty()) return parts;
  if (pointer.front() != '/') return {};
  for (size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      parts.emplace_back();
    } else if (pointer[i] == '~') {
      if (i + 1 == pointer.size() || (pointer[i + 1] != '0' && pointer[i + 1] != '1')) return {};
      parts.back() += pointer[++i] == '0' ? '~' : '/';
    } else {
      parts.back() += pointer[i];
    }
  }
  return parts;
}

/// The child of that name or number; kNoNode.
uint32_t child_of(const JsonTree& tree, uint32_t node, const std::string& part) {
  if (tree.is(node, JsonType::kObject)) return tree.member(node, part);
  if (!tree.is(node, JsonType::kArray)) return kNoNode;
  for (uint32_t child = tree[node].first; child != kNoNode; child = tree[child].next) {
    if (std::to_string(tree[child].place) == part) return child;
  }
  return kNoNode;
}

/// Behind the last byte of the value that begins at `at`, in a text that has been read.
size_t end_of(std::string_view text, size_t at) {
  const auto end_of_string = [&](size_t i) {
    for (++i; text[i] != '"'; ++i) i += text[i] == '\\' ? 1 : 0;
    return i + 1;
  };
  if (text[at] == '"') return end_of_string(at);
  if (text[at] != '{' && text[at] != '[') return std::min(text.find_first_of(",]} \t\r\n", at), text.size());
  size_t depth = 0;
  for (size_t i = at;;) {
    if (text[i] == '"') {
      i = end_of_string(i);
      continue;
    }
    if (text[i] == '{' || text[i] == '[') ++depth;
    if ((text[i] == '}' || text[i] == ']') && --depth == 0) return i + 1;
    ++i;
  }
}

/// The text with another value behind those of an object or array.
std::string append(std::string_view text, const JsonTree& tree, uint32_t parent, const std::string& name,
                   std::string_view value) {
  uint32_t last = kNoNode;
  for (uint32_t child = tree[parent].first; child != kNoNode; child = tree[child].next) last = child;
  const size_t at = last == kNoNode ? tree[parent].offset + size_t{1} : end_of(text, tree[last].offset);
  std::string out(text.substr(0, at));
  if (last != kNoNode) out += ", ";
  if (tree.is(parent, JsonType::kObject)) out += nlohmann::json(name).dump() + ": ";
  out += value;
  return out += text.substr(at);
}

/// Goes forward through a text by its UTF-16 units.
class Units {
 public:
  explicit Units(std::string_view text) : text_(text) {}

  /// Byte at which a unit begins that is not before the last one; npos behind the end.
  size_t go_to(uint64_t unit) {
    while (unit_ < unit && byte_ < text_.size()) step();
    is_split_ = is_split_ || unit_ > unit;
    return unit_ < unit ? std::string_view::npos : byte_;
  }
  /// One of the units was the second of a character.
  bool is_split() const { return is_split_; }
  /// Of the whole text.
  uint64_t count() {
    while (byte_ < text_.size()) step();
    return unit_;
  }

 private:
  void step() {
    unit_ += static_cast<uint8_t>(text_[byte_]) >= 0xF0 ? 2 : 1;
    do ++byte_;
    while (byte_ < text_.size() && (static_cast<uint8_t>(text_[byte_]) & 0xC0) == 0x80);
  }

  std::string_view text_;
  size_t byte_ = 0;
  uint64_t unit_ = 0;
  bool is_split_ = false;
};

constexpr std::string_view kFreeMaterial[] = {"color",         "uvScale", "uvRotate",   "uvTranslate",
                                              "specular",      "phases",  "pass",       "castShadow",
                                              "receiveShadow", "blend",   "detailScale"};
constexpr std::string_view kFreeLight[] = {"at", "range", "color", "castShadow"}, kFreeText[] = {"size", "color"},
                           kFreeParticles[] = {"size", "color"}, kFreeFx[] = {"amount", "color"},
                           kFreeIpp[] = {"amount"}, kFreeMesh[] = {"pose"};

}  // namespace

std::span<const std::string_view> keys_read_each_frame(OpKind kind) {
  switch (kind) {
    case OpKind::kMaterial:
      return kFreeMaterial;
    case OpKind::kLight:
      return kFreeLight;
    case OpKind::kText:
      return kFreeText;
    case OpKind::kParticles:
      return kFreeParticles;
    case OpKind::kFx:
      return kFreeFx;
    case OpKind::kIpp:
      return kFreeIpp;
    case OpKind::kMesh:
      return kFreeMesh;
    default:
      return {};
  }
}

Result<std::string> splice_text(std::string_view text, std::span<const Splice> splices) {
  std::string out;
  Units units(text);
  size_t taken = 0;  // bytes
  uint64_t before = 0;
  for (size_t i = 0; i < splices.size(); ++i) {
    const Splice& splice = splices[i];
    if (splice.from < before) return Error{messages::kSpliceOrder, kNoOffset, {i}};
    const size_t from = units.go_to(splice.from), to = splice.from <= splice.to ? units.go_to(splice.to) : text.npos;
    if (units.is_split()) return Error{messages::kSpliceInside, kNoOffset, {i}};
    if (to == text.npos) return Error{messages::kSpliceRange, kNoOffset, {i, splice.from, splice.to, units.count()}};
    out += text.substr(taken, from - taken);
    out += splice.text;
    taken = to;
    before = splice.to;
  }
  return out += text.substr(taken);
}

Result<std::string> change_text(std::string_view text, const JsonTree& tree, std::string_view pointer,
                                std::string_view value) {
  if (const auto read = JsonTree::parse(value); !read) return read.error();
  const Error nowhere{messages::kNothingAt, kNoOffset, {pointer}, {"{}", {pointer}}};
  const auto parts = parts_of(pointer);
  if (!parts) return nowhere;
  uint32_t node = 0;
  for (size_t i = 0; i < parts->size(); ++i) {
    const uint32_t child = child_of(tree, node, (*parts)[i]);
    if (child != kNoNode) {
      node = child;
      continue;
    }
    const bool is_last = i + 1 == parts->size();
    const bool follows =
        tree.is(node, JsonType::kArray) && ((*parts)[i] == "-" || (*parts)[i] == std::to_string(tree[node].count));
    if (!is_last || !(follows || tree.is(node, JsonType::kObject))) return nowhere;
    return append(text, tree, node, (*parts)[i], value);
  }
  std::string out(text.substr(0, tree[node].offset));
  out += value;
  return out += text.substr(end_of(text, tree[node].offset));
}

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
