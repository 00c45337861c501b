// Collision cells of meshes: they stand where the mesh stands, and go where it goes.

#include "world/worlds.h"

namespace vitrine::test {
namespace {

const char* const kCube = R"("boxes":[{"min":[-1,-1,-1],"max":[1,1,1]}])";
std::string solid(const std::string& more = "") {
  return std::string(R"({"op":"mesh",)") + kCube + R"(,"collision":[{"min":[-1,-1,-1],"max":[1,1,1])" + more + "}]}";
}
std::string inside(const std::string& points) { return R"("probes":[)" + points + "]"; }
std::string at(double x, double y, double z) {
  return R"({"probe":"inside","at":[)" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + "]}";
}

TEST(MeshCells, OfASegmentSayWhereItIs) {
  const std::string whole =
      R"({)" + std::string(kCube) + R"(,"collision":[{"mode":"add","min":[0,0,0],"max":[4,3,4]}]})";
  const std::string rooms = world(R"("meshes":{"room":)" + whole +
                                  R"(},"scenes":{"there":{"op":"transform","translate":[10,0,0],"in":["room"]}},)"
                                  R"("segments":[{"name":"a","scene":"room"},{"name":"b","scene":"there"}],)"
                                  R"("portals":[{"between":["a","b"],"resistance":4}])");
  const Json first = frame(rooms, 0, from(1, 1, 1)), second = frame(rooms, 0, from(12, 1, 1));
  EXPECT_AT(first, "/segment", "a");
  EXPECT_AT(second, "/segment", "b");
  EXPECT_AT(second, "/flood", {{"a", 6}, {"b", 10}});
  EXPECT_AT(frame(rooms, 0, from(7, 1, 1)), "/segment", nullptr);
}

TEST(MeshCells, StandWhereEachInstanceStands) {
  const std::string text =
      world(R"("scenes":{"row":{"op":"multiply","count":3,"translate":[5,0,0],"in":[)" + solid() +
            R"(]}},"physics":{)" + inside(at(0, 0, 0) + "," + at(10.5, 0.5, 0) + "," + at(3, 0, 0)) + "}");
  const Json report = frame(text);
  EXPECT_AT(report, "/physics/probes/0/cells", {0});
  EXPECT_AT(report, "/physics/probes/1/cells", {2});
  EXPECT_AT(report, "/physics/probes/2/cells", Json::array());
  EXPECT_AT(report, "/physics/cells/2/offset", {10, 0, 0});
  EXPECT_AT(report, "/physics/cells/0/mode", "sub");
}

TEST(MeshCells, TurnStretchAndDeformAsTheMesh) {
  // Length 8 along x becomes length 8 along y; then mirrored and thrice as thick.
  const std::string bar =
      std::string(R"({"op":"mesh",)") + kCube + R"(,"collision":[{"min":[-4,-0.5,-0.5],"max":[4,0.5,0.5]}]})";
  const std::string text =
      world(R"("scenes":{"bar":{"op":"transform","rotate":[0,0,90],"in":[{"op":"deform","scale":[1,-3,1],"in":[)" +
            bar + R"(]}]}},"physics":{)" +
            inside(at(0, 3.9, 0) + "," + at(1.4, 0, 0) + "," + at(1.6, 0, 0) + "," + at(3.9, 0, 0)) + "}");
  const Json report = frame(text);
  EXPECT_AT(report, "/physics/probes/0/cells", {0});
  EXPECT_AT(report, "/physics/probes/1/cells", {0});
  EXPECT_AT(report, "/physics/probes/2/cells", Json::array());
  EXPECT_AT(report, "/physics/probes/3/cells", Json::array());
}

TEST(MeshCells, OfAnEntityPushWhatIsInTheWay) {
  // The cube moves one unit a second; its face is at 1 + t, and meets the particle at t = 1.
  const std::string text = world(
      R"("scenes":{"cube":{"op":"transform","translate":{"value":[0,0,0],"anim":{"a":"ZERO","b":"TIME","c":"X"}},"in":[)" +
      solid() + R"(]}},"timeline":{"bpm":60},"physics":{"gravity":[0,0,0],"particles":[{"pos":[2,0,0],"damp":1}]})");
  std::vector<double> times;
  for (int i = 0; i <= 30; ++i) times.push_back(i * 0.1);
  const auto reports = frames(text, times);
  ASSERT_EQ(reports.size(), 31u);
  EXPECT_AT(reports[9], "/physics/particles/0/at", {2, 0, 0});
  EXPECT_AT(reports[30], "/physics/cells/0/offset", {3, 0, 0});
  EXPECT_NEAR(reports[30]["physics"]["particles"][0]["at"][0].get<double>(), 4, 1e-5);
}

TEST(MeshCells, StopTheWalker) {
  WorldSession session(world(R"("scenes":{"cube":{"op":"transform","translate":[0,0,-5],"in":[)" + solid() + "]}}"),
                       {});
  ASSERT_TRUE(session.ok() && session.evaluate(0)) << session.report_text();
  EXPECT_NEAR(session.world().walk({0, 0, 0}, {0, 0, -20}, 0).z, -4, 1e-6);
  EXPECT_NEAR(session.world().walk({3, 0, 0}, {0, 0, -20}, 0).z, -20, 1e-6);
}

TEST(MeshCells, ComeAndGoWithTheirEvent) {
  const std::string text =
      world(R"("scenes":{"cube":{"op":"event","in":[)" + solid() + R"(]}},"entities":["cube"],)" +
            R"("timeline":{"bpm":60,"events":[{"op":"cube","start":1,"end":2,"translate":[7,0,0]},)" +
            R"({"op":"cube","start":3,"end":4}]},"physics":{)" + inside(at(7, 0, 0) + "," + at(0, 0, 0)) + "}");
  const auto reports = frames(text, {0.5, 1.5, 1.52, 2.5, 3.5, 3.52});
  ASSERT_EQ(reports.size(), 6u);
  EXPECT_AT(reports[0], "/physics/cells", Json::array());
  EXPECT_AT(reports[2], "/physics/probes/0/cells", {0});
  EXPECT_AT(reports[3], "/physics/probes/0/cells", Json::array());
  EXPECT_AT(reports[5], "/physics/probes/0/cells", Json::array());
  EXPECT_AT(reports[5], "/physics/probes/1/cells", {0});  // the cell of the first event serves the second
}

TEST(MeshCells, HaveALimit) {
  WorldSession session(
      world(R"("scenes":{"row":{"op":"multiply","count":10001,"translate":[5,0,0],"in":[)" + solid() + "]}}"), {});
  EXPECT_FALSE(session.ok() && session.evaluate(0));
  EXPECT_NE(session.report_text().find("10,000 collision cells"), std::string::npos) << session.report_text();
}

TEST(MeshCells, AreReadAsOtherCells) {
  WorldSession session(world(R"("scenes":{"m":{"op":"mesh","collision":[{"min":[0,0,0],"max":[1,0,1]}]}})"), {});
  ASSERT_FALSE(session.ok());
  EXPECT_AT(session.report(), "/issues/0", {{"code", "WORLD_CELL"}, {"path", "/scenes/m/collision/0/max"}});
}

}  // namespace
}  // namespace vitrine::test
