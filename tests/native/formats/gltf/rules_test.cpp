// Rules of the specification whose breach changes nothing in the picture: each is told at its place, and the file
// opens.

#include "formats/gltf/read/container.h"
#include "support.h"

namespace vitrine::gltf::test {
namespace {

constexpr char kOneTriangle[] = R"({"componentType":5126,"type":"VEC3","count":3})";

std::string in_document(const std::string& rest) { return R"({"asset":{"version":"2.0"},)" + rest + "}"; }

struct Breach {
  const char* name;
  std::string rest;
  const char* path;
  const char* words;
};

void expect_told(const Breach& breach, const Code& code) {
  SCOPED_TRACE(breach.name);
  Document document;
  document.add_file("rule.gltf", bytes_of(in_document(breach.rest)));
  EXPECT_TRUE(document.load()) << words_of(document);
  EXPECT_TRUE(has(document, code, breach.path)) << words_of(document);
  EXPECT_NE(words_of(document).find(breach.words), std::string::npos) << words_of(document);
}

TEST(GltfRules, ABreachIsToldAtItsPlace) {
  const std::string triangle = kOneTriangle, joints = R"({"componentType":5123,"type":"VEC4","count":3})";
  for (
      const Breach& breach : {
          Breach{"matrix", R"("nodes":[{"translation":[2,1,0],"matrix":[2,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}])",
                 "/nodes/0", "a matrix is given besides"},
          Breach{"roots", R"("nodes":[{},{}],"skins":[{"joints":[0,1]}])", "/skins/0/joints",
                 "the joints 0 and 1 have no common root"},
          Breach{"spline",
                 R"("nodes":[{}],"animations":[{"samplers":[{"input":0,"output":1,"interpolation":"CUBICSPLINE"}],)"
                 R"("channels":[{"sampler":0,"target":{"node":0,"path":"scale"}}]}],"accessors":[)"
                 R"({"componentType":5126,"type":"SCALAR","count":1},)" +
                     triangle + "]",
                 "/animations/0/samplers/0/input", "has one key"},
          Breach{
              "targets",
              R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]},)"
              R"({"attributes":{"POSITION":0}}]}],"accessors":[)" +
                  triangle + "]",
              "/meshes/0/primitives/1", "the primitive has 0 morph targets, another of the mesh 1"},
          Breach{
              "joints alone",
              R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1}}]}],"accessors":[)" +
                  triangle + "," + joints + "]",
              "/meshes/0/primitives/0/attributes/JOINTS_0", "joints and weights come in pairs"},
      })
    expect_told(breach, kRule);
}

/// Nodes that show one mesh, each with values of its own for the targets.
std::string with_instances(size_t count, const std::string& mesh) {
  std::string nodes, roots;
  for (size_t i = 0; i < count; ++i) {
    nodes += (i == 0 ? "" : ",") + std::string(R"({"mesh":0})");
    roots += (i == 0 ? "" : ",") + std::to_string(i);
  }
  return in_document(R"("nodes":[)" + nodes + R"(],"scenes":[{"nodes":[)" + roots + R"(]}],"meshes":[)" + mesh +
                     R"(],"accessors":[)" + kOneTriangle + "]");
}

TEST(GltfRules, NamesArePaidForByEveryInstance) {
  const std::string name(200000, 'n');
  for (const std::string& called : {R"("name":")" + name + '"', R"("extras":{"targetNames":[")" + name + R"("]})"}) {
    const std::string mesh =
        R"({"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]}],)" + called + "}";
    Document few, many;
    few.add_file("few.gltf", bytes_of(with_instances(20, mesh)));
    EXPECT_TRUE(few.load()) << words_of(few);
    many.add_file("many.gltf", bytes_of(with_instances(2000, mesh)));
    EXPECT_FALSE(many.load());
    EXPECT_TRUE(has(many, kLimitMemory)) << words_of(many);
  }
}

TEST(GltfRules, PrimitivesWithoutTargetsCostTheirInstancesNothing) {
  std::string targets = "{}", rest;
  for (int i = 1; i < 1000; ++i) targets += ",{}";
  for (int i = 0; i < 4000; ++i) rest += R"(,{"attributes":{}})";
  Document document;
  document.add_file("targets.gltf",
                    bytes_of(with_instances(100, R"({"primitives":[{"attributes":{"POSITION":0},"targets":[)" +
                                                     targets + "]}" + rest + "]}")));
  EXPECT_TRUE(document.load()) << words_of(document);
  ASSERT_EQ(document.scene().meshes.size(), 100u);
  EXPECT_EQ(document.scene().meshes[99].shapes.size(), 1001u);
}

