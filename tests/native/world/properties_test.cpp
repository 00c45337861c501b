// Facts that hold for any world: against brute force, between the systems, over a million random steps.

#include <cmath>
#include <random>

#include "world/frame/painter.h"
#include "world/physics/physics.h"
#include "world/worlds.h"

namespace vitrine::test {
namespace {

using namespace world;

/// The best value over all simple paths, by trying them all.
void walk_all(const std::vector<PortalEdge>& portals, uint32_t at, double value, std::vector<bool>& on_path,
              std::vector<double>& best) {
  best[at] = std::max(best[at], value);
  on_path[at] = true;
  for (const PortalEdge& portal : portals) {
    if (portal.a != at && portal.b != at) continue;
    const uint32_t to = portal.a == at ? portal.b : portal.a;
    if (!on_path[to] && value - portal.resistance > 0) walk_all(portals, to, value - portal.resistance, on_path, best);
  }
  on_path[at] = false;
}

TEST(FloodFill, EqualsTheBestOfAllPathsOnRandomGraphs) {
  std::mt19937 random(4);
  for (int round = 0; round < 500; ++round) {
    const uint32_t count = 2 + random() % 7;
    std::vector<PortalEdge> portals;
    for (uint32_t i = 0; i < count * 2; ++i) {
      const uint32_t a = random() % count, b = random() % count;
      if (a != b) portals.push_back({a, b, static_cast<double>(random() % 6), false, {}});
    }
    FloodFill fill(count, portals);
    std::vector<double> flood, best(count, 0);
    const std::vector<uint8_t> open(portals.size(), 1);
    fill.fill(0, 10, open, flood);
    std::vector<bool> on_path(count);
    walk_all(portals, 0, 10, on_path, best);
    EXPECT_EQ(flood, best) << "round " << round;
  }
}

TEST(SegmentMap, FindsPointsOfCellsWithoutThickness) {
  // All cells lie in one plane across x, so that there is nothing to cut into columns.
  for (const double x : {0.0, 3.0, -250.5}) {
    world::Document document;
    document.segments.resize(2);
    document.cells.resize(2);
    for (uint32_t i = 0; i < 2; ++i) {
      document.cells[i].segment = i;
      document.cells[i].shape = make_box({x, 2.0 * i, 0}, {x, 2.0 * i + 1, 1});
    }
    const SegmentMap map(document);
    uint64_t work = 0;
    EXPECT_EQ(map.locate({x, 0.5, 0.5}, work), 0u) << x;
    EXPECT_EQ(map.locate({x, 2.5, 0.5}, work), 1u) << x;
    EXPECT_EQ(map.locate({x, 1.5, 0.5}, work), kNoSegment) << x;
  }
}

/// A tower has no extent in x and z but that of its cells, which may be none.
TEST(SegmentMap, FindsPointsOfCellsAboveEachOther) {
  world::Document document;
  document.segments.resize(2);
  document.cells.resize(2);
  for (uint32_t i = 0; i < 2; ++i) {
    document.cells[i].segment = i;
    document.cells[i].shape = make_box({3, 2.0 * i, -1}, {3, 2.0 * i + 1, -1});
  }
  const SegmentMap map(document);
  uint64_t work = 0;
  EXPECT_EQ(map.locate({3, 2.5, -1}, work), 1u);
  EXPECT_EQ(map.locate({3, 1.5, -1}, work), kNoSegment);
}

TEST(SegmentMap, NoPlaceLiesNowhere) {
  world::Document document;
  document.segments.resize(1);
  document.cells.resize(1);
  document.cells[0].segment = 0;
  document.cells[0].shape = make_box({-1, -1, -1}, {1, 1, 1});
  const SegmentMap map(document);
  uint64_t work = 0;
  for (int axis = 0; axis < 3; ++axis) {
    glm::dvec3 place(0);
    place[axis] = std::nan("");
    EXPECT_EQ(map.locate(place, work), kNoSegment) << axis;
  }
}

/// Cells of all sizes, turned and not, some of which move: the first that contains a point is the one that trying all
/// of them finds.
TEST(CellSet, FindsTheFirstOfManyCells) {
  std::mt19937 random(11);
  const auto number = [&](double most) { return most * (random() / 4294967296.0 * 2 - 1); };
  const auto place = [&](double most) { return glm::dvec3(number(most), number(most), number(most)); };
  for (int round = 0; round < 60; ++round) {
    std::vector<Cell> cells(1 + random() % 80);
    for (Cell& cell : cells) {
      const glm::dvec3 at = place(20), half = glm::abs(place(random() % 8 == 0 ? 30 : 4)) + 0.01;
      cell.shape =
          random() % 2 == 0 ? make_box(at - half, at + half) : make_turned_box(half, at, rotation_matrix(place(180)));
      if (random() % 4 == 0) cell.motion = Cell::Motion::kPath;
    }
    CellSet set(cells);
    for (uint32_t i = 0; i < cells.size(); ++i) {
      if (cells[i].motion != Cell::Motion::kStill) set.state(i).place = place(3);
      set.state(i).present = random() % 8 != 0;
    }
    for (int i = 0; i < 300; ++i) {
      const glm::dvec3 at = place(24);
      const auto left_out = static_cast<uint32_t>(random() % cells.size());
      uint32_t first = kNoNode;
      for (uint32_t cell = 0; first == kNoNode && cell < cells.size(); ++cell) {
        if (cell != left_out && set.state(cell).present && set.contains(cell, at)) first = cell;
      }
      ASSERT_EQ(set.first_add(at, kNoNode, left_out), first) << "round " << round;
    }
  }
}

/// Rectangles of all simple paths united are contained in the fixed point, and values through unclipped portals agree.
TEST(FloodFill, ClippedThroughWideOpenPortalsEqualsUnclipped) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const uint32_t count = 2 + random() % 30;
    std::vector<PortalEdge> portals;
    for (uint32_t i = 0; i < count * 2; ++i) {
      const uint32_t a = random() % count, b = random() % count;
      if (a != b)
        portals.push_back({a, b, static_cast<double>(random() % 6), true, {{-100, -100, -50}, {100, 100, -1}}});
    }
    FloodFill fill(count, portals);
    std::vector<double> plain, clipped;
    std::vector<Rect> rects;
    const std::vector<uint8_t> open(portals.size(), 1);
    fill.fill(0, 20, open, plain);
    ASSERT_TRUE(fill.fill_clipped(0, 20, open, {}, clipped, rects));
    EXPECT_EQ(plain, clipped);
  }
}

