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

// -- specials, sounds of events, what vanishes

TEST(Specials, AreReadAndListedButNotDrawn) {
  const std::string text =
      world(R"("scenes":{"m":{"op":"mesh","boxes":[{"min":[0,0,0],"max":[1,1,1]}]},"spare":{"op":"add","in":["m"]}},)"
            R"("specials":{"gun":{"op":"mesh","boxes":[{"min":[-1,0,-4],"max":[1,2,-3]}]},)"
            R"("steel":{"op":"material","pass":2},"cockpit":"spare"})");
  const Json report = frame(text);
  EXPECT_AT(report, "/issues", Json::array());
  EXPECT_AT(report, "/specials",
            {{{"name", "gun"}, {"class", "mesh"}, {"op", "gun"}},
             {{"name", "steel"}, {"class", "material"}, {"op", "steel"}},
             {{"name", "cockpit"}, {"class", "scene"}, {"op", "spare"}}});
  // `spare` is kept ready, so nothing of this document is a root.
  EXPECT_AT(report, "/sceneJobs", 0);
}

TEST(Specials, AreShownByEvents) {
  const std::string text = world(
      R"("specials":{"gun":{"op":"mesh","boxes":[{"min":[-1,0,-4],"max":[1,2,-3]}],"material":"steel"},)"
      R"("steel":{"op":"material","color":[0.5,0.5,0.5]}},"entities":[{"op":"event","name":"shot","in":["gun"]}],)"
      R"("timeline":{"bpm":60,"events":[{"op":"shot","start":1,"end":2},{"op":"shot","start":1.5,"end":3}]})");
  const auto reports = frames(text, {0.5, 1.75, 2.5});
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_AT(reports[0], "/sceneJobs", 0);
  EXPECT_AT(reports[1], "/sceneJobs", 2);
  EXPECT_AT(reports[2], "/jobs/0/material", "steel");
}

TEST(Specials, AreTexturesMaterialsMeshesAndScenes) {
  for (const char* wrong : {R"({"x":{"op":"sector","name":"s"}})", R"({"x":{"op":"fx"}})", R"({"x":"tint"})"}) {
    WorldSession session(world(R"("effects":{"tint":{"op":"fx"}},"specials":)" + std::string(wrong)), {});
    ASSERT_FALSE(session.ok()) << wrong;
    EXPECT_AT(session.report(), "/issues/0", {{"code", "WORLD_CLASS"}, {"path", "/specials/x"}});
  }
}

TEST(Events, SayWhichEffectTheyPlay) {
  const std::string text =
      world(R"("entities":[{"op":"event","name":"shot","effect":7,"in":[{"op":"add"}]},)"
            R"({"op":"event","name":"quiet","in":[{"op":"add"}]}],)"
            R"("timeline":{"bpm":60,"events":[{"op":"shot","start":1,"end":2},{"op":"quiet","start":1,"end":2}]})");
  const Json report = frame(text, 1.5);
  EXPECT_AT(report, "/events/0", {{"op", "shot"}, {"effect", 7}});
  EXPECT_FALSE(report["events"][1].contains("effect"));
}

TEST(Events, NameEffectsOfTheirFile) {
  const auto bytes = read_bytes(kWorldData / "../vfx/valid/effects.vfx");
  ASSERT_TRUE(bytes);
  const auto issues = [&](const std::string& sound, int effect) {
    WorldSession session(world(R"("scenes":{"s":{"op":"event","effect":)" + std::to_string(effect) +
                               R"(,"in":[{"op":"add"}]}})" + sound),
                         [&](std::string_view) { return FoundFile(*bytes); });
    EXPECT_TRUE(session.ok() && session.evaluate(0));
    return session.report()["issues"];
  };
  const std::string file = R"(,"sound":{"vfx":"a.vfx"})";
  WorldSession table(world(file.substr(1)), [&](std::string_view) { return FoundFile(*bytes); });
  ASSERT_TRUE(table.ok() && table.evaluate(0));
  const int known = table.report()["sound"]["vfx"]["effects"][0]["minor"].get<int>();
  EXPECT_EQ(issues(file, known), Json::array());
  const Json unknown = {{{"code", "WORLD_NAME"}, {"severity", 1}, {"path", "/scenes/s/effect"}}};
  EXPECT_EQ(difference(unknown, issues(file, 9), 0), "");
  EXPECT_EQ(difference(unknown, issues("", known), 0), "");
}

TEST(Vanishing, ParticlesAndConstraintsAreGoneFromThenOn) {
  // Two weights on a stick fall past a zone; the stick goes after 0.5 s, and then the lower weight.
  const std::string text =
      world(R"("physics":{"debug":true,"gravity":[0,-1,0],"cells":[{"mode":"zone","min":[-9,-9,-9],"max":[9,9,9]}],)"
            R"("particles":[{"pos":[0,1,0],"fixed":true},{"pos":[0,0,0],"vanish":1}],)"
            R"("constraints":[{"a":0,"b":1,"vanish":0.5}]})");
  std::vector<double> times;
  for (int i = 0; i <= 20; ++i) times.push_back(i * 0.1);
  const auto reports = frames(text, times);
  ASSERT_EQ(reports.size(), 21u);
  const auto height = [&](size_t i) { return reports[i]["physics"]["particles"][1]["at"][1].get<double>(); };
  EXPECT_NEAR(height(4), 0, 1e-9);
  EXPECT_AT(reports[4], "/physics/debug/constraints", 1);
  EXPECT_LT(height(9), -0.05);
  EXPECT_AT(reports[9], "/physics/debug/constraints", 0);
  EXPECT_AT(reports[9], "/physics/zones/0/particles", {0, 1});
  EXPECT_AT(reports[20], "/physics/zones/0/particles", {0});
  EXPECT_AT(reports[20], "/physics/particles/1/present", false);
  EXPECT_AT(reports[20], "/physics/debug/particles", 3);
  EXPECT_EQ(height(20), height(11));
}

}  // namespace
}  // namespace vitrine::test
