#pragma once
// Result of one evaluation of a world: plain lists for the report and the renderer.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "world/graph/document.h"
#include "world/graph/matrix.h"

namespace vitrine::world {

inline constexpr uint32_t kNoSegment = 0xFFFFFFFFu;

/// Contents of a model file: its clusters in bind pose, y up. Not `ok`: missing or unreadable.
struct ModelCluster {
  Box box;
  std::string material;  ///< name in the model
};
struct Model {
  bool ok = false;
  std::vector<ModelCluster> clusters;
};

/// (file or fill) * gain + offset.
struct TextureValue {
  const std::string* file = nullptr;  ///< null: the fill colour, which then is part of offset
  glm::dvec4 gain{0}, offset{0};
};

struct MaterialValue {
  uint32_t op = kNoNode;  ///< kNoNode: the default material
  uint32_t id = 0;
  glm::dvec4 color{1};
  glm::dvec2 uv_scale{1}, uv_translate{0}, detail_scale{1};
  double uv_rotate = 0, specular = 0;
  uint8_t pass = 0, phases = 0x3F;
  bool cast_shadow = true, receive_shadow = true;
  Blend blend = Blend::kOpaque;
  std::array<std::optional<TextureValue>, 5> textures;  ///< texture, detail, bump, env, lightmap

  bool has(Phase phase) const { return (phases >> static_cast<int>(phase) & 1) != 0; }
};

struct ClusterValue {
  Box box;
  uint32_t number = 0;  ///< in its mesh
  MaterialValue material;
};
struct MeshValue {
  uint32_t op = kNoNode;
  bool animated = false;
  double pose = 0;
  glm::dmat4 deform{1};  ///< of deform operators; the boxes are deformed already
  std::vector<ClusterValue> clusters;
};

/// A mesh at one place; its scene jobs follow one another.
struct MeshJob {
  // By columns: to copy a matrix as a whole is a call in WebAssembly.
  MeshJob(const glm::dmat4& at, const MeshValue& value, uint32_t instance_number, uint32_t home, size_t first_job)
      : matrix(at[0], at[1], at[2], at[3]),
        mesh(&value),
        instance(instance_number),
        segment(home),
        first(static_cast<uint32_t>(first_job)),
        count(static_cast<uint32_t>(value.clusters.size())) {}
  /// The same mesh a step further.
  MeshJob(const MeshJob& before, const glm::dmat4& step, size_t first_job)
      : mesh(before.mesh),
        instance(before.instance),
        segment(before.segment),
        first(static_cast<uint32_t>(first_job)),
        count(before.count) {
    multiply(before.matrix, step, matrix);
  }

  glm::dmat4 matrix;
  const MeshValue* mesh;
  uint32_t instance;
  uint32_t segment;
  uint32_t first, count;  ///< into Frame::scene_jobs
  uint32_t paint_jobs = 0;
  bool painted = false;
};
struct SceneJob {
  SceneJob(const glm::dmat4& matrix, const ClusterValue& value, uint32_t visit)
      : bounds(transform_box(matrix, value.box)), mesh_job(visit), cluster(value.number) {}

