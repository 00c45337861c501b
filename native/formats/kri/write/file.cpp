#include "formats/kri/write/file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "formats/kri/read/container.h"
#include "formats/kri/write/chunks.h"

namespace vitrine::kri {
namespace {

constexpr const char* kLightWords[] = {"POINT", "SUN", "SPOT", "HEMI", "AREA"};

void check_scale(const Transform& t, uint8_t depth, ExportLog& log) {
  const glm::vec3 s = t.scale;
  const float tolerance = 1e-4f * std::max({std::abs(s.x), std::abs(s.y), std::abs(s.z)});
  if (std::abs(s.x - s.y) <= tolerance && std::abs(s.x - s.z) <= tolerance) return;
  log.add(LogLevel::kWarning, depth,
          "non-uniform scale: (" + decimals(s.x, 3) + "," + decimals(s.y, 3) + "," + decimals(s.z, 3) + ")");
}

void write_light(ChunkWriter& chunks, const Light& light, ExportLog& log) {
  chunks.begin("lamp");
  chunks.color(light.color, chunks.is_seed() ? 1.0f : -1.0f);
  const glm::vec4& q = light.attenuation;
  chunks.floats({q.x, q.y, q.z, q.w});
  const char* word = kLightWords[static_cast<size_t>(light.kind)];
  if (chunks.is_seed())
    chunks.out().u8(static_cast<uint32_t>(light.kind));
  else
    chunks.text(word);
  chunks.floats({light.near_plane, light.far_plane, light.spot_angle_rad, light.spot_blend});
  chunks.end();
  log.add(LogLevel::kPlain, 1,
          std::string(word) + " type, " + decimals(light.far_plane / (q.w > 0 ? 1 : 2), 1) + " distance");
  if (q.w > 0) log.add(LogLevel::kInfo, 1, "spherical limit");
  const char* falloff = q.y != 0 && q.z != 0 ? "LINEAR_QUADRATIC_WEIGHTED"
                        : q.y != 0           ? "INVERSE_LINEAR"
                        : q.z != 0           ? "INVERSE_SQUARE"
                                             : "CONSTANT";
  log.add(LogLevel::kPlain, 1,
          std::string("falloff: ") + falloff + ", " + decimals(q.y, 4) + " q1, " + decimals(q.z, 4) + " q2");
}

void write_camera(ChunkWriter& chunks, const Camera& camera, ExportLog& log) {
  const bool ortho = camera.projection == Projection::kOrthographic;
  chunks.begin("cam");
  chunks.out().u8(camera.active);
  chunks.floats({camera.near_plane, camera.far_plane, ortho ? -4 / camera.ortho_scale : camera.fov_rad});
  chunks.end();
  if (camera.active) log.add(LogLevel::kInfo, 1, "active");
  if (ortho) log.add(LogLevel::kInfo, 1, "ortho scale: " + decimals(camera.ortho_scale, 2));
  log.add(LogLevel::kPlain, 1,
          "dist: [" + decimals(camera.near_plane, 2) + "-" + decimals(camera.far_plane, 2) +
              "], fov: " + decimals(ortho ? 0 : camera.fov_rad, 2));
}

Status write_skeleton(ChunkWriter& chunks, const std::vector<OutBone>& bones, ExportLog& log) {
  if (bones.size() > 255) return does_not_fit(bones.size(), "bones of one armature");
  chunks.begin("skel");
  chunks.out().u8(static_cast<uint32_t>(bones.size()));
  log.add(LogLevel::kPlain, 1, std::to_string(bones.size()) + " bones");
  for (const OutBone& bone : bones) {
    chunks.name(bone.name);
    chunks.out().u8(bone.parent);
    chunks.transform(bone.bind);
    check_scale(bone.bind, 2, log);
  }
  chunks.end();
  return ok_status();
}

const char* type_of(const OutObject& object) {
  if (!object.meshes.empty()) return "MESH";
  if (!object.bones.empty()) return "ARMATURE";
  if (!object.lights.empty()) return "LAMP";
  return object.cameras.empty() ? "EMPTY" : "CAMERA";
}

Status write_object(ChunkWriter& chunks, const OutObject& object, const OutScene& scene, ExportLog& log) {
  log.add(LogLevel::kPlain, 0,
          std::string(type_of(object)) + " " + object.name + " " + (object.parent.empty() ? "None" : object.parent));
  chunks.begin("node");
  chunks.name(object.name);
  chunks.name(object.parent);
  chunks.transform(object.local);
  chunks.end();
  check_scale(object.local, 1, log);
  VITRINE_CHECK(write_actions(chunks, object.node_actions, log));
  for (const OutMesh& mesh : object.meshes) VITRINE_CHECK(write_mesh(chunks, mesh, scene, log));
  if (!object.bones.empty()) VITRINE_CHECK(write_skeleton(chunks, object.bones, log));
  for (const Light& light : object.lights) write_light(chunks, light, log);
  for (const Camera& camera : object.cameras) write_camera(chunks, camera, log);
  VITRINE_CHECK(write_actions(chunks, object.data_actions, log));
  const bool has_uv = !object.meshes.empty() && !object.meshes[0].mesh.uv_layers.empty();
  for (const Emitter& emitter : object.emitters) write_emitter(chunks, emitter, scene, has_uv, log);
  return ok_status();
}

}  // namespace

void ChunkWriter::color(const glm::vec3& c, float alpha) {
  const auto byte = [](float value) { return static_cast<uint32_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255)); };
  out_.u8(byte(c.x)), out_.u8(byte(c.y)), out_.u8(byte(c.z));
  if (alpha >= 0) out_.u8(byte(alpha));
}

std::string decimals(double value, int places) {
  char text[64];
  const int length = std::snprintf(text, sizeof text, "%.*f", places, value);
  return std::string(text, static_cast<size_t>(std::clamp<int>(length, 0, sizeof text - 1)));
}

size_t name_limit(Generation generation) { return generation == Generation::kSeed ? 24 : 255; }

std::string without_control(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '_');
  return name;
}

Result<std::vector<uint8_t>> write(const OutScene& scene, const WriteOptions& options, ExportLog& log) {
  const bool seed = options.generation == Generation::kSeed;
  log.add(LogLevel::kPlain, 0, "Settings:");
  log.add(LogLevel::kPlain, 1, seed ? "Data: qu" : "Data: nquc");
  log.add(LogLevel::kPlain, 1, std::string("Quat interpolation: ") + (options.processed_quaternions ? "yes" : "no"));
  log.add(LogLevel::kPlain, 1, "Empty textures: yes");
  log.add(LogLevel::kPlain, 1, "Tick: 0.04");
  log.add(LogLevel::kPlain, 0, "Started.");
  ChunkWriter chunks(options.generation);
  chunks.begin("kri");
  chunks.out().u8(kFormatVersion);
  chunks.end();
  for (const OutMaterial& material : scene.materials) VITRINE_CHECK(write_material(chunks, material, log));
  for (const OutObject& object : scene.objects) VITRINE_CHECK(write_object(chunks, object, scene, log));
  log.add(LogLevel::kPlain, 0, "Done.");
  return chunks.out().take();
}

}  // namespace vitrine::kri
