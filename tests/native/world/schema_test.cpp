// The JSON schema of world documents says what the reader's tables say: the same keys, ranges, words, defaults, inputs.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "world/graph/classes.h"
#include "world/support.h"

namespace vitrine::test {
namespace {

using namespace world;

const Json& schema() {
  static const Json text = Json::parse(
      read_text(std::filesystem::path(VITRINE_TEST_DATA) / "../../native/world/world.schema.json"), nullptr, false);
  return text;
}

/// A schema with what it refers to put in.
Json resolved(Json node) {
  while (node.is_object() && node.contains("$ref")) {
    const std::string pointer = node["$ref"].get<std::string>().substr(1);
    node.erase("$ref");
    Json target = schema().at(Json::json_pointer(pointer));
    target.update(node);  // what stands beside a reference counts as well
    node = std::move(target);
  }
  return node;
}

/// The alternatives of a value, the ways to animate it apart.
void split(const Json& node, std::vector<Json>& literals, bool& is_animated) {
  const Json one = resolved(node);
  if (one.contains("properties")) {
    is_animated = is_animated || one["properties"].contains("anim");
  } else if (one.contains("anyOf")) {
    for (const Json& alternative : one["anyOf"]) split(alternative, literals, is_animated);
  } else {
    literals.push_back(one);
  }
}

std::vector<Json> literals_of(const Json& node) {
  std::vector<Json> literals;
  bool ignored = false;
  split(node, literals, ignored);
  return literals;
}

void expect_range(const Json& leaf, const world::Key& key, const std::string& at) {
  EXPECT_EQ(leaf.value("type", ""), key.kind == KeyKind::kInteger ? "integer" : "number") << at;
  EXPECT_EQ(leaf.value("maximum", 0.0), key.high) << at;
  const bool is_open = key.low == kPositive;
  EXPECT_EQ(leaf.value(is_open ? "exclusiveMinimum" : "minimum", 0.5), is_open ? 0 : key.low) << at;
}

/// One number, or an array of numbers.
void expect_numbers(const std::vector<Json>& literals, const world::Key& key, const std::string& at) {
  size_t least = 0, most = 0;  // of an array; 0: there is none
  bool alone = false;
  switch (key.kind) {
    case KeyKind::kVec2:
      least = most = 2;
      break;
    case KeyKind::kVec3:
      least = most = 3;
      break;
    case KeyKind::kVec4:
      least = most = 4;
      break;
    case KeyKind::kColor:
      least = 3, most = 4;
      break;
    case KeyKind::kScale:
      least = most = 3, alone = true;
      break;
    case KeyKind::kFour:
      least = most = 4, alone = true;
      break;
    default:
      alone = true;
  }
  bool has_array = false, has_number = false;
  for (const Json& literal : literals) {
    if (literal.value("type", "") != "array") {
      has_number = true;
      expect_range(literal, key, at);
      continue;
    }
    has_array = true;
    EXPECT_EQ(literal.value("minItems", size_t{99}), least) << at;
    EXPECT_EQ(literal.value("maxItems", size_t{99}), most) << at;
    for (const Json& item : literals_of(literal["items"])) expect_range(item, key, at);
  }
  EXPECT_EQ(has_array, most != 0) << at;
  EXPECT_EQ(has_number, alone) << at;
}

Json default_of(const world::Key& key) {
  const auto first = [&](size_t count) {
    Json list = Json::array();
    for (size_t i = 0; i < count; ++i) list.push_back(key.initial[i]);
    return list;
  };
  switch (key.kind) {
    case KeyKind::kBool:
      return key.initial[0] != 0;
    case KeyKind::kWord:
      return key.words[static_cast<size_t>(key.initial[0])];
    case KeyKind::kVec2:
      return first(2);
    case KeyKind::kVec3:
    case KeyKind::kScale:
      return first(3);
    case KeyKind::kVec4:
    case KeyKind::kColor:
    case KeyKind::kFour:
      return first(4);
    default:
      return key.initial[0];
  }
}

void expect_key(const Json& node, const world::Key& key, const std::string& at) {
  std::vector<Json> literals;
  bool is_animated = false;
  split(node, literals, is_animated);
  EXPECT_EQ(is_animated, key.change != Change::kFixed) << at;
  const Json one = resolved(node);
  if (key.change != Change::kFixed) {
    const std::string text = one.value("description", "");
    EXPECT_NE(text.find(key.change == Change::kSoft ? "Soft." : "Hard."), std::string::npos) << at;
  }
  if (one.contains("default") && key.kind < KeyKind::kOther) {
    EXPECT_EQ(difference(default_of(key), one["default"], 0), "") << at;
  }
  switch (key.kind) {
    case KeyKind::kBool:
      EXPECT_EQ(one.value("type", ""), "boolean") << at;
      break;
    case KeyKind::kWord: {
      // A word alone may be written as a constant.
      const Json words = one.contains("const") ? Json::array({one["const"]}) : one.value("enum", Json::array());
      const std::set<std::string> known(key.words.begin(), key.words.end());
      for (const Json& word : words) EXPECT_TRUE(known.contains(word.get<std::string>())) << at << " " << word;
      EXPECT_EQ(words.size(), one.contains("const") ? 1 : known.size()) << at;
      break;
    }
    case KeyKind::kString:
    case KeyKind::kName: {
      EXPECT_EQ(one.value("type", ""), "string") << at;
      const bool is_free = !one.contains("pattern") && !one.contains("enum");
      if (key.kind == KeyKind::kName && is_free) {
        EXPECT_EQ(one.value("maxLength", 0), 64) << at;
      }
      break;
    }
    case KeyKind::kText:
      EXPECT_TRUE(one.contains("anyOf")) << at;
      break;
    case KeyKind::kSlot:
    case KeyKind::kOther:
      break;
    default:
      expect_numbers(literals, key, at);
  }
}

void expect_keys(const Json& object, std::span<const world::Key> keys, const std::set<std::string>& besides,
                 const std::string& at) {
  std::set<std::string> wanted, found, wanted_required, found_required;
  for (const world::Key& key : keys) {
    wanted.insert(key.name);
    if (key.is_required) wanted_required.insert(key.name);
  }
  for (const auto& [name, value] : object["properties"].items()) {
    if (!besides.contains(name)) found.insert(name);
  }
  for (const Json& name : object.value("required", Json::array())) {
    if (!besides.contains(name.get<std::string>())) found_required.insert(name.get<std::string>());
  }
  EXPECT_EQ(found, wanted) << at;
  EXPECT_EQ(found_required, wanted_required) << at;
  for (const world::Key& key : keys) {
    if (found.contains(key.name)) expect_key(object["properties"][key.name], key, at + "/" + key.name);
  }
}

TEST(WorldSchema, IsJson) {
  ASSERT_FALSE(schema().is_discarded());
  EXPECT_EQ(schema()["$schema"], "https://json-schema.org/draft/2020-12/schema");
}

TEST(WorldSchema, HasTheKeysOfTheReader) {
  for (const KeyTable* table : key_tables()) {
    const std::string name = table->name;
    if (name == "document") {
      Json root = schema();
      for (Json& required : root["required"]) {
        if (required == "kind" || required == "version") required = "comment";  // their errors have codes of their own
      }
      expect_keys(root, table->keys, {"comment"}, name);
      continue;
    }
    ASSERT_TRUE(schema()["$defs"].contains(name)) << name;
    Json object = schema()["$defs"][name];
    // The word that tells the two kinds of samples apart.
    if (name == "fakeSample") object.erase("required");
    expect_keys(object, table->keys, {}, name);
  }
}

TEST(WorldSchema, HasTheOperatorsOfTheReader) {
  std::set<std::string> words;
  for (const OpRow& row : operator_rows()) {
    const std::string name = row.name;
    words.insert(name);
    ASSERT_TRUE(schema()["$defs"].contains(name + "Operator")) << name;
    const Json& object = schema()["$defs"][name + "Operator"];
    expect_keys(object, row.keys, {"op", "name", "in"}, name);
    EXPECT_EQ(object["properties"]["op"]["const"], name);
    const Json& in = object["properties"]["in"];
    EXPECT_EQ(in.value("minItems", 0u), row.least) << name;
    EXPECT_EQ(in.value("maxItems", 0xFFFFFFFFu), row.most) << name;
    const Json& required = object.contains("required") ? object["required"] : Json::array();
    EXPECT_EQ(std::count(required.begin(), required.end(), "in"), row.least == 0 ? 0 : 1) << name;
    if (row.most != 0) {
      EXPECT_EQ(in["items"]["$ref"], std::string("#/$defs/") + class_name(row.input_class) + "Input") << name;
    }
  }
  std::set<std::string> listed;
  for (const Json& word : schema()["$defs"]["anyOperator"]["properties"]["op"]["enum"])
    listed.insert(word.get<std::string>());
  EXPECT_EQ(listed, words);
  EXPECT_EQ(schema()["$defs"]["anyOperator"]["allOf"].size(), words.size());
}

/// What may stand in a place of a class: its operators, those of a class it takes as well, calls and inputs.
TEST(WorldSchema, KeepsTheClassRule) {
  for (const OpClass wanted : {OpClass::kTexture, OpClass::kMaterial, OpClass::kMesh, OpClass::kScene, OpClass::kFx}) {
    std::set<std::string> expected, found;
    for (const OpRow& row : operator_rows()) {
      const bool fits = row.op_class == wanted || row.op_class == OpClass::kAny ||
                        (wanted == OpClass::kScene && row.op_class == OpClass::kMesh);
      if (fits) expected.insert(row.name);
    }
    for (const Json& word : schema()["$defs"][std::string(class_name(wanted)) + "Op"]["enum"])
      found.insert(word.get<std::string>());
    EXPECT_EQ(found, expected) << class_name(wanted);
  }
}

TEST(WorldSchema, ListsTheShapes) {
  const Json& listed = schema()["$defs"]["function"]["properties"]["shape"]["anyOf"][0]["enum"];
  ASSERT_EQ(listed.size(), shape_words().size());
  for (size_t i = 0; i < listed.size(); ++i) EXPECT_EQ(listed[i], shape_words()[i]);
}

}  // namespace
}  // namespace vitrine::test
