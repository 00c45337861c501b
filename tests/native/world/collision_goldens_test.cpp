// The golden numbers of section 4.3 of the design notes: collision, by number.

#include "world/graph/matrix.h"
#include "world/physics/collision.h"
#include "world/worlds.h"

namespace vitrine::test {
namespace {

using glm::dvec3;
using namespace world;

Cell cell(CellMode mode, const dvec3& min, const dvec3& max) {
  Cell row;
  row.mode = mode;
  row.shape = make_box(min, max);
  return row;
}

struct Walk {
  std::vector<Cell> cells;
  Path path;
  explicit Walk(std::vector<Cell> given, const dvec3& p, const dvec3& d) : cells(std::move(given)) {
    CellSet(cells).follow(p, d, kNoNode, {}, path);
  }
  void expect_contact(double t, const dvec3& normal, const dvec3& at, const dvec3& p, const dvec3& d) const {
    ASSERT_TRUE(path.contact);
    EXPECT_NEAR(path.contact->t, t, 1e-12);
    EXPECT_LT(glm::distance(path.contact->normal, normal), 1e-12);
    EXPECT_LT(glm::distance(p + d * path.contact->t, at), 1e-9);
  }
};

const Cell kA = cell(CellMode::kAdd, {0, 0, 0}, {4, 2, 2}), kB = cell(CellMode::kAdd, {4, 0, 0}, {8, 2, 2});

TEST(Golden4_3, N1AParticleGoesThroughTwoCellsToTheWall) {
  const Walk walk({kA, kB}, {1, 1, 1}, {9, 0, 0});
  walk.expect_contact(7.0 / 9, {-1, 0, 0}, {8, 1, 1}, {1, 1, 1}, {9, 0, 0});
  EXPECT_EQ(walk.path.visited, (std::vector<uint32_t>{0, 1}));
  EXPECT_NEAR(walk.path.entered[1], 1.0 / 3, 1e-12);
}

TEST(Golden4_3, N2ASubCellStopsItEarlier) {
  const Walk walk({kA, kB, cell(CellMode::kSub, {5, 0, 0}, {6, 2, 2})}, {1, 1, 1}, {9, 0, 0});
  walk.expect_contact(4.0 / 9, {-1, 0, 0}, {5, 1, 1}, {1, 1, 1}, {9, 0, 0});
}

TEST(Golden4_3, N3ALowSubCellIsPassed) {
  const Walk walk({kA, kB, cell(CellMode::kSub, {5, 0, 0}, {6, 0.5, 2})}, {1, 1, 1}, {9, 0, 0});
  walk.expect_contact(7.0 / 9, {-1, 0, 0}, {8, 1, 1}, {1, 1, 1}, {9, 0, 0});
}

TEST(Golden4_3, N4ASubCellIsMetAtItsEdge) {
  const Walk walk({kA, kB, cell(CellMode::kSub, {5, 0, 0}, {6, 1, 2})}, {1, 1.5, 1}, {6, -0.75, 0});
  walk.expect_contact(2.0 / 3, {-1, 0, 0}, {5, 1, 1}, {1, 1.5, 1}, {6, -0.75, 0});
}

TEST(Golden4_3, N5WithoutANeighbourAtTheExitTheWallStands) {
  const Walk walk({kA, cell(CellMode::kAdd, {4, 0, 0}, {8, 1, 2})}, {1, 1.5, 1}, {6, 0, 0});
  walk.expect_contact(0.5, {-1, 0, 0}, {4, 1.5, 1}, {1, 1.5, 1}, {6, 0, 0});
  EXPECT_EQ(walk.path.end, 0u);
}

TEST(Golden4_3, N6RayOut) {
  const CellShape box = make_box(dvec3(-1), dvec3(1));
  const auto hit = ray_out({&box, dvec3(0)}, dvec3(0), {3, 1, 0});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->t, 1.0 / 3, 1e-12);
  EXPECT_EQ(hit->plane, 1u);
  const auto tie = ray_out({&box, dvec3(0)}, {0.5, 0, 0}, {1, 2, 0});
  ASSERT_TRUE(tie);
  EXPECT_NEAR(tie->t, 0.5, 1e-12);
  EXPECT_EQ(tie->plane, 1u);  // both x and y: the lowest plane
}

TEST(Golden4_3, N7RayIn) {
  const CellShape box = make_box(dvec3(-1), dvec3(1));
  const PlacedCell placed{&box, dvec3(0)};
  const auto face = ray_in(placed, {-3, 0, 0}, {4, 0, 0}), edge = ray_in(placed, {-3, -2, 0}, {4, 2, 0});
  ASSERT_TRUE(face && edge);
  EXPECT_NEAR(face->t, 0.5, 1e-12);
  EXPECT_NEAR(edge->t, 0.5, 1e-12);
  EXPECT_FALSE(ray_in(placed, {-3, -4, 0}, {4, 2, 0}));
  EXPECT_FALSE(ray_in(placed, {-3, 2, 0}, {4, 0, 0}));
  EXPECT_FALSE(ray_in(placed, {3, 0, 0}, {1, 0, 0}));
}

/// A SUB cell x -3..-1 that moves by 2 in the first slice, a particle at 0.
Json moving_cell(const char* cell_more, const char* cells_more) {
  return frames(
      world(
          R"("physics":{"gravity":[0,0,0],"particles":[{"pos":[0,0,0]}],"cells":[{"mode":"sub","min":[-3,-1,-1],"max":[-1,1,1],"path":{"to":[2,0,0],"over":0.01})" +
          std::string(cell_more) + "}" + cells_more + "]}"),
      {0, 0.01})[1]["physics"];
}

TEST(Golden4_3, N8aACellThatMayNotPushStops) {
  const Json physics = moving_cell(R"(,"push":false)", "");
  EXPECT_AT(physics, "/cells/0/offset", {1, 0, 0});
  EXPECT_AT(physics, "/blocked", {{{"cell", 0}, {"allowed", 0.5}}});
}
TEST(Golden4_3, N8bACellPushesIntoFreeSpace) {
  const Json physics = moving_cell("", "");
  EXPECT_AT(physics, "/cells/0/offset", {2, 0, 0});
  EXPECT_AT(physics, "/particles/0/at", {1, 0, 0});
}
TEST(Golden4_3, N8cACellNeverSquashes) {
  const Json physics = moving_cell("", R"(,{"min":[-9,-9,-9],"max":[0.6,9,9]})");
  EXPECT_AT(physics, "/cells/0/offset", {1.6, 0, 0});
  EXPECT_AT(physics, "/particles/0/at", {0.6, 0, 0});
  EXPECT_AT(physics, "/blocked", {{{"cell", 0}, {"allowed", 0.8}}});
}

TEST(Golden4_3, N9AnAppearingCellPushesThroughTheNearestFace) {
  const auto reports = frames(
      world(
          R"("physics":{"gravity":[0,0,0],"particles":[{"pos":[0.2,0,0]}],"cells":[{"mode":"sub","min":[-1,-1,-1],"max":[1,1,1],"appear":0.005}]})"),
      {0, 0.01});
  EXPECT_AT(reports[0], "/physics/particles/0/at", {0.2, 0, 0});
  EXPECT_AT(reports[1], "/physics/particles/0/at", {1, 0, 0});
  EXPECT_AT(reports[1], "/physics/cells/0/present", true);
}

TEST(Golden4_3, N10CellAgainstCell) {
  const CellShape box = make_box(dvec3(-1), dvec3(1));
  const auto boxes = [&](double distance) { return overlap({&box, dvec3(0)}, {&box, {distance, 0, 0}}, false); };
  EXPECT_TRUE(boxes(2));
  EXPECT_FALSE(boxes(2.01));
  const CellShape along = make_box({-2, -0.1, -0.1}, {2, 0.1, 0.1}), across = make_box({-0.1, -2, -0.1}, {0.1, 2, 0.1});
  EXPECT_TRUE(overlap({&along, dvec3(0)}, {&across, dvec3(0)}, false));

  // The documented test takes turned bars for overlapping up to a gap of about 3.41; they are apart above sqrt(2).
  const CellShape first = make_turned_box({2, 0.5, 0.5}, dvec3(0), rotation_matrix({45, 0, 0}));
  const CellShape second = make_turned_box({0.5, 2, 0.5}, dvec3(0), rotation_matrix({0, 45, 0}));
  const auto bars = [&](double gap, bool exact) { return overlap({&first, dvec3(0)}, {&second, {0, 0, gap}}, exact); };
  for (const double gap : {1.45, 2.0, 3.0, 3.4}) {
    EXPECT_TRUE(bars(gap, false)) << gap;
    EXPECT_FALSE(bars(gap, true)) << gap;
  }
  EXPECT_FALSE(bars(3.43, false));
  EXPECT_TRUE(bars(1.414, true));
  EXPECT_FALSE(bars(1.4143, true));
}

TEST(Golden4_3, N11FreeFall) {
  const std::string text = world(R"("physics":{"particles":[{"pos":[0,0,0]}]})");
  for (const int n : {1, 2, 10, 100})
    EXPECT_AT(frame(text, n * 0.01), "/physics/particles/0/at", {0, -0.0005 * n * (n + 1), 0});
}

TEST(Golden4_3, N12Sticks) {
  const auto stick = [](const char* how, bool fixed) {
    return frames(world(R"("physics":{"gravity":[0,0,0],"iterations":1,"stick":")" + std::string(how) +
                        R"(","particles":[{"pos":[0,0,0],"fixed":)" + (fixed ? "true" : "false") +
                        R"(},{"pos":[2,0,0]}],"constraints":[{"a":0,"b":1,"length":1}]})"),
                  {0, 0.01})[1]["physics"]["particles"];
  };
  EXPECT_AT(stick("exact", false), "/0/at/0", 0.5);
  EXPECT_AT(stick("exact", false), "/1/at/0", 1.5);
  EXPECT_AT(stick("exact", true), "/1/at/0", 1);
  EXPECT_AT(stick("approximate", false), "/0/at/0", 0.6);
  EXPECT_AT(stick("approximate", false), "/1/at/0", 1.4);
}

TEST(Golden4_3, N13SoftSphere) {
  const std::vector<Cell> cells{cell(CellMode::kAdd, {-9, 0, -9}, {9, 9, 9})};
  const SpherePush push = push_sphere(CellSet(cells), cells, {0, 0.3, 0}, 0.5);
  EXPECT_NEAR(push.at.y, 0.4, 1e-12);
  EXPECT_NEAR(push.radius, 0.4, 1e-12);
  EXPECT_EQ(push.faces, 1u);
}

TEST(Golden4_3, N14AMovingCellMixesItsPlace) {
  const auto reports =
      frames(world(R"("physics":{"cells":[{"min":[0,0,0],"max":[1,1,1],"path":{"to":[2,0,0],"over":0.04}}]})"),
             {0, 0.01, 0.02, 0.03, 0.04});
  for (size_t i = 0; i < 5; ++i) EXPECT_AT(reports[i], "/physics/cells/0/offset", {0.5 * static_cast<double>(i), 0, 0});
}

}  // namespace
}  // namespace vitrine::test