TEST(GltfRules, APrimitiveBehindOthersMovesItsOwnVertices) {
  const std::string plain = R"({"attributes":{"POSITION":0}})", empty = R"({"attributes":{}})",
                    moved = R"({"attributes":{"POSITION":1},"targets":[{},{"POSITION":1}]})";
  Document document;
  document.add_file(
      "moved.gltf",
      bytes_of(in_document(R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[)" + plain + "," + empty + "," + moved +
                           R"(]}],"accessors":[)" + kOneTriangle +
                           R"(,{"componentType":5126,"type":"VEC3","count":3,"bufferView":0}],)"
                           R"("bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":)"
                           // Nine times 1.
                           R"("data:;base64,AACAPwAAgD8AAIA/AACAPwAAgD8AAIA/AACAPwAAgD8AAIA/"}])")));
  ASSERT_TRUE(document.load()) << words_of(document);
  const Mesh& mesh = document.scene().meshes.at(0);
  ASSERT_EQ(mesh.shapes.size(), 3u);
  EXPECT_EQ(mesh.shapes[1].positions, mesh.positions);
  std::vector<glm::vec3> expected(3, glm::vec3(0));
  expected.resize(6, glm::vec3(2));
  EXPECT_EQ(mesh.shapes[2].positions, expected);
}

TEST(GltfRules, TheIndexOfRestartsIsAVertex) {
  // 256 points, and a triangle of the last one.
  const std::string text =
      R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
      R"("accessors":[{"componentType":5126,"type":"VEC3","count":256},)"
      R"({"componentType":5121,"type":"SCALAR","count":3,"bufferView":0}],)"
      R"("bufferViews":[{"buffer":0,"byteLength":3}],)"
      R"("buffers":[{"byteLength":3,"uri":"data:application/octet-stream;base64,AP8B"}])";
  expect_told({"restart", text, "/meshes/0/primitives/0/indices", "index 255 is reserved for primitive restart"},
              kRule);
}

TEST(GltfRules, AccessorsThatNothingReadsAreLookedAt) {
  const std::string view = R"("bufferViews":[{"buffer":0,"byteLength":4}],"buffers":[{"byteLength":4,"uri":)"
                           R"("data:application/octet-stream;base64,AADAfw=="}],)";
  expect_told({"range", view + R"("accessors":[{"componentType":5126,"type":"VEC3","count":9,"bufferView":0}])",
               "/accessors/0", "108 bytes are needed, but 4 are available"},
              kIgnored);
  expect_told({"numbers", view + R"("accessors":[{"componentType":5126,"type":"SCALAR","count":1,"bufferView":0}])",
               "/accessors/0", "it holds NaN or infinite numbers"},
              kIgnored);
  expect_told({"reference", R"("accessors":[{"componentType":5126,"type":"SCALAR","count":1,"bufferView":3}])",
               "/accessors/0/bufferView", "accessor 0 is left out"},
              kIgnored);
  expect_told({"sparse",
               view + R"("accessors":[{"componentType":5126,"type":"SCALAR","count":1,"sparse":{"count":2,)"
                      R"("indices":{"componentType":5121,"bufferView":0},"values":{"bufferView":0}}}])",
               "/accessors/0/sparse/count", "sparse.count is 2, but the accessor has 1 element"},
              kIgnored);
}

void put32(Bytes& out, uint32_t value) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<uint8_t>(value >> 8 * i));
}

/// A GLB of an empty document and chunks of the given types with 4 bytes each.
Bytes with_chunks(std::initializer_list<uint32_t> types) {
  const std::string json = R"({"asset":{"version":"2.0"}} )";
  Bytes out = bytes_of("glTF");
  put32(out, 2);
  put32(out, static_cast<uint32_t>(20 + json.size() + 12 * types.size()));
  put32(out, static_cast<uint32_t>(json.size()));
  put32(out, kJsonChunk);
  out.insert(out.end(), json.begin(), json.end());
  for (const uint32_t type : types) put32(out, 4), put32(out, type), put32(out, 0);
  return out;
}

TEST(GltfRules, ChunksInAnotherOrderAreNamed) {
  for (const auto& [bytes, words] :
       {std::pair{with_chunks({kBinChunk, kBinChunk}), "a second binary chunk is not read"},
        std::pair{with_chunks({7, kBinChunk}), "is not the second chunk"}}) {
    Document document;
    document.add_file("chunks.glb", bytes);
    EXPECT_TRUE(document.load()) << words_of(document);
    EXPECT_TRUE(has(document, kRule)) << words_of(document);
    EXPECT_NE(words_of(document).find(words), std::string::npos) << words_of(document);
  }
  Document plain;
  plain.add_file("chunks.glb", with_chunks({kBinChunk, 7}));
  EXPECT_TRUE(plain.load());
  EXPECT_FALSE(has(plain, kRule)) << words_of(plain);
}

}  // namespace
}  // namespace vitrine::gltf::test
