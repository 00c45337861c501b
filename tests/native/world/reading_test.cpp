// Refusals and warnings of the reader: one line per rule, with the code, the pointer and the place of the value.

#include "base/sentences.h"
#include "world/graph/document.h"
#include "world/graph/graph.h"
#include "world/worlds.h"

namespace vitrine::test {
namespace {

using world::read;

struct Row {
  const char* fact;
  std::string text;
  const char* code;
  const char* path;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.fact; }

const std::string kLight = R"({"op":"light"})";
std::string scene(const std::string& op) { return world("\"scenes\":{\"s\":" + op + "}"); }
std::string set_value(const std::string& value) {
  return scene("{\"op\":\"set\",\"value\":" + value + ",\"in\":[" + kLight + "]}");
}
std::string physics(const std::string& body) { return world("\"physics\":{" + body + "}"); }
std::string sub(const std::string& head, const std::string& scenes) {
  return world("\"subroutines\":{\"f\":{" + head + "}},\"scenes\":{" + scenes + "}");
}
std::string nested_arrays(int depth) {
  return R"({"comment":)" + std::string(static_cast<size_t>(depth), '[') +
         std::string(static_cast<size_t>(depth), ']') + "}";
}

const Row kErrors[] = {
    {"text after the end", world("") + "x", "WORLD_JSON", ""},
    {"an empty text", "", "WORLD_JSON", ""},
    {"a number too large", world("\"floodStart\":1e400"), "WORLD_JSON", ""},
    {"bytes that are not UTF-8", "{\"kind\":\"\xff\"}", "WORLD_JSON", ""},
    {"a document that is no object", "[]", "WORLD_TYPE", ""},
    {"no kind", "{\"version\":1}", "WORLD_KIND", ""},
    {"a kind of another type", "{\"kind\":1,\"version\":1}", "WORLD_KIND", "/kind"},
    {"no version", "{\"kind\":\"vitrine-world\"}", "WORLD_VERSION", ""},
    {"a version as text", "{\"kind\":\"vitrine-world\",\"version\":\"1\"}", "WORLD_VERSION", "/version"},
    {"JSON deeper than 256", nested_arrays(256), "WORLD_LIMIT", ""},
    {"a key twice, deep down", world(R"("timeline":{"bpm":1,"bpm":2})"), "WORLD_DUPLICATE", "/timeline/bpm"},
    {"a fraction where an integer is meant", world("\"floodStart\":2.5"), "WORLD_TYPE", "/floodStart"},
    {"a seed of 2^32", world("\"seed\":4294967296"), "WORLD_RANGE", "/seed"},
    {"a number beyond 1e30", scene(R"({"op":"light","at":[0,1e31,0]})"), "WORLD_RANGE", "/scenes/s/at/1"},
    {"a vector of two", scene(R"({"op":"light","at":[0,1]})"), "WORLD_TYPE", "/scenes/s/at"},
    {"a vector with a text in it", scene(R"({"op":"light","at":[0,"1",0]})"), "WORLD_TYPE", "/scenes/s/at/1"},
    {"null for a number", scene(R"({"op":"light","range":null})"), "WORLD_TYPE", "/scenes/s/range"},
    {"a name of no letters", world(R"("scenes":{"":{"op":"add"}})"), "WORLD_RANGE", "/scenes/"},
    {"a name of 65 letters", scene(R"({"op":"add","in":[{"op":"light","name":")" + std::string(65, 'n') + "\"}]}"),
     "WORLD_RANGE", "/scenes/s/in/0/name"},
    {"a system of another name", world(R"("system":"compile")"), "WORLD_ENUM", "/system"},
    {"a system of another type", world(R"("system":3)"), "WORLD_TYPE", "/system"},
    {"an inline operator without op", scene(R"({"op":"add","in":[{"range":3}]})"), "WORLD_REQUIRED", "/scenes/s/in/0"},
    {"an operator that is a number", scene(R"({"op":"add","in":[7]})"), "WORLD_TYPE", "/scenes/s/in/0"},
    {"a texture with a file and an input", world(R"("textures":{"a":"a.png","b":{"file":"b.png","in":["a"]}})"),
     "WORLD_EXCLUSIVE", "/textures/b/file"},
    {"two inputs of a texture", world(R"("textures":{"a":"a.png","b":{"in":["a","a"]}})"), "WORLD_INPUTS",
     "/textures/b/in/1"},
    {"a mesh with a model and boxes", world(R"("models":{"m":"m.qmsh"},"meshes":{"k":{"model":"m","boxes":[]}})"),
     "WORLD_EXCLUSIVE", "/meshes/k/boxes"},
    {"a model nobody declared", world(R"("meshes":{"k":{"model":"m"}})"), "WORLD_NAME", "/meshes/k/model"},
    {"a box with max below min", world(R"("meshes":{"k":{"boxes":[{"min":[0,0,0],"max":[1,-1,1]}]}})"), "WORLD_RANGE",
     "/meshes/k/boxes/0/max"},
    {"a phase twice", world(R"("materials":{"m":{"phases":["mul","mul"]}})"), "WORLD_DUPLICATE",
     "/materials/m/phases/1"},
    {"a phase of another name", world(R"("materials":{"m":{"phases":["gloss"]}})"), "WORLD_ENUM",
     "/materials/m/phases/0"},
    {"value and param together",
     sub(R"("params":[{"id":0,"name":"h"}],"root":{"op":"light","range":{"value":1,"param":"h"}})", ""),
     "WORLD_EXCLUSIVE", "/subroutines/f/root/range"},
    {"a parameter outside a subroutine", scene(R"({"op":"light","range":{"param":"h"}})"), "WORLD_PARAM",
     "/scenes/s/range/param"},
    {"a vector parameter for a number",
     sub(R"("params":[{"id":0,"name":"h","type":"vector","default":[0,0,0,0]}],"root":{"op":"light","range":{"param":"h"}})",
         ""),
     "WORLD_PARAM", "/subroutines/f/root/range/param"},
    {"P0 outside a subroutine", set_value(R"({"anim":{"b":"P0"}})"), "WORLD_PARAM", "/scenes/s/value/anim/b"},
    {"a variable nobody knows", set_value(R"({"anim":{"b":"SPEED"}})"), "WORLD_NAME", "/scenes/s/value/anim/b"},
    {"a global spline nobody declared", set_value(R"x({"anim":{"b":"splineg(TIME, sway)"}})x"), "WORLD_NAME",
     "/scenes/s/value/anim/b"},
    {"a term without an end", set_value(R"x({"anim":{"b":"sin(TIME"}})x"), "WORLD_TERM", "/scenes/s/value/anim/b"},
    {"a term with two variables", set_value(R"x({"anim":{"b":"sin(TIME, X)"}})x"), "WORLD_TERM",
     "/scenes/s/value/anim/b"},
    {"an empty term", set_value(R"({"anim":{"b":""}})"), "WORLD_TERM", "/scenes/s/value/anim/b"},
    {"a shape with op", set_value(R"x({"anim":{"shape":"A+((B*C)+(D*E))","op":["+","*","+","*"]}})x"),
     "WORLD_EXCLUSIVE", "/scenes/s/value/anim/op"},
    {"a sign that is none", set_value(R"({"anim":{"op":["+","*","/","*"]}})"), "WORLD_ENUM",
     "/scenes/s/value/anim/op/2"},
    {"spline without a spline", set_value(R"x({"anim":{"b":"spline(TIME)"}})x"), "WORLD_SPLINE",
     "/scenes/s/value/anim/b"},
    {"five channels", set_value(R"({"anim":{"spline":{"channels":[[],[],[],[],[]]}}})"), "WORLD_SPLINE",
     "/scenes/s/value/anim/spline/channels/4"},
    {"an animation of a switch", scene(R"({"op":"light","castShadow":{"anim":{"b":"TIME"}}})"), "WORLD_ANIM",
     "/scenes/s/castShadow"},
    {"setting a parameter variable", scene(R"({"op":"set","variable":"P3","in":[{"op":"light"}]})"), "WORLD_PROTECTED",
     "/scenes/s/variable"},
    {"setting VALUE", scene(R"({"op":"set","variable":"VALUE","in":[{"op":"light"}]})"), "WORLD_PROTECTED",
     "/scenes/s/variable"},
    {"an event without a name", world(R"("entities":[{"op":"event","in":[{"op":"light"}]}])"), "WORLD_REQUIRED",
     "/entities/0"},
    {"a start without an end", scene(R"({"op":"time","start":1,"in":[{"op":"light"}]})"), "WORLD_REQUIRED",
     "/scenes/s"},
    {"an end before the start", scene(R"({"op":"time","start":1,"end":1,"in":[{"op":"light"}]})"), "WORLD_RANGE",
     "/scenes/s/end"},
    {"a trigger of no event", scene(R"({"op":"trigger","event":"s"})"), "WORLD_NAME", "/scenes/s/event"},
    {"a camera that is a light", world(R"("camera":"l","scenes":{"l":{"op":"light"}})"), "WORLD_NAME", "/camera"},
    {"a shadow light nobody declared", world(R"("lighting":{"shadowLights":["sun"]})"), "WORLD_NAME",
     "/lighting/shadowLights/0"},
    {"a subroutine nobody declared", scene(R"({"op":"call","sub":"f"})"), "WORLD_NAME", "/scenes/s/sub"},
    {"a subroutine that is a number, called with an argument",
     world(R"("scenes":{"s":{"op":"call","sub":"f","args":{"0":1}}},"subroutines":{"f":5})"), "WORLD_TYPE",
     "/subroutines/f"},
    {"a parameter id twice", sub(R"("params":[{"id":0,"name":"a"},{"id":0,"name":"b"}],"root":{"op":"light"})", ""),
     "WORLD_DUPLICATE", "/subroutines/f/params/1/id"},
    {"a ninth parameter id", sub(R"("params":[{"id":8,"name":"a"}],"root":{"op":"light"})", ""), "WORLD_RANGE",
     "/subroutines/f/params/0/id"},
    {"an argument with a name for a key",
     sub(R"("params":[{"id":0,"name":"a"}],"root":{"op":"light"})", R"("s":{"op":"call","sub":"f","args":{"a":1}})"),
     "WORLD_PARAM", "/scenes/s/args/a"},
    {"an input a subroutine does not declare", sub(R"("inputs":1,"root":{"op":"add","in":[{"op":"input","n":1}]})", ""),
     "WORLD_CALL", "/subroutines/f/root/in/0"},
    {"a name inside a subroutine, linked from outside",
     sub(R"("root":{"op":"add","in":[{"op":"light","name":"lamp"}]})", R"("s":{"op":"add","in":["lamp"]})"),
     "WORLD_NAME", "/scenes/s/in/0"},
    {"a call input of the wrong class",
     sub(R"("inputs":1,"root":{"op":"mesh","material":{"op":"input","n":0},"boxes":[]})",
         R"("s":{"op":"add","in":[{"op":"call","sub":"f","in":[{"op":"light"}]}]})"),
     "WORLD_CLASS", "/scenes/s/in/0/in/0"},
    {"a call whose root has the wrong class",
     sub(R"("root":{"op":"light"})", R"("s":{"op":"mesh","boxes":[],"material":{"op":"call","sub":"f"}})"),
     "WORLD_CLASS", "/scenes/s/material"},
    {"a scene in the table of effects", world(R"("effects":{"e":{"op":"light"}})"), "WORLD_CLASS", "/effects/e"},
    {"an fx in a scene", scene(R"({"op":"add","in":[{"op":"fx"}]})"), "WORLD_CLASS", "/scenes/s/in/0"},
    {"an operator that links itself", scene(R"({"op":"add","in":["s"]})"), "WORLD_CYCLE", "/scenes/s/in/0"},
    {"a cycle through a call's input",
     sub(R"("inputs":1,"root":{"op":"input","n":0})", R"("s":{"op":"call","sub":"f","in":["s"]})"), "WORLD_CYCLE",
     "/scenes/s/in/0"},
    {"world beside entities", world(R"("world":{"op":"world"},"entities":[])"), "WORLD_ROOT", "/entities"},
    {"a world that is a texture", world(R"("world":{"op":"texture"})"), "WORLD_CLASS", "/world"},
    {"a world that is a scene", world(R"("world":{"op":"add"})"), "WORLD_CLASS", "/world"},
    {"a world that links a scene", world(R"("world":"s","scenes":{"s":{"op":"add"}})"), "WORLD_CLASS", "/world"},
    {"an animated aspect of the camera", world(R"("camera":{"aspect":{"anim":{"b":"TIME"}}})"), "WORLD_ANIM",
     "/camera/aspect"},
    {"a segment without a name", world(R"("segments":[{"cells":[]}])"), "WORLD_REQUIRED", "/segments/0"},
    {"two segments of one name", world(R"("segments":[{"name":"A"},{"name":"A"}])"), "WORLD_DUPLICATE",
     "/segments/1/name"},
    {"a portal between three", world(R"("segments":[{"name":"A"}],"portals":[{"between":["A","A","A"]}])"),
     "WORLD_TYPE", "/portals/0/between"},
    {"a portal without box under clip",
     world(R"("clip":true,"segments":[{"name":"A"},{"name":"B"}],"portals":[{"between":["A","B"]}])"), "WORLD_REQUIRED",
     "/portals/0"},
    {"half a portal box",
     world(R"("segments":[{"name":"A"},{"name":"B"}],"portals":[{"between":["A","B"],"min":[0,0,0]}])"),
     "WORLD_REQUIRED", "/portals/0"},
    {"an event without a start",
     world(R"("scenes":{"e":{"op":"event","in":[{"op":"light"}]}},"timeline":{"events":[{"op":"e"}]})"),
     "WORLD_REQUIRED", "/timeline/events/0"},
    {"a tempo of 0", world(R"("timeline":{"bpm":0})"), "WORLD_RANGE", "/timeline/bpm"},
    {"a cell with two shapes", physics(R"("cells":[{"min":[0,0,0],"max":[1,1,1],"half":[1,1,1],"at":[0,0,0]}])"),
     "WORLD_CELL", "/physics/cells/0"},
    {"a cell without a shape", physics(R"("cells":[{"mode":"add"}])"), "WORLD_CELL", "/physics/cells/0"},
    {"three planes", physics(R"("cells":[{"planes":[[1,0,0,1],[-1,0,0,1],[0,1,0,1]]}])"), "WORLD_CELL",
     "/physics/cells/0/planes"},
    {"planes that leave a side open", physics(R"("cells":[{"planes":[[1,0,0,1],[-1,0,0,1],[0,1,0,1],[0,-1,0,1]]}])"),
     "WORLD_CELL", "/physics/cells/0/planes"},
    {"planes that look outwards",
     physics(R"("cells":[{"planes":[[-1,0,0,-1],[1,0,0,-1],[0,-1,0,-1],[0,1,0,-1],[0,0,-1,-1],[0,0,1,-1]]}])"),
     "WORLD_CELL", "/physics/cells/0/planes"},
    {"a plane without a direction", physics(R"("cells":[{"planes":[[0,0,0,1],[1,0,0,1],[-1,0,0,1],[0,1,0,1]]}])"),
     "WORLD_CELL", "/physics/cells/0/planes"},
    {"a path and an offset",
     physics(R"("cells":[{"min":[0,0,0],"max":[1,1,1],"path":{"to":[1,0,0],"over":1},"offset":[1,0,0]}])"),
     "WORLD_EXCLUSIVE", "/physics/cells/0/offset"},
    {"a cell that follows nobody", physics(R"("cells":[{"min":[0,0,0],"max":[1,1,1],"follow":0}])"), "WORLD_NAME",
     "/physics/cells/0/follow"},
    {"a constraint to a missing particle", physics(R"("particles":[{"pos":[0,0,0]}],"constraints":[{"a":0,"b":1}])"),
     "WORLD_NAME", "/physics/constraints/0/b"},
    {"a particle without mass", physics(R"("particles":[{"pos":[0,0,0],"mass":0}])"), "WORLD_RANGE",
     "/physics/particles/0/mass"},
    {"a probe of a missing cell", physics(R"("probes":[{"probe":"rayOut","cell":0,"at":[0,0,0],"dir":[1,0,0]}])"),
     "WORLD_NAME", "/physics/probes/0/cell"},
    {"a probe of another name", physics(R"("probes":[{"probe":"look"}])"), "WORLD_ENUM", "/physics/probes/0/probe"},
};

class Refusal : public testing::TestWithParam<Row> {};

TEST_P(Refusal, NamesCodeAndPlace) {
  const Row& row = GetParam();
  const auto result = read(row.text);
  ASSERT_FALSE(result.document);
  ASSERT_FALSE(result.issues.empty());
  EXPECT_STREQ(result.issues[0].code->id, row.code) << result.issues[0].message;
  EXPECT_EQ(result.issues[0].path, row.path);
  EXPECT_EQ(result.issues[0].line, 1u);
  EXPECT_FALSE(result.issues[0].message.empty());
}

std::string test_name(const testing::TestParamInfo<Row>& row) {
  std::string name;
  bool upper = true;
  for (const char c : std::string(row.param.fact)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = std::isalnum(static_cast<unsigned char>(c)) == 0;
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(Reading, Refusal, testing::ValuesIn(kErrors), test_name);

TEST(Positions, AreLineAndColumnOfTheValueInBytes) {
  const auto result =
      read("{\r\n \"kind\": \"vitrine-world\",\n\t\"version\": 1, \"t\xC3\xA4\": 1,\r\"floodStart\": 0 }");
  ASSERT_FALSE(result.document);
  ASSERT_EQ(result.issues.size(), 2u);
  EXPECT_STREQ(result.issues[0].code->id, "WORLD_KEY");
  EXPECT_EQ(result.issues[0].line, 3u);
  EXPECT_EQ(result.issues[0].column, 23u);
  EXPECT_EQ(result.issues[1].path, "/floodStart");
  EXPECT_EQ(result.issues[1].line, 4u);
  EXPECT_EQ(result.issues[1].column, 15u);
}

TEST(Positions, OfValuesFollowTheTextWhateverItHolds) {
  const auto tree =
      world::JsonTree::parse("\xEF\xBB\xBF{\"a{\\\"[,\": [1, -2.5e3 ,{\"b\":\"}]\\\\\"}],\n\"c~/\":null}");
  ASSERT_TRUE(tree);
  const std::pair<std::string, uint32_t> wanted[] = {{"", 3},           {"/a{\"[,", 14},   {"/a{\"[,/0", 15},
                                                     {"/a{\"[,/1", 18}, {"/a{\"[,/2", 26}, {"/a{\"[,/2/b", 31},
                                                     {"/c~0~1", 47}};
  ASSERT_EQ(tree->size(), std::size(wanted));
  for (uint32_t i = 0; i < tree->size(); ++i) {
    EXPECT_EQ(tree->pointer(i), wanted[i].first);
    EXPECT_EQ((*tree)[i].offset, wanted[i].second) << wanted[i].first;
  }
}

TEST(Nul, EndsNoDocument) {
  const std::string whole = world("");
  std::string many = "[0";
  for (int i = 0; i < 1'000'000; ++i) many += ",0";
  // What stands behind it: too many values, ends of what never began, a string without end, nothing.
  for (const std::string& rest :
       {std::string("[0,0,0,0]"), std::string("]]]}}},"), std::string("\"abc"), std::string(), many}) {
    const auto result = read(whole + std::string(1, '\0') + rest);
    ASSERT_FALSE(result.document) << rest;
    ASSERT_EQ(result.issues.size(), 1u) << rest;
    EXPECT_STREQ(result.issues[0].code->id, "WORLD_JSON");
    EXPECT_EQ(result.issues[0].column, whole.size() + 1) << rest;
    EXPECT_NE(result.issues[0].message.find("expected end of input"), std::string::npos) << result.issues[0].message;
  }
}

TEST(Nul, AnywhereInATextIsRefusedThereOrBefore) {
  const std::string whole = world(R"("comment":[{"a\"b":"c"},-1.5,[true,null]] )");
  ASSERT_TRUE(world::JsonTree::parse(whole));
  for (size_t i = 0; i <= whole.size(); ++i) {
    for (const std::string& rest : {whole.substr(i), std::string("[1,1,1,1]"), std::string("]}]}\"")}) {
      const auto tree = world::JsonTree::parse(whole.substr(0, i) + std::string(1, '\0') + rest);
      ASSERT_FALSE(tree) << i;
      EXPECT_EQ(tree.error().code()->id, std::string("WORLD_JSON")) << i;
      EXPECT_LE(tree.error().offset(), i) << i;
    }
  }
}

TEST(Nul, OfTheHostileWorldsIsTold) {
  const auto folder = std::filesystem::path(VITRINE_TEST_DATA) / "hostile/world_nul";
  const std::pair<const char*, uint32_t> kNul[] = {
      {"close", 36}, {"fuzz", 13}, {"min", 1}, {"quote", 36}, {"small", 36}};
  for (const auto& [name, at] : kNul) {
    const auto tree = world::JsonTree::parse(read_text(folder / (std::string(name) + ".world.json")));
    ASSERT_FALSE(tree) << name;
    EXPECT_EQ(tree.error().code()->id, std::string("WORLD_JSON")) << name;
    EXPECT_EQ(tree.error().offset(), at) << name;
  }
}

TEST(Numbers, BeyondADoubleAreNamed) {
  const auto result = read(world(R"("floodStart":1e999)"));
  ASSERT_EQ(result.issues.size(), 1u);
  EXPECT_EQ(result.issues[0].message, "the number is beyond a double");
}

TEST(Warnings, UnknownKeysNameTheNearest) {
  const auto result = read(world(R"("scenes":{"s":{"op":"light","rnage":3}},"comment":[{}])"));
  ASSERT_TRUE(result.document);
  ASSERT_EQ(result.issues.size(), 1u);
  EXPECT_STREQ(result.issues[0].code->id, "WORLD_KEY");
  EXPECT_EQ(result.issues[0].path, "/scenes/s/rnage");
  EXPECT_NE(result.issues[0].message.find("\"range\""), std::string::npos);
}

TEST(Warnings, ASurplusCallInputIsUnused) {
  const auto result = read(sub(R"("root":{"op":"light"})", R"("s":{"op":"call","sub":"f","in":[{"op":"light"}]})"));
  ASSERT_TRUE(result.document);
  ASSERT_EQ(result.issues.size(), 1u);
  EXPECT_STREQ(result.issues[0].code->id, "WORLD_UNUSED");
  EXPECT_EQ(result.issues[0].path, "/scenes/s/in/0");
}

TEST(Limits, TenThousandNestedOperatorsAreRefused) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += R"({"op":"add","in":[)";
  text += R"({"op":"light"})";
  for (int i = 0; i < 10000; ++i) text += "]}";
  const auto result = read(scene(text));
  ASSERT_FALSE(result.document);
  EXPECT_STREQ(result.issues[0].code->id, "WORLD_LIMIT");
}

TEST(Limits, AChainOfOneHundredThousandLinksIsEvaluated) {
  std::string scenes = R"("s0":{"op":"light"})";
  for (int i = 1; i < 100000; ++i)
    scenes += ",\"s" + std::to_string(i) + R"(":{"op":"add","in":["s)" + std::to_string(i - 1) + "\"]}";
  const Json report = frame(world("\"scenes\":{" + scenes + "}"));
  EXPECT_AT(report, "/classes/scene", 100000);
  EXPECT_EQ(report["lights"].size(), 1u);
}

TEST(Limits, ACycleOfOneHundredThousandLinksIsFound) {
  std::string scenes;
  for (int i = 0; i < 100000; ++i)
    scenes += (i ? ",\"s" : "\"s") + std::to_string(i) + R"(":{"op":"add","in":["s)" +
              std::to_string((i + 1) % 100000) + "\"]}";
  const auto result = read(world("\"scenes\":{" + scenes + "}"));
  ASSERT_FALSE(result.document);
  EXPECT_STREQ(result.issues[0].code->id, "WORLD_CYCLE");
  EXPECT_EQ(result.issues[0].path, "/scenes/s99999/in/0");
}

/// Each subroutine calls the one before twice: 2^40 operators.
TEST(Limits, ATreeThatDoublesFortyTimesIsRefused) {
  std::string subs = R"("f0":{"root":{"op":"light"}})";
  for (int i = 1; i <= 40; ++i) {
    const std::string call = R"({"op":"call","sub":"f)" + std::to_string(i - 1) + "\"}";
    subs += ",\"f" + std::to_string(i) + R"(":{"root":{"op":"add","in":[)" + call + "," + call + "]}}";
  }
  WorldSession session(world("\"subroutines\":{" + subs + R"(},"scenes":{"s":{"op":"call","sub":"f40"}})"), {});
  EXPECT_FALSE(session.ok());
  EXPECT_AT(session.report(), "/issues/0/code", "WORLD_LIMIT");
}

/// What stands in no tree is paid for too: textures that nobody asks for.
TEST(Limits, WhatIsReadIsPaidForBeforeItIsMade) {
  const auto textures = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i != 0 ? ",\"" : "\"") + std::to_string(i) + R"(":"a")";
    return read(world("\"textures\":{" + text + "}"));
  };
  EXPECT_TRUE(textures(100'000).document);
  const auto result = textures(500'000);
  ASSERT_FALSE(result.document);
  ASSERT_EQ(result.issues.size(), 1u) << "nothing behind it is read";
  EXPECT_STREQ(result.issues[0].code->id, "WORLD_LIMIT");
  EXPECT_TRUE(result.issues[0].path.starts_with("/textures/")) << result.issues[0].path;
  EXPECT_GT(result.issues[0].column, 1'000'000u);
}

TEST(Limits, ASubroutineHasEightParameters) {
  std::string params;
  for (int i = 0; i < 9; ++i)
    params += (i != 0 ? "," : "") + std::string(R"({"id":)") + std::to_string(i % 8) + R"(,"name":"p)" +
              std::to_string(i) + R"(","type":"float"})";
  const auto result = read(world(R"("subroutines":{"f":{"params":[)" + params + R"(],"root":{"op":"light"}}})"));
  ASSERT_EQ(result.issues.size(), 1u);
  EXPECT_STREQ(result.issues[0].code->id, "WORLD_PARAM");
  EXPECT_EQ(result.issues[0].path, "/subroutines/f/params/8");
}