/// From 3 units away, an opening 1 wide and 2 high whose lower edge is 1.5 below the eye.
TEST(FloodFill, AFaceIsABoxWithoutThickness) {
  FloodFill fill(2, {{0, 1, 1, true, {{-0.5, -1.5, -3}, {0.5, 0.5, -3}}}});
  std::vector<double> flood;
  std::vector<Rect> rects;
  const std::vector<uint8_t> open{1};
  ASSERT_TRUE(fill.fill_clipped(0, 10, open, {}, flood, rects));
  EXPECT_EQ(flood, (std::vector<double>{10, 9}));
  EXPECT_NEAR(rects[1].x0, -0.5 / 3, 1e-12);
  EXPECT_NEAR(rects[1].x1, 0.5 / 3, 1e-12);
  EXPECT_NEAR(rects[1].y0, -1.5 / 3, 1e-12);
  EXPECT_NEAR(rects[1].y1, 0.5 / 3, 1e-12);
  std::vector<uint32_t> segments;
  uint64_t work = 0;
  fill.spread(0, {0, 0, -2}, 1.5, open, segments, work);
  EXPECT_EQ(segments, (std::vector<uint32_t>{0, 1}));
}

TEST(SortByKey, EqualsAStableSort) {
  std::mt19937 random(6);
  for (int round = 0; round < 50; ++round) {
    std::vector<PaintRun> runs(random() % 500);
    for (uint32_t i = 0; i < runs.size(); ++i) {
      runs[i].key = (random() % 3) << 24 | (random() % 4) << 16 | random() % 5;
      runs[i].first = i;
    }
    std::vector<PaintRun> wanted = runs;
    std::stable_sort(wanted.begin(), wanted.end(), [](const PaintRun& a, const PaintRun& b) { return a.key < b.key; });
    std::vector<PaintRun> other;
    sort_by_key(runs, other);
    for (size_t i = 0; i < runs.size(); ++i) ASSERT_EQ(runs[i].first, wanted[i].first);
  }
}

