// DocumentRenderer of worlds: numbers of the design notes as pixels, vertices as the pose report has them, poses made
// once, jobs counted as the painter counts them, limits.

#include "session/document.h"
#include "world/worlds.h"

namespace vitrine::test {
namespace {

/// The pixel in the middle of a picture of 9 x 9.
glm::dvec3 middle(const std::string& text) {
  WorldSession session(text, {});
  EXPECT_TRUE(session.ok() && session.evaluate(0, {}, 1)) << session.report_text();
  std::vector<world::Issue> issues;
  const auto drawing = session.draw(9, 9, {}, {}, issues);
  EXPECT_TRUE(drawing.ok());
  return drawing ? drawing->colors[40] : glm::dvec3(-1);
}
void expect_color(const glm::dvec3& found, const glm::dvec3& wanted) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-6) << "channel " << i;
}

// A sheet before the camera that faces it, at z = -1. A light far away, whose attenuation is 1 to seven digits, at 60
// degrees from the normal.
std::string sheet(const std::string& material, const std::string& lights) {
  return world(
      R"("scenes":{"a":{"op":"add","in":[{"op":"mesh","boxes":[{"min":[-5,-5,-1],"max":[5,5,-1]}],"material":)" +
      material + "}" + lights + "]}}");
}
std::string fill(const char* key, double value) {
  const std::string v = std::to_string(value);
  return std::string("\"") + key + R"(":{"op":"texture","fill":[)" + v + "," + v + "," + v + "]},";
}
const char* const kAt60 = R"(,{"op":"light","at":[866025.4,0,500000],"range":1e10,"color":[0.6,0.6,0.6]})";

TEST(DesignNotes, PixelModelOfThePhases) {
  // 0.4, + 0.6 cos 60 = 0.7, x 0.8 = 0.56, + 0.05. Without prebump, whose factor has numbers of its own below.
  const std::string phases = R"("phases":["lightmap","light","mul","add"]})";
  const std::string slots = fill("lightmap", 0.4) + fill("texture", 0.8) + fill("env", 0.05);
  expect_color(middle(sheet(R"({"op":"material","castShadow":false,)" + slots + phases, kAt60)), glm::dvec3(0.61));
}

TEST(DesignNotes, PixelModelWithBumpsAndGleams) {
  // 0.4 x 0.5 = 0.2, + 0.3 = 0.5, x 0.8 = 0.4, + 0.1 = 0.5, + 0.05 = 0.55: the light stands at 60 degrees, and its
  // gleam is specular * cos 60 * (n h)^32 with n h = cos 30.
  const double gleam = 0.1 / (0.5 * std::pow(std::cos(std::acos(-1.0) / 6), 32));
  const std::string text = sheet(R"({"op":"material","castShadow":false,"specular":)" + std::to_string(gleam) + "," +
                                     fill("lightmap", 0.4) + fill("texture", 0.8) + fill("env", 0.05) +
                                     R"("phases":["lightmap","prebump","light","mul","specular","add"]})",
                                 kAt60);
  const glm::dvec3 found = middle(text);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], 0.55, 1e-5);
}