/// Planes that nearly are one cross in thousands of places; a body of n planes has 2 n - 4 corners.
TEST(Limits, CellsHaveTheCornersOfTheirPlanes) {
  std::string planes = "[1,0,0,1],[-1,0,0,1],[0,0,1,1],[0,0,-1,1],[0,1,0,1]";
  const std::string whole = R"("physics":{"cells":[{"planes":[)";
  EXPECT_TRUE(read(world(whole + planes + ",[0,-1,0,1]]}]}")).document);
  uint32_t state = 1;
  const auto tilt = [&] { return std::to_string(static_cast<int>((state = state * 48271 % 2147483647) % 1000) - 500); };
  for (int i = 0; i < 27; ++i) planes += ",[" + tilt() + "e-9,-1," + tilt() + "e-9,1]";
  const auto result = read(world(whole + planes + "]}]}"));
  ASSERT_EQ(result.issues.size(), 1u);
  EXPECT_STREQ(result.issues[0].code->id, "WORLD_CELL");
}

/// "$0" goes through a thousand calls to a text; what the calls hand on may change with the event.
TEST(Limits, ATextOfAnEventIsKnownThroughAThousandCalls) {
  constexpr int kCalls = 1000;
  std::string subs;
  for (int i = 0; i < kCalls; ++i) {
    const std::string next =
        i + 1 == kCalls ? R"({"op":"text","text":{"param":"t"}})"
                        : R"({"op":"call","sub":"f)" + std::to_string(i + 1) + R"(","args":{"0":{"param":"t"}}})";
    subs += (i != 0 ? ",\"f" : "\"f") + std::to_string(i) +
            R"(":{"params":[{"id":0,"name":"t","type":"text"}],"root":)" + next + "}";
  }
  for (const std::string& text : {std::string("$0"), std::string("plain")}) {
    const auto document = read(world("\"subroutines\":{" + subs +
                                     R"(},"scenes":{"s":{"op":"call","sub":"f0","args":{"0":")" + text + "\"}}}"))
                              .document;
    ASSERT_TRUE(document);
    const auto graph = world::Graph::build(*document);
    ASSERT_TRUE(graph);
    ASSERT_EQ(graph->units.size(), kCalls + 1u);
    for (const world::Unit& unit : graph->units) EXPECT_EQ(unit.is_dynamic, text == "$0");
  }
}

