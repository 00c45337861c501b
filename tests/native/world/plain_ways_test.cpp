// What frames do at once, or leave out, against the plain way to do it.

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "world/frame/painter.h"
#include "world/worlds.h"

namespace vitrine::test {
namespace {

using namespace world;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}
bool same(const glm::dvec3& a, const glm::dvec3& b) { return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z); }
bool same(const Box& a, const Box& b) { return same(a.min, b.min) && same(a.max, b.max); }

/// Ordinary numbers, and in one draw of eight awkward ones.
class Draw {
 public:
  double number() {
    constexpr double kAwkward[] = {0, -0.0, 1, 1e-320, -1e-300, 1e200, -1e308, kInf, -kInf, kNan};
    if (is_awkward_) return kAwkward[random_() % std::size(kAwkward)];
    return std::uniform_real_distribution(-3.0, 3.0)(random_);
  }
  glm::dvec3 point() {
    is_awkward_ = random_() % 8 == 0;
    const double x = number(), y = number();
    return {x, y, number()};
  }
  Box box() {
    const glm::dvec3 a = point(), b = point();
    return {glm::min(a, b), glm::max(a, b)};
  }
  glm::dmat4 matrix() {
    glm::dmat4 result;
    for (int i = 0; i < 4; ++i) result[i] = glm::dvec4(point(), i == 3 ? 1 : 0);
    return result;
  }
  uint32_t below(uint32_t count) { return static_cast<uint32_t>(random_() % count); }

 private:
  std::mt19937 random_{11};
  bool is_awkward_ = false;
};

TEST(Matrix, ProductIsThatOfTurnsAndPlaces) {
  Draw draw;
  for (int round = 0; round < 5000; ++round) {
    const glm::dmat4 a = draw.matrix(), b = draw.matrix();
    const glm::dmat3 turn = glm::dmat3(a) * glm::dmat3(b);
    const glm::dvec3 place = glm::dmat3(a) * glm::dvec3(b[3]) + glm::dvec3(a[3]);
    glm::dmat4 product;
    multiply(a, b, product);
    const glm::dmat4 whole = a * b;
    for (int i = 0; i < 4; ++i) {
      ASSERT_TRUE(same(glm::dvec3(product[i]), i < 3 ? turn[i] + 0.0 : place)) << round;
      ASSERT_TRUE(std::isnan(product[i].w) || same(product[i].w, i < 3 ? 0 : 1)) << round;
      // A place beyond all numbers has no part in the turn, as it has in a sum of four.
      for (int j = 0; j < 4; ++j) ASSERT_TRUE(!std::isfinite(whole[i][j]) || product[i][j] == whole[i][j]) << round;
    }
  }
}

TEST(Box, IsTransformedAxisByAxis) {
  Draw draw;
  for (int round = 0; round < 5000; ++round) {
    const glm::dmat4 matrix = draw.matrix();
    const Box box = draw.box();
    Box wanted{glm::dvec3(matrix[3]), glm::dvec3(matrix[3])};
    for (int column = 0; column < 3; ++column) {
      const glm::dvec3 a = glm::dvec3(matrix[column]) * box.min[column],
                       b = glm::dvec3(matrix[column]) * box.max[column];
      wanted.min += glm::min(a, b);
      wanted.max += glm::max(a, b);
    }
    ASSERT_TRUE(same(transform_box(matrix, box), wanted)) << round;
  }
}

TEST(Box, UnitesAndHoldsAxisByAxis) {
  Draw draw;
  for (int round = 0; round < 5000; ++round) {
    const Box a = draw.box(), b = draw.box();
    ASSERT_TRUE(same(unite(a, b), Box{glm::min(a.min, b.min), glm::max(a.max, b.max)})) << round;
    const glm::dvec3 p = draw.point();
    const bool inside =
        p.x >= a.min.x && p.y >= a.min.y && p.z >= a.min.z && p.x <= a.max.x && p.y <= a.max.y && p.z <= a.max.z;
    ASSERT_EQ(is_within(p, a), inside) << round;
  }
}

