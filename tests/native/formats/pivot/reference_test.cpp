// The reference files: dialect, tree, transforms, bounds, warnings, posed vertices, and the kind and place
// of every fault.

#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>
#include <map>

#include "pivot_support.h"
#include "support/reference.h"

namespace vitrine {
namespace {

using namespace test;
using Reference = nlohmann::json;

const std::map<std::string, const Code*> kFaults = {{"format-name", &pivot::kFormatName},
                                                    {"header", &pivot::kHeader},
                                                    {"string", &pivot::kString},
                                                    {"object-count", &pivot::kObjectCount},
                                                    {"truncated", &pivot::kField},
                                                    {"surface-size", &pivot::kSurfaceSize},
                                                    {"index-multiple", &pivot::kIndexMultiple},
                                                    {"index-range", &pivot::kIndexRange},
                                                    {"non-finite", &pivot::kNonFinite},
                                                    {"children", &pivot::kChildren},
                                                    {"trailing", &pivot::kTrailing}};
const std::map<std::string, const Code*> kWarnings = {{"unknown-flags", &pivot::kUnknownFlags},
                                                      {"zero-quaternion", &pivot::kZeroRotation},
                                                      {"surfaces-without-geometry-flag", &pivot::kFlags},
                                                      {"skinned-without-geometry-flag", &pivot::kFlags},
                                                      {"skinned-without-bones", &pivot::kNoBones},
                                                      {"vertices-without-weights", &pivot::kNoWeights},
                                                      {"winding-flipped", &pivot::kWinding},
                                                      {"zero-normals", &pivot::kNormals}};

Bytes reference_file(const std::string& name) { return read_file(kData / "pivot/reference" / name); }

void expect_fault(const Bytes& bytes, const pivot::Dialect& dialect, const Reference& expected) {
  const auto parsed = pivot::parse(bytes, dialect, nullptr);
  ASSERT_FALSE(parsed.ok()) << pivot::dialect_id(dialect);
  EXPECT_EQ(parsed.error().code(), kFaults.at(expected["kind"].get<std::string>()))
      << pivot::dialect_id(dialect) << ": " << parsed.error().code()->id;
  EXPECT_EQ(parsed.error().offset(), expected["offset"].get<uint64_t>()) << pivot::dialect_id(dialect);
}

template <class F>
void for_each_file(bool valid, size_t count, F&& body) {
  const Reference reference = data_json("pivot/reference/cases.json");
  size_t seen = 0;
  for (const Reference& file : reference["files"]) {
    if (file["valid"].get<bool>() != valid) continue;
    SCOPED_TRACE(file["file"].get<std::string>());
    const Bytes bytes = reference_file(file["file"].get<std::string>());
    ASSERT_EQ(bytes.size(), file["bytes"].get<size_t>());
    body(file, bytes);
    ++seen;
  }
  EXPECT_EQ(seen, count);
}

TEST(PivotReference, EachDialectAcceptsOrRejectsAtTheStatedPlace) {
  for_each_file(true, 8, [](const Reference& file, const Bytes& bytes) {
    std::string first;
    for (const pivot::Dialect& dialect : pivot::kDialects) {
      const std::string id = pivot::dialect_id(dialect);
      if (file["rejectedBy"].contains(id)) {
        expect_fault(bytes, dialect, file["rejectedBy"][id]);
        continue;
      }
      EXPECT_TRUE(pivot::parse(bytes, dialect, nullptr).ok()) << id;
      if (first.empty()) first = id;
    }
    EXPECT_EQ(first, file["dialect"]);
    EXPECT_EQ(load_pivot(bytes).info["dialect"], file["dialect"].get<std::string>());
  });
}

TEST(PivotReference, BrokenFilesFailAtTheStatedPlaceInEveryDialect) {
  for_each_file(false, 8, [](const Reference& file, const Bytes& bytes) {
    for (const pivot::Dialect& dialect : pivot::kDialects) {
      expect_fault(bytes, dialect, file["perDialect"][pivot::dialect_id(dialect)]);
    }
    const Loaded loaded = load_pivot(bytes);
    ASSERT_FALSE(loaded.status.ok());
    EXPECT_EQ(loaded.status.error().code(), kFaults.at(file["error"]["kind"].get<std::string>()));
    EXPECT_EQ(loaded.status.error().offset(), file["error"]["offset"].get<uint64_t>());
    EXPECT_TRUE(loaded.scene.nodes.empty());
  });
}

TEST(PivotReference, NoPrefixIsAccepted) {
  for_each_file(true, 8, [](const Reference& file, const Bytes& bytes) {
    for (size_t size = 0; size < bytes.size(); ++size) {
      bool expected = false;
      for (const Reference& accepted : file["prefixesAccepted"]) expected |= accepted == size;
      const Bytes prefix(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_EQ(load_pivot(prefix).status.ok(), expected) << size;
    }
  });
}

TEST(PivotReference, ObjectsStandWhereTheReferenceHasThem) {
  for_each_file(true, 8, [](const Reference& file, const Bytes& bytes) {
    const Loaded loaded = load_pivot(bytes);
    ASSERT_TRUE(validate(loaded.scene).ok());
    const Reference& expected = file["expected"];
    EXPECT_EQ(loaded.info["formatName"], expected["formatName"].get<std::string>());
    EXPECT_EQ(loaded.info["version"], expected["version"].get<int>());
    EXPECT_EQ(loaded.info["serviceText"], expected["serviceText"].get<std::string>());
    EXPECT_EQ(loaded.info["countField"], expected["countField"].get<int>());
    ASSERT_EQ(loaded.scene.nodes.size(), expected["objects"].size());
    const auto worlds = worlds_of(loaded.scene);
    for (size_t i = 0; i < loaded.scene.nodes.size(); ++i) {
      const Node& node = loaded.scene.nodes[i];
      const Reference& object = expected["objects"][i];
      const Json& listed = loaded.info["objects"][i];
      EXPECT_EQ(node.name, object["name"]);
      EXPECT_EQ(listed["encoding"], object["encoding"].get<std::string>());
      EXPECT_EQ(listed["offset"], object["offset"].get<uint64_t>());
      EXPECT_EQ(listed["flags"], object["flags"].get<int>());
      EXPECT_EQ(listed["kind"], object["kind"].get<std::string>());
      EXPECT_EQ(listed["bone"], object["boneTag"].get<bool>());
      EXPECT_EQ(node.hidden, object["boneTag"].get<bool>() && object["kind"] != "pivot");
      EXPECT_EQ(node.parent == kNone, object["parent"].is_null());
      if (node.parent != kNone) {
        EXPECT_EQ(node.parent, object["parent"].get<uint32_t>());
      }
      for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) EXPECT_NEAR(worlds[i][c][r], object["world"][c * 4 + r].get<double>(), 1e-5);
      }
      ASSERT_EQ(listed.contains("surfaces") ? listed["surfaces"].size() : 0, object["surfaces"].size());
      for (size_t s = 0; s < object["surfaces"].size(); ++s) {
        for (const char* key : {"offset", "vertices", "triangles", "stride"}) {
          EXPECT_EQ(listed["surfaces"][s][key].get<uint64_t>(), object["surfaces"][s][key].get<uint64_t>()) << key;
        }
      }
      if (listed.contains("trianglesAgainstNormals")) {
        EXPECT_EQ(listed["trianglesAgainstNormals"].get<int>(), object["trianglesAgainstNormals"].get<int>());
      }
      if (object.contains("skin") && listed.contains("skin")) {
        for (const char* key : {"rigidVertices", "droppedById", "droppedByName", "verticesRenormalised"}) {
          EXPECT_EQ(listed["skin"][key].get<int>(), object["skin"][key].get<int>()) << key;
        }
        for (const char* key : {"rawSumMin", "rawSumMax"}) {
          EXPECT_NEAR(listed["skin"][key].get<double>(), object["skin"][key].get<double>(), 1e-6) << key;
        }
      }
    }
  });
}

TEST(PivotReference, BoundsOfWhatIsDrawnAgree) {
  for_each_file(true, 8, [](const Reference& file, const Bytes& bytes) {
    const Loaded loaded = load_pivot(bytes);
    const auto worlds = worlds_of(loaded.scene);
    Bounds all, drawn;
    for (size_t i = 0; i < loaded.scene.nodes.size(); ++i) {
      const Node& node = loaded.scene.nodes[i];
      if (node.mesh == kNone) continue;
      for (const glm::dvec3& p : posed_positions(loaded.scene, static_cast<uint32_t>(i), worlds)) {
        all.add(p);
        if (!node.hidden) drawn.add(p);
      }
    }
    const auto expect_bounds = [](const Bounds& have, const Reference& expected) {
      ASSERT_EQ(have.empty, expected.is_null() || expected["min"].is_null());
      for (int c = 0; c < 3 && !have.empty; ++c) {
        EXPECT_NEAR(have.min[c], expected["min"][c].get<double>(), 1e-5);
        EXPECT_NEAR(have.max[c], expected["max"][c].get<double>(), 1e-5);
      }
    };
    expect_bounds(all, file["expected"]["bounds"]["geometryObjects"]);
    expect_bounds(drawn, file["expected"]["bounds"]["withoutBoneMeshes"]);
  });
}

TEST(PivotReference, WarningsAreExactlyThoseOfTheReference) {
  for_each_file(true, 8, [](const Reference& file, const Bytes& bytes) {
    const Loaded loaded = load_pivot(bytes);
    std::map<std::pair<const Code*, std::string>, int> expected, optional, have;
    for (const Reference& warning : file["expected"]["warnings"]) {
      const auto code = kWarnings.find(warning["kind"].get<std::string>());
      const std::string path = "objects[" + std::to_string(warning["object"].get<int>()) + "]";
      if (code == kWarnings.end()) {
        EXPECT_TRUE(warning.value("optional", false)) << warning;
        continue;
      }
      ++(warning.value("optional", false) ? optional : expected)[{code->second, path}];
    }
    for (const Message& message : loaded.diagnostics.messages()) {
      if (!optional.contains({message.code, message.path})) ++have[{message.code, message.path}];
    }
    EXPECT_EQ(have, expected) << loaded.texts();
  });
}

TEST(PivotReference, PosedVerticesAgree) {
  size_t poses = 0;
  for_each_file(true, 8, [&](const Reference& file, const Bytes& bytes) {
    for (const Reference& pose : file["expected"]["poses"]) {
      const Loaded loaded = load_pivot(bytes);
      Scene scene = loaded.scene;
      const auto object = pose["object"].get<uint32_t>();
      if (scene.nodes[object].mesh == kNone) continue;  // surfaces without the geometry flag are not drawn
      for (const auto& [name, q] : pose["setLocalRotation"].items()) {
        for (Node& node : scene.nodes) {
          if (node.name != name) continue;
          node.local.rotation = glm::quat(q[3].get<float>(), q[0].get<float>(), q[1].get<float>(), q[2].get<float>());
          break;
        }
      }
      const auto positions = posed_positions(scene, object, worlds_of(scene));
      size_t v = 0;
      for (const Reference& surface : pose["worldPositions"]) {
        for (const Reference& p : surface) {
          for (int c = 0; c < 3; ++c) EXPECT_NEAR(positions[v][c], p[c].get<double>(), 2e-5) << pose["note"] << v;
          ++v;
        }
      }
      EXPECT_EQ(v, positions.size());
      ++poses;
    }
  });
  if (!IsSkipped()) {
    EXPECT_EQ(poses, 9u);
  }
}

}  // namespace
}  // namespace vitrine
