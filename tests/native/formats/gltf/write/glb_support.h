#pragma once
// Small scenes for the GLB export, and the JSON of what it writes.

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "formats/gltf/write/export.h"

namespace vitrine::test {

/// A mesh node with one triangle, right-handed, y up.
inline Scene triangle_scene() {
  Scene scene;
  Node node;
  node.name = "Leaf";
  node.kind = NodeKind::kMesh;
  node.mesh = 0;
  scene.nodes.push_back(node);
  Mesh mesh;
  mesh.name = "Leaf";
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
  mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  mesh.indices = {0, 1, 2};
  mesh.primitives = {{0, 3, kNone, ""}};
  scene.meshes.push_back(mesh);
  return scene;
}

/// The triangle on `joint_count` joints in a row along x, one unit apart; every vertex hangs on the first alone.
inline Scene skinned_scene(uint32_t joint_count) {
  Scene scene = triangle_scene();
  scene.nodes[0].skin = 0;
  Skin skin;
  for (uint32_t k = 0; k < joint_count; ++k) {
    Node joint;
    joint.name = "joint" + std::to_string(k);
    joint.kind = NodeKind::kJoint;
    if (k > 0) joint.parent = k;
    joint.local.translation = {k > 0 ? 1.0f : 0.0f, 0, 0};
    scene.nodes.push_back(joint);
    skin.joints.push_back(k + 1);
    glm::mat4 inverse(1);
    inverse[3] = {-static_cast<float>(k), 0, 0, 1};
    skin.joint_from_bind.push_back(inverse);
  }
  scene.skins.push_back(skin);
  Mesh& mesh = scene.meshes[0];
  mesh.influence_first = {0, 1, 2, 3};
  mesh.influences = {{0, 1, mesh.positions[0]}, {0, 1, mesh.positions[1]}, {0, 1, mesh.positions[2]}};
  mesh.normal_rule = NormalRule::kStored;
  return scene;
}

/// A clip with one curve of a node.
inline Curve curve_of(uint32_t node, Channel channel, uint8_t component, Interpolation interpolation,
                      std::vector<Key> keys) {
  Curve curve;
  curve.target = node;
  curve.channel = channel;
  curve.component = component;
  curve.interpolation = interpolation;
  curve.keys = std::move(keys);
  return curve;
}
inline Clip clip_of(std::vector<Curve> curves, double duration_s) {
  Clip clip;
  clip.name = "act";
  clip.duration_s = duration_s;
  clip.curves = std::move(curves);
  return clip;
}

struct Glb {
  nlohmann::json json, report, losses;
  std::vector<uint8_t> bytes;

  template <class T>
  std::vector<T> numbers(const nlohmann::json& accessor) const {
    const auto& from = json["accessors"][accessor.get<size_t>()];
    const auto& view = json["bufferViews"][from["bufferView"].get<size_t>()];
    uint32_t text = 0;
    std::memcpy(&text, bytes.data() + 12, 4);
    const size_t start = 28 + text + view.value("byteOffset", size_t{0}) + from.value("byteOffset", size_t{0});
    const auto type = from["type"].get<std::string>();
    const size_t parts = type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 16;
    std::vector<T> out(from["count"].get<size_t>() * parts);
    std::memcpy(out.data(), bytes.data() + start, out.size() * sizeof(T));
    return out;
  }
  std::vector<float> floats(const nlohmann::json& accessor) const { return numbers<float>(accessor); }
  const nlohmann::json& attributes() const { return json["meshes"][0]["primitives"][0]["attributes"]; }

  struct Track {
    std::string interpolation;
    std::vector<float> times, values;
  };
  /// Of the first animation; empty when there is no such channel.
  Track track(const std::string& node, const std::string& path) const {
    const auto& animation = json["animations"][0];
    for (const auto& channel : animation["channels"]) {
      const auto& target = channel["target"];
      if (json["nodes"][target["node"].get<size_t>()]["name"] != node || target["path"] != path) continue;
      const auto& sampler = animation["samplers"][channel["sampler"].get<size_t>()];
      return {sampler["interpolation"].get<std::string>(), floats(sampler["input"]), floats(sampler["output"])};
    }
    return {};
  }
  const nlohmann::json* loss(const std::string& what) const {
    for (const auto& one : losses) {
      if (one["what"] == what) return &one;
    }
    return nullptr;
  }
};

/// Written and taken apart; the test fails when it cannot be.
inline Glb glb_of(const Scene& scene, const ExportImages& images = {}, const GlbOptions& options = {}) {
  LossReport loss_report;
  auto written = export_glb(scene, images, options, loss_report);
  Glb out;
  EXPECT_TRUE(written.ok()) << (written.ok() ? "" : written.error().message());
  if (!written.ok()) return out;
  out.bytes = std::move(written->bytes);
  uint32_t text = 0;
  std::memcpy(&text, out.bytes.data() + 12, 4);
  out.json = nlohmann::json::parse(out.bytes.begin() + 20, out.bytes.begin() + 20 + text);
  out.report = nlohmann::json::parse(written->read_back.dump());
  out.losses = nlohmann::json::parse(loss_report.json().dump());
  return out;
}

inline std::string glb_error(const Scene& scene) {
  LossReport loss_report;
  const auto written = export_glb(scene, {}, {}, loss_report);
  return written.ok() ? "" : written.error().code()->id;
}

}  // namespace vitrine::test
