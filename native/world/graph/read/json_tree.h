#pragma once
// A JSON text as a flat tree whose values know their place. nlohmann/json reads the values; since it keeps no
// positions, one walk over the accepted text, value by value in the same order, adds them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vitrine::world {

inline constexpr uint32_t kNoNode = 0xFFFFFFFFu;

enum class JsonType : uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

/// "a string", "an object", ... for messages.
const char* describe(JsonType type);

struct JsonNode {
  JsonType type = JsonType::kNull;
  bool boolean = false;
  uint32_t parent = kNoNode;
  uint32_t first = kNoNode, next = kNoNode;  ///< first child, next sibling; members in the order written
  uint32_t count = 0;                        ///< children
  uint32_t place = 0;                        ///< index in the parent
  uint32_t key = kNoNode;                    ///< of a member: index of its name in the string table
  uint32_t text = kNoNode;                   ///< of a string: index in the string table
  uint32_t offset = 0;                       ///< byte of the value's first character
  double number = 0;
};

class JsonTree {
 public:
  /// Values are numbered in the order of the text; the root is 0. WORLD_JSON with the offset of the fault, or
  /// WORLD_LIMIT when containers nest deeper than 256 or values are more than 4 million.
  static Result<JsonTree> parse(std::string_view text);

  const JsonNode& operator[](uint32_t node) const { return nodes_[node]; }
  size_t size() const { return nodes_.size(); }
  /// Name of a member, text of a string.
  const std::string& key(uint32_t node) const { return strings_[nodes_[node].key]; }
  const std::string& text(uint32_t node) const { return strings_[nodes_[node].text]; }
  /// The first member of that name; kNoNode when there is none.
  uint32_t member(uint32_t object, std::string_view name) const;
  /// RFC 6901 pointer; "" is the root.
  std::string pointer(uint32_t node) const;
  bool is(uint32_t node, JsonType type) const { return nodes_[node].type == type; }

 private:
  friend class TreeBuilder;
  /// False where its walk and the parser's values do not fit together.
  bool place_values(std::string_view text);
  std::vector<JsonNode> nodes_;
  std::vector<std::string> strings_;
};

}  // namespace vitrine::world
