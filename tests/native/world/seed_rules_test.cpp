// Rules of the original document that a frame shows.

#include "worlds.h"

namespace vitrine::test {
namespace {

std::string box(const std::string& material, int at) {
  const std::string x = std::to_string(at);
  return R"({"op":"mesh","material":")" + material + R"(","boxes":[{"min":[)" + x + R"(,0,-4],"max":[)" + x +
         R"(.5,1,-3]}]})";
}

TEST(Lightmaps, ArePaintedTextureByTexture) {
  const Json report = frame(
      world(R"("textures":{"A":{"fill":[0.1,0,0]},"B":{"fill":[0,0.1,0]}},)"
            R"("materials":{"m1":{"lightmap":"A"},"m2":{"lightmap":"B"},"m3":{"lightmap":"A"},"m4":{"lightmap":"B"}},)"
            R"("entities":[)" +
            box("m1", 0) + "," + box("m2", 1) + "," + box("m3", 2) + "," + box("m4", 3) + "]"));
  std::vector<Json> lightmaps;
  for (const Json& job : report["paint"]) {
    if (job["phase"] == "lightmap") lightmaps.push_back(job["job"]);
  }
  EXPECT_EQ(Json(lightmaps), Json({0, 2, 1, 3})) << report["paint"].dump();
}

}  // namespace
}  // namespace vitrine::test