TEST(RayOut, OfABoxAlongTheAxesIsThatOfItsPlanes) {
  Draw draw;
  for (int round = 0; round < 20000; ++round) {
    const glm::dvec3 half(0.5 + draw.below(4), 0.5 + draw.below(3), 0.25), at(draw.below(3), 0, -1.5);
    const CellShape box = make_box(at - half, at + half), planes = make_turned_box(half, at, glm::dmat3(1));
    ASSERT_TRUE(box.is_aligned && !planes.is_aligned);
    const glm::dvec3 offset = round % 3 == 0 ? draw.point() : glm::dvec3(0), p = draw.point();
    glm::dvec3 d = draw.point();
    if (round % 2 == 0) d[static_cast<int>(draw.below(3))] = round % 4 == 0 ? 0 : 1e-12;
    const auto found = ray_out({&box, offset}, p, d), wanted = ray_out({&planes, offset}, p, d);
    ASSERT_EQ(found.has_value(), wanted.has_value()) << round;
    if (!found) continue;
    ASSERT_TRUE(same(found->t, wanted->t)) << round;
    ASSERT_EQ(found->plane, wanted->plane) << round;
  }
}

TEST(CellShape, HoldsOnlyLinesThatLeaveNoPlaneOnTheWay) {
  Draw draw;
  int held = 0;
  for (int round = 0; round < 20000; ++round) {
    const glm::dvec3 half(0.5 + draw.below(4), 0.5 + draw.below(3), round % 16 == 0 ? 1e200 : 2.25);
    const CellShape box = make_box(-half, half);
    const glm::dvec3 p = draw.point();
    glm::dvec3 d = draw.point() * (round % 2 == 0 ? 0.1 : 1.0);
    if (round % 3 == 0) d[static_cast<int>(draw.below(3))] = round % 4 == 0 ? 0 : -1e-12;
    // As far as the face: it is met just in the end.
    if (round % 5 == 0) d = glm::dvec3(0, half.y - p.y, 0);
    if (!box.holds(p, d)) continue;
    ++held;
    const auto out = ray_out({&box, glm::dvec3(0)}, p, d);
    ASSERT_TRUE(!out || out->t >= 1) << round;
    ASSERT_FALSE(make_turned_box(half, glm::dvec3(0), glm::dmat3(1)).holds(p, d));
  }
  EXPECT_GT(held, 2000);
}

TEST(CellGrid, FindsWhatALookAtEveryCellFinds) {
  Draw draw;
  for (int round = 0; round < 60; ++round) {
    const double scale = round % 10 == 9 ? 1e15 : 1;
    std::vector<CellShape> shapes(round == 0 ? 0 : 1 + draw.below(round % 2 == 0 ? 3 : 200));
    for (CellShape& shape : shapes) {
      const auto whole = [&](uint32_t count) { return static_cast<double>(draw.below(count)); };
      const glm::dvec3 at = glm::dvec3(whole(20), whole(2), whole(30)) * scale,
                       half = glm::dvec3(0.5 + whole(round % 3 == 0 ? 30 : 3), 1, 0.5 + whole(3)) * scale;
      shape = draw.below(4) == 0 ? make_turned_box(half, at, rotation_matrix({0, whole(90), 0}))
                                 : make_box(at - half, at + half);
    }
    std::vector<CellGrid::Entry> cells;
    for (uint32_t i = 0; i < shapes.size(); ++i) cells.emplace_back(shapes[i], i);
    const CellGrid grid(cells);
    const auto first = [](const auto& list, const glm::dvec3& p) {
      const auto found = std::find_if(list.begin(), list.end(), [&](const auto& cell) { return cell.contains(p); });
      return found == list.end() ? kNoNode : found->number;
    };
    for (int i = 0; i < 400; ++i) {
      glm::dvec3 p = draw.point() * 8.0 + glm::dvec3(10, 0, 15);
      p *= scale;
      // Faces, edges and their tolerance.
      if (i % 3 == 0 && !shapes.empty()) {
        const CellShape& shape = shapes[draw.below(static_cast<uint32_t>(shapes.size()))];
        p = i % 2 == 0 ? shape.outer.max : glm::dvec3(shape.outer.min.x, shape.max.y, shape.min.z - kTolerance / 2);
      }
      std::vector<CellGrid::Entry> near;
      for (const uint32_t index : grid.near(p)) near.push_back(grid.cells()[index]);
      ASSERT_EQ(first(near, p), first(cells, p)) << round << ' ' << i;
    }
  }
}

