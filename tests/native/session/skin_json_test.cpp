#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "session/document.h"
#include "skin/codes.h"

namespace vitrine {
namespace {

/// A matrix that moves by (10, 20, 30), printed as rows, and one vertex on it.
std::string input(const std::string& convention, const std::string& matrix, const std::string& vertex) {
  return R"({"convention": ")" + convention + R"(", "matrices": {"7": )" + matrix + R"(}, "vertices": [)" + vertex +
         "]}";
}
const std::string kRows = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[10,20,30,1]]";
const std::string kColumns = "[[1,0,0,10],[0,1,0,20],[0,0,1,30],[0,0,0,1]]";
const std::string kVertex = R"({"position": [1,2,3], "joints": [7, 99], "weights": [0.5, 0]})";

TEST(SkinJson, BothConventionsGiveTheWeightedSumWithItsW) {
  for (const auto& text : {input("row", kRows, kVertex), input("column", kColumns, kVertex)}) {
    const auto result = skin_json(text);
    ASSERT_TRUE(result.ok()) << result.error().message();
    EXPECT_EQ(nlohmann::json::parse(*result), nlohmann::json::parse(R"({"positions": [[5.5, 11.0, 16.5, 0.5]]})"));
  }
}

struct Bad {
  const char* name;
  std::string text;
  const Code* code;
  const char* path;
};

TEST(SkinJson, FaultsNameTheirPlace) {
  const auto vertex = [](const char* text) { return input("row", kRows, text); };
  const Bad cases[] = {
      {"cut off", input("row", kRows, kVertex).substr(0, 60), &skin::kSeedInput, ""},
      {"not an object", "[]", &skin::kSeedInput, ""},
      {"empty", "", &skin::kSeedInput, ""},
      {"no such convention", input("diagonal", kRows, kVertex), &skin::kSeedInput, "convention"},
      {"convention of another type", R"({"convention": {}})", &skin::kSeedInput, "convention"},
      {"no matrices", R"({"convention": "row", "vertices": []})", &skin::kSeedInput, "matrices"},
      {"joint of no number", R"({"convention": "row", "matrices": {"x": []}, "vertices": []})", &skin::kSeedInput,
       "matrices"},
      {"joint written twice over", R"({"convention": "row", "matrices": {"07": []}, "vertices": []})",
       &skin::kSeedInput, "matrices"},
      {"three rows", input("row", "[[1,0,0,0],[0,1,0,0],[0,0,1,0]]", kVertex), &skin::kSeedInput, "matrices.7"},
      {"a short row", input("row", "[[1,0,0,0],[0,1,0],[0,0,1,0],[0,0,0,1]]", kVertex), &skin::kSeedInput,
       "matrices.7[1]"},
      {"a text in a row", input("row", R"([[1,0,0,0],[0,1,0,0],[0,0,"1",0],[0,0,0,1]])", kVertex), &skin::kSeedInput,
       "matrices.7[2][2]"},
      {"a number beyond double", input("row", "[[1e999,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]", kVertex),
       &skin::kSeedInput, ""},
      {"no vertices", R"({"convention": "row", "matrices": {}})", &skin::kSeedInput, "vertices"},
      {"a vertex that is a number", vertex("3"), &skin::kSeedInput, "vertices[0]"},
      {"two coordinates", vertex(R"({"position": [1,2], "joints": [], "weights": []})"), &skin::kSeedInput,
       "vertices[0].position"},
      {"a null coordinate", vertex(R"({"position": [1,null,2], "joints": [], "weights": []})"), &skin::kSeedInput,
       "vertices[0].position[1]"},
      {"fewer weights", vertex(R"({"position": [1,2,3], "joints": [7], "weights": []})"), &skin::kSeedInput,
       "vertices[0].weights"},
      {"a negative joint", vertex(R"({"position": [1,2,3], "joints": [-7], "weights": [1]})"), &skin::kSeedInput,
       "vertices[0].joints[0]"},
      {"a joint beyond 32 bits", vertex(R"({"position": [1,2,3], "joints": [4294967303], "weights": [1]})"),
       &skin::kSeedInput, "vertices[0].joints[0]"},
      {"no matrix", vertex(R"({"position": [1,2,3], "joints": [7, 8], "weights": [0.5, 0.5]})"),
       &skin::kSeedMissingMatrix, "vertices[0].joints[1]"},
      {"a sum beyond double", vertex(R"({"position": [1e308,0,0], "joints": [7], "weights": [1e308]})"), &kNotFinite,
       "vertices[0]"},
  };
  for (const Bad& bad : cases) {
    SCOPED_TRACE(bad.name);
    const auto result = skin_json(bad.text);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code(), bad.code);
    EXPECT_EQ(result.error().path(), bad.path);
    EXPECT_FALSE(result.error().message().empty());
  }
}

TEST(SkinJson, DeepNestingIsAnError) {
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  const auto result = skin_json(R"({"convention": "row", "matrices": {"7": )" + deep + R"(}, "vertices": []})");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().path(), "matrices.7");
}

TEST(SkinJson, MoreInfluencesThanTheLimitAreAnError) {
  std::string joints, weights;
  for (int i = 0; i < 65; ++i) {
    joints += i == 0 ? "7" : ",7";
    weights += i == 0 ? "0" : ",0";
  }
  const auto result = skin_json(
      input("row", kRows, R"({"position": [0,0,0], "joints": [)" + joints + R"(], "weights": [)" + weights + "]}"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().path(), "vertices[0].joints");
}

}  // namespace
}  // namespace vitrine