  Box bounds;  ///< world
  uint32_t mesh_job;
  uint32_t cluster;
  uint32_t lights = 0;  ///< bit per rank
};
struct EffectJob {
  uint32_t op = kNoNode;
  const std::string* kind = nullptr;
  glm::dmat4 matrix{1};
  uint32_t instance = 0, segment = kNoSegment;
  glm::dvec4 color{1};
  double size = 1;                    ///< text, side of a particle
  double amount = 1;                  ///< fx
  uint32_t particles = 0;             ///< index into Frame::particles
  const std::string* text = nullptr;  ///< text
  bool painted = false;
};

struct LightRecord {
  uint32_t op = kNoNode, instance = 0;
  glm::dvec3 at{0};
  double range = 0;
  glm::dvec4 color{1};
  bool cast_shadow = true;
  uint32_t home = kNoSegment;
  std::vector<uint32_t> segments;  ///< in file order; none: it reaches everything
  double importance = 0;
  uint32_t rank = kNoNode;  ///< kNoNode: not selected
};
struct CameraRecord {
  uint32_t op = kNoNode;
  glm::dvec3 at{0}, dir{0, 0, -1}, up{0, 1, 0};
  double fov = 90;
};
struct ViewCamera {
  glm::dvec3 at{0}, dir{0, 0, -1}, up{0, 1, 0};
  double fov = 90, aspect = 1, near = 0.01;
};

struct AnimRecord {
  uint32_t node = kNoNode;
  glm::dvec4 value{0};
  uint32_t instance = 0;
  bool soft = true;
};
struct InstanceRecord {
  uint32_t instance = 0, op = kNoNode;
  double time = 0;
  const std::string* text = nullptr;
};
struct TextRecord {
  uint32_t op = kNoNode;
  const std::string* text = nullptr;
  uint32_t instance = 0;
};
struct ParticleRecord {
  uint32_t op = kNoNode, instance = 0, count = 0;
  glm::dvec3 first{0}, centre{0};
};
struct IppRecord {
  uint32_t op = kNoNode;
  double amount = 1;
};

struct Handlers {
  uint64_t init = 0, execute = 0, paint = 0;
};

enum class Usage : uint8_t { kLightmap = 0, kPrebump = 1, kShadow = 3, kLight = 4, kMul = 5, kAdd = 6, kExtra = 7 };
struct PaintJob {
  uint32_t key = 0;
  Phase phase = Phase::kLightmap;
  Usage usage = Usage::kLightmap;
  bool is_effect = false, is_specular = false;
  uint32_t job = kNoNode;    ///< index of the painted scene job, or of the painted effect
  uint32_t light = kNoNode;  ///< index into Frame::lights
};

/// Warnings of one frame that are kept.
inline constexpr size_t kFrameWarnings = 256;

struct Rect {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool is_empty() const { return !(x0 < x1 && y0 < y1); }
};

struct Frame {
  uint64_t number = 0;
  double time = 0, beat = 0;
  uint32_t slices = 0;
  double remainder = 0;
  ViewCamera camera;
  std::vector<CameraRecord> cameras;          ///< those that count: of entities
  std::vector<CameraRecord> visited_cameras;  ///< all that were evaluated
  uint32_t segment = kNoSegment;
  std::vector<double> flood;     ///< per segment
  std::vector<uint8_t> visible;  ///< per segment
  std::vector<Rect> rects;       ///< per segment, with clip
  std::vector<double> doors;     ///< per portal
  Handlers handlers, session;
  uint64_t failed = 0, empty = 0;
  std::vector<uint32_t> stale;  ///< operators
  std::vector<AnimRecord> anim;
  std::vector<InstanceRecord> instances;
  uint64_t triggered = 0;
  std::vector<TextRecord> texts;
  std::vector<ParticleRecord> particles;
  std::vector<float> particle_positions;  ///< x y z of all particles of particle operators, in order of `particles`
  std::vector<LightRecord> lights;
  std::vector<uint32_t> selected;  ///< lights by rank
  std::vector<MeshJob> mesh_jobs;
  std::vector<SceneJob> scene_jobs;
  std::vector<EffectJob> effect_jobs;
  std::vector<IppRecord> ipp;
  // The painter's.
  std::vector<uint32_t> painted;  ///< scene jobs that are painted, in order
  std::vector<uint32_t> painted_effects;
  std::vector<PaintJob> paint;
  std::array<uint64_t, kPhases> phase_jobs{};
  uint64_t depth_jobs = 0, base_jobs = 0, texture_jobs = 0;  ///< fake lighting
  uint64_t wire_jobs = 0;
  uint64_t painted_meshes = 0, shadow_jobs = 0, total = 0, anim_evaluations = 0, anim_evaluations_naive = 0;
  std::vector<uint32_t> shadow_lights;  ///< fake lighting: lights
  std::vector<Issue> issues;            ///< warnings of this frame

  const MeshValue& mesh_of(const SceneJob& job) const { return *mesh_jobs[job.mesh_job].mesh; }
  const ClusterValue& cluster_of(const SceneJob& job) const { return mesh_of(job).clusters[job.cluster]; }
};

// What the rows of a frame weigh, the same on every host.

/// What one frame, and what its world keeps from frame to frame, may hold in all.
inline constexpr uint64_t kMostFrameBytes = 512u << 20;

/// Bytes of a list: `bytes` a row, which is that of hosts with long addresses.
template <uint64_t bytes, typename List>
uint64_t bytes_of(const List& list) {
  static_assert(sizeof(typename List::value_type) <= bytes);
  return list.size() * bytes;
}

inline constexpr uint64_t kMeshJobBytes = 176, kSceneJobBytes = 64, kClusterBytes = 640, kActiveEventBytes = 64;

/// Of what the operators put into the frame; the painter's lists are not among it.
inline uint64_t operators_bytes(const Frame& frame) {
  return bytes_of<96>(frame.cameras) + bytes_of<96>(frame.visited_cameras) + bytes_of<4>(frame.stale) +
         bytes_of<48>(frame.anim) + bytes_of<32>(frame.instances) + bytes_of<24>(frame.texts) +
         bytes_of<64>(frame.particles) + bytes_of<4>(frame.particle_positions) + bytes_of<160>(frame.lights) +
         bytes_of<kMeshJobBytes>(frame.mesh_jobs) + bytes_of<kSceneJobBytes>(frame.scene_jobs) +
         bytes_of<224>(frame.effect_jobs) + bytes_of<16>(frame.ipp);
}

}  // namespace vitrine::world
