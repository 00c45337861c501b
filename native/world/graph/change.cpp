#include "world/graph/change.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

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

}  // namespace vitrine::world
