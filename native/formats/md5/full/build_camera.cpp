#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/names.h"
#include "base/utf8.h"
#include "formats/md5/build.h"

namespace vitrine::md5 {
namespace {

constexpr double kRadians = 3.14159265358979323846 / 180;

float radians(float degrees) { return static_cast<float>(static_cast<double>(degrees) * kRadians); }

/// The rows of id's matrix are forward, left and up of the view; here they are the columns, so the view looks along +X.
Camera make_camera(std::string name, float fov_deg) {
  Camera camera;
  camera.name = std::move(name);
  camera.fov_rule = FovRule::kHorizontal4by3;
  camera.fov_rad = radians(fov_deg);
  camera.look = {1, 0, 0};
  camera.up = {0, 0, 1};
  return camera;
}

void add_camera(Scene& scene, Camera camera, const glm::vec3& position, const glm::quat& rotation,
                const SourceRange& source) {
  Node node;
  node.name = camera.name;
  node.kind = NodeKind::kCamera;
  node.local.translation = position;
  node.local.rotation = rotation;
  node.camera = static_cast<uint32_t>(scene.cameras.size());
  node.source = source;
  scene.nodes.push_back(std::move(node));
  scene.cameras.push_back(std::move(camera));
}

nlohmann::ordered_json numbers(const glm::dvec3& v) { return nlohmann::ordered_json::array({v.x, v.y, v.z}); }

void describe(const RawCamera& raw, nlohmann::ordered_json& info) {
  info["version"] = 10;
  info["commandline"] = to_utf8(raw.commandline);
  info["frames"] = raw.frame_count;
  info["frameRate"] = raw.frame_rate;
  auto& cuts = info["cuts"] = nlohmann::ordered_json::array();
  for (const RawCut& cut : raw.cuts) {
    nlohmann::ordered_json entry = {{"frame", cut.frame}};
    if (cut.has_position) entry["pos"] = numbers(cut.position);
    if (cut.has_rotation) entry[cut.by_angles ? "rotA" : "rot"] = numbers(cut.numbers);
    cuts.push_back(std::move(entry));
  }
}

}  // namespace

Status build_camera(LoadContext& context, const RawCamera& raw, Scene& scene) {
  describe(raw, context.info);
  const SourceRange source{context.file, 0, context.bytes.size()};
  if (scene.nodes.empty()) scene.axes = kIdTechAxes;

  Clip clip;
  clip.name = file_stem(context.name);
  clip.file = context.file;
  clip.source = source;
  clip.frame_count = raw.frame_count;
  clip.frame_rate = raw.frame_rate;
  // A cut takes no time: the frame before it and the frame behind it are the same instant.
  const size_t playing = raw.frame_count - raw.cuts.size();
  clip.duration_s = playing < 2 ? 0 : static_cast<double>(playing - 1) / raw.frame_rate;
  clip.camera_node = static_cast<uint32_t>(scene.nodes.size());
  SampledFrames frames;
  frames.track_count = 1;
  frames.track_names = {clip.name};
  frames.track_parent = {kNone};
  frames.animated_bits = {63};
  frames.bindings = {{clip.camera_node, 0}};
  frames.translations = raw.positions;
  frames.rotations = raw.rotations;
  for (const float fov_deg : raw.fov_deg) frames.fov_rad.push_back(radians(fov_deg));
  // Two cuts at one frame pass over the frame behind it, too.
  for (const RawCut& cut : raw.cuts) {
    const uint32_t behind = frames.cuts.empty() ? 0 : frames.cuts.back() + 1;
    frames.cuts.push_back(std::min(std::max(cut.frame, behind), raw.frame_count - 1));
  }
  clip.frames = std::move(frames);

  add_camera(scene, make_camera(clip.name, raw.fov_deg[0]), raw.positions[0], raw.rotations[0], source);
  // Cuts with a view of their own (a still view point of the virtual-reality port) become cameras beside the moving
  // one.
  for (size_t i = 0; i < raw.cuts.size(); ++i) {
    const RawCut& cut = raw.cuts[i];
    if (!cut.has_position && !cut.has_rotation) continue;
    const size_t first = cut.frame == 0 ? 0 : std::min<size_t>(size_t{cut.frame} + 1, raw.frame_count - 1);
    add_camera(scene, make_camera(clip.name + " cut " + std::to_string(i), raw.fov_deg[first]),
               cut.has_position ? glm::vec3(cut.position) : raw.positions[first],
               cut.has_rotation ? to_float(cut.rotation) : raw.rotations[first], source);
  }
  scene.clips.push_back(std::move(clip));
  return ok_status();
}

}  // namespace vitrine::md5