std::vector<std::string> valid_worlds() {
  std::vector<std::string> texts;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(VITRINE_TEST_DATA) / "world" / "valid")) {
    if (entry.is_regular_file()) texts.push_back(read_text(entry.path()));
  }
  return texts;
}

/// The picture: everything but what the systems count, and places behind the text that names the system.
Json picture(Json report) {
  report.erase("handlers");
  for (Json& issue : report["issues"]) issue.erase("column");
  return report;
}

TEST(Systems, GiveTheSamePicture) {
  for (const std::string& text : valid_worlds()) {
    const auto with = [&](const char* system) {
      Json document = Json::parse(text);
      document["system"] = Json::parse(system);
      return frames(document.dump(), {0, 0.4, 1.1, 1.15, 0.2, 3});
    };
    const auto plain = with(R"("hybrid")");
    for (const char* system :
         {R"("execute")", R"("record")", R"({"mode":"execute","cache":false})", R"({"mode":"hybrid","prune":false})"}) {
      const auto other = with(system);
      for (size_t i = 0; i < plain.size(); ++i)
        EXPECT_EQ(picture(plain[i]), picture(other[i])) << system << " frame " << i;
    }
  }
}

TEST(Evaluation, IsDeterministic) {
  for (const std::string& text : valid_worlds()) {
    const std::vector<double> times{0, 0.1, 0.7, 0.71, 2, 0.5};
    const auto first = frames(text, times), second = frames(text, times);
    for (size_t i = 0; i < times.size(); ++i) EXPECT_EQ(first[i].dump(), second[i].dump());
  }
}

/// Repeated visits of what never changes take a shorter way; the counts must not.
TEST(Evaluation, CountsTheSameWhetherAMeshIsRememberedOrNot) {
  const auto counts = [](const char* animated) {
    const auto reports = frames(
        world(
            R"("system":{"mode":"execute","cache":false},"textures":{"T":"t.png"},"materials":{"M":{"texture":"T"}},"scenes":{"s":{"op":"multiply","count":7,"in":[
      {"op":"mesh","animated":)" +
            std::string(animated) +
            R"(,"material":"M","boxes":[{"min":[0,0,0],"max":[1,1,1]}]},{"op":"mesh","boxes":[]}]}})"),
        {0, 1});
    return reports[1]["handlers"];
  };
  const Json remembered = counts("false");
  EXPECT_EQ(remembered, counts("true"));
  EXPECT_EQ(remembered["execute"], 1 + 7 * 4);
  EXPECT_EQ(remembered["empty"], 7);
}