// Three lights straight before the sheet, of which the second one's way is barred.
std::string faked(const char* colored, const char* material) {
  const auto light = [](const char* name, int x, const char* color) {
    return std::string(R"(,{"op":"light","name":")") + name + R"(","at":[)" + std::to_string(x) +
           R"(,0,1000000],"range":1e12,"color":)" + color + "}";
  };
  return world(
      std::string(R"("camera":{"at":[0,0,0],"dir":[0,0,-1]},"lighting":{"mode":"fake","colored":)") + colored +
      R"(},"scenes":{"a":{"op":"add","in":[{"op":"mesh","boxes":[{"min":[-5,-5,-1],"max":[5,5,-1]}],"material":)" +
      material + R"(},{"op":"mesh","boxes":[{"min":[900,-50,900],"max":[1100,50,900]}]})" +
      light("L0", 0, "[0.5,0,0]") + light("L1", 1000000, "[0,0.42426407,0]") + light("L2", -1, "[0,0,0.2]") + "]}}");
}

TEST(DesignNotes, FakeLightingByMask) {
  // Mask (255, 0, 255), brightness 0.5, 0.3, 0.2: the barred light stands at 45 degrees and gives 0.42426 cos 45 = 0.3.
  const char* const plain = R"({"op":"material","castShadow":false})";
  const glm::dvec3 colored = middle(faked("true", plain));
  EXPECT_NEAR(colored.x, 0.5, 1e-5);
  EXPECT_NEAR(colored.y, 0, 1e-5);
  EXPECT_NEAR(colored.z, 0.2, 1e-5);
  // Not coloured: 0.5 + 0.2 = 0.7 of the colour that all three give together.
  const glm::dvec3 grey = middle(faked("false", plain));
  const double all = 0.5 + 0.3 + 0.2, lit = 0.5 + 0.2;
  EXPECT_NEAR(grey.x, lit * 0.5 / all, 1e-5);
  EXPECT_NEAR(grey.y, lit * 0.3 / all, 1e-5);
  EXPECT_NEAR(grey.z, lit * 0.2 / all, 1e-5);
}

TEST(DesignNotes, ShadowsDarkenReceiversOnly) {
  // The light behind the box gives 0.42426 cos 45 = 0.3 where its shadow does not count.
  const std::string behind = R"(,{"op":"light","at":[1000000,0,1000000],"range":1e12,"color":[0.42426407,0,0]},)"
                             R"({"op":"mesh","boxes":[{"min":[900,-50,900],"max":[1100,50,900]}]})";
  const std::string phases = R"("castShadow":false,"phases":["lightmap","light"]})";
  EXPECT_NEAR(middle(sheet(R"({"op":"material",)" + phases, behind)).x, 0, 1e-5);
  EXPECT_NEAR(middle(sheet(R"({"op":"material","receiveShadow":false,)" + phases, behind)).x, 0.3, 1e-5);
  EXPECT_NEAR(middle(faked("true", R"({"op":"material","castShadow":false,"receiveShadow":false})")).y, 0.3, 1e-5);
}

TEST(DesignNotes, FakeLightingWithLightmapAndTexture) {
  const std::string material = R"({"op":"material","castShadow":false,)" + fill("lightmap", 0.1) +
                               R"("texture":{"op":"texture","fill":[0.5,0.5,0.5]}})";
  const glm::dvec3 found = middle(faked("true", material.c_str()));
  EXPECT_NEAR(found.x, (0.1 + 0.5) * 0.5, 1e-5);
  EXPECT_NEAR(found.y, 0.1 * 0.5, 1e-5);
  EXPECT_NEAR(found.z, (0.1 + 0.2) * 0.5, 1e-5);
}

TEST(Poses, AreThoseOfThePoseReport) {
  const auto folder = kWorldData / "drawing";
  const auto mesh = read_bytes(folder / "column.md5mesh"), anim = read_bytes(folder / "bend.md5anim");
  ASSERT_TRUE(mesh && anim);
  const double time_s = 0.37;
  WorldSession session(world(R"("models":{"m":{"file":"column.md5mesh","with":["bend.md5anim"]}},)"
                             R"("scenes":{"a":{"op":"mesh","model":"m","action":"bend","pose":0.37}})"),
                       [&](std::string_view name) { return read_bytes(folder / name); });
  ASSERT_TRUE(session.ok() && session.evaluate(0)) << session.report_text();
  std::vector<world::Issue> issues;
  const auto picture = session.picture(8, 8, {}, issues);
  ASSERT_TRUE(picture.ok());
  vitrine::Document document;
  document.add_file("column.md5mesh", std::vector<uint8_t>(*mesh));
  document.add_file("bend.md5anim", std::vector<uint8_t>(*anim));
  ASSERT_TRUE(document.load());
  ASSERT_TRUE(document.select_clip(document.find_clip("bend")));
  document.evaluate(time_s, {});
  const Json report = document.pose_report(true, false);
  size_t compared = 0;
  for (size_t i = 0; i < picture->jobs.size(); ++i) {
    const Json& positions = report["meshes"][i]["positions"];
    const Mesh& shape = document.scene().meshes[i];
    ASSERT_EQ(picture->jobs[i].mesh->size() * 3, shape.indices.size());
    for (size_t corner = 0; corner < shape.indices.size(); ++corner) {
      const glm::dvec3& p = picture->jobs[i].mesh->at(corner / 3).at[corner % 3];
      const size_t at = size_t{shape.indices[corner]} * 3;
      // The file's z is up: (x, y, z) -> (x, z, -y).
      const glm::dvec3 wanted(positions[at].get<double>(), positions[at + 2].get<double>(),
                              -positions[at + 1].get<double>());
      ASSERT_LT(glm::distance(p, wanted), 1e-6) << "mesh " << i << " corner " << corner;
      ++compared;
    }
  }
  EXPECT_GT(compared, 30u);
}

TEST(Poses, AreMadeOncePerActionAndTime) {
  const auto folder = kWorldData / "drawing";
  const std::string mesh = R"({"op":"mesh","model":"m","action":"bend","pose":)";
  WorldSession session(
      world(R"("models":{"m":{"file":"column.md5mesh","with":["bend.md5anim"]}},"scenes":{"a":{"op":"add","in":[)"
            R"({"op":"light","at":[0,5,5],"range":50},)" +
            mesh + "0.1}," + R"({"op":"transform","translate":[2,0,0],"in":[)" + mesh + "0.1}]}," + mesh + "0.2}]}}"),
      [&](std::string_view name) { return read_bytes(folder / name); });
  ASSERT_TRUE(session.ok()) << session.report_text();
  std::vector<world::Issue> issues;
  ASSERT_TRUE(session.evaluate(0) && session.picture(8, 8, {}, issues).ok() && session.update_volumes());
  EXPECT_EQ(session.meshes().poses_made(), 3u) << "0.1 for two instances, 0.2, and the bind pose for edges";
  ASSERT_TRUE(session.evaluate(0.5) && session.picture(8, 8, {}, issues).ok() && session.update_volumes());
  EXPECT_EQ(session.meshes().poses_made(), 3u) << "kept for the next frame";
}

TEST(DebugLines, AreThoseThatTheReportCounts) {
  WorldSession session(
      world(
          R"("physics":{"debug":true,"cells":[{"min":[0,0,0],"max":[4,4,4]},{"mode":"sub","min":[1,1,1],"max":[2,2,2]},)"
          R"({"mode":"zone","min":[0,0,0],"max":[1,1,1],"appear":9}],"particles":[{"pos":[3,3,3]},{"pos":[3,2,3]}],)"
          R"("constraints":[{"a":0,"b":1}]})"),
      {});
  ASSERT_TRUE(session.ok() && session.evaluate(0)) << session.report_text();
  std::vector<world::Issue> issues;
  const auto picture = session.picture(8, 8, {}, issues);
  ASSERT_TRUE(picture.ok());
  const Json counts = session.report()["physics"]["debug"];
  size_t sum = 0;
  for (const auto& [key, count] : counts.items()) sum += count.get<size_t>();
  EXPECT_EQ(sum, 12u + 12 + 0 + 6 + 1) << counts.dump();
  EXPECT_EQ(picture->debug.size(), sum);
}

TEST(DrawingLimits, EndlessTextsAreAPlainError) {
  const std::string text = R"("scenes":{"a":{"op":"text","text":")";
  for (const size_t length : {size_t{1'000}, size_t{1'000'001}}) {
    WorldSession session(world(text + std::string(length, 'i') + "\"}}"), {});
    ASSERT_TRUE(session.ok() && session.evaluate(0)) << session.report_text().substr(0, 300);
    std::vector<world::Issue> issues;
    const auto drawing = session.draw(8, 8, {}, {}, issues);
    ASSERT_EQ(drawing.ok(), length < 1'000'000);
    if (!drawing) {
      EXPECT_STREQ(drawing.error().code()->id, "WORLD_LIMIT");
    }
    EXPECT_TRUE(session.ok()) << "the world goes on";
  }
}

TEST(DrawingLimits, ManyJobsAreAPlainError) {
  WorldSession session(
      world(
          R"("scenes":{"a":{"op":"multiply","count":1000,"in":[{"op":"multiply","count":300,"in":[)"
          R"({"op":"mesh","material":{"op":"material","phases":["extra"]},"boxes":[{"min":[0,0,0],"max":[1,1,1]}]}]}]}})"),
      {});
  ASSERT_TRUE(session.ok() && session.evaluate(0)) << session.report_text().substr(0, 300);
  std::vector<world::Issue> issues;
  const auto picture = session.picture(8, 8, {}, issues);
  ASSERT_FALSE(picture.ok());
  EXPECT_STREQ(picture.error().code()->id, "WORLD_LIMIT");
}

/// A chain of 4,000 joints with one triangle, in as many poses as there are instances.
TEST(DrawingLimits, PosesThatTakeTooLongAreAPlainError) {
  constexpr int kJoints = 4000;
  std::string mesh = "MD5Version 10\ncommandline \"\"\nnumJoints 4000\nnumMeshes 1\njoints {\n";
  std::string anim =
      "MD5Version 10\ncommandline \"\"\nnumFrames 2\nnumJoints 4000\nframeRate 1\n"
      "numAnimatedComponents 1\nhierarchy {\n";
  std::string base = "baseframe {\n";
  for (int i = 0; i < kJoints; ++i) {
    const std::string joint = "\"j" + std::to_string(i) + "\" " + std::to_string(i - 1);
    mesh += joint + " ( 0 0 0 ) ( 0 0 0 )\n";
    anim += joint + (i == 0 ? " 1 0\n" : " 0 0\n");
    base += "( 0 0 0 ) ( 0 0 0 )\n";
  }
  mesh +=
      "}\nmesh {\nshader \"s\"\nnumverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 0 0 ) 1 1\nvert 2 ( 0 0 ) 2 1\nnumtris 1\n"
      "tri 0 0 1 2\nnumweights 3\nweight 0 0 1 ( 0 0 0 )\nweight 1 0 1 ( 1 0 0 )\nweight 2 0 1 ( 0 1 0 )\n}\n";
  anim += "}\nbounds {\n( 0 0 0 ) ( 1 1 1 )\n( 0 0 0 ) ( 1 1 1 )\n}\n" + base + "}\nframe 0 {\n0\n}\nframe 1 {\n1\n}\n";
  const WorldFiles files = [&](std::string_view name) {
    const std::string& text = name == "c.md5mesh" ? mesh : anim;
    return FoundFile(std::vector<uint8_t>(text.begin(), text.end()));
  };
  const auto instances = [&](int count) {
    return world(R"("models":{"m":{"file":"c.md5mesh","with":["c.md5anim"]}},"scenes":{"s":{"op":"multiply","count":)" +
                 std::to_string(count) +
                 R"(,"in":[{"op":"mesh","model":"m","action":"c","pose":{"anim":{"a":"FRACTION"}}}]}})");
  };
  std::vector<world::Issue> issues;
  WorldSession few(instances(50), files), many(instances(9000), files), again(instances(9000), files);
  ASSERT_TRUE(few.ok() && few.evaluate(0)) << few.report_text().substr(0, 300);
  EXPECT_NE(few.tables(), nullptr);
  EXPECT_TRUE(few.picture(8, 8, {}, issues).ok());
  ASSERT_TRUE(many.ok() && many.evaluate(0));
  const auto picture = many.picture(8, 8, {}, issues);
  ASSERT_FALSE(picture.ok());
  EXPECT_EQ(picture.error().message(), "the poses of this frame take too long");
  ASSERT_TRUE(again.ok() && again.evaluate(0));
  EXPECT_EQ(again.tables(), nullptr);
  EXPECT_EQ(again.issues().back().message, "the poses of this frame take too long");
}

TEST(Files, ThatAreMissingAreNamed256TimesAtMost) {
  std::string models;
  for (int i = 0; i < 3000; ++i) models += (i != 0 ? ",\"" : "\"") + std::to_string(i) + R"(":"none.iqm")";
  WorldSession session(world("\"models\":{" + models + "}"), {});
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(session.issues().size(), 256u);
  for (int i = 3000; i < 5000; ++i) models += ",\"" + std::to_string(i) + R"(":"none.iqm")";
  WorldSession refused(world("\"models\":{" + models + "}"), {});
  ASSERT_FALSE(refused.ok());
  EXPECT_STREQ(refused.issues().back().code->id, "WORLD_LIMIT");
  EXPECT_EQ(refused.issues().back().path, "/models");
}

TEST(Files, OfEndlessNamesAreShortenedInMessages) {
  WorldSession session(world(R"("models":{"a":")" + std::string(100'000, 'x') + "\"}"), {});
  ASSERT_EQ(session.issues().size(), 1u);
  EXPECT_LT(session.issues()[0].message.size(), 300u);
}

}  // namespace
}  // namespace vitrine::test