TEST(Limits, AMillionVisitsOfOneFrameAreTheMost) {
  const auto many = [](int count) {
    return scene(R"({"op":"multiply","count":1000,"in":[{"op":"multiply","count":)" + std::to_string(count) +
                 R"(,"in":[{"op":"light","range":0}]}]})");
  };
  WorldSession fits(many(900), {}), fails(many(1100), {});
  EXPECT_TRUE(fits.evaluate(0));
  EXPECT_FALSE(fails.evaluate(0));
  EXPECT_AT(fails.report(), "/issues/0/code", "WORLD_LIMIT");
}

TEST(Limits, FilesOfOneDocumentHaveSoManyBytesTogether) {
  Limits limits;
  limits.input_bytes = 1000;
  const auto files = [](std::string_view name) -> FoundFile {
    if (name == "gone") return FoundFile(std::nullopt);
    if (name == "error") return Error{messages::kNoRoomForFile, kNoOffset, {5}};
    return FoundFile(std::vector<uint8_t>(name == "large" ? 1001 : 600, uint8_t{'x'}));
  };
  const WorldSession session(
      world(R"("models":{"a":"gone","b":"large","c":"error"},"sound":{"vfx":"first","music":"second"})"), files,
      limits);
  EXPECT_TRUE(session.ok());
  ASSERT_EQ(session.issues().size(), 5u);
  const char* const codes[] = {"WORLD_FILE", "LIMIT_INPUT", "OUT_OF_MEMORY", "VFX_TAG", "LIMIT_INPUT"};
  const char* const paths[] = {"/models/a", "/models/b", "/models/c", "/sound/vfx", "/sound/music"};
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_STREQ(session.issues()[i].code->id, codes[i]) << i;
    EXPECT_EQ(session.issues()[i].path, paths[i]);
    EXPECT_EQ(session.issues()[i].severity(), Severity::kWarning) << i;
  }
}

