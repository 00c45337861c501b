#pragma once
// The shadow volumes of a frame: one per shadow entry of the list, kept from frame to frame while caster and pose stay
// and the light sees the same triangles from their fronts.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "world/frame/shadow_volume.h"
#include "world/session/meshes.h"

namespace vitrine {

/// A job that casts the shadow of a light.
struct ShadowPair {
  uint32_t entry = world::kNoNode;  ///< into Frame::paint; kNoNode in fake lighting, which has no list
  uint32_t job = 0;                 ///< into Frame::scene_jobs
  uint32_t rank = 0;                ///< of the light
};
/// Puts them into `pairs`, in the order of the list; in fake lighting by light, then job.
void find_shadow_pairs(const world::World& world, std::vector<ShadowPair>& pairs);

class WorldVolumes {
 public:
  using Models = WorldMeshes::Models;

  /// Number of a volume; one that is made again has another.
  struct Caster {
    uint32_t number = 0;
    world::ShadowCaster mesh;
    std::vector<glm::vec4> points;  ///< those of the mesh with w = 1, then the same with w = 0
  };
  /// Shared by all jobs and lights that have the same caster and see the same of it.
  struct Volume {
    uint32_t number = 0;
    world::ShadowVolume shape;
  };
  struct Row {
    ShadowPair pair;
    const Caster* caster = nullptr;
    const Volume* volume = nullptr;
    glm::dmat4 world_from_mesh{1};
    glm::dvec3 light{0};
  };

  /// Brings the volumes up to the last frame of `world`. `models`: one per Document::models, null where it did not
  /// open; poses are taken from `meshes`. WORLD_LIMIT for more than 400,000 volumes, 64 million indices in all, or too
  /// many triangles.
  Status update(const world::World& world, const Models& models, WorldMeshes& meshes);
  /// What was made is not to be used any more; numbers go on.
  void forget();
  /// Rows of the last update, valid until the next one.
  std::span<const Row> rows() const { return rows_; }
  /// Volumes made so far.
  uint64_t made() const { return made_; }
  /// WORLD_OPEN_EDGES for each mesh operator that casts a shadow in the last frame and has open edges.
  void warn(const world::World& world, const Models& models, WorldMeshes& meshes, std::vector<world::Issue>& issues);

 private:
  using Corners = std::vector<glm::vec3>;
  using CasterKey = std::array<uint64_t, 3>;  ///< what `shape_of` says, action, pose
  using VolumeKey = std::vector<uint64_t>;    ///< number of the caster, how its triangles are turned to the light
  template <typename T>
  struct Kept {
    T value;
    bool is_used = false;
  };
  struct BindMesh {
    Corners corners;
    uint32_t open_edges = 0;
  };
  /// A caster where a job has put it; all lights share it.
  struct Place {
    uint64_t update = 0;  ///< the last that has looked at it
    const Caster* caster = nullptr;
    uint32_t number = 0;  ///< of the caster that the planes are of
    glm::dmat4 world_from_mesh{1};
    std::vector<world::ShadowPlane> planes;
  };

  const BindMesh& bind_mesh(const world::World& world, const Models& models, WorldMeshes& meshes, uint32_t op,
                            uint32_t cluster);
  const Caster& caster(const world::World& world, const Models& models, WorldMeshes& meshes,
                       const world::SceneJob& job);
  const Place& place(const world::World& world, const Models& models, WorldMeshes& meshes, uint32_t job);
  const Volume& volume(const Place& place, const glm::dvec3& light);

  std::map<std::array<uint32_t, 2>, BindMesh> bind_;  ///< by what `shape_of` says
  std::map<CasterKey, Kept<Caster>> casters_;
  std::map<VolumeKey, Kept<Volume>> volumes_;
  std::vector<Place> places_;  ///< by job
  VolumeKey key_;
  uint64_t updates_ = 0;
  std::vector<ShadowPair> pairs_;
  std::vector<Row> rows_;
  uint32_t numbers_ = 0;
  uint64_t made_ = 0;
};

// The shadow volumes of a frame laid together for drawing: what one light casts in one pass is one list of triangles.

/// A point of a volume in the space of its job. `job`: index in the report's `jobs`, with kNearCap where the point
/// belongs to a near cap, which lies in the surface itself.
struct ShadowPoint {
  static constexpr uint32_t kNearCap = 0x80000000u;
  float at[4];
  uint32_t job;
};

/// Shadows of one light in one pass.
struct ShadowBatch {
  uint32_t pass = 0, rank = 0;
  uint32_t version = 0;  ///< another one: the lists below are others
  std::vector<ShadowPoint> points;
  std::vector<uint32_t> indices;  ///< volume by volume, in the order of the list
  std::vector<uint32_t> ends;     ///< per volume: behind its last index
};

class WorldShadows {
 public:
  /// Lays the volumes of the last update of `volumes` together; batches whose volumes are those of the frame before
  /// stay. `place_of`: index in the report's `jobs` of a scene job.
  void update(const world::World& world, const WorldVolumes& volumes,
              const std::function<uint32_t(uint32_t)>& place_of);
  /// In the order of the list.
  std::span<const ShadowBatch> batches() const { return {batches_.data(), count_}; }

 private:
  struct Part {
    uint32_t volume = 0, job = 0;
    bool operator==(const Part&) const = default;
  };

  std::vector<ShadowBatch> batches_;
  size_t count_ = 0;
  std::vector<std::vector<Part>> parts_;  ///< per batch: what it was made of
  uint32_t versions_ = 0;
};

}  // namespace vitrine