/// A room of ADD boxes with SUB boxes in it, thrown together at random.
std::string random_room(std::mt19937& random, int particles) {
  const auto number = [&](double low, double high) { return low + (high - low) * (random() % 10001) / 10000.0; };
  Json cells = Json::array(), list = Json::array(), constraints = Json::array();
  double x = 0;
  for (int i = 0; i < 4; ++i) {
    const double next = x + number(2, 5);
    cells.push_back({{"min", {x, 0, 0}}, {"max", {next, number(2, 4), number(3, 6)}}});
    x = next;
  }
  for (int i = 0; i < 6; ++i) {
    const double at = number(0, x - 1);
    cells.push_back({{"mode", "sub"},
                     {"half", {number(0.1, 0.6), number(0.1, 0.6), number(0.1, 0.6)}},
                     {"at", {at, number(0, 2), number(0, 3)}},
                     {"rotate", {number(0, 90), number(0, 90), 0}}});
    if (i % 3 == 0)
      cells.back()["path"] = {
          {"to", {number(-2, 2), 0, number(-1, 1)}}, {"over", number(0.5, 2)}, {"mode", "pingpong"}};
  }
  for (int i = 0; i < particles; ++i) {
    list.push_back({{"pos", {number(0.1, x - 0.1), number(0.1, 1.9), number(0.1, 2.9)}},
                    {"vel", {number(-9, 9), number(-9, 9), number(-9, 9)}},
                    {"damp", number(0, 0.02)}});
    if (i % 5 == 4) constraints.push_back({{"a", i - 1}, {"b", i}});
  }
  return world("\"physics\":" + Json{{"cells", cells}, {"particles", list}, {"constraints", constraints}}.dump());
}

TEST(Evaluation, RoundsOfAMultiplyInsideAnotherLeaveItsOwnAlone) {
  WorldSession session(world(R"("entities":[{"op":"multiply","count":3,"in":[)"
                             R"({"op":"multiply","count":2,"in":[{"op":"light"}]},)"
                             R"({"op":"set","value":{"anim":{"a":"SELECT"}},"in":[{"op":"light"}]}]}])"),
                       {});
  ASSERT_TRUE(session.evaluate(0));
  const auto& anim = session.world().frame().anim;
  ASSERT_EQ(anim.size(), 3u);
  for (size_t round = 0; round < 3; ++round) EXPECT_EQ(anim[round].value, glm::dvec4(static_cast<double>(round)));
}

TEST(Collision, ParticlesNeverLeaveAllAddCellsNorEnterASubInAMillionSteps) {
  std::mt19937 random(7);
  constexpr double kSlack = 1e-4;  // rounding of many contacts, far below any cell
  uint64_t steps = 0, free_steps = 0;
  const auto deep = [](const PlacedCell& cell, const glm::dvec3& p) {
    double least = 1e9;
    for (size_t plane = 0; plane < cell.shape->planes.size(); ++plane) least = std::min(least, cell.distance(plane, p));
    return least;
  };
  while (steps < 1'000'000) {
    const auto read = world::read(random_room(random, 50));
    ASSERT_TRUE(read.document) << read.issues[0].message;
    const world::Document& document = *read.document;
    Simulation simulation(document);
    std::vector<Issue> issues;
    const auto no_offset = [](uint32_t, bool) { return glm::dvec3(0); };
    std::vector<uint8_t> stuck(50);
    for (int slice = 0; slice < 500; ++slice) {
      ASSERT_TRUE(simulation.advance(slice * 0.01, {}, no_offset, issues));
      for (uint32_t p = 0; p < 50; ++p) {
        const glm::dvec3 at = simulation.particles()[p].at;
        double best_add = -1e9, worst_sub = -1e9;
        for (uint32_t c = 0; c < document.cells.size(); ++c) {
          double& best = document.cells[c].mode == CellMode::kAdd ? best_add : worst_sub;
          best = std::max(best, deep(simulation.cells().placed(c), at));
        }
        // One that begins outside, or inside a SUB with no way out, is free to.
        if (slice == 0) stuck[p] = best_add < -kTolerance || worst_sub > kTolerance ? 1 : 0;
        if (stuck[p] != 0) continue;
        ++free_steps;
        ASSERT_GT(best_add, -kSlack) << "particle " << p << " left all cells in slice " << slice;
        ASSERT_LT(worst_sub, kSlack) << "particle " << p << " entered a SUB cell in slice " << slice;
      }
      steps += 50;
    }
  }
  EXPECT_GT(free_steps, steps / 2);
}

}  // namespace
}  // namespace vitrine::test
