#include "world/graph/read/json_tree.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/whole_json.h"
#include "world/graph/codes.h"
#include "world/graph/sentences.h"

namespace vitrine::world {
namespace {

constexpr size_t kDepth = 256;
constexpr size_t kValues = 4'000'000;

}  // namespace

/// The events of nlohmann's parser. Returning false ends the parse; the reason is kept.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TreeBuilder(JsonTree& tree) : tree_(tree) {}

  bool null() override { return add(JsonType::kNull); }
  bool boolean(bool value) override {
    if (!add(JsonType::kBool)) return false;
    tree_.nodes_.back().boolean = value;
    return true;
  }
  bool number_integer(int64_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(uint64_t value) override { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) override { return number(value); }
  bool string(std::string& value) override {
    if (!add(JsonType::kString)) return false;
    tree_.nodes_.back().text = keep(value);
    return true;
  }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(size_t) override { return open(JsonType::kObject); }
  bool start_array(size_t) override { return open(JsonType::kArray); }
  bool key(std::string& value) override {
    key_ = keep(value);
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(size_t position, const std::string& token, const nlohmann::detail::exception& fault) override {
    const JsonFault found = json_fault(position, token, fault);
    error_ = {messages::kJson, found.offset, {found.what}};
    return false;
  }

  const Error& error() const { return error_; }

 private:
  bool number(double value) {
    if (!add(JsonType::kNumber)) return false;
    tree_.nodes_.back().number = value;
    return true;
  }
  bool add(JsonType type) {
    if (tree_.nodes_.size() == kValues) {
      error_ = {messages::kTooManyValues, 0};
      return false;
    }
    const auto index = static_cast<uint32_t>(tree_.nodes_.size());
    JsonNode node;
    node.type = type;
    if (!open_.empty()) {
      Level& level = open_.back();
      JsonNode& parent = tree_.nodes_[level.node];
      node.parent = level.node;
      node.place = parent.count++;
      if (parent.type == JsonType::kObject) node.key = key_;
      (level.last == kNoNode ? parent.first : tree_.nodes_[level.last].next) = index;
      level.last = index;
    }
    tree_.nodes_.push_back(node);
    return true;
  }
  bool open(JsonType type) {
    if (open_.size() == kDepth) {
      error_ = {messages::kTooDeep, 0};
      return false;
    }
    if (!add(type)) return false;
    open_.push_back({static_cast<uint32_t>(tree_.nodes_.size() - 1), kNoNode});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  uint32_t keep(std::string& value) {
    tree_.strings_.push_back(std::move(value));
    return static_cast<uint32_t>(tree_.strings_.size() - 1);
  }

  struct Level {
    uint32_t node, last;
  };
  JsonTree& tree_;
  std::vector<Level> open_;
  uint32_t key_ = kNoNode;
  Error error_;
};

Result<JsonTree> JsonTree::parse(std::string_view text) {
  JsonTree tree;
  TreeBuilder builder(tree);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return builder.error();
  if (const size_t nul = nul_in_json(text); nul != text.npos) return Error{messages::kUnexpectedNul, nul};
  if (!tree.place_values(text)) return Error{messages::kReadersDisagree, 0};
  return tree;
}

bool JsonTree::place_values(std::string_view text) {
  // A string in an object is a name when '{' or ',' stands before it. The text was accepted by another reader, whose
  // word is not taken for what is in range here.
  size_t next = 0;
  std::vector<bool> in_object;
  bool name = false;
  for (size_t i = text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0; i < text.size(); ++i) {
    const auto value = [&] {
      if (next == nodes_.size()) return false;
      nodes_[next++].offset = static_cast<uint32_t>(i);
      return true;
    };
    switch (text[i]) {
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        break;
      case '{':
      case '[':
        if (!value()) return false;
        in_object.push_back(text[i] == '{');
        name = text[i] == '{';
        break;
      case '}':
      case ']':
        if (in_object.empty()) return false;
        in_object.pop_back();
        break;
      case ',':
        if (in_object.empty()) return false;
        name = in_object.back();
        break;
      case ':':
        name = false;
        break;
      case '"':
        if (!name && !value()) return false;
        for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1 : 0;
        break;
      default:
        if (!value()) return false;
        while (i + 1 < text.size() && std::string_view(",]} \t\r\n").find(text[i + 1]) == std::string_view::npos) ++i;
    }
  }
  return next == nodes_.size();
}

uint32_t JsonTree::member(uint32_t object, std::string_view name) const {
  for (uint32_t child = nodes_[object].first; child != kNoNode; child = nodes_[child].next) {
    if (key(child) == name) return child;
  }
  return kNoNode;
}

std::string JsonTree::pointer(uint32_t node) const {
  std::vector<uint32_t> way;
  for (; nodes_[node].parent != kNoNode; node = nodes_[node].parent) way.push_back(node);
  std::string text;
  for (size_t i = way.size(); i-- > 0;) {
    text += '/';
    if (nodes_[way[i]].key == kNoNode) {
      text += std::to_string(nodes_[way[i]].place);
      continue;
    }
    for (const char c : key(way[i])) {
      if (c == '~')
        text += "~0";
      else if (c == '/')
        text += "~1";
      else
        text += c;
    }
  }
  return text;
}

const char* describe(JsonType type) {
  constexpr const char* kNames[] = {"null", "a boolean", "a number", "a string", "an array", "an object"};
  return kNames[static_cast<int>(type)];
}

}  // namespace vitrine::world