TEST(Limits, BytesOfInstanceMemoryAreThoseThatLive) {
  // Each frame begins other events, whose blocks take the place of those before: 40 frames of 20,000 blocks.
  std::string events;
  for (int i = 0; i < 40; ++i) {
    const std::string beats = R"("start":)" + std::to_string(i) + R"(,"end":)" + std::to_string(i + 1);
    events += (i != 0 ? ",{" : "{") + std::string(R"("op":"a",)") + beats + "}";
  }
  for (int i = 0; i < 20000; ++i) events += R"(,{"op":"b","start":0})";
  WorldSession session(world(R"("scenes":{"a":{"op":"event","in":["b"]},"b":{"op":"event","in":[{"op":"memory"}]}},)"
                             R"("entities":["a"],"timeline":{"bpm":60,"events":[)" +
                             events + "]}"),
                       {});
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(session.evaluate(i)) << i << session.report_text().substr(0, 300);
}

TEST(Limits, BytesInUseAreThoseOfTheLastSlotThatFits) {
  const auto memory = [](int bytes) { return R"({"op":"memory","bytes":)" + std::to_string(bytes) + "}"; };
  const Json report =
      frame(scene(R"({"op":"add","in":[)" + memory(100) + "," + memory(4090) + "," + memory(50) + "]}"));
  EXPECT_AT(report, "/memory/0/used", 162);
}

