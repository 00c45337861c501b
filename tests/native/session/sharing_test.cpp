// What many things share is paid for by each: small files whose lists multiply are refused, or cost what they have.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "session/document.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

std::vector<uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

struct File {
  std::string name, text;
};

/// Codes of the errors, in order.
std::vector<std::string> errors_of(const std::vector<File>& files, const Limits& limits = {}) {
  Document document(limits);
  for (const File& file : files) document.add_file(file.name, bytes_of(file.text));
  document.load();
  std::vector<std::string> out;
  for (const Message& message : document.diagnostics().messages())
    if (message.severity == Severity::kError) out.push_back(message.code->id);
  return out;
}

using Codes = std::vector<std::string>;

Limits with_heap(uint64_t bytes) {
  Limits limits;
  limits.heap_bytes = bytes;
  return limits;
}

std::string repeated(const std::string& text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

/// One triangle in the first of `primitives`, with `targets` that move nothing, shown by `nodes`.
std::string gltf(size_t primitives, size_t targets, size_t nodes) {
  const auto list = [](const std::string& item, size_t count) {
    return count == 0 ? std::string() : repeated(item + ",", count - 1) + item;
  };
  std::string roots = "0";
  for (size_t i = 1; i < nodes; ++i) roots += "," + std::to_string(i);
  return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,)" +
         std::string("AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA") +
         R"("}],"bufferViews":[{"buffer":0,"byteLength":36}],)" +
         R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[)" +
         R"({"attributes":{"POSITION":0},"targets":[)" + list("{}", targets) + "]}" +
         repeated(R"(,{"attributes":{}})", primitives - 1) + R"(]}],"nodes":[)" + list(R"({"mesh":0})", nodes) +
         R"(],"scenes":[{"nodes":[)" + roots + R"(]}],"scene":0})";
}

TEST(Sharing, PrimitivesOfAMeshThatEachNodeCopies) {
  EXPECT_EQ(errors_of({{"a.gltf", gltf(100, 1, 1)}}, with_heap(1 << 20)), Codes{});
  EXPECT_EQ(errors_of({{"a.gltf", gltf(100, 1, 20)}}, with_heap(1 << 20)), Codes{"LIMIT_MEMORY"});
  EXPECT_EQ(errors_of({{"a.gltf", gltf(1, 100, 20)}}, with_heap(1 << 20)), Codes{"LIMIT_MEMORY"});
  // Nodes without targets share the mesh.
  EXPECT_EQ(errors_of({{"a.gltf", gltf(100, 0, 20)}}, with_heap(1 << 20)), Codes{});
}

std::string qmsh(const std::string& objects, const std::string& actions = "") {
  return "QMSH TMP 10\nobjects {\n" + objects + "}\nactions {" + actions + "}\nparams { fps = 25 }\n";
}

/// An object that uses all of 16 materials, none of which is listed.
std::string object(const std::string& name, const std::string& armature = "") {
  std::string faces;
  for (int i = 0; i < 16; ++i) faces += "3 " + std::to_string(i) + " 0 0 0,0 1 1,0 2 0,1\n";
  return "mesh \"" + name + "\" { 0,0,0 0,0,0 1,1,1 \"" + armature +
         "\" \"\" 30 materials 0 { } vertices 3 { 0,0,0 1,0,0 0,1,0 } faces 16 {" + faces + "} vertex_groups { } }\n";
}

std::string armature(size_t bones) {
  std::string out = "armature \"arm\" { 0,0,0 0,0,0 1,1,1 1 0\n";
  for (size_t i = 0; i < bones; ++i)
    out += "bone \"b" + std::to_string(i) +
           "\" { \"\" head 0,0,0 0,0,0 1 tail 0,0,1 0,0,1 1 0 0 1 1 1,0,0; 0,1,0; 0,0,1; 1,0,0,0; 0,1,0,0; 0,0,1,0; "
           "0,0,0,1; }\n";
  return out + "}\n";
}

