// A skinned mesh is placed in the scene's space when it is read: positions, normals and tangents all turn with its
// node.

#include <gtest/gtest.h>

#include "kri_support.h"

namespace vitrine {
namespace {

using namespace test;

using Vector = glm::dvec3;

/// v turned by the quaternion x y z w, as q v q* written out in double; the length of q does not count.
Vector turned(const std::array<double, 4>& q, const Vector& v) {
  const Vector axis(q[0], q[1], q[2]);
  const double w = q[3], square = glm::dot(axis, axis) + w * w;
  return (2 * glm::dot(axis, v) * axis + (w * w - glm::dot(axis, axis)) * v + 2 * w * glm::cross(axis, v)) / square;
}

Writer placed(const Writer& names, const Vector& at, double scale, const std::array<double, 4>& q) {
  Writer out = names;
  const auto f = [](double v) { return static_cast<float>(v); };
  return out.f32({f(at.x), f(at.y), f(at.z), f(scale), f(q[0]), f(q[1]), f(q[2]), f(q[3])});
}

TEST(KriMovedSkin, TangentsTurnWithNormalsAndPositions) {
  const Vector at(1, -2, 3);
  const double scale = 2;
  const std::array<double, 4> node = {0.1, 0.5, -0.3, 0.8};
  const std::array<double, 4> frames[] = {{0, 0, 0.6, 0.8}, {0.48, 0.64, 0, 0.6}, {-0.5, 0.5, 0.5, 0.5}};
  KriFile file;
  file.node("Rig").chunk("skel", Writer().u8(1).text("bone").u8(0).f32({0, 0, 0, 1, 0, 0, 0, 1}));
  file.chunk("node", placed(Writer().text("Box").text("Rig"), at, scale, node)).triangle();
  Writer quaternions;
  for (const auto& q : frames) {
    for (const double number : q) quaternions.f32({static_cast<float>(number)});
  }
  file.chunk("v_quat", quaternions).chunk("v_uv", Writer().text("uv").f32({0, 0, 1, 0, 0, 1}));
  file.chunk("v_skin", Writer().u16(0x01FF).u16(0).u32(0).u16(0x01FF).u16(0).u32(0).u16(0x01FF).u16(0).u32(0));
  const Loaded loaded = load_kri(file.bytes());
  ASSERT_TRUE(loaded.status) << loaded.texts();
  ASSERT_EQ(loaded.scene.skins.size(), 1u) << loaded.texts();
  const Mesh& mesh = loaded.scene.meshes[0];
  ASSERT_EQ(mesh.tangents.size(), 3u);
  const Vector corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  for (size_t v = 0; v < 3; ++v) {
    const Vector position = at + scale * turned(node, corners[v]);
    const Vector normal = turned(node, turned(frames[v], {0, 0, 1}));
    const Vector tangent = turned(node, turned(frames[v], {1, 0, 0}));
    EXPECT_LT(glm::length(Vector(mesh.positions[v]) - position), 2e-6) << v;
    EXPECT_LT(glm::length(Vector(mesh.normals[v]) - normal), 2e-6) << v;
    EXPECT_LT(glm::length(Vector(glm::vec3(mesh.tangents[v])) - tangent), 2e-6) << v;
    EXPECT_EQ(mesh.tangents[v].w, 1) << v;
  }
}

}  // namespace
}  // namespace vitrine
