// From things to bytes and lines, and back; what a file costs that wants to cost much.

#include "formats/gltf/full/sections.h"
#include "support.h"

namespace vitrine::gltf::test {
namespace {

const std::filesystem::path kData = std::filesystem::path(VITRINE_TEST_DATA) / "gltf/valid";

template <class T>
T read_at(const Bytes& bytes, uint64_t offset) {
  T value;
  std::memcpy(&value, &bytes[offset], sizeof value);
  return value;
}

TEST(GltfPlaces, VerticesAndTrianglesAreFoundInTheChunk) {
  const Bytes bytes = read_file(kData / "skinned.glb");
  Document document;
  document.add_file("skinned.glb", bytes);
  ASSERT_TRUE(document.load()) << words_of(document);
  uint32_t body = kNone;
  for (const Node& node : document.scene().nodes) {
    if (node.name == "body") body = node.mesh;
  }
  ASSERT_NE(body, kNone);
  const std::string mesh = "\"mesh\":" + std::to_string(body);
  const auto places = document.places(nlohmann::ordered_json::parse("{\"kind\":\"vertex\",\"index\":3," + mesh + "}"));
  std::vector<std::string> names;
  for (const auto& place : places) names.push_back(place["name"].get<std::string>());
  EXPECT_EQ(names, (std::vector<std::string>{"POSITION", "NORMAL", "JOINTS_0", "WEIGHTS_0"}));
  const auto offset = places[0]["offset"].get<uint64_t>();
  EXPECT_EQ(read_at<float>(bytes, offset), 1);
  EXPECT_EQ(read_at<float>(bytes, offset + 4), 1);
  const auto back = document.at("skinned.glb", offset);
  EXPECT_EQ(back["things"][0]["kind"], "vertex");
  EXPECT_EQ(back["things"][0]["index"], 3);
  const auto triangle =
      document.places(nlohmann::ordered_json::parse("{\"kind\":\"triangle\",\"index\":1," + mesh + "}"));
  ASSERT_EQ(triangle.size(), 1u);
  EXPECT_EQ(read_at<uint16_t>(bytes, triangle[0]["offset"].get<uint64_t>()), 1);
  EXPECT_EQ(read_at<uint16_t>(bytes, triangle[0]["offset"].get<uint64_t>() + 2), 3);
}

TEST(GltfPlaces, KeysAreTimesAndValues) {
  const Bytes bytes = read_file(kData / "skinned.glb");
  Document document;
  document.add_file("skinned.glb", bytes);
  ASSERT_TRUE(document.load()) << words_of(document);
  const auto places =
      document.places(nlohmann::ordered_json::parse("{\"kind\":\"key\",\"action\":0,\"curve\":0,\"index\":1}"));
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(read_at<float>(bytes, places[0]["offset"].get<uint64_t>()), 0.5f);
  EXPECT_EQ(places[1]["size"], 16);
}

TEST(GltfPlaces, PartsOfABinaryFileCoverIt) {
  for (const char* name : {"skinned.glb", "look.glb"}) {
    SCOPED_TRACE(name);
    const Bytes bytes = read_file(kData / name);
    uint64_t end = 0;
    for (const Section& section : sections_of(bytes)) {
      EXPECT_EQ(section.offset, end) << section.name;
      EXPECT_GT(section.size, 0u) << section.name;
      end = section.offset + section.size;
      EXPECT_FALSE(map_record(bytes, section.offset).is_null()) << section.name;
    }
    EXPECT_EQ(end, bytes.size());
  }
}

TEST(GltfPlaces, ThingsOfATextHaveLines) {
  Document document;
  document.add_file("triangle.gltf", read_file(kData / "triangle.gltf"));
  ASSERT_TRUE(document.load()) << words_of(document);
  const auto places = document.places(nlohmann::ordered_json::parse("{\"kind\":\"node\",\"index\":0}"));
  ASSERT_EQ(places.size(), 1u);
  EXPECT_GT(places[0]["line"].get<int>(), 1);
  EXPECT_GT(places[0]["lastLine"].get<int>(), places[0]["line"].get<int>());
}

// ---- costs

std::string document_of(const std::string& members) { return "{\"asset\":{\"version\":\"2.0\"}," + members + "}"; }

TEST(GltfCosts, AnAccessorWithoutBytesPaysForItsElements) {
  Document document;
  document.add_file(
      "bomb.gltf",
      bytes_of(document_of("\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                           "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":500000000}]")));
  EXPECT_FALSE(document.load());
  EXPECT_TRUE(has(document, kLimitMemory, "/accessors/0/count")) << words_of(document);
}

TEST(GltfCosts, NodesBelowOneAnotherNeedNoStack) {
  std::string nodes;
  for (int i = 0; i < 50000; ++i)
    nodes += (i == 0 ? "" : ",") + std::string("{\"children\":[") + std::to_string(i + 1) + "]}";
  Document document;
  document.add_file("deep.gltf", bytes_of(document_of("\"nodes\":[" + nodes + ",{}]")));
  EXPECT_TRUE(document.load()) << words_of(document);
  EXPECT_EQ(document.scene().nodes.size(), 50001u);
}

TEST(GltfCosts, EqualNamesOfActionsAreNumbered) {
  std::string animations;
  for (int i = 0; i < 3; ++i)
    animations += (i == 0 ? "" : ",") + std::string("{\"name\":\"a\",\"channels\":[],\"samplers\":[]}");
  Document document;
  document.add_file("names.gltf", bytes_of(document_of("\"nodes\":[{}],\"animations\":[" + animations + "]")));
  ASSERT_TRUE(document.load()) << words_of(document);
  std::vector<std::string> names;
  for (const Clip& clip : document.scene().clips) names.push_back(clip.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "a 2", "a 3"}));
}

