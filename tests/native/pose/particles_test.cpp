#include "pose/particles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace vitrine::pose {
namespace {

/// An object with a triangle of (0,0,0) (2,0,0) (0,2,0) in its own space, and a particle system below it.
Scene fountain(Emitter emitter) {
  Scene scene;
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
  mesh.indices = {0, 1, 2};
  mesh.primitives = {{0, 3, kNone, {}}};
  scene.meshes.push_back(mesh);
  scene.nodes.resize(2);
  scene.nodes[0].kind = NodeKind::kMesh;
  scene.nodes[0].mesh = 0;
  scene.nodes[1].kind = NodeKind::kEmitter;
  scene.nodes[1].parent = 0;
  scene.nodes[1].emitter = 0;
  scene.emitters.push_back(std::move(emitter));
  return scene;
}

/// Ten particles born 0.4 s apart from 1 s on, each lives 1 s and rises 3 units a second.
Emitter ten() {
  Emitter emitter;
  emitter.count = 10;
  emitter.life_start_s = 1;
  emitter.life_end_s = 5;
  emitter.lifetime_s = 1;
  emitter.velocity_normal = 3;
  emitter.size = 0.5f;
  return emitter;
}

std::vector<Particle> at(const Scene& scene, double time_s, const glm::dmat4& world = glm::dmat4(1), float scale = 1) {
  const std::vector<glm::dmat4> bind(scene.nodes.size(), glm::dmat4(1)), now(scene.nodes.size(), world);
  auto systems = plan_particles(scene, bind);
  EXPECT_EQ(systems.size(), 1u);
  sample_particles(scene, time_s, now, scale, systems[0]);
  return systems[0].alive;
}

std::vector<uint32_t> numbers(const std::vector<Particle>& particles) {
  std::vector<uint32_t> out;
  for (const Particle& p : particles) out.push_back(p.number);
  return out;
}

TEST(Particles, AreBornAtEvenTimesAndDie) {
  const Scene scene = fountain(ten());
  EXPECT_TRUE(at(scene, 0.99).empty());
  EXPECT_EQ(numbers(at(scene, 1)), (std::vector<uint32_t>{0}));
  // Born at 1, 1.4, 1.8: the first dies at 2.
  EXPECT_EQ(numbers(at(scene, 1.9)), (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(numbers(at(scene, 2.1)), (std::vector<uint32_t>{1, 2}));
  // The last one is born at 1 + 4 * 9 / 10 = 4.6.
  EXPECT_EQ(numbers(at(scene, 5.5)), (std::vector<uint32_t>{9}));
  EXPECT_TRUE(at(scene, 5.7).empty());
  const auto systems = plan_particles(scene, std::vector<glm::dmat4>(2, glm::dmat4(1)));
  EXPECT_EQ(particles_end_s(systems), 6);
}

TEST(Particles, LeaveTheSurfaceAlongItsNormal) {
  const Scene scene = fountain(ten());
  const auto young = at(scene, 1), older = at(scene, 1.25);
  ASSERT_FALSE(older.empty());
  EXPECT_EQ(young[0].position.z, 0);
  EXPECT_GE(young[0].position.x, 0);
  EXPECT_GE(young[0].position.y, 0);
  EXPECT_LE(young[0].position.x + young[0].position.y, 2);
  EXPECT_FLOAT_EQ(older[0].position.x, young[0].position.x);
  EXPECT_FLOAT_EQ(older[0].position.z, 0.75f);
  EXPECT_FLOAT_EQ(older[0].age, 0.25f);
  EXPECT_FLOAT_EQ(older[0].radius, 0.5f);
}

TEST(Particles, TurnWithTheirObjectButKeepTheirSpeed) {
  Emitter emitter = ten();
  emitter.velocity_normal = 0;
  emitter.velocity = {0, 0, 2};
  const Scene scene = fountain(emitter);
  // A quarter turn about x brings z to -y; the scale of 4 counts for places only.
  glm::dmat4 world(1);
  world[1] = glm::dvec4(0, 0, 4, 0);
  world[2] = glm::dvec4(0, -4, 0, 0);
  world[0] = glm::dvec4(4, 0, 0, 0);
  world[3] = glm::dvec4(10, 20, 30, 1);
  const auto born = at(scene, 1), placed = at(scene, 1, world), later = at(scene, 1.5, world);
  EXPECT_FLOAT_EQ(placed[0].position.x, 10 + 4 * born[0].position.x);
  EXPECT_FLOAT_EQ(placed[0].position.z, 30 + 4 * born[0].position.y);
  EXPECT_FLOAT_EQ(later[0].position.y, placed[0].position.y - 1);
}

TEST(Particles, AnyTimeIsTheSameWhateverWasShownBefore) {
  Emitter emitter = ten();
  emitter.velocity_random = 1;
  emitter.life_random = 0.5f;
  emitter.size_random = 0.5f;
  const Scene scene = fountain(emitter);
  const std::vector<glm::dmat4> matrices(2, glm::dmat4(1));
  auto systems = plan_particles(scene, matrices);
  for (const double t : {5.0, 0.0, 2.3, 1.1, 2.3}) sample_particles(scene, t, matrices, 1, systems[0]);
  const auto fresh = at(scene, 2.3);
  ASSERT_EQ(numbers(systems[0].alive), numbers(fresh));
  for (size_t i = 0; i < fresh.size(); ++i) {
    EXPECT_EQ(systems[0].alive[i].position, fresh[i].position);
    EXPECT_GE(fresh[i].radius, 0.25f);
    EXPECT_LE(fresh[i].radius, 0.5f);
    EXPECT_GE(fresh[i].life_s, 0.5f);
  }
}

TEST(Particles, SpreadEvenlyOverTheArea) {
  Emitter emitter = ten();
  emitter.count = 4000;
  emitter.life_start_s = emitter.life_end_s = 0;
  const Scene scene = fountain(emitter);
  const auto all = at(scene, 0);
  ASSERT_EQ(all.size(), 4000u);
  // The triangle is halved where x + y = sqrt(2): a quarter of the area lies within x + y < 1.
  size_t inner = 0;
  for (const Particle& p : all) inner += p.position.x + p.position.y < 1;
  EXPECT_NEAR(double(inner) / double(all.size()), 0.25, 0.01);
}

TEST(Particles, OfASystemWithoutAMeshLeaveTheNode) {
  Scene scene = fountain(ten());
  scene.nodes[0].mesh = kNone;
  glm::dmat4 world(1);
  world[3] = glm::dvec4(1, 2, 3, 1);
  const auto later = at(scene, 1.5, world);
  EXPECT_EQ(later[0].position, glm::vec3(1, 2, 4.5f));
}

TEST(Particles, ThatNeverDieStayOnTheSurface) {
  Emitter hair = ten();
  hair.lifetime_s = 0;
  const auto all = at(fountain(hair), 0);
  EXPECT_EQ(all.size(), 10u);
  EXPECT_EQ(all[3].position.z, 0);
}

TEST(Particles, OfHugeSystemsAreThinnedOutTheSameWayAtAllTimes) {
  Emitter emitter = ten();
  emitter.count = std::numeric_limits<uint32_t>::max();
  const Scene scene = fountain(emitter);
  std::set<uint32_t> before;
  for (const Particle& p : at(scene, 2.0)) before.insert(p.number);
  EXPECT_GT(before.size(), kMostParticles / 2);
  EXPECT_LE(before.size(), kMostParticles);
  size_t kept = 0;
  for (const Particle& p : at(scene, 2.5)) kept += before.contains(p.number);
  EXPECT_NEAR(double(kept), double(before.size()) / 2, 4);
}

TEST(Particles, NumbersThatAreNoneDoNoHarm) {
  Emitter emitter = ten();
  const float nan = std::nanf("");
  emitter.life_start_s = nan;
  emitter.life_end_s = nan;
  emitter.lifetime_s = std::numeric_limits<float>::infinity();
  emitter.velocity = {nan, nan, nan};
  emitter.size = nan;
  for (const Particle& p : at(fountain(emitter), 3)) {
    EXPECT_TRUE(std::isfinite(p.position.x) && std::isfinite(p.radius));
  }
}

}  // namespace
}  // namespace vitrine::pose
