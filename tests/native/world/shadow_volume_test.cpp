// Shadow volumes against rays: a point is in shadow where a triangle stands between it and the light, and there the
// volumes must count as many surfaces as the way to the light meets triangles.

#include "world/frame/shadow_volume.h"

#include <map>

#include "world/picture/casters.h"
#include "world/session/volumes.h"
#include "world/worlds.h"

namespace vitrine::test {
namespace {

using world::build_shadow_caster;
using world::ShadowCaster;
using world::ShadowVolume;
using Corners = std::vector<glm::vec3>;

/// The same numbers on every host.
class Numbers {
 public:
  explicit Numbers(uint64_t seed) : state_(seed) {}
  double next() {
    state_ += 0x9E3779B97F4A7C15ull;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return static_cast<double>((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
  }
  glm::dvec3 within(const world::Box& box) {
    const double x = next(), y = next(), z = next();
    return glm::mix(box.min, box.max, glm::dvec3(x, y, z));
  }

 private:
  uint64_t state_;
};

struct Vec {
  double x = 0, y = 0, z = 0;
};
Vec vec(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
double dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Surfaces as an eye sees them, laid out for very many points.
class SeenVolumes {
 public:
  explicit SeenVolumes(const glm::dvec3& eye) : eye_(eye) {}
  void add(const ShadowCaster& caster, const ShadowVolume& volume, const glm::dmat4& world_from_mesh,
           const glm::dvec3& light) {
    std::vector<glm::dvec3> ways;  // from the eye to a corner, or to infinity
    for (const bool is_far : {false, true}) {
      for (const glm::vec3& p : caster.points)
        ways.push_back(glm::dvec3(world_from_mesh * glm::dvec4(p, 1)) - (is_far ? light : eye_));
    }
    const size_t near = caster.points.size();
    for (size_t i = 0; i < volume.indices.size(); i += 3) {
      const uint32_t* const at = volume.indices.data() + i;
      const glm::dvec3 &a = ways[at[0]], &b = ways[at[1]], &c = ways[at[2]];
      surfaces_.push_back({vec(glm::cross(b, c)), vec(glm::cross(c, a)), vec(glm::cross(a, b)),
                           glm::dot(a, glm::cross(b, c)), at[0] < near, at[1] < near, at[2] < near});
    }
  }
  /// Surfaces behind a point that are seen from behind, less those seen from the front: what counting by depth fail
  /// leaves in the stencil.
  int count(const glm::dvec3& point) const {
    const Vec to = vec(point - eye_);
    int sum = 0;
    for (const Surface& s : surfaces_) {
      const double u = dot(to, s.bc);
      if ((u > 0) != (s.volume > 0)) continue;
      const double v = dot(to, s.ca);
      if ((v > 0) != (s.volume > 0)) continue;
      const double w = dot(to, s.ab);
      if ((w > 0) != (s.volume > 0)) continue;
      // The way meets the surface after 1 / reached of its length; never where all corners are at infinity.
      const double reached = ((s.a_near ? u : 0) + (s.b_near ? v : 0) + (s.c_near ? w : 0)) / s.volume;
      if (reached < 1) sum += s.volume > 0 ? 1 : -1;
    }
    return sum;
  }
  size_t surfaces() const { return surfaces_.size(); }

 private:
  struct Surface {
    Vec bc, ca, ab;
    double volume = 0;
    bool a_near = true, b_near = true, c_near = true;
  };
  glm::dvec3 eye_;
  std::vector<Surface> surfaces_;
};

/// Triangles as a light sees them.
class SeenTriangles {
 public:
  explicit SeenTriangles(const glm::dvec3& light) : light_(light) {}
  void add(const std::array<glm::dvec3, 3>& corner) {
    const glm::dvec3 a = corner[0] - light_, b = corner[1] - light_, c = corner[2] - light_;
    rows_.push_back(
        {vec(glm::cross(b, c)), vec(glm::cross(c, a)), vec(glm::cross(a, b)), glm::dot(a, glm::cross(b, c))});
  }
  /// How many the straight way to a point meets.
  int count(const glm::dvec3& point) const {
    const Vec to = vec(point - light_);
    int met = 0;
    for (const Row& row : rows_) {
      const double u = dot(to, row.bc);
      if ((u > 0) != (row.volume > 0)) continue;
      const double v = dot(to, row.ca);
      if ((v > 0) != (row.volume > 0)) continue;
      const double w = dot(to, row.ab);
      if ((w > 0) == (row.volume > 0) && row.volume != 0 && (u + v + w) / row.volume > 1) ++met;
    }
    return met;
  }

 private:
  struct Row {
    Vec bc, ca, ab;
    double volume = 0;
  };
  glm::dvec3 light_;
  std::vector<Row> rows_;
};

std::vector<std::string> drawing_cases() {
  std::vector<std::string> names;
  for (const Json& row : Json::parse(read_text(kWorldData / "drawing" / "cases.json")))
    names.push_back(row["name"].get<std::string>());
  return names;
}
Json drawing_case(const std::string& name) {
  for (const Json& row : Json::parse(read_text(kWorldData / "drawing" / "cases.json"))) {
    if (row["name"] == name) return row;
  }
  return {};
}

constexpr size_t kPoints = 100'000;
/// Share of a scene's size: points with another answer this near are left out where volumes and rays disagree. The
/// volumes have corners of single precision.
constexpr double kBound = 1e-6;

class ShadowCase : public testing::TestWithParam<size_t> {};

TEST_P(ShadowCase, VolumesCountTheTrianglesOnTheWayToTheLight) {
  static const std::vector<std::string> names = drawing_cases();
  const Json row = drawing_case(names[GetParam()]);
  const auto folder = kWorldData / "drawing";
  WorldSession session(read_text(folder / row["document"].get<std::string>()),
                       [&](std::string_view file) { return read_bytes(folder / file); });
  for (const Json& time : row["times"])
    ASSERT_TRUE(session.evaluate(time.get<double>(), {}, row["size"][0].get<double>() / row["size"][1].get<double>()));
  ASSERT_TRUE(session.update_volumes());
  const world::Frame& frame = session.world().frame();
  if (session.volumes().rows().empty()) GTEST_SKIP() << "nothing casts a shadow";

  std::vector<world::Issue> issues;
  const auto picture = session.picture(1, 1, {}, issues);
  ASSERT_TRUE(picture.ok());
  std::vector<std::vector<render::WorldTriangle>> meshes(picture->jobs.size());  // of jobs, in world space
  for (size_t i = 0; i < meshes.size(); ++i) picture->jobs[i].write_triangles(meshes[i]);
  std::map<uint32_t, uint32_t> place;  // of scene jobs in the picture
  for (uint32_t i = 0; i < frame.painted.size(); ++i) place[frame.painted[i]] = i;
  world::Box box{glm::dvec3(1e30), glm::dvec3(-1e30)};
  for (const auto& mesh : meshes) {
    for (const render::WorldTriangle& triangle : mesh) {
      for (const glm::dvec3& p : triangle.at) box = {glm::min(box.min, p), glm::max(box.max, p)};
    }
  }
  struct Shadow {
    SeenVolumes volumes;
    SeenTriangles triangles;
    render::WorldCasters rays;
    glm::dvec3 light;
  };
  std::map<std::pair<uint32_t, uint32_t>, Shadow> shadows;  // by pass and light
  for (const WorldVolumes::Row& volume : session.volumes().rows()) {
    const ShadowPair& pair = volume.pair;
    const uint32_t pass = pair.entry == world::kNoNode ? 0 : frame.paint[pair.entry].key >> 24;
    const auto found = shadows.try_emplace(
        {pass, pair.rank}, Shadow{SeenVolumes(frame.camera.at), SeenTriangles(volume.light), {}, volume.light});
    Shadow& shadow = found.first->second;
    shadow.volumes.add(volume.caster->mesh, volume.volume->shape, volume.world_from_mesh, volume.light);
    for (const render::WorldTriangle& triangle : meshes[place.at(pair.job)])
      shadow.triangles.add(triangle.at), shadow.rays.add(triangle.at);
  }
  std::vector<Shadow*> list;
  for (auto& [key, shadow] : shadows) shadow.rays.build(), list.push_back(&shadow);

  Numbers numbers(GetParam());
  const glm::dvec3 size = box.max - box.min;
  const double bound = kBound * glm::length(size);
  const world::Box around{box.min - size * 0.2 - 0.1, box.max + size * 0.2 + 0.1};
  size_t excluded = 0, dark = 0;
  for (size_t i = 0; i < kPoints; ++i) {
    const Shadow& shadow = *list[i % list.size()];
    const glm::dvec3 point = numbers.within(around);
    const int counted = shadow.volumes.count(point), met = shadow.triangles.count(point);
    uint64_t steps = 0;
    const bool in_shadow = shadow.rays.meets(shadow.light, point, steps);
    dark += in_shadow ? 1 : 0;
    if (counted == met && (counted != 0) == in_shadow) continue;
    bool is_near = false;
    for (const glm::dvec3& way :
         {glm::dvec3(1, 1, 1), glm::dvec3(1, -1, -1), glm::dvec3(-1, 1, -1), glm::dvec3(-1, -1, 1)})
      is_near = is_near || shadow.triangles.count(point + way * bound) != met;
    ASSERT_TRUE(is_near) << "point " << i << ": volumes count " << counted << ", the way meets " << met;
    ++excluded;
  }
  EXPECT_GT(dark, kPoints / 1000) << "too few points in shadow to tell";
  EXPECT_LT(excluded, kPoints / 1000);
  RecordProperty("excluded", static_cast<int>(excluded));
  RecordProperty("in_shadow", static_cast<int>(dark));
}

INSTANTIATE_TEST_SUITE_P(Drawing, ShadowCase, testing::Range<size_t>(0, std::max<size_t>(drawing_cases().size(), 1)),
                         [](const auto& row) {
                           const auto names = drawing_cases();
                           return names.empty() ? std::string("absent") : names[row.param];
                         });

ShadowVolume build_shadow_volume(const ShadowCaster& caster, const glm::dmat4& matrix, const glm::dvec3& light) {
  std::vector<uint64_t> facing;
  world::find_facing(world::place_caster(caster, matrix), light, facing);
  return world::build_shadow_volume(caster, facing);
}

/// A box of eight vertices, wound counter-clockwise from outside, or clockwise.
ShadowCaster box_caster(bool clockwise = false, size_t triangles = 12) {
  Corners points;
  for (int i = 0; i < 8; ++i) points.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  std::vector<uint32_t> indices{0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  indices.resize(triangles * 3);
  for (size_t i = 0; clockwise && i < indices.size(); i += 3) std::swap(indices[i], indices[i + 1]);
  return build_shadow_caster(points, points, indices);
}
int count_at(const ShadowCaster& caster, const glm::dmat4& matrix, const glm::dvec3& light, const glm::dvec3& point) {
  SeenVolumes seen({0.31, 7.7, 9.3});
  seen.add(caster, build_shadow_volume(caster, matrix, light), matrix, light);
  return seen.count(point);
}

const glm::dmat4 kMirrored(glm::dmat3(-1, 0, 0, 0, 1, 0, 0, 0, 1)), kFlat(glm::dmat3(1, 0, 0, 0, 0, 0, 0, 0, 1));

TEST(ShadowVolume, CountsBothSidesOfAClosedBoxBehindIt) {
  for (const bool clockwise : {false, true}) {
    for (const glm::dmat4& matrix : {glm::dmat4(1), kMirrored}) {
      const ShadowCaster caster = box_caster(clockwise);
      EXPECT_EQ(count_at(caster, matrix, {0.1, 5, 0.2}, {0.1, -3, 0.1}), 2);
      EXPECT_EQ(count_at(caster, matrix, {0.1, 5, 0.2}, {0.1, 3, 0.1}), 0);
      EXPECT_EQ(count_at(caster, matrix, {0.1, 5, 0.2}, {0.1, 0, 0.1}), 1) << "inside";
      EXPECT_EQ(count_at(caster, matrix, {0.1, 5, 0.2}, {4, -3, 0.1}), 0) << "beside";
    }
  }
}

TEST(ShadowVolume, OfALightInsideIsDarkOutsideAlone) {
  EXPECT_EQ(count_at(box_caster(), glm::dmat4(1), {0.1, 0.2, 0.3}, {0.5, -0.5, 0.1}), 0);
  EXPECT_EQ(count_at(box_caster(), glm::dmat4(1), {0.1, 0.2, 0.3}, {0.5, -5, 0.1}), 1);
}

TEST(ShadowVolume, OfAFlattenedMeshIsThatOfItsSheets) {
  EXPECT_EQ(count_at(box_caster(), kFlat, {0.1, 5, 0.2}, {0.13, -3, 0.11}), 2);
  EXPECT_EQ(build_shadow_volume(box_caster(), kFlat, {5, 0, 0}).indices.size(), 0u) << "the light lies in its plane";
}

TEST(ShadowVolume, FindsTheSidesOfMoreTrianglesThanAWordHolds) {
  // 20 sheets one over the other, 40 triangles: those below the light face it, those above turn their backs.
  Corners points;
  std::vector<uint32_t> indices;
  for (uint32_t i = 0; i < 20; ++i) {
    const auto y = static_cast<float>(i);
    for (const auto& [x, z] : {std::pair{0.f, 0.f}, {0.f, 1.f}, {1.f, 1.f}, {1.f, 0.f}}) points.emplace_back(x, y, z);
    for (const uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) indices.push_back(i * 4 + corner);
  }
  const ShadowCaster caster = build_shadow_caster(points, points, indices);
  std::vector<uint64_t> facing;
  world::find_facing(world::place_caster(caster, glm::dmat4(1)), {0.3, 17, 0.4}, facing);
  ASSERT_EQ(facing.size(), 2u);
  for (size_t i = 0; i < 40; ++i)
    EXPECT_EQ(facing[i / 32] >> (i % 32) * 2 & 3, i / 2 < 17 ? 1u : i / 2 == 17 ? 0u : 2u) << i;
}

TEST(ShadowVolume, LeavesOutWallsBetweenNeighbours) {
  // From straight above: two cap triangles of each horizontal side and two of each of four sides, whose walls are the
  // silhouette's.
  const ShadowVolume volume = build_shadow_volume(box_caster(), glm::dmat4(1), {0.1, 50, 0.2});
  EXPECT_EQ(volume.near_indices, 36u);
  EXPECT_EQ(volume.indices.size(), 36u + 36u + 4u * 2 * 6) << "each of four edges twice: two sheets end there";
}

TEST(ShadowCaster, CountsItsOpenEdges) {
  EXPECT_EQ(box_caster().open_edges, 0u);
  EXPECT_EQ(box_caster(true).open_edges, 0u);
  EXPECT_EQ(box_caster(false, 10).open_edges, 4u) << "without one side";
  EXPECT_EQ(box_caster(false, 1).open_edges, 3u);
  EXPECT_EQ(build_shadow_caster({}, {}, {}).open_edges, 0u);
}

TEST(ShadowCaster, TakesVerticesThatAPoseParts) {
  // Two triangles that share an edge in bind pose; the pose moves the second away.
  const Corners bind{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};
  Corners posed = bind;
  for (size_t i = 3; i < 6; ++i) posed[i].y = 1;
  const std::vector<uint32_t> indices{0, 1, 2, 3, 4, 5};
  EXPECT_EQ(build_shadow_caster(bind, bind, indices).edges.size(), 5u);
  EXPECT_EQ(build_shadow_caster(bind, posed, indices).edges.size(), 6u) << "nothing may be left out between them";
  EXPECT_EQ(build_shadow_caster(bind, posed, indices).open_edges, 4u) << "open edges are those of the bind pose";
}

TEST(ShadowCaster, TakesNumbersThatAreNone) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const Corners bind{{nan, 0, 0}, {1, infinity, 0}, {0, 0, 1}};
  const std::vector<uint32_t> indices{0, 1, 2};
  const ShadowCaster caster = build_shadow_caster(bind, bind, indices);
  EXPECT_EQ(caster.points.size(), 3u);
  for (const uint32_t index : build_shadow_volume(caster, glm::dmat4(1), {0, 5, 0}).indices) EXPECT_LT(index, 6u);
}

const char* const kBoxes =
    R"("scenes":{"a":{"op":"add","in":[{"op":"light","at":[0,5,0],"range":20},)"
    R"({"op":"transform","translate":{"value":[0,0,0],"anim":{"b":"TIME","c":"X"}},"in":[)"
    R"({"op":"mesh","boxes":[{"min":[-1,0,-1],"max":[1,1,1]}]}]},)"
    R"({"op":"mesh","boxes":[{"min":[-9,-1,-9],"max":[9,-1,9]},{"min":[3,0,0],"max":[4,1,1]}]}]}})";

TEST(WorldVolumes, AreKeptWhileTheLightSeesTheSameOfTheirCasters) {
  WorldSession session(world(kBoxes), {});
  ASSERT_TRUE(session.ok() && session.evaluate(0) && session.update_volumes());
  ASSERT_EQ(session.volumes().rows().size(), 3u);
  EXPECT_EQ(session.volumes().made(), 3u);
  const auto number = [&](size_t row) { return session.volumes().rows()[row].volume->number; };
  const uint32_t first = number(0), second = number(1);
  ASSERT_TRUE(session.evaluate(0.25) && session.update_volumes());
  EXPECT_EQ(session.volumes().made(), 3u) << "half a unit aside it is still below the light";
  ASSERT_TRUE(session.evaluate(1) && session.update_volumes());
  EXPECT_EQ(session.volumes().made(), 4u) << "two units aside the light sees another side of it";
  EXPECT_NE(number(0), first);
  EXPECT_EQ(number(1), second);
}

TEST(WorldVolumes, AreSharedByJobsOfOneCasterThatTheLightSeesAlike) {
  WorldSession session(world(R"("scenes":{"a":{"op":"add","in":[{"op":"light","at":[0,50,0],"range":90},)"
                             R"({"op":"multiply","count":9,"translate":[0,-2,0],"in":[)"
                             R"({"op":"mesh","boxes":[{"min":[-1,0,-1],"max":[1,1,1]}]}]}]}})"),
                       {});
  ASSERT_TRUE(session.ok() && session.evaluate(0) && session.update_volumes());
  EXPECT_EQ(session.volumes().rows().size(), 9u);
  EXPECT_EQ(session.volumes().made(), 1u);
}

/// Casters without extent give volumes without triangles, but planes that have to be looked at all the same.
TEST(WorldVolumes, OfNothingArePaidForToo) {
  std::string mesh =
      "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\njoints {\n\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n"
      "mesh {\nshader \"s\"\nnumverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 0 0 ) 1 1\nvert 2 ( 0 0 ) 2 1\nnumtris 2000\n";
  for (int i = 0; i < 2000; ++i) mesh += "tri " + std::to_string(i) + " 0 1 2\n";
  mesh += "numweights 3\nweight 0 0 1 ( 0 0 0 )\nweight 1 0 1 ( 1 0 0 )\nweight 2 0 1 ( 0 1 0 )\n}\n";
  const WorldFiles files = [&](std::string_view) { return FoundFile(std::vector<uint8_t>(mesh.begin(), mesh.end())); };
  const auto flat = [&](int count) {
    return world(R"("models":{"m":"a.md5mesh"},"scenes":{"a":{"op":"add","in":[{"op":"light","at":[0,9,0],"range":99},)"
                 R"({"op":"transform","scale":[0,0,0],"in":[{"op":"multiply","count":)" +
                 std::to_string(count) + R"(,"in":[{"op":"mesh","model":"m"}]}]}]}})");
  };
  WorldSession few(flat(10), files), many(flat(6000), files);
  ASSERT_TRUE(few.ok() && few.evaluate(0));
  ASSERT_TRUE(few.update_volumes());
  ASSERT_EQ(few.volumes().rows().size(), 10u);
  EXPECT_TRUE(few.volumes().rows()[0].volume->shape.indices.empty());
  ASSERT_TRUE(many.ok() && many.evaluate(0));
  EXPECT_FALSE(many.update_volumes());
  EXPECT_STREQ(many.issues().back().code->id, "WORLD_LIMIT");
}

TEST(WorldVolumes, OpenCastersAreWarningsOfDrawing) {
  WorldSession session(world(kBoxes), {});
  ASSERT_TRUE(session.ok() && session.evaluate(0));
  std::vector<world::Issue> issues;
  (void)session.picture(8, 8, {}, issues);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_STREQ(issues[0].code->id, "WORLD_OPEN_EDGES");
  EXPECT_EQ(issues[0].path, "/scenes/a/in/2");
  EXPECT_EQ(issues[0].message, "the mesh casts a shadow and has 4 open edges");
  EXPECT_TRUE(session.report()["issues"].empty());
}

}  // namespace
}  // namespace vitrine::test