TEST(CellGrid, HoldsAPointSoFarAwayThatItHasNoMargin) {
  const glm::dvec3 at(1e17, 0, -1e17);
  const CellShape cell = make_box(at, at);
  const CellGrid grid(std::vector<CellGrid::Entry>(1, {cell, 5}));
  ASSERT_EQ(grid.near(at).size(), 1);
  EXPECT_TRUE(grid.cells()[grid.near(at)[0]].contains(at));
}

std::unique_ptr<World> make(const std::string& text) {
  ReadResult read = world::read(text);
  EXPECT_TRUE(read.document) << text;
  auto made = World::make(std::move(*read.document), {});
  EXPECT_TRUE(made);
  return std::move(*made);
}

/// The paint jobs as the format describes them: made job by job, sorted in the end.
std::vector<PaintJob> plain_list(const World& world) {
  const Frame& frame = world.frame();
  std::vector<PaintJob> list;
  int specular_pass = -1;
  for (const MeshJob& visit : frame.mesh_jobs) {
    if (visit.segment != kNoSegment && frame.visible[visit.segment] == 0) continue;
    for (uint32_t index = visit.first; index < visit.first + visit.count; ++index) {
      const MaterialValue& material = frame.cluster_of(frame.scene_jobs[index]).material;
      const Box& box = frame.scene_jobs[index].bounds;
      const auto put = [&](Phase phase, Usage usage, uint32_t field, uint32_t light) {
        if (!material.has(phase)) return;
        list.push_back({sort_key(material.pass, field, usage, material.id), phase, usage, false, false, index, light});
      };
      std::vector<uint32_t> reaching;
      for (const uint32_t number : frame.selected) {
        const LightRecord& light = frame.lights[number];
        const bool shares = light.segments.empty() || visit.segment == kNoSegment ||
                            std::count(light.segments.begin(), light.segments.end(), visit.segment) != 0;
        if (shares && distance_to(box, light.at) < light.range) reaching.push_back(number);
      }
      put(Phase::kLightmap, Usage::kLightmap, 0, kNoNode);
      if (!reaching.empty()) put(Phase::kPrebump, Usage::kPrebump, 0, kNoNode);
      for (const uint32_t number : reaching) {
        const LightRecord& light = frame.lights[number];
        if (material.cast_shadow && light.cast_shadow) put(Phase::kLight, Usage::kShadow, light.rank, number);
        put(Phase::kLight, Usage::kLight, light.rank, number);
      }
      put(Phase::kMul, Usage::kMul, 15, kNoNode);
      put(Phase::kAdd, Usage::kAdd, 15, kNoNode);
      put(Phase::kExtra, Usage::kExtra, 15, kNoNode);
      if (material.has(Phase::kSpecular)) specular_pass = std::max(specular_pass, int{material.pass});
    }
  }
  for (const uint32_t effect : frame.painted_effects)
    list.push_back({0x00F70000, Phase::kExtra, Usage::kExtra, true, false, effect, kNoNode});
  if (specular_pass >= 0) {
    const uint32_t key = sort_key(static_cast<uint32_t>(specular_pass), 15, Usage::kMul, 0xFFFF);
    list.push_back({key, Phase::kSpecular, Usage::kMul, false, true, kNoNode, kNoNode});
  }
  std::stable_sort(list.begin(), list.end(), [](const PaintJob& a, const PaintJob& b) { return a.key < b.key; });
  return list;
}

