// The text of every version, its tokens, and what a file says about objects, bones and curves.

#include <cmath>
#include <numbers>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/read/encoding.h"
#include "formats/qmsh/read/text_build.h"
#include "formats/qmsh/write/file.h"
#include "support.h"

namespace vitrine::qmsh::test {
namespace {

const Node* node_named(const Scene& scene, const std::string& name) {
  for (const Node& node : scene.nodes) {
    if (node.name == name) return &node;
  }
  return nullptr;
}

class Versions : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    const std::string name = "flag_v" + std::to_string(GetParam()) + ".qmsh.tmp";
    file_ = load(read_bytes(kData / "valid" / name), name);
    ASSERT_TRUE(file_.ok) << (file_.diagnostics.messages().empty() ? "" : file_.diagnostics.messages().back().text);
  }
  Loaded file_;
};
/// Those that have empties and cameras.
class VersionsFrom12 : public Versions {};

TEST_P(Versions, KeepObjectsWithTheirTransformsMaterialsAndQuads) {
  const Scene& scene = file_.scene;
  ASSERT_EQ(scene.meshes.size(), 2u);
  const Mesh& flag = scene.meshes[0];
  const Node* node = node_named(scene, "Flag");
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(node->local.translation, glm::vec3(1, 2, 3));
  EXPECT_EQ(node->local.scale, glm::vec3(1, 1, 2));
  EXPECT_NEAR(node->local.rotation.z, std::sqrt(0.5), 1e-6);
  // Material 0 comes first although its face comes second; the quad is two triangles.
  ASSERT_EQ(flag.primitives.size(), 2u);
  EXPECT_EQ(flag.primitives[0].name, "Flag.Cloth");
  EXPECT_EQ(flag.primitives[1].name, "Flag.Pole");
  EXPECT_EQ(flag.primitives[0].index_count, 6u);
  EXPECT_EQ(flag.primitives[1].index_count, 3u);
  EXPECT_EQ(flag.face_corners, (std::vector<uint8_t>{3, 4}));
  EXPECT_EQ(flag.file_triangle, (std::vector<uint32_t>{1, 2, 0}));
  EXPECT_EQ(flag.positions.size(), 5u);
  EXPECT_EQ(scene.axes.up, Up::kZ);
  EXPECT_FALSE(scene.axes.uv_origin_top);
  // The object without a material has none.
  EXPECT_EQ(scene.meshes[1].primitives[0].material, kNone);
  EXPECT_EQ(scene.meshes[1].primitives[0].name, "Arm");
}

TEST_P(Versions, KeepMaterialsAsFarAsTheVersionKnowsThem) {
  const Material& cloth = file_.scene.materials[0];
  EXPECT_EQ(cloth.name, "Cloth");
  const int version = GetParam();
  ASSERT_GE(cloth.slots.size(), 1u);
  EXPECT_EQ(file_.scene.textures[cloth.slots[0].texture].name, version == 10 ? "Cloth" : "cloth.png");
  if (version < 18) return;
  EXPECT_EQ(cloth.hardness, 50);
  EXPECT_EQ(cloth.specular, glm::vec3(0.5f));
  ASSERT_EQ(cloth.slots.size(), 2u);
  EXPECT_EQ(cloth.slots[1].role, TextureRole::kNormal);
  EXPECT_EQ(cloth.slots[1].factor, 0.25f);
}

TEST_P(Versions, KeepBonesAndVertexGroups) {
  const Scene& scene = file_.scene;
  const Node* upper = node_named(scene, "Upper");
  ASSERT_NE(upper, nullptr);
  EXPECT_EQ(upper->kind, NodeKind::kJoint);
  EXPECT_EQ(scene.nodes[upper->parent].name, "Lower");
  EXPECT_EQ(upper->length, 1);
  // Lower's Y axis is the scene's Z; Upper sits one unit along it.
  const glm::mat4 rest = scene.rest_matrices[upper->rest];
  EXPECT_EQ(glm::vec3(rest[3]), glm::vec3(0, 1, 0));
  EXPECT_EQ(glm::vec3(rest[0]), glm::vec3(1, 0, 0));
  // What the versions say of a bone beside its place, as it is written.
  const auto said = [&](const char* name) {
    for (const Property& property : upper->properties) {
      if (property.name == name) return std::vector<float>(property.numbers.begin(), property.numbers.end());
    }
    return std::vector<float>{};
  };
  using Numbers = std::vector<float>;
  const int version = GetParam();
  EXPECT_EQ(said("head"), (Numbers{0, 0, 1, 0.1f}));
  EXPECT_EQ(said("tail"), (Numbers{0, 0, 2, 0.05f}));
  EXPECT_EQ(said("roll"), version < 17 ? Numbers({0, 0}) : Numbers());
  EXPECT_EQ(said("weight"), version < 17 ? Numbers({1}) : Numbers());
  EXPECT_EQ(said("tailInBone"), version < 21 ? Numbers({0, 1, 0}) : Numbers());
  EXPECT_EQ(said("matrixInBone"), version < 21 ? Numbers({1, 0, 0, 0, 0, 1, 0, -1, 0}) : Numbers());
  const Mesh& arm = scene.meshes[1];
  ASSERT_EQ(arm.influence_first, (std::vector<uint32_t>{0, 1, 3, 4}));
  EXPECT_EQ(arm.influences[1].weight, 0.25f);
  EXPECT_EQ(arm.influences[2].weight, 0.75f);
  // Vertex 2 at z = 2 is one unit along Upper.
  EXPECT_EQ(arm.influences[3].position, glm::vec3(0, 1, 0));
}