TEST(Sharing, NameOfAnObjectThatItsPartsHave) {
  EXPECT_EQ(errors_of({{"a.qmsh.tmp", qmsh(object(std::string(100, 'n')))}}, with_heap(100'000)), Codes{});
  EXPECT_EQ(errors_of({{"a.qmsh.tmp", qmsh(object(std::string(1000, 'n')))}}, with_heap(100'000)),
            Codes{"LIMIT_MEMORY"});
}

TEST(Sharing, BonesThatEachObjectLists) {
  const auto text = [](size_t bones) { return qmsh(repeated(object("a", "arm"), 50) + armature(bones)); };
  EXPECT_EQ(errors_of({{"a.qmsh.tmp", text(2)}}, with_heap(800'000)), Codes{});
  EXPECT_EQ(errors_of({{"a.qmsh.tmp", text(100)}}, with_heap(800'000)), Codes{"LIMIT_MEMORY"});
}

TEST(Sharing, ObjectsOfAQmshTextAreMeshes) {
  Limits limits;
  limits.meshes = 2;
  EXPECT_EQ(errors_of({{"a.qmsh.tmp", qmsh(repeated(object("a"), 2))}}, limits), Codes{});
  EXPECT_EQ(errors_of({{"a.qmsh.tmp", qmsh(repeated(object("a"), 3))}}, limits), Codes{"LIMIT_COUNT"});
}

TEST(Sharing, ActionsOfFourBytesCostTheirRows) {
  const auto text = [](size_t actions) { return qmsh(object("a"), repeated("\"\"{}", actions)); };
  EXPECT_EQ(errors_of({{"a.qmsh.tmp", text(10)}}, with_heap(100'000)), Codes{});
  EXPECT_EQ(errors_of({{"a.qmsh.tmp", text(100)}}, with_heap(100'000)), Codes{"LIMIT_MEMORY"});
}

std::string md5mesh(size_t meshes) {
  std::string out = "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes " + std::to_string(meshes) +
                    "\njoints {\n\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n";
  for (size_t i = 0; i < meshes; ++i)
    out += "mesh {\nshader \"s" + std::to_string(i) +
           "\"\nnumverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 1 0 ) 1 1\nvert 2 ( 0 1 ) 2 1\nnumtris 1\ntri 0 0 1 2\n"
           "numweights 3\nweight 0 0 1 ( 0 0 0 )\nweight 1 0 1 ( 4 0 0 )\nweight 2 0 1 ( 0 4 0 )\n}\n";
  return out;
}

constexpr const char* kAnimation =
    "MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints 1\nframeRate 24\nnumAnimatedComponents 0\nhierarchy {\n"
    "\"root\" -1 0 0\n}\nbounds {\n( 0 0 0 ) ( 0 0 0 )\n}\nbaseframe {\n( 0 0 0 ) ( 0 0 0 )\n}\nframe 0 {\n}\n";

TEST(Sharing, FilesOfOneNameThatEachLineOfAListNames) {
  std::vector<File> files = {{"a.md5mesh", md5mesh(1)}};
  for (int i = 0; i < 20; ++i) files.push_back({"d" + std::to_string(i) + "/x.md5anim", kAnimation});
  const auto list = [](size_t lines, const std::string& block) {
    return "model m {\nmesh a.md5mesh\n" + repeated("anim n x.md5anim" + block + "\n", lines) + "}\n";
  };
  files.push_back({"a.def", list(2, "")});
  EXPECT_EQ(errors_of(files, with_heap(1 << 20)), Codes{});
  files.back().text = list(200, "");
  EXPECT_EQ(errors_of(files, with_heap(1 << 20)), Codes{"LIMIT_MEMORY"});
  files.back().text = list(1, " {\n" + repeated("frame 1 step\n", 200) + "}");
  EXPECT_EQ(errors_of(files, with_heap(1 << 20)), Codes{"LIMIT_MEMORY"});
}

TEST(Sharing, ModelsOfADeclarationAreFoundByNameWhateverTheFolderAndCase) {
  Document document;
  for (const File& file :
       std::vector<File>{{"z/Other.md5mesh", md5mesh(1)},
                         {"b\\Body.MD5MESH", md5mesh(1)},
                         {"walk.md5anim", kAnimation},
                         {"a.def", "model m {\nmesh models/body.md5mesh\nanim step walk.md5anim\n}\n"}})
    document.add_file(file.name, bytes_of(file.text));
  ASSERT_TRUE(document.load());
  ASSERT_EQ(document.scene().clips.size(), 1u);
  EXPECT_EQ(document.scene().clips[0].name, "step");
}

TEST(Sharing, FilesOfMaterialsPayTogether) {
  std::vector<File> files = {{"a.md5mesh", md5mesh(20)}, {"0/md5.cfg", "md5skin * a.jpg\n"}};
  EXPECT_EQ(errors_of(files, with_heap(1 << 20)), Codes{});
  for (int i = 1; i < 20; ++i) files.push_back({std::to_string(i) + "/md5.cfg", "md5skin * a.jpg\n"});
  const Codes errors = errors_of(files, with_heap(1 << 20));
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors, Codes(errors.size(), "LIMIT_MEMORY"));
}

TEST(Sharing, FilesOfMaterialsLookThroughSoMuchOfTheOthers) {
  // Each of them looks at 200,000 primitives, and 8,000,000 is the limit.
  std::vector<File> files = {{"a.gltf", gltf(200'000, 0, 1)}};
  for (int i = 0; i < 39 + 2; ++i) files.push_back({std::to_string(i) + ".mtr", "other { }\n"});
  EXPECT_EQ(errors_of(files), (Codes{"LIMIT_COUNT", "LIMIT_COUNT"}));
}

TEST(Sharing, BehindManyFilesThatCannotBeShownNothingIsRead) {
  std::ifstream file(std::filesystem::path(VITRINE_TEST_DATA) / "hostile/overflow_chain_far.pivot", std::ios::binary);
  const std::string far{std::istreambuf_iterator<char>(file), {}};
  std::vector<File> files = {{"a.md5mesh", md5mesh(1)}};
  for (int i = 0; i < 20; ++i) files.push_back({"b" + std::to_string(i) + ".pivot", far});
  files.push_back({"c.md5mesh", md5mesh(1)});
  Document document;
  for (const File& file : files) document.add_file(file.name, bytes_of(file.text));
  EXPECT_TRUE(document.load());
  EXPECT_EQ(document.scene().meshes.size(), 1u);
  Codes wanted(16, "NOT_FINITE");
  wanted.resize(21, "LIMIT_COUNT");
  EXPECT_EQ(errors_of(files), wanted);
}

}  // namespace
}  // namespace vitrine