/// Up to 20 lights, boxes with eight materials in rows and by themselves, rooms, effects.
std::string random_world(Draw& draw) {
  const auto whole = [&](uint32_t count) { return std::to_string(draw.below(count)); };
  const auto place = [&] { return "[" + whole(40) + "," + whole(3) + ".25," + whole(40) + "]"; };
  std::string materials, parts;
  for (int i = 0; i < 8; ++i) {
    std::string phases;
    for (const char* phase : {"lightmap", "prebump", "light", "mul", "specular", "add", "extra"}) {
      if (draw.below(3) != 0) phases += (phases.empty() ? "\"" : ",\"") + std::string(phase) + "\"";
    }
    materials += (i == 0 ? "" : ",") + std::string("\"m") + std::to_string(i) + R"(":{"pass":)" + whole(3) +
                 R"(,"castShadow":)" + (draw.below(2) == 0 ? "true" : "false") + R"(,"phases":[)" + phases + "]}";
  }
  for (uint32_t i = draw.below(21); i-- > 0;)
    parts += R"({"op":"light","at":)" + place() + R"(,"range":)" + whole(25) + R"(,"castShadow":)" +
             (draw.below(2) == 0 ? "true" : "false") + "},";
  for (uint32_t i = draw.below(40); i-- > 0;) {
    std::string boxes;
    for (uint32_t j = 1 + draw.below(3); j-- > 0;)
      boxes +=
          (boxes.empty() ? "" : ",") + std::string(R"({"min":[0,0,0],"max":[1,1,1],"material":"m)") + whole(8) + "\"}";
    parts += R"({"op":"transform","translate":)" + place() + R"(,"in":[{"op":"multiply","count":)" + whole(30) +
             R"(,"translate":[1.5,0,0.5],"rotate":[0,7,0],"in":[{"op":"mesh","boxes":[)" + boxes + "]}]}]},";
    if (draw.below(8) == 0) parts += R"({"op":"text","text":"x"},)";
  }
  return world(R"("floodStart":3,"camera":{"at":[5,1,5]},"materials":{)" + materials + R"(},"segments":[)" +
               R"({"name":"a","cells":[{"min":[0,0,0],"max":[20,4,30]}]},)" +
               R"({"name":"b","cells":[{"min":[20,0,0],"max":[40,4,30]}]},)" +
               R"({"name":"c","cells":[{"min":[10,0,30],"max":[30,4,40]}]}],)" +
               R"("portals":[{"between":["a","b"],"min":[19,0,5],"max":[21,3,9],"resistance":2},)" +
               R"({"between":["b","c"],"min":[20,0,29],"max":[22,3,31],"resistance":2}],"entities":[)" + parts +
               R"({"op":"add"}])");
}

TEST(Paint, IsTheListMadeJobByJobAndSorted) {
  Draw draw;
  for (int round = 0; round < 60; ++round) {
    const std::string text = random_world(draw);
    const auto world = make(text);
    for (const double time : {0.0, 0.1}) {
      ASSERT_TRUE(world->evaluate(time));
      const std::vector<PaintJob>& found = world->frame().paint;
      const std::vector<PaintJob> wanted = plain_list(*world);
      ASSERT_EQ(found.size(), wanted.size()) << text;
      std::array<uint64_t, kPhases> phases{};
      for (size_t i = 0; i < found.size(); ++i) {
        const PaintJob &a = found[i], &b = wanted[i];
        ASSERT_TRUE(a.key == b.key && a.phase == b.phase && a.usage == b.usage && a.is_effect == b.is_effect &&
                    a.is_specular == b.is_specular && a.job == b.job && a.light == b.light)
            << i << " of " << text;
        ++phases[static_cast<size_t>(b.phase)];
      }
      EXPECT_EQ(world->frame().phase_jobs, phases);
      EXPECT_EQ(world->frame().total, wanted.size());
    }
  }
}

TEST(Multiply, PlacesKnownMeshesAsItVisitsThem) {
  // In the first frame every mesh is visited, in the next one its result is known.
  Draw draw;
  for (int round = 0; round < 30; ++round) {
    std::string text = random_world(draw);
    text.insert(text.size() - 1, R"(,"system":{"mode":"execute","cache":false})");
    const auto world = make(text);
    ASSERT_TRUE(world->evaluate(0));
    const Frame first = world->frame();
    ASSERT_TRUE(world->evaluate(0.1));
    const Frame& second = world->frame();
    EXPECT_EQ(second.handlers.execute, first.handlers.execute);
    EXPECT_EQ(second.handlers.paint, first.handlers.paint);
    EXPECT_EQ(second.empty, first.empty);
    ASSERT_EQ(second.mesh_jobs.size(), first.mesh_jobs.size());
    for (size_t i = 0; i < first.mesh_jobs.size(); ++i) {
      ASSERT_EQ(second.mesh_jobs[i].matrix, first.mesh_jobs[i].matrix) << text;
      ASSERT_EQ(second.mesh_jobs[i].segment, first.mesh_jobs[i].segment) << text;
    }
    ASSERT_EQ(second.scene_jobs.size(), first.scene_jobs.size());
    for (size_t i = 0; i < first.scene_jobs.size(); ++i) {
      ASSERT_TRUE(same(second.scene_jobs[i].bounds, first.scene_jobs[i].bounds)) << text;
      ASSERT_EQ(second.scene_jobs[i].lights, first.scene_jobs[i].lights) << text;
    }
  }
}

}  // namespace
}  // namespace vitrine::test