TEST_P(Versions, ShiftActionsToTheirFirstKeyInSeconds) {
  ASSERT_EQ(file_.scene.clips.size(), 1u);
  const Clip& clip = file_.scene.clips[0];
  EXPECT_EQ(clip.name, "wave");
  EXPECT_EQ(clip.frame_rate, 20);
  EXPECT_EQ(clip.duration_s, 0.5);
  ASSERT_EQ(clip.curves.size(), 3u);
  EXPECT_EQ(clip.curves[0].channel, Channel::kRotationQuat);
  EXPECT_EQ(clip.curves[0].component, 2);
  EXPECT_EQ(clip.curves[1].component, 3);
  EXPECT_EQ(clip.curves[2].interpolation, Interpolation::kStep);
  EXPECT_EQ(clip.curves[2].after, GetParam() < 18 ? Extension::kCyclic : Extension::kHold);
  EXPECT_EQ(clip.curves[2].keys[1].time_s, 0.25);
  EXPECT_EQ(file_.scene.nodes[clip.curves[0].target].name, "Upper");
  EXPECT_EQ(file_.info["actions"][0]["firstFrame"], 11);
  EXPECT_EQ(file_.info["actions"][0]["lastFrame"], 21);
}

TEST_P(VersionsFrom12, KeepEmptiesAndCameras) {
  const Node* hit = node_named(file_.scene, "hit");
  ASSERT_NE(hit, nullptr);
  EXPECT_EQ(file_.scene.nodes[hit->parent].name, "Upper");
  // One unit above Upper's head, in Upper's space along its Y.
  EXPECT_EQ(glm::vec3(file_.scene.rest_matrices[hit->rest][3]), glm::vec3(0, 1, 0));
  EXPECT_EQ(hit->properties[0].numbers[0], 2);
  EXPECT_EQ(hit->properties[1].numbers[0], GetParam() < 14 ? 0.5 : 1.0);
  ASSERT_EQ(file_.scene.cameras.size(), 1u);
  EXPECT_NEAR(file_.scene.cameras[0].look.x, -3 / std::sqrt(25.25), 1e-6);
}