TEST(Limits, AMillionSlicesOfAFirstFrameAreTheMost) {
  WorldSession session(physics(R"("particles":[{"pos":[0,0,0]}])"), {});
  EXPECT_FALSE(session.evaluate(10001));
  EXPECT_AT(session.report(), "/issues/0/code", "WORLD_LIMIT");
}

TEST(Numbers, ResultsAreKeptInRange) {
  const Json report = frame(set_value(
      R"({"value":[4,3,2,1],"anim":{"op":["*","*","*","*"],"a":"CONST","b":"CONST","const":[1e30,-1e30,0,1]}})"));
  EXPECT_AT(report, "/anim/0/value", {1e30, 1e30, 0, 1});
  EXPECT_AT(report, "/issues", Json::array());
}

TEST(Numbers, AFunctionThatIsNotFiniteLeavesTheValue) {
  // Two keys so near each other that the slope between them is beyond all doubles.
  const Json report = frame(set_value(
      R"x({"value":[4,3,2,1],"anim":{"b":"spline(CONST)","const":5e-311,"spline":{"channels":[[[0,-1e30],[1e-310,1e30],[1,0]]]}}})x"));
  EXPECT_AT(report, "/anim/0/value", {4, 3, 2, 1});
  EXPECT_AT(report, "/issues", {{{"code", "WORLD_NUMBER"}, {"severity", 1}, {"path", "/scenes/s/value"}}});
}

}  // namespace
}  // namespace vitrine::test