TEST(GltfFaults, WhatThePictureCanDoWithoutIsLeftOut) {
  Document document;
  document.add_file("rest.gltf",
                    bytes_of(document_of("\"nodes\":[{\"camera\":3}],\"materials\":[{\"alphaMode\":7}],\"scene\":9,"
                                         "\"images\":[{}],\"cameras\":[{\"type\":\"perspective\"}]")));
  EXPECT_TRUE(document.load()) << words_of(document);
  for (const char* path : {"/nodes/0/camera", "/materials/0/alphaMode", "/scene", "/images/0", "/cameras/0"})
    EXPECT_TRUE(has(document, kIgnored, path)) << path << "\n" << words_of(document);
}

TEST(GltfFaults, DamagedKeysAreErrorsAndTheRestIsShown) {
  const auto told = [](const Code& code, const char* path, const std::string& channel, const std::string& sampler,
                       const std::string& accessor) {
    Document document;
    document.add_file("keys.gltf",
                      bytes_of(document_of("\"nodes\":[{}],\"accessors\":[" + accessor +
                                           ",{\"componentType\":5126,\"type\":\"VEC3\",\"count\":2}],\"animations\":[{"
                                           "\"channels\":[" +
                                           channel + "],\"samplers\":[" + sampler + "]}]")));
    EXPECT_TRUE(document.load()) << words_of(document);
    EXPECT_TRUE(document.scene().clips.at(0).curves.empty());
    EXPECT_TRUE(has(document, code, path)) << words_of(document);
  };
  const std::string target = "\"target\":{\"node\":0,\"path\":\"translation\"}";
  const std::string channel = "{\"sampler\":0," + target + "}", sampler = "{\"input\":0,\"output\":1}",
                    times = "\"type\":\"SCALAR\",\"count\":2";
  const std::string floats = "{\"componentType\":5126," + times + "}";
  told(kReference, "/animations/0/samplers/0/input", channel, "{\"input\":9,\"output\":1}", floats);
  told(kMissing, "/animations/0/samplers/0/output", channel, "{\"input\":0}", floats);
  told(kReference, "/accessors/0/bufferView", channel, sampler,
       "{\"componentType\":5126,\"bufferView\":3," + times + "}");
  told(kAccessor, "/accessors/0/componentType", channel, sampler, "{\"componentType\":1," + times + "}");
  // A channel that moves nothing, or whose numbers are of another kind, is no damage.
  told(kIgnored, "/animations/0/channels/0/sampler", "{\"sampler\":4," + target + "}", sampler, floats);
  told(kIgnored, "/animations/0/samplers/0/input", channel, sampler, "{\"componentType\":5121," + times + "}");
}

TEST(GltfFaults, FaultsPastTheLimitAreCountedAndThoseThatAreKeptHavePlaces) {
  std::string channels, samplers;
  for (int i = 0; i < 100; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    channels += comma + "{\"sampler\":" + std::to_string(i) + ",\"target\":{\"node\":0,\"path\":\"scale\"}}";
    samplers += comma + "{\"input\":9,\"output\":9}";
  }
  Document document;
  document.add_file("keys.gltf", bytes_of(document_of("\"nodes\":[{}],\"animations\":[{\"channels\":[" + channels +
                                                      "],\"samplers\":[" + samplers + "]}]")));
  EXPECT_TRUE(document.load()) << words_of(document);
  EXPECT_EQ(document.diagnostics().count(Severity::kError), 100u);
  size_t kept = 0;
  for (const Message& message : document.diagnostics().messages()) {
    if (message.severity != Severity::kError) continue;
    EXPECT_NE(message.offset, kNoOffset);
    ++kept;
  }
  EXPECT_EQ(kept, 64u);
}

TEST(GltfFaults, ListsThatAreNoneAndBoundsThatAreNoNumbersAreErrors) {
  Document document;
  document.add_file("kinds.gltf",
                    bytes_of(document_of("\"nodes\":[{}],\"animations\":null,\"accessors\":[{\"componentType\":"
                                         "5126,\"type\":\"SCALAR\",\"count\":1,\"max\":[null]}]")));
  EXPECT_TRUE(document.load()) << words_of(document);
  EXPECT_TRUE(has(document, kType, "/animations")) << words_of(document);
  EXPECT_TRUE(has(document, kType, "/accessors/0/max")) << words_of(document);
}

TEST(GltfFaults, WhatIsNotDrawnIsNamed) {
  Document document;
  document.add_file("points.gltf",
                    bytes_of(document_of(
                        "\"extensionsUsed\":[\"VRM\"],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":["
                        "{\"mode\":0,\"attributes\":{\"POSITION\":0}},{\"mode\":1,\"attributes\":{\"POSITION\":0}}]}],"
                        "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":4}]")));
  EXPECT_TRUE(document.load()) << words_of(document);
  EXPECT_NE(words_of(document).find("4 points are not drawn"), std::string::npos) << words_of(document);
  EXPECT_NE(words_of(document).find("2 lines are not drawn"), std::string::npos) << words_of(document);
  EXPECT_NE(words_of(document).find("not read: VRM"), std::string::npos) << words_of(document);
}

}  // namespace
}  // namespace vitrine::gltf::test