TEST_P(Versions, SmoothByAngleOrTakeTheStoredNormals) {
  const Mesh& flag = file_.scene.meshes[0];
  const int version = GetParam();
  // Versions from 17 on take the vertex normals of objects that are smooth all over.
  if (version >= 17) {
    EXPECT_EQ(flag.normals, std::vector<glm::vec3>(5, glm::vec3(0, -1, 0)));
  } else {
    EXPECT_NEAR(flag.crease_angle_rad, (version == 10 || version == 15 ? 40 : 30) * std::numbers::pi / 180, 1e-6);
  }
  // This one is flat.
  EXPECT_NEAR(file_.scene.meshes[1].crease_angle_rad, 30 * std::numbers::pi / 180, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Text, Versions, ::testing::Values(10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21));
INSTANTIATE_TEST_SUITE_P(Text, VersionsFrom12, ::testing::Values(12, 13, 14, 15, 16, 17, 18, 19, 20, 21));

TEST(Tokens, SplicesCommentsEscapesAndNumbersAreRead) {
  const Loaded file = load(read_bytes(kData / "valid" / "tokens.qmsh.tmp"), "tokens.qmsh.tmp");
  ASSERT_TRUE(file.ok);
  EXPECT_EQ(file.scene.meshes[0].name, "a \"quoted\" A\ttab spliced");
  EXPECT_EQ(file.scene.nodes[0].local.translation, glm::vec3(0, 1, 0.25f));
  EXPECT_EQ(file.scene.meshes[0].positions[2].x, -0.5f);
  // 0xB3 and 0xB9 are l with stroke and a with ogonek in Windows-1250.
  EXPECT_EQ(file.scene.materials[0].name,
            "Wy\xC5\x82\xC4\x85"
            "czony");
  EXPECT_NE(file.find(kEncoding), nullptr);
}

TEST(Tokens, SplicesVanishEverywhereAndPlacesStayThoseOfTheFile) {
  const Loaded file = load_text(
      "QM\\\nSH TMP 1\\\r\n0 // a comment that goes \\\non, 1 2 3 /*\nobjects { mesh \"a\\\r\nb\" { 1\\\n2.\\\n5,0,0 "
      "0,0,0 "
      "1,1,1 \"\" \"\" 30 materials 0 { } vertices 0 { } faces 0 { } vertex_groups { } } } actions { } params { fps = "
      "25 "
      "}");
  ASSERT_TRUE(file.ok) << file.diagnostics.messages().back().text;
  EXPECT_EQ(file.scene.nodes[0].name, "ab");
  EXPECT_EQ(file.scene.nodes[0].local.translation.x, 12.5f);
  const Loaded bad = load_text("QMSH TMP 10 \\\nobjects {\\\r\n  ob\\\njects }");
  ASSERT_FALSE(bad.ok);
  EXPECT_EQ(bad.diagnostics.messages().back().line, 3u);
  EXPECT_EQ(bad.diagnostics.messages().back().column, 3u);
  // A backslash that no line end follows is a symbol, and none that may stand here.
  EXPECT_FALSE(load_text("QMSH TMP 10 \\ objects { } actions { } params { }").ok);
}

TEST(Tokens, EveryEscapeStandsForItsCharacter) {
  const Loaded file = load_text(
      "QMSH TMP 10 objects { mesh \"1\\\\2\\?3\\\"4\\'5\\r6\\n7\\t8\\v9\\bA\\fB\\aC\\x7eD\" { 0,0,0 0,0,0 1,1,1 \"\" "
      "\"\" 30 "
      "materials 0 { } vertices 0 { } faces 0 { } vertex_groups { } } } actions { } params { fps = 25 }");
  ASSERT_TRUE(file.ok) << file.diagnostics.messages().back().text;
  EXPECT_EQ(file.scene.meshes[0].name, "1\\2?3\"4'5\r6\n7\t8\v9\bA\fB\aC~D");
}

TEST(Tokens, WhiteSpaceIsFiveCharactersAndNumbersAreWholeTokens) {
  // Every number of a row in another way of writing it, the odd ones among plain ones.
  const Loaded file = load_text("QMSH\vTMP\t10\robjects { mesh \"m\" { +1,-.5,5. 1e1,2E-1,-3d+0 0x/**/0,0,0 } }");
  EXPECT_FALSE(file.ok);  // 0x is a bad number
  const Loaded good = load_text(
      "QMSH\vTMP\t10\robjects { mesh \"m\" { +1,-.5,5. 0,0,0 1e1,2E-1/**/,//\n-3d+0 \"\" \"\" 030 materials 00 { } "
      "vertices "
      "0x3 { 0,0,0 1,0,0 -0,+1,0 } faces 1 { 03 0 1 00 0,0 0x1 -1,.0 2 0,1 } vertex_groups { } } } actions { } params "
      "{ fps "
      "= +25 }");
  EXPECT_FALSE(good.ok);  // .0 is a symbol and a number
  EXPECT_EQ(good.diagnostics.messages().back().code, &kSyntax);
  const Loaded fine = load_text(
      "QMSH\vTMP\t10\robjects { mesh \"m\" { +1,-.5,5. 0,0,0 1e1,2E-1/**/,//\n-3d+0 \"\" \"\" 030 materials 00 { } "
      "vertices "
      "0x3 { 0,0,0 1,0,0 -0,+1,0 } faces 1 { 03 0 1 00 0,0 0x1 -1,+.5 2 0,1 } vertex_groups { } } } actions { } params "
      "{ fps "
      "= +25 }");
  ASSERT_TRUE(fine.ok) << fine.diagnostics.messages().back().text;
  const Transform& local = fine.scene.nodes[0].local;
  EXPECT_EQ(local.translation, glm::vec3(1, -0.5f, 5));
  EXPECT_EQ(local.scale, glm::vec3(10, 0.2f, -3));
  EXPECT_EQ(fine.scene.meshes[0].uv_layers[0].uv[1], glm::vec2(-1, 0.5f));
  EXPECT_EQ(fine.scene.meshes[0].positions[2], glm::vec3(0, 1, 0));
  // Where a float is wanted a leading 0 is no octal.
  EXPECT_NEAR(fine.scene.meshes[0].crease_angle_rad, 30 * std::numbers::pi / 180, 1e-6);
}

TEST(Tokens, NamesAreUtf8WhereTheyAreValidAndComeBack) {
  bool was_1250 = false;
  EXPECT_EQ(decode_name("\xC5\x82", was_1250), "\xC5\x82");
  EXPECT_FALSE(was_1250);
  EXPECT_EQ(encode_name("\xC5\x82"), "\xB3");
  EXPECT_EQ(encode_name("\xD0\x96"), "\xD0\x96");                          // not in Windows-1250
  EXPECT_EQ(encode_name("a\xFF"), "a\xFF");                                // no UTF-8
  EXPECT_EQ(encode_name("\xC4\xB9\xE2\x80\x9A"), "\xC4\xB9\xE2\x80\x9A");  // C5 82 would be read as another letter
  EXPECT_EQ(encode_name("\xEF\xBF\xBD"), "\xEF\xBF\xBD");
  EXPECT_EQ(decode_name("\x81", was_1250), "\xEF\xBF\xBD");
  EXPECT_TRUE(was_1250);
}

TEST(Tokens, AByteOrderMarkIsSkippedAndSaid) {
  const Loaded file = load_text("\xEF\xBB\xBFQMSH TMP 10 objects { } actions { } params { }");
  EXPECT_TRUE(file.ok);
  EXPECT_NE(file.find(kByteOrderMark), nullptr);
}

TEST(Numbers, AreWrittenWithNineDecimalsAtMost) {
  const auto written = [](double v) {
    std::string s;
    append_number(s, v);
    return s;
  };
  EXPECT_EQ(written(0), "0");
  EXPECT_EQ(written(-0.0), "0");
  EXPECT_EQ(written(12), "12");
  EXPECT_EQ(written(-0.5), "-0.5");
  EXPECT_EQ(written(0.000000001), "0.000000001");
  EXPECT_EQ(written(-1234.0625), "-1234.0625");
  EXPECT_EQ(written(1e20), "1e+20");
  std::string quoted;
  append_string(quoted, "a\"b\\\n");
  EXPECT_EQ(quoted, "\"a\\\"b\\\\\\n\"");
}

// ---- bad input
// -------------------------------------------------------------------------------------------------------

constexpr const char* kTail = "vertex_groups { } } } actions { } params { fps = 25 }";

struct Bad {
  const char* what;
  std::string text;
  const Code* code;
  uint32_t line, column;
};

std::string mesh_text(const std::string& body) {
  return "QMSH TMP 10\nobjects { mesh \"m\" { 0,0,0 0,0,0 1,1,1 \"\" \"\" 30\n" + body;
}
std::string params_text(const std::string& body) {
  return "QMSH TMP 10 objects { } actions { \"a\" { \"b\" { \"LocX\" LINEAR CONST { 1,0 } } } }\nparams { " + body;
}
std::string curve_text(const std::string& body) { return "QMSH TMP 10 objects { }\nactions { \"a\" { \"b\" { " + body; }

TEST(BadInput, EndsInItsErrorWithLineAndColumn) {
  const std::string box = "materials 0 { }\nvertices 3 { 0,0,0 1,0,0 0,1,0 }\n";
  const Bad table[] = {
      {"version 11", "QMSH TMP 11\nobjects { }", &kVersion, 1, 10},
      {"version 22", "QMSH TMP 22\nobjects { }", &kVersion, 1, 10},
      {"unterminated comment", "QMSH TMP 10\n  /* open", &kComment, 2, 3},
      {"/*/ does not close", "QMSH TMP 10\n/*/", &kComment, 2, 1},
      {"form feed is no white space", "QMSH TMP 10\n\f", &kToken, 2, 1},
      {"byte outside strings", "QMSH TMP 10\nobjects { \xB3 }", &kToken, 2, 11},
      {"a keyword in other case", "QMSH TMP 10\nObjects { }", &kSyntax, 2, 1},
      {"missing brace", "QMSH TMP 10\nobjects mesh", &kSyntax, 2, 9},
      {"unknown object", "QMSH TMP 10\nobjects { empty \"e\" { } }", &kSyntax, 2, 11},
      {"string across lines", "QMSH TMP 10\nobjects { mesh \"a\nb\" { } }", &kString, 2, 16},
      {"unknown escape", "QMSH TMP 10\nobjects { mesh \"a\\q\" { } }", &kString, 2, 18},
      {"short hexadecimal escape", "QMSH TMP 10\nobjects { mesh \"\\x4\" { } }", &kString, 2, 17},
      {"two numbers in one", mesh_text("materials 0 { }\nvertices 1 { 1-2,0,0 }"), &kNumber, 4, 14},
      {"a point first", mesh_text("materials 0 { }\nvertices 1 { .5,0,0 }"), &kSyntax, 4, 14},
      {"hexadecimal where a float is wanted", mesh_text("materials 0 { }\nvertices 1 { 0x1,0,0 }"), &kNumber, 4, 14},
      {"not a number", mesh_text("materials 0 { }\nvertices 1 { 1.#QNAN,0,0 }"), &kSyntax, 4, 16},
      {"too large a number", mesh_text("materials 0 { }\nvertices 1 { 1e99,0,0 }"), &kNumber, 4, 14},
      {"a fraction where a whole number is wanted", mesh_text("materials 1.0 { \"a\" }"), &kNumber, 3, 11},
      {"a second number in a plain row", mesh_text("materials 0 { }\nvertices 1 { 0,0 0 }"), &kSyntax, 4, 18},
      {"a letter behind a number", mesh_text("materials 0 { }\nvertices 1 { 0,0,0x }"), &kNumber, 4, 18},
      {"a character constant", mesh_text("materials 1 { 'a' }"), &kSyntax, 3, 15},
      {"an open string at the end", "QMSH TMP 10\nobjects { mesh \"a", &kString, 2, 16},
      {"a number beyond 32 bits", mesh_text("materials 4294967296 { }"), &kNumber, 3, 11},
      {"a signed vertex in a face", mesh_text(box + "faces 1 { 3 0 0 0 0,0 +1 0,0 2 0,0 }" + kTail), &kNumber, 5, 23},
      {"a smooth flag beyond 32 bits", mesh_text(box + "faces 1 { 3 0 3000000000 0 0,0 1 0,0 2 0,0 }" + kTail),
       &kNumber, 5, 15},
      {"signed count", mesh_text("materials +1 { \"a\" }"), &kNumber, 3, 11},
      {"bad octal digit", mesh_text("materials 08 { }"), &kNumber, 3, 11},
      {"count beyond the text", mesh_text("materials 0 { }\nvertices 4000000000 { }"), &kLimitCount, 4, 10},
      {"fewer vertices than said", mesh_text("materials 0 { }\nvertices 2 { 0,0,0 }\n             "), &kSyntax, 4, 20},
      {"more vertices than said", mesh_text("materials 0 { }\nvertices 1 { 0,0,0 1,1,1 }"), &kSyntax, 4, 20},
      {"two corners", mesh_text(box + "faces 1 { 2 0 0 0 0,0 1 0,0 }               " + kTail), &kCorners, 5, 11},
      {"five corners", mesh_text(box + "faces 1 { 5 0 0 0 0,0 1 0,0 2 0,0 0 0,0 1 0,0 }" + kTail), &kCorners, 5, 11},
      {"material 16", mesh_text(box + "faces 1 { 3 16 0 0 0,0 1 0,0 2 0,0 }" + kTail), &kFaceMaterial, 5, 13},
      {"vertex beyond", mesh_text(box + "faces 1 { 3 0 0 0 0,0 1 0,0 3 0,0 }" + kTail), &kFaceVertex, 5, 29},
      {"second armature",
       "QMSH TMP 10\nobjects { armature \"a\" { 0,0,0 0,0,0 1,1,1 1 1 }\narmature \"b\" { 0,0,0 0,0,0 1,1,1 1 1 } }",
       &kSecondArmature, 3, 1},
      {"matrix row without semicolon",
       "QMSH TMP 10\nobjects { armature \"a\" { 0,0,0 0,0,0 1,1,1 1 1 bone \"b\" { \"\" head 0,0,0 0,0,0 1 tail 0,0,0 "
       "0,0,0 1 0 0 1 1\n1,0,0 0,1,0; } } }",
       &kSyntax, 3, 7},
      {"unknown interpolation", curve_text("\"LocX\" CUBIC CONST { } } } }"), &kCurveWord, 2, 30},
      {"unknown extension", curve_text("\"LocX\" LINEAR FOREVER { } } } }"), &kCurveWord, 2, 37},
      {"fps 0 with an action", params_text("fps = 0 }"), &kFps, 2, 16},
      {"negative fps", params_text("fps = -5 }"), &kFps, 2, 16},
      {"another parameter", params_text("speed = 1 }"), &kSyntax, 2, 10},
      {"text behind the end", params_text("fps = 25 } objects"), &kSyntax, 2, 21},
      {"end within a block", "QMSH TMP 10\nobjects {", &kSyntax, 2, 10},
      {"texture for one purpose twice",
       "QMSH TMP 16\nobjects { mesh \"m\" { pos: 0,0,0 rot: 0,0,0 scale: 1,1,1 parent: \"\" \"\"\nmaterials: 1 { "
       "material \"a\" { texture \"x\" { diffuse 1 }\ntexture \"y\" { diffuse 1 } } }",
       &kTextureTwice, 4, 15},
  };
  for (const Bad& bad : table) {
    SCOPED_TRACE(bad.what);
    const Loaded file = load_text(bad.text);
    EXPECT_TRUE(file.recognised);
    EXPECT_FALSE(file.ok);
    ASSERT_EQ(file.diagnostics.count(Severity::kError), 1u);
    const Message& message = file.diagnostics.messages().back();
    EXPECT_STREQ(message.code->id, bad.code->id) << message.text;
    EXPECT_EQ(message.line, bad.line) << message.text;
    EXPECT_EQ(message.column, bad.column) << message.text;
    EXPECT_TRUE(file.scene.nodes.empty());
  }
}

/// With a face the picture is whole, and faults of the text behind the objects are warnings at their places.
TEST(BadInput, BehindTheObjectsLeavesTheModelAndTheActionsBeforeIt) {
  const std::string objects =
      "QMSH TMP 10 objects { mesh \"m\" { 0,0,0 0,0,0 1,1,1 \"\" \"\" 30 materials 0 { }\n"
      "vertices 3 { 0,0,0 1,0,0 0,1,0 } faces 1 { 3 0 0 0 0,0 1 0,0 2 0,0 } vertex_groups { } } }";
  const std::string first = "\nactions { \"one\" { \"m\" { \"LocX\" LINEAR CONST { 1,0 5,1 } } }";
  const std::string actions = first + " }", params = "\nparams { fps = 25 }";
  struct Fault {
    const char* what;
    std::string text;
    const Code* code;
    uint32_t line, column;
    size_t actions;
  };
  const Fault table[] = {
      {"text behind the end", actions + params + "\nmore {", &kTrailing, 5, 1, 1},
      {"bytes behind the end", actions + params + "\n\x01\xFF", &kTrailing, 5, 1, 1},
      {"a comment behind the end that does not close", actions + params + "\n/* open", &kTrailing, 5, 1, 1},
      {"parameters missing", actions, &kOptional, 3, 62, 1},
      {"parameters cut", actions + "\nparams { fps =", &kOptional, 4, 15, 1},
      {"another parameter", actions + "\nparams { speed = 1 }", &kOptional, 4, 10, 1},
      {"fps 0", actions + "\nparams { fps = 0 }", &kOptional, 4, 16, 1},
      {"actions missing", params, &kOptional, 3, 1, 0},
      {"a second action cut", first + "\n\"two\" { \"m\" { \"LocX\" LINEAR CONST { 1,0", &kOptional, 4, 40, 1},
      {"a bad number in the second action", first + "\n\"two\" { \"m\" { \"LocX\" LINEAR CONST { 1,0x } } } }" + params,
       &kOptional, 4, 39, 1},
      {"an unknown interpolation in the second", first + "\n\"two\" { \"m\" { \"LocX\" CUBIC CONST { } } } }" + params,
       &kOptional, 4, 22, 1},
  };
  for (const Fault& fault : table) {
    SCOPED_TRACE(fault.what);
    const Loaded file = load_text(objects + fault.text);
    ASSERT_TRUE(file.ok) << file.diagnostics.messages().back().text;
    EXPECT_EQ(file.diagnostics.count(Severity::kError), 0u);
    const auto& messages = file.diagnostics.messages();
    const auto told = std::find_if(messages.begin(), messages.end(), [](const Message& message) {
      return message.code == &kOptional || message.code == &kTrailing;
    });
    ASSERT_NE(told, messages.end());
    EXPECT_STREQ(told->code->id, fault.code->id);
    EXPECT_EQ(told->line, fault.line) << told->text;
    EXPECT_EQ(told->column, fault.column) << told->text;
    EXPECT_EQ(file.scene.meshes.at(0).primitives.size(), 1u);
    EXPECT_EQ(file.scene.clips.size(), fault.actions);
  }
}

TEST(Warnings, NameWhatTheOriginalToolsWouldSayOrDoWrong) {
  const std::string bones =
      "armature \"Rig\" { 0,0,0 0,0,0 1,1,2 1 0\n"
      "bone \"a\" { \"\" head 0,0,0 0,0,0 1 tail 0,0,0 0,0,1 1 0 0 1 1 1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; 0,0,1,0; "
      "0,0,0,1; }\n"
      "bone \"lost\" { \"nobody\" head 0,0,0 0,0,0 1 tail 0,0,0 0,0,1 1 0 0 1 1 1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; "
      "0,0,1,0; 0,0,0,1; } }\n";
  const std::string text =
      "QMSH TMP 10 objects {\n" + bones +
      "mesh \"m\" { 0,0,0 0,0,0 1,1,1 \"Rig\" \"gone\" 30 materials 1 { \"x\" } vertices 3 { 0,0,0 1,0,0 0,1,0 }\n"
      "faces 1 { 3 7 0 0 0,0 1 0,0 2 0,0 } vertex_groups { \"a\" { 9 1 } } }\n"
      "mesh \"n\" { 0,0,0 0,0,0 1,1,1 \"Other\" \"\" 30 materials 0 { } vertices 0 { } faces 0 { } vertex_groups { } } "
      "}\n"
      "actions { \"act\" { \"ghost\" { \"LocX\" CONST EXTRAP { 5,0 1,1 } } \"a\" { \"Foo\" LINEAR CONST { } \"ScaleX\" "
      "BEZIER CONST { 1,1 9,2 } } } }\n"
      "params { }";
  const Loaded file = load_text(text);
  ASSERT_TRUE(file.ok) << file.diagnostics.messages().back().text;
  for (const Code* code :
       {&kArmatureScale, &kInvalidBones, &kParentBone, &kMaterialBeyond, &kGroupVertex, &kParentArmature, &kFpsMissing,
        &kChannelBone, &kCurveName, &kCurveOrder, &kCurveEmpty, &kConstInterpolation, &kExtension, &kAutomaticHandles,
        &kScaleCurves, &kArmatureTwice, &kUnweighted, &kEmptyObject}) {
    EXPECT_EQ(file.count(*code), 1u) << code->id;
  }
  EXPECT_EQ(file.find(kGroupVertex)->line, 6u);
  EXPECT_EQ(file.scene.clips[0].frame_rate, 25);
}

TEST(Warnings, NameWhatLaterVersionsAdd) {
  const std::string text =
      "QMSH TMP 18\nobjects {\n"
      "mesh \"m\" { pos 0,0,0 rot 0,0,0 scale 1,1,1 parent \"\" \"\"\n"
      "materials 1 {\nmaterial \"a\" { diffuse 1,1,1 1 specular 1,1,1 0.5 50 texture \"x\" { diffuse 0.5 } } }\n"
      "vertices 3 { 0,0,0,0,0,1 1,0,0,0,0,1 0,1,0,0,0,1 }\n"
      "faces 2 { 3 0 1 0 0,0 1 0,0 2 0,0 0,0,1 3 0 0 0 0,0 2 0,0 1 0,0 0,0,1 } vertex_groups { } }\n"
      "empty \"e\" { bone \"NULL\" type \"PYRAMID\" size 1,1,1 scale 1 matrix 1,0,0,0; 0,1,0,0; 0,0,1,0; 0,0,0,1; }\n"
      "armature \"Rig\" { pos 0,0,0 rot 0,0,0 scale 1,1,1 bone \"b\" { parent \"\" head 0,0,0 0,0,0 1 tail 0,0,0 0,0,1 "
      "1 1 "
      "1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; 0,0,1,0; 0,0,0,1; } }\n"
      "}\nactions { \"still\" { } \"go\" { \"b\" { \"LocX\" BOUNCE { 1,0 2,1 } } } }\n"
      "params { fps 25 speed 3 }";
  const Loaded file = load_text(text);
  ASSERT_TRUE(file.ok) << file.diagnostics.messages().back().text;
  struct Place {
    const Code* code;
    uint32_t line, column;
  };
  const Place places[] = {
      {&kDiffuseFactor, 5, 1},          {&kMixedSmooth, 3, 1}, {&kEmptyType, 8, 1}, {&kCurveWord, 11, 43},
      {&kAnimationWithoutKeys, 11, 11}, {&kParameter, 12, 17}};
  for (const Place& place : places) {
    const Message* message = file.find(*place.code);
    ASSERT_NE(message, nullptr) << place.code->id;
    EXPECT_EQ(message->line, place.line) << message->text;
    EXPECT_EQ(message->column, place.column) << message->text;
    EXPECT_NE(message->severity, Severity::kError);
  }
  EXPECT_EQ(file.scene.clips[1].curves[0].interpolation, Interpolation::kLinear);
  EXPECT_EQ(file.scene.materials[0].slots[0].factor, 0.5f);
}

TEST(Warnings, NameMoreBonesThanTheOriginalTakes) {
  const auto bones = [](int count) {
    std::string text = "QMSH TMP 10 objects { armature \"Rig\" { 0,0,0 0,0,0 1,1,1 1 0\n";
    for (int i = 0; i < count; ++i)
      text += "bone \"b" + std::to_string(i) +
              "\" { \"\" head 0,0,0 0,0,0 1 tail 0,0,0 0,0,1 1 0 0 1 1 1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; 0,0,1,0; "
              "0,0,0,1; }\n";
    return text + "} } actions { } params { fps = 25 }";
  };
  EXPECT_EQ(load_text(bones(32)).find(kBoneLimit), nullptr);
  const Loaded more = load_text(bones(33));
  ASSERT_TRUE(more.ok);
  ASSERT_NE(more.find(kBoneLimit), nullptr);
  EXPECT_EQ(more.find(kBoneLimit)->column, 23u);
}

// ---- envelopes and transforms
// ----------------------------------------------------------------------------------------

TEST(Envelopes, AreOneInsideAndFallToZeroOverAQuarterOfTheLength) {
  const Envelope bone{{0, 0, 0}, {0, 0, 4}, 1, 0.5f, 4};
  EXPECT_FLOAT_EQ(envelope_weight(bone, {1, 0, 0}), 1);          // on the head's sphere
  EXPECT_FLOAT_EQ(envelope_weight(bone, {1.25f, 0, 0}), 0.75f);  // a quarter of the way out, falloff 4 / 4
  EXPECT_FLOAT_EQ(envelope_weight(bone, {0, 0, -1.5f}), 0.5f);   // behind the head
  EXPECT_FLOAT_EQ(envelope_weight(bone, {0, 0, 5}), 0.5f);       // 1 from the tail: 0.5 beyond its radius
  EXPECT_FLOAT_EQ(envelope_weight(bone, {1.25f, 0, 2}), 0.5f);   // half-way the radius is 0.75
  EXPECT_FLOAT_EQ(envelope_weight(bone, {2, 0, 0}), 0);
}

TEST(Envelopes, HoldVerticesOfMovedObjectsAndArmatures) {
  // The armature stands at x = 10 and is twice as large; the bone reaches from (10, 0, 0) to (10, 0, 2), radius 0.2.
  const Loaded file = load_text(
      "QMSH TMP 10 objects { armature \"Rig\" { 10,0,0 0,0,0 2,2,2 0 1\n"
      "bone \"a\" { \"\" head 0,0,0 0,0,0 0.1 tail 0,0,0 0,0,1 0.1 0 0 1 1 1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; "
      "0,0,1,0; 0,0,0,1; } }\n"
      "mesh \"m\" { 10,0,1 0,0,1.5707963267949 1,1,1 \"Rig\" \"\" 30 materials 0 { } vertices 3 { 0,0,0 0.45,0,0 9,0,0 "
      "}\n"
      "faces 1 { 3 0 0 0 0,0 1 0,0 2 0,0 } vertex_groups { } } } actions { } params { fps = 25 }");
  ASSERT_TRUE(file.ok);
  const Mesh& mesh = file.scene.meshes[0];
  // A quarter turn about z leads x to y; positions are in scene space.
  EXPECT_NEAR(mesh.positions[1].x, 10, 1e-6);
  EXPECT_NEAR(mesh.positions[1].y, 0.45, 1e-6);
  EXPECT_NEAR(mesh.positions[1].z, 1, 1e-6);
  ASSERT_EQ(mesh.influences.size(), 3u);
  EXPECT_EQ(mesh.influences[0].joint, 1u);
  EXPECT_EQ(mesh.influences[1].joint, 1u);  // 0.45 is within 0.2 and the falloff of 2 / 4
  EXPECT_EQ(mesh.influences[2].joint, 0u);  // out of reach: stays with the object
  EXPECT_EQ(mesh.influences[2].position, glm::vec3(9, 0, 0));
  // In the bone's space the armature's scale is undone.
  EXPECT_NEAR(mesh.influences[1].position.y, 0.225, 1e-6);
  EXPECT_NEAR(mesh.influences[1].position.z, 0.5, 1e-6);
}

// ---- what the report says
// --------------------------------------------------------------------------------------------

TEST(Info, SaysWhatSmoothsAnObjectAndWhatHoldsItsVertices) {
  const std::string bone =
      "bone \"a\" { \"\" head 0,0,0 0,0,0 1 tail 0,0,0 0,0,1 1 0 0 1 1 1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; "
      "0,0,1,0; 0,0,0,1; }";
  const auto mesh = [](const std::string& name, const std::string& parents, const std::string& groups) {
    return "mesh \"" + name + "\" { 0,0,0 0,0,0 1,1,1 " + parents +
           " 37.5 materials 0 { } vertices 3 { 0,0,0 50,0,0 0,50,0 }\n"
           "faces 2 { 3 0 1 0 0,0 1 0,0 2 0,0 3 0 0 0 0,0 2 0,0 1 0,0 } vertex_groups { " +
           groups + " } }\n";
  };
  // Vertex 0 is within the envelope, 1 and 2 are far from it.
  const Loaded file = load_text("QMSH TMP 10 objects { armature \"Rig\" { 0,0,0 0,0,0 1,1,1 1 1 " + bone + " }\n" +
                                mesh("grouped", "\"Rig\" \"\"", "\"a\" { 1 1 }") + mesh("whole", "\"Rig\" \"a\"", "") +
                                mesh("free", "\"\" \"\"", "\"a\" { 1 1 }") + "} actions { } params { fps = 25 }");
  ASSERT_TRUE(file.ok) << file.diagnostics.messages().back().text;
  const auto& objects = file.info["objects"];
  const auto weights = [&](size_t i) { return objects[i]["weights"]; };
  EXPECT_EQ(weights(0)["source"], "groupsAndEnvelopes");
  EXPECT_EQ(weights(0)["groups"], 1);
  EXPECT_EQ(weights(0)["envelopes"], 1);
  EXPECT_EQ(weights(0)["none"], 1);
  EXPECT_EQ(weights(1)["source"], "parentBone");
  EXPECT_EQ(weights(1)["parentBone"], 3);
  EXPECT_EQ(weights(2)["source"], "none");
  EXPECT_EQ(weights(2)["none"], 3);
  for (const auto& object : objects) {
    EXPECT_EQ(object["autoSmoothDegrees"], 37.5);
    EXPECT_EQ(object["smoothFaces"], 1);
    EXPECT_EQ(object["normals"], "angle");
  }
}

/// An object with a face for each texture coordinate of its first vertex.
std::string with_coordinates(const std::vector<std::string>& coordinates) {
  std::string faces;
  for (const std::string& uv : coordinates) faces += "3 0 0 0 " + uv + " 1 0,0 2 0,0\n";
  return "QMSH TMP 10\nobjects {\nmesh \"a\" {\n0,0,0\n0,0,0\n1,1,1\n\"\" \"\"\n30\nmaterials 1 { \"m\" }\n"
         "vertices 3 { 0,0,0 1,0,0 0,1,0 }\nfaces " +
         std::to_string(coordinates.size()) + " {\n" + faces +
         "}\nvertex_groups { }\n}\n}\nactions {\n}\nparams { fps = 25 }";
}

TEST(QmshText, AVertexIsSplitByEachOfItsTextureCoordinatesOnce) {
  constexpr size_t kCoordinates = 100000, kAgain = 50;
  std::vector<std::string> coordinates;
  for (size_t i = 0; i < kCoordinates + kAgain; ++i) coordinates.push_back(std::to_string(i % kCoordinates) + ",1");
  coordinates.push_back("-0,1");  // that of the first one
  const Loaded loaded = load_text(with_coordinates(coordinates));
  ASSERT_TRUE(loaded.ok);
  const Mesh& mesh = loaded.scene.meshes.at(0);
  EXPECT_EQ(mesh.file_vertex_count, 3u);
  ASSERT_EQ(mesh.positions.size(), kCoordinates + 2);
  const std::vector<glm::vec2>& uv = mesh.uv_layers.at(0).uv;
  for (size_t i = 0; i < coordinates.size(); ++i) {
    const size_t coordinate = i < coordinates.size() - 1 ? i % kCoordinates : 0;
    const uint32_t vertex = mesh.indices[3 * i];
    // New vertices come behind the file's own, in the order of the faces.
    ASSERT_EQ(vertex, coordinate == 0 ? 0 : coordinate + 2);
    ASSERT_EQ(uv[vertex], glm::vec2(coordinate, 1));
    ASSERT_EQ(mesh.file_vertex[vertex], 0u);
  }
}

TEST(QmshText, MaterialsAndImagesAreKnownByName) {
  constexpr size_t kMaterials = 50000;
  Scene scene;
  TextMaterials materials(18, 0, scene);
  std::vector<TextMaterial> texts(kMaterials + 2);
  for (size_t i = 0; i < kMaterials; ++i) {
    texts[i].name = "m" + std::to_string(i);
    texts[i].textures.push_back({.name = "t" + std::to_string(i / 2), .diffuse = 1});
    ASSERT_EQ(materials.add(texts[i]), i);
  }
  texts[kMaterials].name = "m7";
  texts[kMaterials].textures.push_back({.name = "never", .diffuse = 1});
  EXPECT_EQ(materials.add(texts[kMaterials]), 7u);
  EXPECT_EQ(materials.add(texts[kMaterials + 1]), kNone);
  ASSERT_EQ(scene.textures.size(), kMaterials / 2);
  EXPECT_EQ(scene.textures[4].name, "t4");
  EXPECT_EQ(scene.materials[9].slots.at(0).texture, 4u);
}

TEST(SeedRules, AreToldWhereATextBreaksThem) {
  const auto text = [](const std::string& objects, const std::string& curve = "\"LocX\" LINEAR CONST { 1,0 2,1 }") {
    return "QMSH TMP 10 objects { " + objects +
           " mesh \"m\" { 0,0,0 0,0,0 1,1,1 \"r\" \"\" 30 materials 0 { } vertices 3 { 0,0,0 1,0,0 0,1,0 } "
           "faces 1 { 3 0 2 0 0,0 1 0,0 2 0,0 } vertex_groups { \"b\" { 0 1.7 1 -0.5 2 1 } } } "
           "armature \"r\" { 0,0,0 0,0,0 1,1,1 1 0 bone \"b\" { \"\" head 0,0,0 0,0,0 0 tail 0,0,0 0,1,0 0 0 0 1 1 "
           "1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; 0,0,1,0; 0,0,0,1; } } } actions { \"a\" { \"b\" { " +
           curve + " } } } params { fps = 25 }";
  };
  const Loaded plain = load_text(text(""));
  ASSERT_TRUE(plain.ok);
  ASSERT_NE(plain.find(kSmoothFlag), nullptr);
  EXPECT_EQ(plain.find(kSmoothFlag)->path, "m: faces[0]");
  ASSERT_NE(plain.find(kWeightRange), nullptr);
  EXPECT_EQ(plain.find(kWeightRange)->text, "2 weights lie outside 0 to 1");
  EXPECT_EQ(plain.find(kObjectKind), nullptr);
  EXPECT_EQ(plain.find(kTimeCurve), nullptr);

  const Loaded others =
      load_text(text("lattice \"Cage\" { 0,0,0 } surf \"S\" { { \"}\" } a 1.5 }", "\"Time\" LINEAR CONST { 1,0 2,1 }"));
  ASSERT_TRUE(others.ok);
  ASSERT_EQ(others.scene.meshes.size(), 1u);
  ASSERT_EQ(others.count(kObjectKind), 2u);
  EXPECT_EQ(others.find(kObjectKind)->text, "the lattice 'Cage' is not a mesh and is left out");
  ASSERT_NE(others.find(kTimeCurve), nullptr);
  EXPECT_EQ(others.find(kCurveName), nullptr);
  EXPECT_FALSE(load_text("QMSH TMP 10 objects { lattice \"Cage\" { 0,0 ").ok);
}

}  // namespace
}  // namespace vitrine::qmsh::test
